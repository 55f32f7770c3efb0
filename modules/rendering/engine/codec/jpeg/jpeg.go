// Package jpeg writes JPEG files (ITU-T T.81, JFIF 1.02) with integer arithmetic only: the output is the same on every
// machine.
package jpeg

import (
	"context"
	"encoding/binary"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
)

// Image is the image to encode: opaque RGBA rows, 4 bytes per pixel; alpha is ignored.
type Image struct {
	Width, Height int
	// Row returns row y as Width RGBA pixels. It may use scratch, which has the required length; its result is read
	// before the next call with the same scratch.
	Row func(y int, scratch []byte) []byte
}

// fullChromaQuality is the quality from which chroma is not subsampled.
const fullChromaQuality = 90

// Encode writes pic at quality 1–100, with libjpeg's quantisation tables and Huffman codes optimised for the image;
// below quality 90 chroma has half the resolution. The only error is ctx's.
func Encode(ctx context.Context, pic *Image, quality int) ([]byte, error) {
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

	pixels     [2][]byte // scratch for the image's rows
	planes     [3][]byte // Y, Cb and Cr of one row of MCUs
	components [3]component
	levels     [64]int16
	means      []token // tokens of the DC coefficients, in scan order
}

// transform converts the image to blocks, one row of MCUs at a time.
func (e *encoder) transform(ctx context.Context, pic *Image) error {
	mcu := 8
	if e.half {
		mcu = 16
	}
	// Width and height are padded by repeating the last column and row.
	width := (pic.Width + mcu - 1) / mcu * mcu
	rows := (pic.Height + mcu - 1) / mcu
	cwidth := width * 8 / mcu
	e.components[0].reset(pic.Width, pic.Height, width/8, rows*mcu/8)
	for i := range e.planes {
		n := width * mcu
		if i > 0 {
			n = cwidth * 8
			scale := mcu / 8
			e.components[i].reset((pic.Width+scale-1)/scale, (pic.Height+scale-1)/scale, cwidth/8, rows)
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
		for by := 0; by < mcu; by += 8 {
			e.row(&e.components[0], e.planes[0][by*width:], width, e.luma)
		}
		e.row(&e.components[1], e.planes[1], cwidth, e.chroma)
		e.row(&e.components[2], e.planes[2], cwidth, e.chroma)
	}
	return nil
}

// row adds a row of blocks of a component; stride is the distance between rows of samples.
func (e *encoder) row(c *component, src []byte, stride int, q *quantizer) {
	if first := len(c.dc); first >= c.height*c.stride {
		// Below the image, padding blocks repeat the DC of the preceding block of the MCU.
		for x := range c.stride {
			c.fill(c.dc[first-c.stride+x|1])
		}
		return
	}
	for x := range c.width {
		src := src[8*x:]
		if v, ok := flat(src, stride); ok {
			// A flat block has only a DC coefficient.
			e.levels[0] = q.divide((int32(v)-128)*8*outScale, 0)
			c.add(&e.levels, 1)
			continue
		}
		c.add(&e.levels, forward(&e.levels, src, stride, &q.divisors))
	}
	for len(c.dc)%c.stride != 0 {
		c.fill(c.dc[len(c.dc)-1])
	}
}

// convert fills the planes with the rows starting at top.
func (e *encoder) convert(pic *Image, top, mcu, width, cwidth int) {
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

// flat reports whether all samples of a block are equal, and returns their value.
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
