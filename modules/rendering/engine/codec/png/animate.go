package png

import (
	"context"
	"encoding/binary"
)

// Frame is one frame of an animation: a rectangle that replaces or is blended over the canvas.
type Frame struct {
	X, Y, Width, Height int
	Milliseconds        int
	Over                bool
	// Data is the result of Scanlines.
	Data []byte
}

// Scanlines returns an image's RGBA scanlines as a zlib stream, for Animate.
func Scanlines(ctx context.Context, pic *Image, workers int) ([]byte, error) {
	whole := *pic
	whole.Opaque = false
	l := newLayout(&whole, nil)
	parts, err := l.compress(ctx, workers)
	if err != nil {
		return nil, err
	}
	defer release(parts)
	return stream(nil, parts), nil
}

// Animate writes an animated PNG (PNG, third edition, §4.9) of RGBA frames, the first of which covers the canvas. It
// plays loops times, 0 for endlessly.
func Animate(width, height, loops int, frames []Frame) []byte {
	out := append([]byte(nil), "\x89PNG\r\n\x1a\n"...)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(width))
	binary.BigEndian.PutUint32(head[4:], uint32(height))
	head[8], head[9] = 8, colorRGBA
	out = appendChunk(out, "IHDR", head[:])
	control := binary.BigEndian.AppendUint32(nil, uint32(len(frames)))
	out = appendChunk(out, "acTL", binary.BigEndian.AppendUint32(control, uint32(loops)))
	sequence := uint32(0)
	for i, f := range frames {
		c := binary.BigEndian.AppendUint32(nil, sequence)
		sequence++
		for _, v := range []int{f.Width, f.Height, f.X, f.Y} {
			c = binary.BigEndian.AppendUint32(c, uint32(v))
		}
		c = binary.BigEndian.AppendUint16(c, uint16(min(f.Milliseconds, 65535)))
		c = binary.BigEndian.AppendUint16(c, 1000)
		blend := byte(0)
		if f.Over {
			blend = 1
		}
		out = appendChunk(out, "fcTL", append(c, 0, blend)) // APNG_DISPOSE_OP_NONE
		if i == 0 {
			out = appendChunk(out, "IDAT", f.Data)
			continue
		}
		out = appendChunk(out, "fdAT", append(binary.BigEndian.AppendUint32(nil, sequence), f.Data...))
		sequence++
	}
	return appendChunk(out, "IEND", nil)
}

// stream joins compressed stripes into a zlib stream (RFC 1950).
func stream(out []byte, parts []part) []byte {
	out = append(out, "\x78\x01"...) // DEFLATE, 32 KiB window, fastest level
	sum := adler(1)
	for _, p := range parts {
		out = append(out, p.data...)
		sum = sum.join(p.sum, p.size)
	}
	return binary.BigEndian.AppendUint32(out, uint32(sum))
}
