// Package webp reads and writes the WebP container (RFC 9649 §2): RIFF chunks, the extended header and animation. The
// bitstreams inside are coded by vp8 and vp8l.
package webp

import (
	"encoding/binary"
	"slices"
)

// Bits of the extended header (RFC 9649 §2.7).
const (
	hasAnimation = 0x02
	hasAlpha     = 0x10
)

// File returns a file of one image's chunks.
func File(chunks ...[]byte) []byte {
	size := 4
	for _, c := range chunks {
		size += len(c)
	}
	out := make([]byte, 0, 8+size)
	out = append(out, "RIFF"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(size))
	out = append(out, "WEBP"...)
	for _, c := range chunks {
		out = append(out, c...)
	}
	return out
}

// WithAlpha returns a file of a width × height image whose chunks are ALPH and VP8.
func WithAlpha(width, height int, chunks []byte) []byte {
	return File(extended(hasAlpha, width, height), chunks)
}

// Frame is a rectangle of an animation.
type Frame struct {
	X, Y, Width, Height int // X and Y are even
	Milliseconds        int
	// Over blends the frame over the canvas; otherwise it replaces it.
	Over bool
	Data []byte // its chunks
}

// Animate returns a file of frames that plays loops times, 0 for endlessly; alpha reports whether any frame has
// transparency of its own.
func Animate(width, height, loops int, alpha bool, frames []Frame) []byte {
	flags := byte(hasAnimation)
	if alpha || slices.ContainsFunc(frames, func(f Frame) bool { return f.Over }) {
		flags |= hasAlpha
	}
	anim := binary.LittleEndian.AppendUint16([]byte{0, 0, 0, 0}, uint16(loops))
	chunks := [][]byte{extended(flags, width, height), Chunk("ANIM", anim)}
	for _, f := range frames {
		b := append24(append24(nil, f.X/2), f.Y/2)
		b = append24(append24(b, f.Width-1), f.Height-1)
		b = append24(b, min(f.Milliseconds, 1<<24-1))
		const replace = 0x02
		if f.Over {
			b = append(b, 0)
		} else {
			b = append(b, replace)
		}
		chunks = append(chunks, Chunk("ANMF", append(b, f.Data...)))
	}
	return File(chunks...)
}

// Chunk returns data as a chunk, padded to an even size.
func Chunk(name string, data []byte) []byte {
	out := make([]byte, 0, 8+len(data)+1)
	out = append(out, name...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
	out = append(out, data...)
	if len(data)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// extended returns the VP8X chunk.
func extended(flags byte, width, height int) []byte {
	return Chunk("VP8X", append24(append24([]byte{flags, 0, 0, 0}, width-1), height-1))
}

func append24(b []byte, v int) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16)) }
