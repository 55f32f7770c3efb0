package webp

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// riffChunk is one chunk of a WebP file.
type riffChunk struct {
	name string
	data []byte
}

// nextChunk splits the first chunk off p; ok is false when p is empty or truncated.
func nextChunk(p []byte) (c riffChunk, rest []byte, ok bool) {
	if len(p) < 8 {
		return c, nil, false
	}
	n := uint64(binary.LittleEndian.Uint32(p[4:]))
	if n > uint64(len(p)-8) {
		return c, nil, false
	}
	c = riffChunk{string(p[:4]), p[8 : 8+n]}
	// Chunks are padded to even sizes.
	return c, p[min(uint64(len(p)), 8+n+n&1):], true
}

// errShort reports that a file is truncated.
var errShort = errors.New("the file ends early")

// Size reads the size of the canvas from the first chunk of a file that begins with RIFF and WEBP.
func Size(data []byte) (width, height int, err error) {
	c, _, ok := nextChunk(data[12:])
	if !ok {
		// Truncated pixel data does not matter for the header.
		if len(data) < 20 {
			return 0, 0, errors.New("the file ends before its header does")
		}
		c = riffChunk{string(data[12:16]), data[20:]}
	}
	return chunkSize(c)
}

// chunkSize returns the size that a VP8X, VP8L or VP8 chunk announces.
func chunkSize(c riffChunk) (w, h int, err error) {
	b := c.data
	switch {
	case c.name == "VP8X" && len(b) >= 10:
		return 1 + u24(b[4:]), 1 + u24(b[7:]), nil
	case c.name == "VP8L" && len(b) >= 5 && b[0] == 0x2f:
		v := binary.LittleEndian.Uint32(b[1:])
		return 1 + int(v&0x3fff), 1 + int(v>>14&0x3fff), nil
	case c.name == "VP8 " && len(b) >= 10 && b[3] == 0x9d && b[4] == 0x01 && b[5] == 0x2a:
		return int(binary.LittleEndian.Uint16(b[6:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[8:]) & 0x3fff), nil
	}
	return 0, 0, errors.New("its first chunk is not an image")
}

func u24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// Still returns a file that holds one image, and its position on the canvas of width × height pixels: data itself or,
// for an animation, its first frame.
func Still(data []byte, width, height int) (file []byte, x, y int, err error) {
	const animated = 0x02
	first, rest, ok := nextChunk(data[12:])
	if !ok {
		return nil, 0, 0, errShort
	}
	if first.name != "VP8X" || len(first.data) < 10 || first.data[0]&animated == 0 {
		// The bitstream's own header may announce a different size than the container, against which the limits were
		// checked.
		for c, more := first, rest; ; {
			if c.name == "VP8 " || c.name == "VP8L" {
				w, h, err := chunkSize(c)
				if err != nil {
					return nil, 0, 0, err
				}
				if w != width || h != height {
					return nil, 0, 0, errors.New("its headers disagree about the size")
				}
				return data, 0, 0, nil
			}
			if c, more, ok = nextChunk(more); !ok {
				return nil, 0, 0, errShort
			}
		}
	}
	for {
		var c riffChunk
		if c, rest, ok = nextChunk(rest); !ok {
			return nil, 0, 0, errShort
		}
		if c.name != "ANMF" {
			continue
		}
		if len(c.data) < 16 {
			return nil, 0, 0, errors.New("a frame is too short")
		}
		return frameFile(c.data, width, height)
	}
}

// frameFile wraps an ANMF chunk's data as a file.
func frameFile(frame []byte, width, height int) (file []byte, x, y int, err error) {
	x, y = 2*u24(frame), 2*u24(frame[3:])
	w, h := 1+u24(frame[6:]), 1+u24(frame[9:])
	if x+w > width || y+h > height {
		return nil, 0, 0, fmt.Errorf("a frame of %d×%d pixels does not fit into %d×%d", w, h, width, height)
	}
	var alph, pixels []byte
	for rest := frame[16:]; len(rest) > 0; {
		c, next, ok := nextChunk(rest)
		if !ok {
			return nil, 0, 0, errShort
		}
		whole := rest[:len(rest)-len(next)]
		switch c.name {
		case "ALPH":
			alph = whole
		case "VP8 ", "VP8L":
			if cw, ch, err := chunkSize(c); err != nil {
				return nil, 0, 0, err
			} else if cw != w || ch != h {
				return nil, 0, 0, errors.New("its headers disagree about the size")
			}
			pixels = whole
		}
		rest = next
	}
	if pixels == nil {
		return nil, 0, 0, errors.New("a frame has no pixels")
	}
	file = append(file, "RIFF\x00\x00\x00\x00WEBP"...)
	if alph != nil {
		file = append(file, "VP8X\x0a\x00\x00\x00"...)
		file = append(file, hasAlpha, 0, 0, 0)
		file = append(file, frame[6:12]...)
		file = append(file, alph...)
	}
	file = append(file, pixels...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file, x, y, nil
}
