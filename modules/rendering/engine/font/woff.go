package font

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// decodeWOFF converts a WOFF 1.0 file (W3C WOFF File Format 1.0) to a plain one.
func decodeWOFF(b []byte) ([]byte, error) {
	if len(b) < 44 {
		return nil, errors.New("WOFF header is truncated")
	}
	n := u16(b, 12)
	if 44+20*n > len(b) {
		return nil, errors.New("WOFF directory is truncated")
	}
	out := newSFNTWriter(uint32(u32(b, 4)))
	total := 0
	for i := range n {
		e := 44 + 20*i
		off, packed, size := u32(b, e+4), u32(b, e+8), u32(b, e+12)
		if off+packed > len(b) {
			return nil, errors.New("WOFF table is outside the file")
		}
		if total += size; total > MaxDecodedBytes {
			return nil, fmt.Errorf("%w: unpacks to more than %d bytes", ErrTooLarge, MaxDecodedBytes)
		}
		data := b[off : off+packed]
		if packed < size {
			r, err := zlib.NewReader(bytes.NewReader(data))
			if err != nil {
				return nil, fmt.Errorf("unpacking a WOFF table: %w", err)
			}
			data, err = io.ReadAll(io.LimitReader(r, int64(size)+1))
			if err != nil {
				return nil, fmt.Errorf("unpacking a WOFF table: %w", err)
			}
		}
		if len(data) != size {
			return nil, errors.New("WOFF table differs in length from its directory entry")
		}
		out.add(uint32(u32(b, e)), data)
	}
	return out.bytes(), nil
}

// sfntWriter builds a plain font file.
type sfntWriter struct {
	flavor uint32
	tags   []uint32
	data   [][]byte
}

func newSFNTWriter(flavor uint32) *sfntWriter { return &sfntWriter{flavor: flavor} }

func (w *sfntWriter) add(tag uint32, data []byte) {
	w.tags = append(w.tags, tag)
	w.data = append(w.data, data)
}

func (w *sfntWriter) bytes() []byte {
	size := 12 + 16*len(w.tags)
	for _, d := range w.data {
		size += (len(d) + 3) &^ 3
	}
	out := make([]byte, 12+16*len(w.tags), size)
	binary.BigEndian.PutUint32(out, w.flavor)
	binary.BigEndian.PutUint16(out[4:], uint16(len(w.tags)))
	for i, tag := range w.tags {
		e := out[12+16*i:]
		binary.BigEndian.PutUint32(e, tag)
		binary.BigEndian.PutUint32(e[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(e[12:], uint32(len(w.data[i])))
		out = append(out, w.data[i]...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}
