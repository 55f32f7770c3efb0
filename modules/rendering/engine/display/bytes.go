package display

import (
	"encoding/binary"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Canonical is a canonical encoding of operations: if the bytes and Images are equal, the operations paint the same pixels.
// Its zero value is empty.
type Canonical struct {
	Bytes []byte
	// Images are the images that the operations refer to, in order; the bytes only mark their positions.
	Images []*image.Bitmap
}

// Add appends an operation. It returns false, possibly after appending some bytes, for operations without an encoding:
// glyphs, SVG filters and unknown operations.
func (c *Canonical) Add(op Op) bool {
	switch op := op.(type) {
	case FillRect:
		c.tag('r')
		c.rect(op.Rect)
		return c.brush(op.Brush)
	case FillRRect:
		c.tag('o')
		c.rrect(op.RRect)
		c.flag(op.Hole != nil)
		if op.Hole != nil {
			c.rrect(*op.Hole)
		}
		return c.brush(op.Brush)
	case FillPath:
		c.tag('p')
		c.path(op.Path)
		rule := byte(op.Rule)
		if op.Aliased {
			rule |= 0x80
		}
		c.tag(rule)
		return c.brush(op.Brush)
	case StrokePath:
		if op.Aliased {
			c.tag('a')
		}
		c.tag('s')
		c.path(op.Path)
		c.stroke(&op.Stroke)
		return c.brush(op.Brush)
	case DrawImage:
		c.tag('i')
		c.Images = append(c.Images, op.Image)
		c.rect(op.Src)
		c.rect(op.Dst)
		c.tag(byte(op.Sampling))
	case Shadow:
		c.tag('w')
		c.rrect(op.RRect)
		c.rrect(op.Clip)
		c.flag(op.Inset)
		c.ints(op.Sigma)
		c.color(op.Color)
	case PushTransform:
		c.tag('t')
		c.matrix(op.Matrix)
	case PushClipRRect:
		c.tag('c')
		c.rrect(op.RRect)
	case PushClipPath:
		c.tag('C')
		c.path(op.Path)
		c.tag(byte(op.Rule))
	case PushLayer:
		return c.layer(&op)
	case Pop:
		c.tag('.')
	default:
		return false
	}
	return true
}

// list appends a nested list.
func (c *Canonical) list(l *List) bool {
	c.flag(l != nil)
	if l == nil {
		return true
	}
	c.ints(Coord(l.Width), Coord(l.Height), Coord(len(l.Ops)))
	for _, op := range l.Ops {
		if !c.Add(op) {
			return false
		}
	}
	return true
}

func (c *Canonical) layer(op *PushLayer) bool {
	c.tag('l')
	c.rect(op.Bounds)
	c.tag(op.Opacity)
	c.tag(byte(op.Blend))
	for _, filters := range [][]Filter{op.Filters, op.Backdrop} {
		c.ints(Coord(len(filters)))
		for i := range filters {
			if filters[i].Graph != nil {
				return false
			}
			c.filter(&filters[i])
		}
	}
	c.flag(op.BackdropClip != nil)
	if op.BackdropClip != nil {
		c.rrect(*op.BackdropClip)
	}
	c.flag(op.MaskLuminance)
	return c.list(op.Mask)
}

func (c *Canonical) filter(f *Filter) {
	c.tag(byte(f.Kind))
	c.ints(f.SigmaX, f.SigmaY, f.DX, f.DY)
	c.flag(f.Round)
	c.color(f.Color)
	for _, v := range f.Matrix {
		c.ints(Coord(v))
	}
	c.flag(f.Tables != nil)
	if f.Tables != nil {
		for i := range f.Tables {
			c.Bytes = append(c.Bytes, f.Tables[i][:]...)
		}
	}
}

func (c *Canonical) brush(b Brush) bool {
	switch b := b.(type) {
	case Solid:
		c.tag('s')
		c.color(b.Color)
	case *Gradient:
		if b == nil {
			return false
		}
		c.tag('g')
		c.tag(byte(b.Kind))
		c.ints(b.P0.X, b.P0.Y, b.P1.X, b.P1.Y, b.R0, b.R1)
		c.float(b.Angle)
		c.ints(Coord(len(b.Stops)))
		for _, s := range b.Stops {
			c.ints(Coord(s.Offset))
			c.color(s.Color)
		}
		c.tag(byte(b.Space))
		c.tag(byte(b.Hue))
		c.tag(byte(b.Spread))
		c.flag(b.Straight)
		c.matrix(b.Transform)
	case *Pattern:
		if b == nil {
			return false
		}
		c.tag('p')
		c.Images = append(c.Images, b.Image)
		c.rect(b.Tile)
		c.ints(b.Step.X, b.Step.Y)
		c.flag(b.RepeatX)
		c.flag(b.RepeatY)
		c.tag(byte(b.Sampling))
		c.matrix(b.Transform)
		c.projection(b.Projection)
		return c.list(b.List)
	default:
		return false
	}
	return true
}

func (c *Canonical) projection(p *Projection) {
	c.flag(p != nil)
	if p == nil {
		return
	}
	for _, v := range p.Matrix {
		c.float(v)
	}
	c.ints(Coord(len(p.Cuts)))
	for _, cut := range p.Cuts {
		for _, v := range cut {
			c.float(v)
		}
	}
}

func (c *Canonical) path(p *Path) {
	c.flag(p != nil)
	if p == nil {
		return
	}
	c.ints(Coord(len(p.Verbs)), Coord(len(p.Points)))
	for _, v := range p.Verbs {
		c.tag(byte(v))
	}
	for _, q := range p.Points {
		c.ints(q.X, q.Y)
	}
}

func (c *Canonical) stroke(s *Stroke) {
	c.ints(s.Width, s.DashOffset, Coord(len(s.Dash)))
	c.ints(s.Dash...)
	c.tag(byte(s.Cap))
	c.tag(byte(s.Join))
	c.float(s.MiterLimit)
}

func (c *Canonical) rect(r Rect) { c.ints(r.X0, r.Y0, r.X1, r.Y1) }

func (c *Canonical) rrect(r RRect) {
	c.rect(r.Rect)
	for _, q := range r.Radii {
		c.ints(q.X, q.Y)
	}
}

func (c *Canonical) matrix(m geom.Matrix) {
	for _, v := range [...]float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		c.float(v)
	}
}

func (c *Canonical) color(v Color) { c.Bytes = append(c.Bytes, v.R, v.G, v.B, v.A) }
func (c *Canonical) tag(v byte)    { c.Bytes = append(c.Bytes, v) }

func (c *Canonical) flag(v bool) {
	if v {
		c.tag(1)
	} else {
		c.tag(0)
	}
}

func (c *Canonical) ints(vs ...Coord) {
	for _, v := range vs {
		c.Bytes = binary.LittleEndian.AppendUint32(c.Bytes, uint32(v))
	}
}

func (c *Canonical) float(v float64) {
	c.Bytes = binary.LittleEndian.AppendUint64(c.Bytes, math.Float64bits(v))
}
