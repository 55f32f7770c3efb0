package image

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// repairPNG returns a PNG file with corrected checksums of its chunks and its pixel data; ok is false when anything but
// checksums is invalid, or the pixel data exceeds most bytes.
func repairPNG(data []byte, most int64) (fixed []byte, ok bool) {
	const signature = "\x89PNG\r\n\x1a\n"
	if len(data) < len(signature) || string(data[:len(signature)]) != signature {
		return nil, false
	}
	var packed, before, after bytes.Buffer
	before.WriteString(signature)
	out := &before
	for rest := data[len(signature):]; len(rest) >= 12; {
		n := int64(binary.BigEndian.Uint32(rest))
		if n > int64(len(rest)-12) {
			return nil, false
		}
		kind, body := string(rest[4:8]), rest[8:8+n]
		if kind == "IDAT" {
			packed.Write(body)
			out = &after
		} else {
			writeChunk(out, kind, body)
		}
		rest = rest[12+n:]
		if kind == "IEND" {
			break
		}
	}
	if packed.Len() < 2 {
		return nil, false
	}
	// DEFLATE data follows the two bytes of the zlib header; its checksum is ignored.
	rows, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed.Bytes()[2:])), most+1))
	if err != nil || int64(len(rows)) > most {
		return nil, false
	}
	var stored bytes.Buffer
	w, err := zlib.NewWriterLevel(&stored, zlib.NoCompression)
	if err != nil {
		return nil, false
	}
	if _, err := w.Write(rows); err != nil || w.Close() != nil {
		return nil, false
	}
	writeChunk(&before, "IDAT", stored.Bytes())
	before.Write(after.Bytes())
	return before.Bytes(), true
}

func writeChunk(out *bytes.Buffer, kind string, body []byte) {
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(body)))
	out.Write(n[:])
	out.WriteString(kind)
	out.Write(body)
	sum := crc32.NewIEEE()
	sum.Write([]byte(kind))
	sum.Write(body)
	binary.BigEndian.PutUint32(n[:], sum.Sum32())
	out.Write(n[:])
}
