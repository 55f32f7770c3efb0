// Package vp8 writes a VP8 key frame (RFC 6386), the lossy half of WebP, with integer arithmetic only: the output is
// the same on every machine.
package vp8

import (
	"context"
	"errors"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
)

// MaxSide is the format's maximum width and height.
const MaxSide = 1<<14 - 1

// Image is the image to encode: opaque RGBA rows, 4 bytes per pixel; alpha is ignored.
type Image struct {
	Width, Height int
	// Row returns row y as Width RGBA pixels. It may use scratch, which has the required length; its result is read
	// before the next call with the same scratch.
	Row func(y int, scratch []byte) []byte
}

// ErrTooComplex reports that a partition exceeds the format's size fields.
var ErrTooComplex = errors.New("image is too complex for VP8")

// Encode writes pic at quality 0–100. Errors are ctx's or ErrTooComplex.
func Encode(ctx context.Context, pic *Image, quality int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	e.start(pic, quality)
	e.load(pic)
	out, err := e.run(ctx)
	if errors.Is(err, ErrTooComplex) {
		// The 4×4 modes do not fit into the first partition: encode without them.
		e.wholeOnly = true
		out, err = e.run(ctx)
	}
	return out, err
}

// encoder is the state of one encoding.
type encoder struct {
	width, height int
	mbw, mbh      int
	index         int // quantiser index
	wholeOnly     bool
	filterLevel   int

	source, built [3][]byte // planes Y, U, V: input and reconstruction
	stride        [3]int

	luma, afterSecond, second, chroma quantizer
	lambda                            int // the weight of a bit in units of absolute error

	infos []info
	row   rowState
	tok   tokens
	modes fixedTokens // tokens of the modes
	y     int         // row of macroblocks being encoded

	mb macroblock
}

// info is a macroblock's part of the first partition.
type info struct {
	whole  bool // 16×16 luma
	skip   bool // no coefficients
	chroma uint8
	luma   [16]uint8 // modes of the blocks, or the macroblock's mode in luma[0]
}

// rowState is the context from the neighbours: modes of the blocks above and to the left, and which blocks had
// coefficients.
type rowState struct {
	aboveModes []uint8 // 4 per macroblock
	leftModes  [4]uint8
	above      []nonzero
	left       nonzero
}

// nonzero flags blocks at an edge of a macroblock, as 0 or 1.
type nonzero struct {
	y      [4]uint8
	uv     [2][2]uint8
	second uint8
}

// pool recycles encoders and their buffers.
var pool = sync.Pool{New: func() any { return new(encoder) }}

// start initialises e, which may have been used before.
func (e *encoder) start(pic *Image, quality int) {
	e.width, e.height = pic.Width, pic.Height
	e.mbw, e.mbh = (pic.Width+15)/16, (pic.Height+15)/16
	e.index = int(indexOf[quality])
	e.wholeOnly = false
	dc, ac := int(dcStep[e.index]), int(acStep[e.index])
	e.luma = newQuantizer(dc, ac, 96, 110)
	e.afterSecond = e.luma.withoutDC()
	e.second = newQuantizer(dc*2, max(ac*155/100, 8), 96, 108)
	e.chroma = newQuantizer(int(dcStep[min(e.index, 117)]), ac, 110, 115)
	e.lambda = max(ac/8, 1)
	e.filterLevel = min(ac/4, 63)
	if e.filterLevel < 2 {
		e.filterLevel = 0
	}
	e.stride = [3]int{e.mbw * 16, e.mbw * 8, e.mbw * 8}
	for i, s := range e.stride {
		rows := e.mbh * 8
		if i == 0 {
			rows *= 2
		}
		e.source[i] = sized(e.source[i], s*rows)
		e.built[i] = sized(e.built[i], s*rows)
	}
	e.infos = sized(e.infos, e.mbw*e.mbh)
	e.row.aboveModes = sized(e.row.aboveModes, 4*e.mbw)
	e.row.above = sized(e.row.above, e.mbw)
}

// sized returns s with length n and unspecified contents.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// load converts the image, replicating its last column and row up to whole macroblocks.
func (e *encoder) load(pic *Image) {
	padded := e.mbw * 16 * 4
	scratch := [2][]byte{make([]byte, padded), make([]byte, padded)}
	row := func(y int, scratch []byte) []byte {
		src := pic.Row(min(y, e.height-1), scratch)
		if len(src) == padded {
			return src
		}
		n := copy(scratch, src)
		for ; n < padded; n += 4 {
			copy(scratch[n:n+4], scratch[n-4:n])
		}
		return scratch
	}
	for y := 0; y < e.mbh*16; y += 2 {
		a, b := row(y, scratch[0]), row(y+1, scratch[1])
		l, c := y*e.stride[0], y/2*e.stride[1]
		ycc.Video.Half(a, b, e.source[0][l:], e.source[0][l+e.stride[0]:], e.source[1][c:], e.source[2][c:])
	}
}

// run encodes all macroblocks and assembles the frame.
func (e *encoder) run(ctx context.Context) ([]byte, error) {
	e.tok.reset()
	clear(e.row.above)
	for i := range e.row.aboveModes {
		e.row.aboveModes[i] = modeDC
	}
	for y := range e.mbh {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.y = y
		e.row.left = nonzero{}
		e.row.leftModes = [4]uint8{}
		for x := range e.mbw {
			e.encode(x, y)
		}
	}
	return e.frame()
}

// frame writes headers and partitions (§9, §19.2).
func (e *encoder) frame() ([]byte, error) {
	w := newBoolWriter(len(e.infos)*4 + 256)
	w.bits(0, 2) // colour space, clamping
	w.bits(0, 1) // no segments
	w.bits(0, 1) // the normal loop filter
	w.bits(uint32(e.filterLevel), 6)
	w.bits(0, 3) // sharpness
	w.bits(0, 1) // no filter deltas
	w.bits(0, 2) // one partition of coefficients
	w.bits(uint32(e.index), 7)
	for range 5 {
		w.optional(0, 4)
	}
	w.bits(0, 1) // probabilities are for this frame only

	probs := e.tok.adapt()
	for i, p := range probs[:fixedAt] {
		w.put(p != defaults[i], updates[i])
		if p != defaults[i] {
			w.bits(uint32(p), 8)
		}
	}
	skipped := 0
	for i := range e.infos {
		if e.infos[i].skip {
			skipped++
		}
	}
	skipProb := best(uint32(len(e.infos)-skipped), uint32(skipped))
	w.bits(1, 1)
	w.bits(uint32(skipProb), 8)
	e.writeModes(w, skipProb)
	first := w.finish()
	if len(first) >= 1<<19 {
		return nil, ErrTooComplex
	}

	w = newBoolWriter(e.tok.size / 8)
	w.tokens(e.tok.list[:e.tok.size], &probs)
	second := w.finish()

	tag := uint32(1<<4 | len(first)<<5) // key frame, version 0, shown
	out := make([]byte, 0, 10+len(first)+len(second))
	out = append(out, byte(tag), byte(tag>>8), byte(tag>>16), 0x9d, 0x01, 0x2a)
	out = append(out, byte(e.width), byte(e.width>>8), byte(e.height), byte(e.height>>8))
	out = append(out, first...)
	return append(out, second...), nil
}

// writeModes writes every macroblock's modes (§19.3).
func (e *encoder) writeModes(w *boolWriter, skipProb uint8) {
	small := smallTokens()
	above := make([]uint8, 4*e.mbw)
	list := e.modes[:0]
	for y := range e.mbh {
		var left [4]uint8
		for x := range e.mbw {
			i := &e.infos[y*e.mbw+x]
			list.put(i.skip, skipProb)
			top := above[4*x:][:4]
			if i.whole {
				putWhole(&list, i.luma[0])
				for k := range 4 {
					top[k], left[k] = i.luma[0], i.luma[0]
				}
			} else {
				list.put(false, probWhole)
				for k, m := range i.luma {
					list = append(list, small[top[k%4]][left[k/4]][m]...)
					top[k%4], left[k/4] = m, m
				}
			}
			putChroma(&list, i.chroma)
		}
	}
	w.tokens(list, &defaults)
	e.modes = list
}
