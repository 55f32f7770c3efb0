package encode

import (
	"context"
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1enc"
	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
	"github.com/platenhq/platen/modules/rendering/engine/codec/avif"
	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Colour of AVIF files in code points of ISO/IEC 23091-2.
const (
	primariesBT709 = 1
	transferSRGB   = 13
	matrixIdentity = 0
	matrixBT601    = 6
)

// losslessAVIF writes an AVIF file with planes green, blue and red. Colours are not premultiplied.
func losslessAVIF(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	pic, err := identityPlanes(ctx, pm)
	if err != nil {
		return nil, err
	}
	main, err := codeItem(ctx, pic, av1enc.Options{Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	alpha, err := codedAlpha(ctx, pm, o)
	if err != nil {
		return nil, err
	}
	return avif.Encode(pm.Width, pm.Height, colours(matrixIdentity), main, alpha), nil
}

// lossyAVIF returns a function that writes an AVIF file at a given quality. Alpha is lossless.
func lossyAVIF(ctx context.Context, pm *raster.Pixmap, o Options) func(quality int) ([]byte, error) {
	var alpha *avif.Item
	return func(quality int) ([]byte, error) {
		index := qIndex(quality)
		pic, err := lumaPlanes(ctx, pm, index)
		if err != nil {
			return nil, err
		}
		main, err := codeItem(ctx, pic, av1enc.Options{QIndex: index, Workers: o.Workers})
		if err != nil {
			return nil, err
		}
		if alpha == nil {
			if alpha, err = codedAlpha(ctx, pm, o); err != nil {
				return nil, err
			}
		}
		return avif.Encode(pm.Width, pm.Height, colours(matrixBT601), main, alpha), nil
	}
}

func colours(matrix int) avif.Colour {
	return avif.Colour{Primaries: primariesBT709, Transfer: transferSRGB, Matrix: matrix, FullRange: true}
}

// codedAlpha returns the losslessly coded alpha, or nil if the image is opaque.
func codedAlpha(ctx context.Context, pm *raster.Pixmap, o Options) (*avif.Item, error) {
	if pm.Opaque {
		return nil, nil
	}
	pic, err := alphaPlane(ctx, pm)
	if err != nil {
		return nil, err
	}
	return codeItem(ctx, pic, av1enc.Options{Workers: o.Workers})
}

func codeItem(ctx context.Context, p *av1enc.Image, o av1enc.Options) (*avif.Item, error) {
	s, err := av1enc.Encode(ctx, p, o)
	if err != nil {
		return nil, err
	}
	channels := 3
	if p.Mono {
		channels = 1
	}
	return &avif.Item{Config: s.Config, Data: [][]byte{s.Sequence, s.Frame}, Channels: channels}, nil
}

// qIndex maps quality linearly to the quantiser index: 100 is the finest lossy one.
func qIndex(quality int) int { return max((100-quality)*255/100, 1) }

// lumaPlanes converts to full-range BT.601. Chroma is subsampled if the loss is much smaller than that of quantising it
// with qIndex, which coloured text rules out.
func lumaPlanes(ctx context.Context, pm *raster.Pixmap, qIndex int) (*av1enc.Image, error) {
	w, h := pm.Width, pm.Height
	p := &av1enc.Image{Width: w, Height: h}
	for i := range p.Planes {
		p.Planes[i] = av1enc.NewPlane(w, h)
	}
	row := straightRows(pm)
	scratch := make([]byte, 4*w)
	err := eachRow(ctx, h, func(y int) {
		ycc.JFIF.Full(row(y, scratch), p.Planes[0].Row(y), p.Planes[1].Row(y), p.Planes[2].Row(y))
	})
	if err != nil {
		return nil, err
	}
	blue, lossBlue, err := halved(ctx, &p.Planes[1], w, h)
	if err != nil {
		return nil, err
	}
	red, lossRed, err := halved(ctx, &p.Planes[2], w, h)
	if err != nil {
		return nil, err
	}
	step := int(tables.ACQ[0][qIndex])
	// A coefficient step is eight times a sample's; a uniformly distributed error has the mean square step²/768. A
	// sixteenth of that is invisible.
	if (lossBlue+lossRed)*768*16 < step*step*2*w*h {
		p.Planes[1], p.Planes[2], p.Subsampled = blue, red, true
	}
	return p, nil
}

// eachRow calls do for the rows of an image and checks ctx periodically.
func eachRow(ctx context.Context, h int, do func(y int)) error {
	for y := range h {
		if y%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		do(y)
	}
	return nil
}

// halved returns the means of 2×2 samples, repeating the right and bottom edge, and the sum of squared errors.
func halved(ctx context.Context, plane *av1enc.Plane, w, h int) (half av1enc.Plane, loss int, err error) {
	cw, ch := (w+1)>>1, (h+1)>>1
	half = av1enc.NewPlane(cw, ch)
	err = eachRow(ctx, ch, func(y int) {
		upper, lower, out := plane.Row(2*y), plane.Row(min(2*y+1, h-1)), half.Row(y)
		for x := range cw {
			i, j := 2*x, min(2*x+1, w-1)
			a, b, c, d := int(upper[i]), int(upper[j]), int(lower[i]), int(lower[j])
			m := (a + b + c + d + 2) >> 2
			out[x] = uint8(m)
			loss += (a-m)*(a-m) + (b-m)*(b-m) + (c-m)*(c-m) + (d-m)*(d-m)
		}
	})
	return half, loss, err
}

// identityPlanes separates green, blue and red.
func identityPlanes(ctx context.Context, pm *raster.Pixmap) (*av1enc.Image, error) {
	p := &av1enc.Image{Width: pm.Width, Height: pm.Height, Identity: true}
	for i := range p.Planes {
		p.Planes[i] = av1enc.NewPlane(pm.Width, pm.Height)
	}
	return p, fillIdentity(ctx, pm, p)
}

// fillIdentity writes green, blue and red to the planes of p.
func fillIdentity(ctx context.Context, pm *raster.Pixmap, p *av1enc.Image) error {
	w := pm.Width
	return eachRow(ctx, pm.Height, func(y int) {
		green, blue, red := p.Planes[0].Row(y), p.Planes[1].Row(y), p.Planes[2].Row(y)
		for x := range w {
			v := rgba.Straight(binary.LittleEndian.Uint32(pm.Pix[(y*w+x)*4:]))
			green[x], blue[x], red[x] = uint8(v>>8), uint8(v>>16), uint8(v)
		}
	})
}

// alphaPlane returns the alpha channel as a monochrome image.
func alphaPlane(ctx context.Context, pm *raster.Pixmap) (*av1enc.Image, error) {
	p := &av1enc.Image{Width: pm.Width, Height: pm.Height, Mono: true}
	p.Planes[0] = av1enc.NewPlane(pm.Width, pm.Height)
	return p, fillAlpha(ctx, pm, p)
}

// fillAlpha writes the alpha channel to the only plane of p.
func fillAlpha(ctx context.Context, pm *raster.Pixmap, p *av1enc.Image) error {
	return eachRow(ctx, pm.Height, func(y int) {
		row := p.Planes[0].Row(y)
		for x := range row {
			row[x] = pm.Pix[(y*pm.Width+x)*4+3]
		}
	})
}
