// Package textfile reads text files as the editors and shells of every system write them: UTF-8 with or without a byte order
// mark, UTF-16 with one, as the redirection of Windows PowerShell writes it, and HTML documents in legacy encodings.
package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/unicode"
)

// Read returns the text of a file as Decode does; its errors name the file.
func Read(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	text, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return text, nil
}

// Decode returns text as UTF-8 without a byte order mark. Text in another encoding and files that are not text are an Error.
func Decode(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if bytes.IndexByte(data, 0) >= 0 {
		kind, _, _ := strings.Cut(http.DetectContentType(data), ";")
		return nil, &Error{Kind: kind}
	}
	if at := invalid(data); at >= 0 {
		return nil, &Error{Line: 1 + bytes.Count(data[:at], []byte("\n")), Byte: data[at]}
	}
	return data, nil
}

// DecodeHTML returns the text of an HTML document as UTF-8. A document that is neither UTF-8 nor marked as UTF-16 has the
// encoding that a meta element names, otherwise windows-1252, as in browsers (HTML, determining the character encoding).
func DecodeHTML(data []byte) ([]byte, error) {
	text, err := Decode(data)
	if other := (*Error)(nil); !errors.As(err, &other) || other.Kind != "" {
		return text, err
	}
	encoding, _, _ := charset.DetermineEncoding(data, "text/html")
	return encoding.NewDecoder().Bytes(data)
}

// invalid returns the index of the first byte that is not UTF-8, -1 for none.
func invalid(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for at := 0; ; {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
}

// Error is the error of text in another encoding, or of a file that is not text.
type Error struct {
	// Kind is the media type of a file that is not text, such as image/png; empty for text.
	Kind string
	Line int  // of the first invalid byte, from 1
	Byte byte // the first invalid byte
}

// Error implements error; it is a predicate of the file's name.
func (e *Error) Error() string {
	if e.Kind != "" {
		return fmt.Sprintf("is not text but %s", e.Kind)
	}
	return fmt.Sprintf("is not UTF-8 (byte 0x%02X in line %d); save it as UTF-8", e.Byte, e.Line)
}
