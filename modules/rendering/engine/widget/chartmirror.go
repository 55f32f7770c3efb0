package widget

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// written records a drawn label: its first operation and its position. Labels are not mirrored with the chart.
type written struct {
	op, ops     int
	left, width float64
	base, cap   float64
	turned      bool // already positioned for the mirrored chart
}

func (c *canvas) rtl() bool { return c.style.Direction == style.RTL }

// drawTurned draws a label rotated by degrees about the point x, y on its baseline.
func (c *canvas) drawTurned(l label, x, y, degrees, anchor float64, col display.Color) {
	if len(l.runs) == 0 {
		return
	}
	if c.rtl() {
		x = c.w - x
		if degrees != -90 {
			degrees, anchor = -degrees, 1-anchor
		}
	}
	first := len(c.list.Ops)
	c.push(display.PushTransform{Matrix: geom.Translate(x, y).Mul(geom.Rotate(degrees))})
	n := len(c.texts)
	c.drawLabel(l, 0, 0, anchor, col)
	c.push(display.Pop{})
	c.texts = append(c.texts[:n], written{op: first, ops: len(c.list.Ops) - first, turned: true})
}

// mirror mirrors a drawn chart horizontally, for right-to-left text.
func (c *canvas) mirror() {
	w := display.FromFloat(c.w)
	text := map[int]written{}
	for _, t := range c.texts {
		for i := range max(t.ops, 1) {
			text[t.op+i] = t
		}
	}
	for i, op := range c.list.Ops {
		if t, ok := text[i]; ok {
			if g, is := op.(display.Glyphs); is && !t.turned {
				by := display.FromFloat(c.w - 2*t.left - t.width)
				g.Glyphs = append([]display.Glyph(nil), g.Glyphs...)
				for k := range g.Glyphs {
					g.Glyphs[k].X += by
				}
				c.list.Ops[i] = g
				continue
			} else if is || t.turned {
				continue
			}
		}
		switch op := op.(type) {
		case display.FillRect:
			op.Rect, op.Brush = mirrorRect(op.Rect, w), mirrorBrush(op.Brush, w)
			c.list.Ops[i] = op
		case display.FillRRect:
			op.RRect.Rect, op.Brush = mirrorRect(op.RRect.Rect, w), mirrorBrush(op.Brush, w)
			r := op.RRect.Radii
			op.RRect.Radii = [4]display.Point{r[1], r[0], r[3], r[2]}
			c.list.Ops[i] = op
		case display.FillPath:
			op.Path, op.Brush = mirrorPath(op.Path, w), mirrorBrush(op.Brush, w)
			c.list.Ops[i] = op
		case display.StrokePath:
			op.Path, op.Brush = mirrorPath(op.Path, w), mirrorBrush(op.Brush, w)
			c.list.Ops[i] = op
		}
	}
}

func mirrorRect(r display.Rect, w display.Coord) display.Rect {
	r.X0, r.X1 = w-r.X1, w-r.X0
	return r
}

func mirrorPath(p *display.Path, w display.Coord) *display.Path {
	out := &display.Path{Verbs: p.Verbs, Points: make([]display.Point, len(p.Points))}
	for i, q := range p.Points {
		out.Points[i] = display.Point{X: w - q.X, Y: q.Y}
	}
	return out
}

func mirrorBrush(b display.Brush, w display.Coord) display.Brush {
	g, ok := b.(*display.Gradient)
	if !ok {
		return b
	}
	out := *g
	out.P0.X, out.P1.X = w-g.P0.X, w-g.P1.X
	return &out
}
