package vector

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// box is an axis-aligned rectangle in CSS pixels.
type box struct{ x0, y0, x1, y1 float64 }

// emptyBox returns the bounds of no points.
func emptyBox() box { return box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)} }

func (b box) empty() bool { return !(b.x0 < b.x1 && b.y0 < b.y1) }

func (b *box) add(x, y float64) {
	b.x0, b.y0, b.x1, b.y1 = min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)
}

func (b box) intersect(o box) box {
	return box{max(b.x0, o.x0), max(b.y0, o.y0), min(b.x1, o.x1), min(b.y1, o.y1)}
}

// through returns the bounds of b under a transform.
func (b box) through(m geom.Matrix) box {
	out := emptyBox()
	for _, x := range [2]float64{b.x0, b.x1} {
		for _, y := range [2]float64{b.y0, b.y1} {
			out.add(m.Apply(x, y))
		}
	}
	return out
}

// along returns the range of positions along a linear or concentric gradient's line that the box covers.
func (b box) along(g *display.Gradient) (lo, hi float64) {
	x0, y0 := g.P0.X.Float(), g.P0.Y.Float()
	if g.Kind == display.Radial {
		r0, r1 := g.R0.Float(), g.R1.Float()
		far := 0.0
		for _, x := range [2]float64{b.x0, b.x1} {
			for _, y := range [2]float64{b.y0, b.y1} {
				far = max(far, geom.Hypot(x-x0, y-y0))
			}
		}
		lo, hi = -r0/(r1-r0), (far-r0)/(r1-r0)
		return min(lo, hi), max(lo, hi)
	}
	dx, dy := g.P1.X.Float()-x0, g.P1.Y.Float()-y0
	length := float64(dx*dx) + float64(dy*dy)
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range [2]float64{b.x0, b.x1} {
		for _, y := range [2]float64{b.y0, b.y1} {
			t := (float64((x-x0)*dx) + float64((y-y0)*dy)) / length
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	return lo, hi
}

// boxPen is a pen that accumulates bounds, including control points.
type boxPen struct{ box }

func (p *boxPen) move(x, y float64)             { p.add(x, y) }
func (p *boxPen) line(x, y float64)             { p.add(x, y) }
func (p *boxPen) quad(a, b, x, y float64)       { p.add(a, b); p.add(x, y) }
func (p *boxPen) cube(a, b, d, e, x, y float64) { p.add(a, b); p.add(d, e); p.add(x, y) }
func (p *boxPen) closed()                       {}

// canvas returns the canvas area in the space of the operations.
func (c *pdfContent) canvas(at place) box {
	inv, ok := at.full.Invert()
	if !ok {
		return box{}
	}
	return box{0, 0, float64(c.width), float64(c.height)}.through(inv)
}

// painted returns the part of an outline's bounds inside the canvas.
func (c *pdfContent) painted(at place, trace func(pen)) box {
	p := &boxPen{emptyBox()}
	trace(p)
	return p.intersect(c.canvas(at))
}
