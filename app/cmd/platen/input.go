package main

import (
	"io"
	"os"
)

// standardInput is the file name that stands for standard input.
const standardInput = "-"

// openInput opens a file or standard input.
func openInput(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == standardInput {
		return io.NopCloser(stdin), nil
	}
	return os.Open(name)
}

// readInput reads a file or standard input to its end.
func readInput(name string, stdin io.Reader) ([]byte, error) {
	in, err := openInput(name, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}
