package vector

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// luminanceMask returns the operations of a luminance mask in shades of grey. PDF weights red, green and blue with 0.30,
// 0.59 and 0.11 (ISO 32000-1 §10.3.3), CSS with 0.2126, 0.7152 and 0.0722 (CSS Masking 1 §7.10); grey is the same to both.
func (c *pdfContent) luminanceMask(ctx context.Context, ops []display.Op, at place) ([]display.Op, error) {
	if out, err := c.greyOps(ctx, ops); out != nil || err != nil {
		return out, err
	}
	s, err := c.draw(ctx, at, ops, 2*c.p.o.scale())
	if err != nil || s == nil {
		return nil, err
	}
	s.bitmap = c.greyImage(s.bitmap)
	return inPlace(s, at), nil
}

// alphaMask returns the operations of an alpha mask, as an image if layers are combined by operators that PDF lacks.
func (c *pdfContent) alphaMask(ctx context.Context, ops []display.Op, at place) ([]display.Op, error) {
	if !slices.ContainsFunc(ops, func(op display.Op) bool {
		l, ok := op.(display.PushLayer)
		return ok && int(l.Blend) >= len(blendNames)
	}) {
		return ops, nil
	}
	s, err := c.draw(ctx, at, ops, 2*c.p.o.scale())
	if err != nil || s == nil {
		return nil, err
	}
	return inPlace(s, at), nil
}

// inPlace returns the operations that draw a snapshot inside the transform of a place.
func inPlace(s *snapshot, at place) []display.Op {
	inv, ok := at.full.Invert()
	if !ok {
		return nil
	}
	return []display.Op{display.PushTransform{Matrix: inv}, *s.whole(), display.Pop{}}
}

// greyOps replaces every colour by its luminance; nil if compositing the luminances would differ from the luminance of
// the composite.
func (c *pdfContent) greyOps(ctx context.Context, ops []display.Op) (_ []display.Op, err error) {
	out := make([]display.Op, len(ops))
	for i, op := range ops {
		switch o := op.(type) {
		case display.FillRect:
			o.Brush, err = c.greyBrush(ctx, o.Brush)
			op = o
		case display.FillRRect:
			o.Brush, err = c.greyBrush(ctx, o.Brush)
			op = o
		case display.FillPath:
			o.Brush, err = c.greyBrush(ctx, o.Brush)
			op = o
		case display.StrokePath:
			o.Brush, err = c.greyBrush(ctx, o.Brush)
			op = o
		case display.Glyphs:
			if colored(&o) {
				return nil, nil
			}
			o.Brush, err = c.greyBrush(ctx, o.Brush)
			op = o
		case display.DrawImage:
			o.Image = c.greyImage(o.Image)
			op = o
		case display.Shadow:
			o.Color = grey(o.Color)
			op = o
		case display.PushLayer:
			if o.Blend != display.Normal || len(o.Filters) > 0 || len(o.Backdrop) > 0 {
				return nil, nil
			}
		}
		if err != nil {
			return nil, err
		}
		out[i] = op
	}
	return out, nil
}

func (c *pdfContent) greyBrush(ctx context.Context, b display.Brush) (display.Brush, error) {
	switch b := b.(type) {
	case display.Solid:
		return display.Solid{Color: grey(b.Color)}, nil
	case *display.Gradient:
		stops, err := ramp(ctx, b)
		if err != nil {
			return nil, err
		}
		g := *b
		g.Space, g.Straight, g.Stops = display.SRGB, true, make([]display.Stop, len(stops))
		for i, s := range stops {
			g.Stops[i] = display.Stop{Offset: s.Offset, Color: grey(s.Color)}
		}
		return &g, nil
	case *display.Pattern:
		p := *b
		p.Image = c.greyImage(b.Image)
		if b.List != nil {
			ops, err := c.greyOps(ctx, b.List.Ops)
			if err != nil {
				return nil, err
			}
			if ops != nil {
				p.List = &display.List{Width: b.List.Width, Height: b.List.Height, Ops: ops}
			}
		}
		return &p, nil
	}
	return b, nil
}

// greyImage returns a bitmap in shades of grey; an image that repeats is converted once.
func (c *pdfContent) greyImage(b *image.Bitmap) *image.Bitmap {
	if b == nil {
		return nil
	}
	if known := c.p.greys[b]; known != nil {
		return known
	}
	out := &image.Bitmap{Width: b.Width, Height: b.Height, Opaque: b.Opaque, Pix: make([]byte, len(b.Pix))}
	for i := 0; i+3 < len(b.Pix); i += 4 {
		v := raster.Luminance(b.Pix[i], b.Pix[i+1], b.Pix[i+2])
		out.Pix[i], out.Pix[i+1], out.Pix[i+2], out.Pix[i+3] = v, v, v, b.Pix[i+3]
	}
	if c.p.greys == nil {
		c.p.greys = map[*image.Bitmap]*image.Bitmap{}
	}
	c.p.greys[b] = out
	return out
}

func grey(k display.Color) display.Color {
	v := raster.Luminance(k.R, k.G, k.B)
	return display.Color{R: v, G: v, B: v, A: k.A}
}
