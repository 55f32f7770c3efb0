package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
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

// readInput reads a text from a file or standard input and returns it in UTF-8, see [decodeText].
func readInput(name string, stdin io.Reader) ([]byte, error) {
	in, err := openInput(name, stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return decodeText(name, data)
}

// byteOrderMarks begin texts in UTF-8 and UTF-16.
var byteOrderMarks = []string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe"}

// decodeText returns a text file in UTF-8. Its encoding is determined as in browsers (HTML, determining the character
// encoding): by its byte order mark, UTF-8 if it is valid, the charset of a meta element, and windows-1252 otherwise.
func decodeText(name string, data []byte) ([]byte, error) {
	marked := false
	for _, mark := range byteOrderMarks {
		marked = marked || strings.HasPrefix(string(data[:min(3, len(data))]), mark)
	}
	if !marked {
		if bytes.IndexByte(data, 0) >= 0 {
			kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
			return nil, fmt.Errorf("%s is not a text file but %s; an image is drawn by a document, such as <img src=\"image.png\">", name, kind)
		}
		if utf8.Valid(data) {
			return data, nil
		}
	}
	encoding, _, _ := charset.DetermineEncoding(data, "text/html")
	text, err := encoding.NewDecoder().Bytes(data)
	if err != nil {
		return nil, fmt.Errorf("decoding %s: %w", name, err)
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), nil
}
