// Package pdftest inspects PDF files in tests.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
)

// Text returns a PDF's bytes followed by the decompressed content of its streams, object streams included.
func Text(pdf []byte) string {
	var out strings.Builder
	out.Write(pdf)
	for part := range bytes.SplitSeq(pdf, []byte("stream\n")) {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue
		}
		data, _ := io.ReadAll(r)
		out.Write(data)
	}
	return out.String()
}
