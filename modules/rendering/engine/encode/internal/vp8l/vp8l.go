// Package vp8l writes the WebP lossless bit stream (RFC 9649 §3) with integer
// arithmetic only.
package vp8l

import (
	"context"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/lsb"
)

// MaxSide is the format's greatest width and height.
const MaxSide = 1 << 14

// transform types (§4).
const (
	predictorTransform     = 0
	subtractGreenTransform = 2
	colorIndexTransform    = 3
)

// Encode writes width×height straight pixels, alpha in the high byte, then red,
// green and blue, as a VP8L stream with its header. pix is overwritten. The only
// error is ctx's.
func Encode(ctx context.Context, pix []uint32, width, height int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	e.w = lsb.NewWriter(make([]byte, 0, len(pix)/4+64))
	e.w.Reserve(16)
	const signature = 0x2f
	e.w.Put(signature, 8)
	e.w.Put(uint64(width-1), 14)
	e.w.Put(uint64(height-1), 14)
	e.w.Put(usesAlpha(pix), 1)
	e.w.Put(0, 3) // version
	return e.stream(ctx, pix, width, height)
}

// EncodeAlpha writes a plane of alpha values as the headerless stream that an ALPH
// chunk holds.
func EncodeAlpha(ctx context.Context, alpha []byte, width, height int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	pix := make([]uint32, len(alpha))
	for i, a := range alpha {
		pix[i] = 0xff000000 | uint32(a)<<8
	}
	e.w = lsb.NewWriter(make([]byte, 0, len(pix)/16+64))
	return e.stream(ctx, pix, width, height)
}

func usesAlpha(pix []uint32) uint64 {
	for _, c := range pix {
		if c>>24 != 255 {
			return 1
		}
	}
	return 0
}

// encoder is the memory of one encoding.
type encoder struct {
	w         lsb.Writer
	residual  []uint32
	matcher   matcher
	histogram [2]histogram
}

var pool = sync.Pool{New: func() any { return new(encoder) }}

// stream writes transforms and pixels.
func (e *encoder) stream(ctx context.Context, pix []uint32, width, height int) ([]byte, error) {
	if colors := palette(pix); colors != nil {
		e.w.Reserve(16)
		e.w.Put(1|colorIndexTransform<<1, 3)
		e.w.Put(uint64(len(colors)-1), 8)
		if err := e.writeImage(ctx, deltas(colors), len(colors), false); err != nil {
			return nil, err
		}
		pix, width = index(pix, width, height, colors)
	} else if predict, green := choose(pix, width, height); predict || green {
		if green {
			// The decoder undoes transforms in reverse order: subtracting first means
			// writing it first.
			e.w.Reserve(16)
			e.w.Put(1|subtractGreenTransform<<1, 3)
			subtractGreen(pix)
		}
		if predict {
			if cap(e.residual) < len(pix) {
				e.residual = make([]uint32, len(pix))
			}
			e.residual = e.residual[:len(pix)]
			modes, err := predictAll(ctx, e.residual, pix, width, height)
			if err != nil {
				return nil, err
			}
			e.w.Reserve(16)
			e.w.Put(1|predictorTransform<<1, 3)
			e.w.Put(tileBits-2, 3)
			if err := e.writeImage(ctx, modes, tiles(width), false); err != nil {
				return nil, err
			}
			pix = e.residual
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.w.Reserve(16)
	e.w.Put(0, 1) // no more transforms
	if err := e.writeImage(ctx, pix, width, true); err != nil {
		return nil, err
	}
	e.w.Align()
	out := e.w.Bytes()
	e.w = lsb.Writer{}
	return out, nil
}

// subtractGreen takes green from red and blue (§4.3).
func subtractGreen(pix []uint32) {
	for i, c := range pix {
		g := c >> 8 & 0xff
		rb := c&0x00ff00ff + 0x01000100 - g*0x00010001
		pix[i] = c&0xff00ff00 | rb&0x00ff00ff
	}
}
