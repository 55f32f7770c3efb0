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

// Colour of AVIF files in the numbers of ISO/IEC 23091-2.
const (
	primariesBT709 = 1
	transferSRGB   = 13
	matrixIdentity = 0
	matrixBT601    = 6
)

// losslessAVIF writes an AVIF file of green, blue and red. Colour is not premultiplied.
func losslessAVIF(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	pic, err := identityPlanes(ctx, pm)
	if err != nil {
		return nil, err
	}
	main, err := codePicture(ctx, pic, av1enc.Options{Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	alpha, err := codedAlpha(ctx, pm, o)
	if err != nil {
		return nil, err
	}
	return avif.Encode(pm.Width, pm.Height, colours(matrixIdentity), main, alpha), nil
}

// lossyAVIF returns a function that writes an AVIF file at a quality. Alpha is kept without
// loss.
func lossyAVIF(ctx context.Context, pm *raster.Pixmap, o Options) func(quality int) ([]byte, error) {
	var alpha *avif.Picture
	return func(quality int) ([]byte, error) {
		index := qIndex(quality)
		pic, err := lumaPlanes(ctx, pm, index)
		if err != nil {
			return nil, err
		}
		main, err := codePicture(ctx, pic, av1enc.Options{QIndex: index, Workers: o.Workers})
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

// codedAlpha is the coverage without loss, nil if there is nothing to tell.
func codedAlpha(ctx context.Context, pm *raster.Pixmap, o Options) (*avif.Picture, error) {
	if pm.Opaque {
		return nil, nil
	}
	pic, err := alphaPlane(ctx, pm)
	if err != nil {
		return nil, err
	}
	return codePicture(ctx, pic, av1enc.Options{Workers: o.Workers})
}

func codePicture(ctx context.Context, p *av1enc.Picture, o av1enc.Options) (*avif.Picture, error) {
	s, err := av1enc.Encode(ctx, p, o)
	if err != nil {
		return nil, err
	}
	channels := 3
	if p.Mono {
		channels = 1
	}
	return &avif.Picture{Config: s.Config, Data: [][]byte{s.Sequence, s.Frame}, Channels: channels}, nil
}

// qIndex maps quality to the quantiser index, evenly: 100 is the finest that is not
// lossless.
func qIndex(quality int) int { return max((100-quality)*255/100, 1) }

// lumaPlanes converts to BT.601 at full range. Chroma is subsampled where that loses
// much less than quantising it with an index does; text in colours is not.
func lumaPlanes(ctx context.Context, pm *raster.Pixmap, qIndex int) (*av1enc.Picture, error) {
	w, h := pm.Width, pm.Height
	p := &av1enc.Picture{Width: w, Height: h}
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
	// A step is eight times a sample's; evenly spread its error would have the mean
	// square step²/768. A sixteenth of that does not show.
	if (lossBlue+lossRed)*768*16 < step*step*2*w*h {
		p.Planes[1], p.Planes[2], p.Subsampled = blue, red, true
	}
	return p, nil
}

// eachRow calls do for the rows of an image, looking at ctx now and then.
func eachRow(ctx context.Context, h int, do func(y int)) error {
	for y := range h {
		if y%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		do(y)
	}
	return nil
}

// halved returns the means of 2×2 samples, those at the right and bottom edge being
// repeated, and the sum of the squares that is lost.
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

// identityPlanes splits green, blue and red.
func identityPlanes(ctx context.Context, pm *raster.Pixmap) (*av1enc.Picture, error) {
	w := pm.Width
	p := &av1enc.Picture{Width: w, Height: pm.Height, Identity: true}
	for i := range p.Planes {
		p.Planes[i] = av1enc.NewPlane(w, pm.Height)
	}
	err := eachRow(ctx, pm.Height, func(y int) {
		green, blue, red := p.Planes[0].Row(y), p.Planes[1].Row(y), p.Planes[2].Row(y)
		for x := range w {
			v := rgba.Straight(binary.LittleEndian.Uint32(pm.Pix[(y*w+x)*4:]))
			green[x], blue[x], red[x] = uint8(v>>8), uint8(v>>16), uint8(v)
		}
	})
	return p, err
}

// alphaPlane is the coverage by itself.
func alphaPlane(ctx context.Context, pm *raster.Pixmap) (*av1enc.Picture, error) {
	p := &av1enc.Picture{Width: pm.Width, Height: pm.Height, Mono: true}
	p.Planes[0] = av1enc.NewPlane(pm.Width, pm.Height)
	err := eachRow(ctx, pm.Height, func(y int) {
		row := p.Planes[0].Row(y)
		for x := range row {
			row[x] = pm.Pix[(y*pm.Width+x)*4+3]
		}
	})
	return p, err
}
