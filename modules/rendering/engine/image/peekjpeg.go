package image

import (
	"bytes"
	"encoding/binary"
)

// maxScans bounds the scans of a progressive JPEG: each may require a pass over the whole image for a few bytes.
// Ordinary files have about ten.
const maxScans = 100

// peekJPEG walks the segments (ITU-T T.81 B.1) for the frame header and the EXIF
// orientation.
func peekJPEG(data []byte, info *Info) error {
	p := data[2:]
	for {
		// Fill bytes may precede a marker.
		for len(p) > 1 && p[0] == 0xff && p[1] == 0xff {
			p = p[1:]
		}
		if len(p) < 4 || p[0] != 0xff {
			return corrupt(JPEG, "no frame header was found")
		}
		marker := p[1]
		if marker == 0x01 || marker >= 0xd0 && marker <= 0xd7 {
			p = p[2:]
			continue
		}
		n := int(binary.BigEndian.Uint16(p[2:])) + 2
		if n < 4 || n > len(p) {
			return corrupt(JPEG, "a segment reaches beyond the end of the file")
		}
		body := p[4:n]
		switch {
		case marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")):
			if info.Orientation == 1 {
				info.Orientation = exifOrientation(body[6:])
			}
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			if len(body) < 6 {
				return corrupt(JPEG, "its frame header is too short")
			}
			info.Height = int(binary.BigEndian.Uint16(body[1:]))
			info.Width = int(binary.BigEndian.Uint16(body[3:]))
			return nil
		case marker == 0xd9 || marker == 0xda:
			return corrupt(JPEG, "no frame header was found")
		}
		p = p[n:]
	}
}

// countScans returns the number of scans of a JPEG without decoding them.
func countScans(data []byte) int {
	n := 0
	for {
		i := bytes.IndexByte(data, 0xff)
		if i < 0 || i+1 >= len(data) {
			return n
		}
		if data[i+1] == 0xda {
			n++
		}
		data = data[i+1:]
	}
}

// exifOrientation reads tag 0x0112 of the first directory of a TIFF structure (Exif 2.3 §4.6); 1 when it is missing or
// invalid.
func exifOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	n := int(order.Uint16(tiff[at:]))
	entries := tiff[at+2:]
	for i := 0; i < n && len(entries) >= 12; i++ {
		const short = 3
		if order.Uint16(entries) == 0x0112 && order.Uint16(entries[2:]) == short {
			if v := int(order.Uint16(entries[8:])); v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// withoutMetadata copies a JPEG without comments and application segments (thumbnails, profiles and so on), except
// those of JFIF and Adobe, which determine the interpretation of its colours; nil when its segments are malformed.
func withoutMetadata(data []byte) []byte {
	out := append(make([]byte, 0, len(data)), data[:2]...)
	for p := data[2:]; len(p) >= 4 && p[0] == 0xff; {
		marker := p[1]
		if marker == 0xff {
			p = p[1:]
			continue
		}
		if marker == 0xda {
			return append(out, p...)
		}
		n := int(binary.BigEndian.Uint16(p[2:])) + 2
		if marker < 0xc0 || n < 4 || n > len(p) {
			return nil
		}
		if keep := marker < 0xe0 || marker == 0xe0 || marker == 0xee; keep {
			out = append(out, p[:n]...)
		}
		p = p[n:]
	}
	return nil
}

// Components returns the number of components of a JPEG's frame, 0 if it has no frame header.
func Components(jpeg []byte) int {
	for p := jpeg[min(2, len(jpeg)):]; len(p) >= 10 && p[0] == 0xff; {
		n := int(binary.BigEndian.Uint16(p[2:])) + 2
		if m := p[1]; m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc {
			return int(p[9])
		}
		if n > len(p) {
			return 0
		}
		p = p[n:]
	}
	return 0
}
