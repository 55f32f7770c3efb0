// Package textfile reads text files as the editors and shells of every system write them: UTF-8 with or without a byte order
// mark, UTF-16 with one, as the redirection of Windows PowerShell writes it, and HTML documents in legacy encodings.
package textfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
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
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decode16(data[2:], binary.LittleEndian), nil
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decode16(data[2:], binary.BigEndian), nil
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

// decode16 returns UTF-16 as UTF-8; unpaired surrogates and an odd byte at the end become U+FFFD.
func decode16(data []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(data)/2, len(data)/2+1)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	if len(data)%2 == 1 {
		units = append(units, utf8.RuneError)
	}
	return []byte(string(utf16.Decode(units)))
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
