// Package textfile reads text files as the editors and shells of every system write them: UTF-8 with or without a byte order
// mark, and UTF-16 with one, as the redirection of Windows PowerShell writes it.
package textfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"unicode/utf16"
	"unicode/utf8"
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

// Decode returns text as UTF-8 without a byte order mark. Text in another encoding is an Error.
func Decode(data []byte) ([]byte, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return decode16(data[2:], binary.LittleEndian), nil
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decode16(data[2:], binary.BigEndian), nil
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if at := invalid(data); at >= 0 {
		return nil, &Error{Line: 1 + bytes.Count(data[:at], []byte("\n")), Byte: data[at]}
	}
	return data, nil
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

// Error is the error of text in another encoding.
type Error struct {
	Line int  // of the first invalid byte, from 1
	Byte byte // the first invalid byte
}

// Error implements error; it is a predicate of the file's name.
func (e *Error) Error() string {
	return fmt.Sprintf("is not UTF-8 (byte 0x%02X in line %d); save it as UTF-8", e.Byte, e.Line)
}
