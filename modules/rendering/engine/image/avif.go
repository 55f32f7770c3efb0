package image

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1dec"
	"github.com/platenhq/platen/modules/rendering/engine/codec/avif"
)

// peekAVIF reads the size from the container.
func peekAVIF(data []byte, info *Info) error {
	f, err := avif.Parse(data)
	if err != nil {
		return avifError(err)
	}
	info.Width, info.Height = f.Size()
	return nil
}

// avifError translates an error of the container or of the codec.
func avifError(err error) error {
	kind := ErrCorrupt
	if errors.Is(err, avif.ErrUnsupported) || errors.Is(err, av1dec.ErrUnsupported) {
		kind = ErrUnsupported
	}
	return fmt.Errorf("%w: avif: %v", kind, err)
}

// decodeAVIF decodes the still image of an AVIF file.
func decodeAVIF(ctx context.Context, data []byte, limits Limits) (*Bitmap, error) {
	f, err := avif.Parse(data)
	if err != nil {
		return nil, avifError(err)
	}
	// Before cropping, the image may be larger than announced.
	for _, s := range []*avif.Source{&f.Image, f.Alpha} {
		if s == nil {
			continue
		}
		if err := limits.check(0, Info{Width: s.TileWidth * s.Cols, Height: s.TileHeight * s.Rows}); err != nil {
			return nil, err
		}
	}
	b, colour, err := decodeColour(ctx, &f.Image)
	if err != nil {
		return nil, err
	}
	if f.Alpha != nil {
		alpha, err := decodeSource(ctx, f.Alpha)
		if err != nil {
			return nil, err
		}
		applyAlpha(b, alpha, f.Premultiplied)
	}
	p, ok := (*profile)(nil), true
	switch {
	case f.Image.Profile != nil:
		p, ok = readICC(f.Image.Profile)
	case colour.Primaries != colourUnspecified || colour.Transfer != colourUnspecified:
		p, ok = videoColours(colour)
	}
	b = mirror(orient(crop(b, f.Crop), [4]int{1, 8, 3, 6}[f.Turns]), f.Mirror)
	b.manage(p, ok)
	return b, nil
}

// decodeColour decodes the colour of an image, so that its planes can be freed before alpha is decoded.
func decodeColour(ctx context.Context, s *avif.Source) (*Bitmap, av1dec.Colour, error) {
	planes, err := decodeSource(ctx, s)
	if err != nil {
		return nil, av1dec.Colour{}, err
	}
	b := &Bitmap{Width: s.Width, Height: s.Height, Pix: make([]byte, s.Width*s.Height*4)}
	return b, planes.Colour, fillYUV(b, planes)
}

const colourUnspecified = 2

// videoColours returns the profile of code points in a file of AV1, where the transfer of television means the curve of
// sRGB, as in browsers.
func videoColours(c av1dec.Colour) (*profile, bool) {
	space, transfer := c.Primaries, c.Transfer
	if space == colourUnspecified {
		space = 1
	}
	switch transfer {
	case 1, 6, 14, 15, colourUnspecified:
		transfer = 13
	}
	return codedColours(uint16(space), uint16(transfer))
}

// decodeSource decodes a coded image and assembles its tiles.
func decodeSource(ctx context.Context, s *avif.Source) (*av1dec.Image, error) {
	var out *av1dec.Image
	for i, data := range s.Tiles {
		p, err := av1dec.Decode(ctx, data, s.TileWidth*s.TileHeight)
		switch {
		case errors.Is(err, av1dec.ErrTooLarge):
			return nil, corrupt(AVIF, "its headers disagree about the size")
		case err != nil:
			return nil, avifError(err)
		}
		if p.Width != s.TileWidth || p.Height != s.TileHeight {
			return nil, corrupt(AVIF, "its headers disagree about the size")
		}
		if s.Colour != nil {
			p.Primaries, p.Transfer, p.Matrix, p.FullRange = s.Colour.Primaries, s.Colour.Transfer, s.Colour.Matrix, s.Colour.FullRange
		}
		if len(s.Tiles) == 1 {
			return p, nil
		}
		if out == nil {
			out = canvas(s, p)
		}
		if p.Colour != out.Colour {
			return nil, corrupt(AVIF, "its tiles differ in format")
		}
		place(out, p, i%s.Cols*s.TileWidth, i/s.Cols*s.TileHeight)
	}
	return out, nil
}

// canvas allocates the image that a grid's tiles are assembled in.
func canvas(s *avif.Source, tile *av1dec.Image) *av1dec.Image {
	out := &av1dec.Image{Colour: tile.Colour, Width: s.Width, Height: s.Height}
	for i := range out.Planes {
		if i > 0 && tile.Monochrome {
			break
		}
		subX, subY := 0, 0
		if i > 0 {
			subX, subY = tile.SubX, tile.SubY
		}
		w, h := (s.Width+subX)>>subX, (s.Height+subY)>>subY
		out.Planes[i] = av1dec.Plane{Pix: make([]uint16, w*h), Stride: w, Width: w, Height: h}
	}
	return out
}

// place copies a tile to (x, y) of a canvas, clipped to it.
func place(out, tile *av1dec.Image, x, y int) {
	for i := range out.Planes {
		dst, src := &out.Planes[i], &tile.Planes[i]
		if dst.Pix == nil {
			continue
		}
		x0, y0 := x, y
		if i > 0 {
			x0, y0 = x>>out.SubX, y>>out.SubY
		}
		n := min(src.Width, dst.Width-x0)
		for r := range min(src.Height, dst.Height-y0) {
			if n > 0 {
				copy(dst.Pix[(y0+r)*dst.Stride+x0:][:n], src.Pix[r*src.Stride:])
			}
		}
	}
}

// crop returns the part r of b.
func crop(b *Bitmap, r avif.Rect) *Bitmap {
	if r.Width == b.Width && r.Height == b.Height {
		return b
	}
	out := &Bitmap{Width: r.Width, Height: r.Height, Pix: make([]byte, r.Width*r.Height*4)}
	for y := range r.Height {
		copy(out.Pix[y*r.Width*4:][:r.Width*4], b.Pix[((r.Y+y)*b.Width+r.X)*4:])
	}
	return out
}

func mirror(b *Bitmap, m avif.Mirror) *Bitmap {
	switch m {
	case avif.LeftRight:
		return orient(b, 2)
	case avif.TopBottom:
		return orient(b, 4)
	}
	return b
}
