// Package pdfwork edits PDF files in a process of its own.
//
// The library behind pdfedit cannot be interrupted, and a hostile file may keep it busy forever, take all memory, or end
// its process. A [Pool] therefore starts a child process for each task: the service's own program with the argument
// [Command], without environment variables, which reads one task from its standard input, runs it within
// pdfedit.Bounds, and writes the result to its standard output. A child that exceeds its bounds is killed; the task of
// one that something else killed is started again once. A child ends when its standard input is closed, so none outlives
// the service.
package pdfwork
