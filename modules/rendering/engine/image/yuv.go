package image

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1dec"
)

// yuvFactors convert samples to 8-bit RGB with yuvBits fractional bits; chroma is scaled by 16 to keep the precision of
// interpolation.
type yuvFactors struct {
	luma       int64
	lumaFrom   int64 // sample value of black
	chromaFrom int64 // 16 times the sample value of zero chroma
	r, g, b    [2]int64
}

const yuvBits = 20

// Code points of ISO/IEC 23091-2.
const (
	matrixIdentity    = 0
	matrixUnspecified = 2
	matrixYCgCo       = 8
	matrixDerived     = 12
	transferPQ        = 16
	transferHLG       = 18
)

// lumaShares returns the shares of red and blue in luma for a matrix, in 1/10,000. Unspecified means BT.601, as in
// browsers.
func lumaShares(c *av1dec.Colour) (red, blue int64, ok bool) {
	m := c.Matrix
	if m == matrixDerived {
		m = c.Primaries
	}
	switch m {
	case 1:
		return 2126, 722, true
	case matrixUnspecified, 5, 6:
		return 2990, 1140, true
	case 4:
		return 3000, 1100, true
	case 7:
		return 2120, 870, true
	case 9:
		return 2627, 593, true
	}
	return 0, 0, false
}

// divide rounds a/b to the nearest, b > 0.
func divide(a, b int64) int64 {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}

func newYUVFactors(c *av1dec.Colour) (f yuvFactors, err error) {
	if c.Transfer == transferPQ || c.Transfer == transferHLG {
		return f, fmt.Errorf("%w: avif: high dynamic range", ErrUnsupported)
	}
	depth := c.BitDepth
	span, chromaSpan := int64(1)<<depth-1, int64(1)<<depth-1
	if !c.FullRange {
		f.lumaFrom = 16 << (depth - 8)
		span, chromaSpan = 219<<(depth-8), 224<<(depth-8)
	}
	f.luma = divide(255<<yuvBits, span)
	f.chromaFrom = 16 << (depth - 1)
	// factor returns the chroma factor n/d, scaled by the chroma range.
	factor := func(n, d int64) int64 { return divide(n*255<<(yuvBits-4), d*chromaSpan) }
	if c.Monochrome || c.Matrix == matrixIdentity {
		return f, nil
	}
	if c.Matrix == matrixYCgCo {
		one := factor(1, 1)
		f.r, f.g, f.b = [2]int64{-one, one}, [2]int64{one, 0}, [2]int64{-one, -one}
		return f, nil
	}
	red, blue, ok := lumaShares(c)
	if !ok {
		return f, fmt.Errorf("%w: avif: colour matrix %d", ErrUnsupported, c.Matrix)
	}
	const one = 10_000
	green := one - red - blue
	f.r = [2]int64{0, factor(2*(one-red), one)}
	f.b = [2]int64{factor(2*(one-blue), one), 0}
	f.g = [2]int64{-factor(2*blue*(one-blue), one*green), -factor(2*red*(one-red), one*green)}
	return f, nil
}

func yuvByte(v int64) uint8 {
	return uint8(min(max((v+1<<(yuvBits-1))>>yuvBits, 0), 255))
}

// fillYUV converts an image of b's size into b, opaque. Chroma of half resolution is interpolated with weights 3:1
// towards the nearer sample.
func fillYUV(b *Bitmap, p *av1dec.Image) error {
	f, err := newYUVFactors(&p.Colour)
	if err != nil {
		return err
	}
	if p.Matrix == matrixIdentity && !p.Monochrome {
		return fillGBR(b, p, &f)
	}
	var u, v []int32
	if !p.Monochrome {
		u, v = make([]int32, b.Width+1), make([]int32, b.Width+1)
	}
	for y := range b.Height {
		luma := p.Planes[0].Pix[y*p.Planes[0].Stride:][:b.Width]
		dst := b.Pix[y*b.Width*4:][:b.Width*4]
		if p.Monochrome {
			for x, l := range luma {
				g := yuvByte((int64(l) - f.lumaFrom) * f.luma)
				d := dst[x*4 : x*4+4]
				d[0], d[1], d[2], d[3] = g, g, g, 255
			}
			continue
		}
		chromaRow(u, p, 1, y)
		chromaRow(v, p, 2, y)
		for x, l := range luma {
			k := (int64(l) - f.lumaFrom) * f.luma
			cu, cv := int64(u[x])-f.chromaFrom, int64(v[x])-f.chromaFrom
			d := dst[x*4 : x*4+4]
			d[0] = yuvByte(k + f.r[0]*cu + f.r[1]*cv)
			d[1] = yuvByte(k + f.g[0]*cu + f.g[1]*cv)
			d[2] = yuvByte(k + f.b[0]*cu + f.b[1]*cv)
			d[3] = 255
		}
	}
	return nil
}

// fillGBR converts an image with planes green, blue and red.
func fillGBR(b *Bitmap, p *av1dec.Image, f *yuvFactors) error {
	if p.SubX|p.SubY != 0 {
		return corrupt(AVIF, "its colour planes are of different sizes")
	}
	for c, plane := range [3]int{2, 0, 1} {
		src := &p.Planes[plane]
		for y := range b.Height {
			dst := b.Pix[y*b.Width*4:][:b.Width*4]
			for x, v := range src.Pix[y*src.Stride:][:b.Width] {
				dst[x*4+c] = yuvByte((int64(v) - f.lumaFrom) * f.luma)
				dst[x*4+3] = 255
			}
		}
	}
	return nil
}

// chromaRow computes row y of a chroma plane at full resolution, times 16.
func chromaRow(dst []int32, p *av1dec.Image, plane, y int) {
	src := &p.Planes[plane]
	row := func(y int) []uint16 { return src.Pix[min(max(y, 0), src.Height-1)*src.Stride:][:src.Width] }
	if p.SubX == 0 {
		for x, v := range row(y) {
			dst[x] = int32(v) * 16
		}
		return
	}
	near, far := row(y), row(y)
	if p.SubY == 1 {
		near, far = row(y>>1), row(y>>1-1+y&1*2)
	}
	last := len(near) - 1
	for i := range near {
		at := func(i int) int32 {
			i = min(max(i, 0), last)
			return 3*int32(near[i]) + int32(far[i])
		}
		c := 3 * at(i)
		dst[2*i] = c + at(i-1)
		if 2*i+1 < len(dst) {
			dst[2*i+1] = c + at(i+1)
		}
	}
	if w := p.Planes[0].Width; w&1 == 1 {
		// Browsers do not interpolate an unpaired last column.
		dst[w-1] = 4 * (3*int32(near[last]) + int32(far[last]))
	}
}

// applyAlpha multiplies b, which is opaque, by the luma of alpha, which has its size.
func applyAlpha(b *Bitmap, alpha *av1dec.Image, premultiplied bool) {
	c := alpha.Colour
	c.Monochrome, c.Transfer = true, matrixUnspecified
	f, _ := newYUVFactors(&c)
	src := &alpha.Planes[0]
	for y := range b.Height {
		dst := b.Pix[y*b.Width*4:][:b.Width*4]
		for x, v := range src.Pix[y*src.Stride:][:b.Width] {
			a := yuvByte((int64(v) - f.lumaFrom) * f.luma)
			d := dst[x*4 : x*4+4]
			if premultiplied {
				d[0], d[1], d[2], d[3] = min(d[0], a), min(d[1], a), min(d[2], a), a
				continue
			}
			premultiply(d, d[0], d[1], d[2], a)
		}
	}
}
