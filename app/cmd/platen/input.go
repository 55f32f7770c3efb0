package main

import (
	"io"
	"os"
)

// standardInput is what a command's file is called that comes from another program.
const standardInput = "-"

// openInput opens a file, or what stands for one.
func openInput(name string, stdin io.Reader) (io.ReadCloser, error) {
	if name == standardInput {
		return io.NopCloser(stdin), nil
	}
	return os.Open(name)
}

// readInput reads a file, or what stands for one, to its end.
func readInput(name string, stdin io.Reader) ([]byte, error) {
	in, err := openInput(name, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}
