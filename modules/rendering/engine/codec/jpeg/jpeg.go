// Package jpeg writes baseline JPEG files (ITU-T T.81, JFIF 1.02) with integer
// arithmetic only: the same pixels give the same bytes on every machine.
package jpeg

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
)

// Picture is what is written: opaque RGBA rows, 4 bytes a pixel; alpha is not
// looked at.
type Picture struct {
	Width, Height int
	// Row returns row y as Width RGBA pixels. It may use scratch, which has room for
	// them, and its result is read before the next call with the same scratch.
	Row func(y int, scratch []byte) []byte
}

// fullChromaQuality is the quality from which chroma is not subsampled.
const fullChromaQuality = 90

// Encode writes pic at quality 1–100, with libjpeg's tables and the image's own
// Huffman codes; chroma has half the resolution below quality 90. The only error
// is ctx's.
func Encode(ctx context.Context, pic *Picture, quality int) ([]byte, error) {
	e := pool.Get().(*encoder)
	defer pool.Put(e)
	e.luma = newQuantizer(scaleTable(&baseLuma, quality))
	e.chroma = newQuantizer(scaleTable(&baseChroma, quality))
	e.half = quality < fullChromaQuality
	if err := e.transform(ctx, pic); err != nil {
		return nil, err
	}
	return e.write(pic), nil
}

var pool = sync.Pool{New: func() any { return new(encoder) }}

type encoder struct {
	luma, chroma *quantizer
	half         bool

	pixels  [2][]byte // scratch for the image's rows
	planes  [3][]byte // Y, Cb and Cr of one row of MCUs
	tokens  tokens
	freq    [4]pair8
	current block
}

// transform turns the image into tokens, one row of MCUs at a time.
func (e *encoder) transform(ctx context.Context, pic *Picture) error {
	e.tokens.reset()
	mcu := 8
	if e.half {
		mcu = 16
	}
	// Width and height are padded by repeating the last column and row.
	width := (pic.Width + mcu - 1) / mcu * mcu
	cwidth := width * 8 / mcu
	for i := range e.planes {
		n := width * mcu
		if i > 0 {
			n = cwidth * 8
		}
		e.planes[i] = sized(e.planes[i], n)
	}
	for i := range e.pixels {
		e.pixels[i] = sized(e.pixels[i], width*4)
	}
	for top := 0; top < pic.Height; top += mcu {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.convert(pic, top, mcu, width, cwidth)
		for x := 0; x < width; x += mcu {
			for by := 0; by < mcu; by += 8 {
				for bx := 0; bx < mcu; bx += 8 {
					e.block(e.planes[0][by*width+x+bx:], width, e.luma, 0)
				}
			}
			c := x * 8 / mcu
			e.block(e.planes[1][c:], cwidth, e.chroma, 1)
			e.block(e.planes[2][c:], cwidth, e.chroma, 2)
		}
	}
	return nil
}

// convert fills the planes with the rows from top on.
func (e *encoder) convert(pic *Picture, top, mcu, width, cwidth int) {
	row := func(y int, scratch []byte) []byte {
		src := pic.Row(min(y, pic.Height-1), scratch)
		if pic.Width == width {
			return src
		}
		n := copy(scratch, src)
		for ; n < width*4; n += 4 {
			copy(scratch[n:n+4], scratch[n-4:n])
		}
		return scratch
	}
	y, cb, cr := e.planes[0], e.planes[1], e.planes[2]
	if !e.half {
		for i := range 8 {
			o := i * width
			ycc.JFIF.Full(row(top+i, e.pixels[0]), y[o:], cb[o:], cr[o:])
		}
		return
	}
	for i := 0; i < mcu; i += 2 {
		a := row(top+i, e.pixels[0])
		b := row(top+i+1, e.pixels[1])
		o := i / 2 * cwidth
		ycc.JFIF.Half(a, b, y[i*width:], y[(i+1)*width:], cb[o:], cr[o:])
	}
}

// block transforms, quantises and tokenises one block.
func (e *encoder) block(src []byte, stride int, q *quantizer, comp uint8) {
	b := &e.current
	if v, ok := flat(src, stride); ok {
		// A flat block has nothing but its mean.
		b.coef[0] = int16(((int64(v)-128)*q.inverse[0]<<3 + 1<<(inverseBits-1)) >> inverseBits)
		b.mask = 1
	} else {
		forward(&e.freq, src, stride)
		q.quantize(b, &e.freq)
	}
	e.tokens.add(b, comp)
}

// flat reports whether all samples of a block are the same, and which.
func flat(src []byte, stride int) (byte, bool) {
	first := binary.LittleEndian.Uint64(src)
	if first != uint64(byte(first))*0x0101010101010101 {
		return 0, false
	}
	for y := 1; y < 8; y++ {
		if binary.LittleEndian.Uint64(src[y*stride:]) != first {
			return 0, false
		}
	}
	return byte(first), true
}

func sized(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
