// Package guides runs the guides of docs/guides: every program and every command in them, against a fresh service.
//
// A fenced block whose info string has a second word is a file of that name; one whose name has a folder belongs to
// the site of that name in the folder sites. Blocks of sh form one script, in order; needs=PROGRAM skips a block where
// the program is missing, in=SITE runs it in that site. Other blocks are not run.
package guides
