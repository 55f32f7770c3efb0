package image

import (
	"bytes"
	"encoding/binary"
)

// Upright returns a JPEG or PNG file without its EXIF orientation, and any other file unchanged. It returns false for an
// AVIF with a rotation or mirroring, which stays.
func Upright(data []byte) ([]byte, bool) {
	switch Sniff(data) {
	case AVIF:
		return data, !bytes.Contains(data, []byte("irot")) && !bytes.Contains(data, []byte("imir"))
	case PNG:
		at := 8
		pngChunks(data, func(kind string, body []byte) bool {
			if kind == "eXIf" {
				data = append(bytes.Clone(data[:at]), data[at+12+len(body):]...)
				return false
			}
			at += 12 + len(body)
			return kind != "IDAT"
		})
	case JPEG:
		data = bytes.Clone(data)
		for p := data[2:]; len(p) >= 4 && p[0] == 0xff && p[1] != 0xda; {
			if p[1] == 0xff {
				p = p[1:]
				continue
			}
			if p[1] == 0x01 || p[1] >= 0xd0 && p[1] <= 0xd7 {
				p = p[2:]
				continue
			}
			n := int(binary.BigEndian.Uint16(p[2:])) + 2
			if n < 4 || n > len(p) {
				break
			}
			if body := p[4:n]; p[1] == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
				body[0] = 'x' // another kind of segment
			}
			p = p[n:]
		}
	}
	return data, true
}
