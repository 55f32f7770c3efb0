package vp8l

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// EncodeIndexed writes an image of palette indices into at most 256 colours, all of which should be used, as a VP8L
// stream with its header. Colours are as in Encode. The only error is ctx's.
func EncodeIndexed(ctx context.Context, index []byte, colors []uint32, width, height int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	e.header(width, height, usesAlpha(colors))
	return e.indexed(ctx, index, colors, width, height)
}

// EncodeAlpha writes a plane of alpha values as the headerless stream of an ALPH chunk.
func EncodeAlpha(ctx context.Context, alpha []byte, width, height int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	var seen [256]bool
	for _, v := range alpha {
		seen[v] = true
	}
	// The values are palette indices; unused entries repeat the first used value.
	colors := make([]uint32, 256)
	for i := range colors {
		if colors[i] = 0xff000000 | uint32(slices.Index(seen[:], true))<<8; seen[i] {
			colors[i] = 0xff000000 | uint32(i)<<8
		}
	}
	e.w = lsb.NewWriter(e.room[:0])
	return e.indexed(ctx, alpha, colors, width, height)
}

// indexed writes the palette and the indices as pixels.
func (e *encoder) indexed(ctx context.Context, index []byte, colors []uint32, width, height int) ([]byte, error) {
	colors, number := sorted(colors)
	e.w.Reserve(16)
	e.w.Put(1|colorIndexTransform<<1, 3)
	e.w.Put(uint64(len(colors)-1), 8)
	if err := e.writeSub(ctx, deltas(colors), len(colors)); err != nil {
		return nil, err
	}
	return e.finish(ctx, e.bundle(index, &number, len(colors), width, height), bundled(width, len(colors)), 1)
}

// sorted returns the distinct colours in ascending order, which makes their differences small, and the new index of
// each old one.
func sorted(colors []uint32) (out []uint32, number [256]uint8) {
	out = slices.Clone(colors)
	slices.Sort(out)
	out = slices.Compact(out)
	for i, c := range colors {
		n, _ := slices.BinarySearch(out, c)
		number[i] = uint8(n)
	}
	return out, number
}

// deltas returns the palette as written: each colour minus the previous one (§3.5.4).
func deltas(colors []uint32) []uint32 {
	out := make([]uint32, len(colors))
	last := uint32(0)
	for i, c := range colors {
		out[i] = sub(c, last)
		last = c
	}
	return out
}

// depth returns the number of bits per index for n colours (§3.5.4).
func depth(n int) int {
	switch {
	case n <= 2:
		return 1
	case n <= 4:
		return 2
	case n <= 16:
		return 4
	}
	return 8
}

// bundled returns the width in pixels of a row of bundled indices.
func bundled(width, colors int) int {
	per := 8 / depth(colors)
	return (width + per - 1) / per
}

// bundle writes the new indices to green, several per pixel if they need four bits or less. The result is owned by e.
func (e *encoder) bundle(index []byte, number *[256]uint8, colors, width, height int) []uint32 {
	wide := bundled(width, colors)
	e.pixels = sized(e.pixels, wide*height)
	out := e.pixels
	if wide == width {
		const eight = 0x0101010101010101
		var v uint32
		var run uint64 // eight copies of the last index
		for ; len(index) >= 8; index, out = index[8:], out[8:] {
			dst := out[:8]
			if w := binary.LittleEndian.Uint64(index); w != run || v == 0 {
				for i, n := range index[:8] {
					v = 0xff000000 | uint32(number[n])<<8
					dst[i] = v
				}
				run = w >> 56 * eight
				continue
			}
			dst[0], dst[1], dst[2], dst[3], dst[4], dst[5], dst[6], dst[7] = v, v, v, v, v, v, v, v
		}
		for i, n := range index {
			out[i] = 0xff000000 | uint32(number[n])<<8
		}
		return e.pixels
	}
	bits := depth(colors)
	per := 8 / bits
	for y := range height {
		row, dst := index[y*width:][:width], out[y*wide:][:wide]
		for x := range dst {
			part := row[x*per : min((x+1)*per, width)]
			v := uint32(0xff000000)
			for k, n := range part {
				v |= uint32(number[n]) << (8 + k*bits)
			}
			dst[x] = v
		}
	}
	return out
}

// sized returns s with length n and unspecified contents.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
