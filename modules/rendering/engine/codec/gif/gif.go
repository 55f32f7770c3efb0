// Package gif writes GIF files (GIF89a), still and animated. Decoding is left to the standard library.
package gif

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
)

// MaxSide is the format's maximum width and height.
const MaxSide = 1<<16 - 1

// Encode writes a palette image whose colours are opaque except for at most one, 0, which is transparent. The only
// error is ctx's.
func Encode(ctx context.Context, p *palette.Palette, width, height int) ([]byte, error) {
	// The colour table has 2, 4, … 256 entries.
	depth := Depth(len(p.Colors))
	out := make([]byte, 0, 1024+width*height/4)
	out = append(out, "GIF89a"...)
	out = binary.LittleEndian.AppendUint16(out, uint16(width))
	out = binary.LittleEndian.AppendUint16(out, uint16(height))
	const globalTable = 0x80
	out = append(out, byte(globalTable|(depth-1)<<4|(depth-1)), 0, 0)
	out = appendColors(out, p.Colors, depth)
	if transparent := transparentOf(p); transparent >= 0 {
		// Graphic control extension: transparent colour, no delay.
		out = append(out, 0x21, 0xf9, 4, 1, 0, 0, byte(transparent), 0)
	}
	out = append(out, 0x2c, 0, 0, 0, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(width))
	out = binary.LittleEndian.AppendUint16(out, uint16(height))
	out = append(out, 0)
	out, err := compress(ctx, out, p.Indices, max(depth, 2))
	if err != nil {
		return nil, err
	}
	return append(out, 0x3b), nil
}

// Image returns one image of an animation: the part of the image descriptor after position and size, that is flags,
// colour table and data. The indices are below 1<<depth, at most 256. Without colors they refer to the animation's
// colours. The only error is ctx's.
func Image(ctx context.Context, colors []uint32, indices []byte, depth int) ([]byte, error) {
	data := make([]byte, 1, 1024+len(indices)/4)
	if colors != nil {
		const localTable = 0x80
		data[0] = byte(localTable | (depth - 1))
		data = appendColors(data, colors, depth)
	}
	return compress(ctx, data, indices, max(depth, 2))
}

// Depth returns the number of bits of n colours' indices.
func Depth(n int) int { return max(bits.Len(uint(n-1)), 1) }

// transparentOf returns the index of the transparent colour, −1 for none.
func transparentOf(p *palette.Palette) int {
	return slices.IndexFunc(p.Colors, func(c uint32) bool { return c>>24 == 0 })
}

// appendColors writes a colour table of 1<<depth entries.
func appendColors(out []byte, colors []uint32, depth int) []byte {
	for i := range 1 << depth {
		c := uint32(0)
		if i < len(colors) {
			c = colors[i]
		}
		out = append(out, byte(c), byte(c>>8), byte(c>>16))
	}
	return out
}

const (
	maxCodeBits = 12
	// tableBits is the size of the hash table of strings, twice the number of codes.
	tableBits = 13
)

// lzw is the compressor's state (GIF89a appendix F).
type lzw struct {
	out   []byte
	block int // position of the open sub-block's length byte
	acc   uint32
	n     uint
	// strings holds, by a hash of its prefix code and last byte, a string: prefix, byte and code; 0 marks a free slot.
	strings [1 << tableBits]uint32
}

// compress appends the image's data: the code size and sub-blocks of LZW codes.
func compress(ctx context.Context, out, index []byte, depth int) ([]byte, error) {
	l := &lzw{out: append(out, byte(depth))}
	l.open()
	clearCode := uint32(1) << depth
	width, next := uint(depth+1), clearCode+2
	l.put(clearCode, width)

	prefix := uint32(index[0])
	for i, b := range index[1:] {
		if i%(1<<20) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		key := prefix<<8 | uint32(b)
		h := key * 0x9E3779B1 >> (32 - tableBits)
		s := l.strings[h]
		for s != 0 && s>>maxCodeBits != key {
			h = (h + 1) % (1 << tableBits)
			s = l.strings[h]
		}
		if s != 0 {
			prefix = s & (1<<maxCodeBits - 1)
			continue
		}
		l.put(prefix, width)
		prefix = uint32(b)
		if next < 1<<maxCodeBits {
			l.strings[h] = key<<maxCodeBits | next
			// The decoder adds a string one code later.
			if next == 1<<width {
				width++
			}
			next++
			continue
		}
		l.put(clearCode, width)
		clear(l.strings[:])
		width, next = uint(depth+1), clearCode+2
	}
	l.put(prefix, width)
	// The decoder has added one more string by now.
	if next == 1<<width && width < maxCodeBits {
		width++
	}
	l.put(clearCode+1, width)
	return l.close(), nil
}

// open starts a sub-block.
func (l *lzw) open() {
	l.block = len(l.out)
	l.out = append(l.out, 0)
}

// put appends a code of n bits, low bits first.
func (l *lzw) put(code uint32, n uint) {
	l.acc |= code << l.n
	l.n += n
	for l.n >= 8 {
		l.byte(byte(l.acc))
		l.acc >>= 8
		l.n -= 8
	}
}

func (l *lzw) byte(b byte) {
	l.out = append(l.out, b)
	if size := len(l.out) - l.block - 1; size == 255 {
		l.out[l.block] = 255
		l.open()
	}
}

// close flushes and ends the sub-blocks.
func (l *lzw) close() []byte {
	if l.n > 0 {
		l.byte(byte(l.acc))
	}
	if size := len(l.out) - l.block - 1; size > 0 {
		l.out[l.block] = byte(size)
		l.out = append(l.out, 0)
	}
	return l.out
}
