package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/platenhq/platen/app/textfile"
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

// readInput returns the text of a file or of standard input.
func readInput(name string, stdin io.Reader) ([]byte, error) {
	return readText(name, stdin, textfile.Decode)
}

// readDocument returns the text of an HTML document, which may have a legacy encoding, or of JSON.
func readDocument(name string, stdin io.Reader) ([]byte, error) {
	return readText(name, stdin, textfile.DecodeHTML)
}

func readText(name string, stdin io.Reader, decode func(data []byte) ([]byte, error)) ([]byte, error) {
	in, err := openInput(name, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	text, err := decode(data)
	if err != nil {
		if name == standardInput {
			name = "standard input"
		}
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return text, nil
}

// readData reads the value of a flag --data: a JSON object, which begins with a brace, or the name of a file that contains one,
// also after an @, as curl takes it.
func readData(value string, stdin io.Reader, open func(name string, stdin io.Reader) ([]byte, error)) (data []byte, name string, err error) {
	if strings.HasPrefix(strings.TrimSpace(value), "{") {
		return []byte(value), "--data", nil
	}
	data, err = open(value, stdin)
	if after, ok := strings.CutPrefix(value, "@"); ok && os.IsNotExist(err) {
		data, err = open(after, stdin)
	}
	return data, value, err
}
