package pdfwork

import (
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"
)

// Command is the argument that starts the program as a child process.
const Command = "pdf-child"

// Child reads a task from in, runs it and writes its outcome to out. It ends the process when in is closed, because
// then the parent has ended.
func Child(ctx context.Context, in io.Reader, out io.Writer) error {
	var t task
	if err := gob.NewDecoder(in).Decode(&t); err != nil {
		return fmt.Errorf("reading a task: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, in)
		os.Exit(1)
	}()
	to := gob.NewEncoder(out)
	if err := to.Encode(true); err != nil {
		return fmt.Errorf("writing an outcome: %w", err)
	}
	if err := to.Encode(t.do(ctx)); err != nil {
		return fmt.Errorf("writing an outcome: %w", err)
	}
	return nil
}

// ChildOnly runs a task and ends the process if the program was started as a child; otherwise it returns true. Test
// programs that start a service call it first.
func ChildOnly() bool {
	if len(os.Args) != 2 || os.Args[1] != Command {
		return true
	}
	if err := Child(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
	return true
}
