package image

import "encoding/binary"

// riffChunk is one chunk of a WebP file.
type riffChunk struct {
	name string
	data []byte
}

// nextChunk splits the first chunk off p; ok is false when p is empty or ends
// within it.
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

// peekWebP reads the size from the first chunk (WebP container specification).
func peekWebP(data []byte, info *Info) error {
	c, _, ok := nextChunk(data[12:])
	if !ok {
		// Truncated pixel data does not hide the header.
		if len(data) < 20 {
			return corrupt(WebP, "the file ends before its header does")
		}
		c = riffChunk{string(data[12:16]), data[20:]}
	}
	var err error
	info.Width, info.Height, err = chunkSize(c)
	return err
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
	return 0, 0, corrupt(WebP, "its first chunk is not a picture")
}

func u24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
