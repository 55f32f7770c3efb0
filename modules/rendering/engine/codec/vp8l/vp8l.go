// Package vp8l writes the WebP lossless bit stream (RFC 9649 §3) with integer
// arithmetic only.
package vp8l

import (
	"bytes"
	"context"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// MaxSide is the format's maximum width and height.
const MaxSide = 1 << 14

// transform types (§3.5).
const (
	predictorTransform     = 0
	colorTransform         = 1
	subtractGreenTransform = 2
	colorIndexTransform    = 3
)

// Encode writes width×height straight pixels, alpha in the high byte, then red, green and blue, as a VP8L stream with
// its header. opaque reports that every alpha is known to be 255. pix is overwritten. For images of few colours
// EncodeIndexed is better. The only error is ctx's.
func Encode(ctx context.Context, pix []uint32, width, height int, opaque bool) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	alpha, channels := uint64(0), 3
	if !opaque && usesAlpha(pix) != 0 {
		alpha, channels = 1, 4
	}
	e.header(width, height, alpha)
	predict, green := choose(pix, width, height)
	if green {
		// The decoder inverts transforms in reverse order, so the first one applied is written first.
		e.w.Put(1|subtractGreenTransform<<1, 3)
		subtractGreen(pix)
	}
	if predict {
		e.pixels = sized(e.pixels, len(pix))
		modes, err := predictAll(ctx, e.pixels, pix, width, height)
		if err != nil {
			return nil, err
		}
		e.w.Reserve(16)
		e.w.Put(1|predictorTransform<<1, 3)
		e.w.Put(tileBits-2, 3)
		if err := e.writeSub(ctx, modes, tiles(width, tileBits)); err != nil {
			return nil, err
		}
		pix = e.pixels
		if shares := crossAll(pix, width, height); shares != nil {
			e.w.Reserve(16)
			e.w.Put(1|colorTransform<<1, 3)
			e.w.Put(crossBits-2, 3)
			if err := e.writeSub(ctx, shares, tiles(width, crossBits)); err != nil {
				return nil, err
			}
		}
	}
	return e.finish(ctx, pix, width, channels)
}

func usesAlpha(pix []uint32) uint64 {
	all := ^uint32(0)
	for ; len(pix) >= 8; pix = pix[8:] {
		all &= pix[0] & pix[1] & pix[2] & pix[3] & pix[4] & pix[5] & pix[6] & pix[7]
	}
	for _, c := range pix {
		all &= c
	}
	if all>>24 != 255 {
		return 1
	}
	return 0
}

// encoder holds the buffers of one encoding.
type encoder struct {
	w         lsb.Writer
	room      []byte // w's buffer, reused
	pixels    []uint32
	matcher   matcher
	main, sub codedImage
	groups    [maxGroups]histogram
	costs     groupCosts
}

var pool = sync.Pool{New: func() any { return new(encoder) }}

// header writes the stream header (§3.4).
func (e *encoder) header(width, height int, alpha uint64) {
	e.w = lsb.NewWriter(e.room[:0])
	e.w.Reserve(32)
	const signature = 0x2f
	e.w.Put(signature, 8)
	e.w.Put(uint64(width-1), 14)
	e.w.Put(uint64(height-1), 14)
	e.w.Put(alpha, 1)
	e.w.Put(0, 3) // version
}

// finish writes the transformed pixels, which vary in the given number of channels, and returns the stream.
func (e *encoder) finish(ctx context.Context, pix []uint32, width, channels int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.w.Reserve(16)
	e.w.Put(0, 1) // no more transforms
	if err := e.writeMain(ctx, pix, width, channels); err != nil {
		return nil, err
	}
	e.w.Align()
	e.room = e.w.Bytes()
	e.w = lsb.Writer{}
	return bytes.Clone(e.room), nil
}
