package vector

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// pen receives an outline in CSS pixels.
type pen interface {
	move(x, y float64)
	line(x, y float64)
	quad(x1, y1, x, y float64)
	cube(x1, y1, x2, y2, x, y float64)
	closed()
}

// tracePath passes a path to a pen; missing points end it, and a path without an initial MoveTo starts at its first
// point.
func tracePath(p *display.Path, to pen) {
	if p == nil {
		return
	}
	pts := p.Points
	started := false
	var sx, sy float64
	for _, v := range p.Verbs {
		need := 1
		switch v {
		case display.QuadTo:
			need = 2
		case display.CubicTo:
			need = 3
		case display.Close:
			need = 0
		case display.MoveTo, display.LineTo:
		default:
			return
		}
		if len(pts) < need {
			return
		}
		at := func(i int) (float64, float64) { return pts[i].X.Float(), pts[i].Y.Float() }
		if v == display.Close {
			if started {
				to.closed()
				started = false
			}
			continue
		}
		x, y := at(need - 1)
		if v == display.MoveTo {
			to.move(x, y)
			sx, sy, started = x, y, true
			pts = pts[1:]
			continue
		}
		if !started {
			// After a Close the path continues from the start of the subpath.
			if sx == 0 && sy == 0 {
				sx, sy = at(0)
			}
			to.move(sx, sy)
			started = true
		}
		switch v {
		case display.LineTo:
			to.line(x, y)
		case display.QuadTo:
			x1, y1 := at(0)
			to.quad(x1, y1, x, y)
		case display.CubicTo:
			x1, y1 := at(0)
			x2, y2 := at(1)
			to.cube(x1, y1, x2, y2, x, y)
		}
		pts = pts[need:]
	}
}

func traceRect(r display.Rect, to pen) {
	to.move(r.X0.Float(), r.Y0.Float())
	to.line(r.X1.Float(), r.Y0.Float())
	to.line(r.X1.Float(), r.Y1.Float())
	to.line(r.X0.Float(), r.Y1.Float())
	to.closed()
}

// kappa is the relative distance of a quarter circle's control points from its ends.
const kappa = 0.5522847498307936

func traceRRect(r display.RRect, to pen) {
	var rx, ry [4]float64
	round := false
	for i, q := range r.Radii {
		if q.X > 0 && q.Y > 0 {
			rx[i], ry[i] = q.X.Float(), q.Y.Float()
			round = true
		}
	}
	if !round {
		traceRect(r.Rect, to)
		return
	}
	x0, y0, x1, y1 := r.X0.Float(), r.Y0.Float(), r.X1.Float(), r.Y1.Float()
	k := 1 - kappa
	to.move(x0+rx[0], y0)
	to.line(x1-rx[1], y0)
	if rx[1] > 0 {
		to.cube(x1-float64(rx[1]*k), y0, x1, y0+float64(ry[1]*k), x1, y0+ry[1])
	}
	to.line(x1, y1-ry[2])
	if rx[2] > 0 {
		to.cube(x1, y1-float64(ry[2]*k), x1-float64(rx[2]*k), y1, x1-rx[2], y1)
	}
	to.line(x0+rx[3], y1)
	if rx[3] > 0 {
		to.cube(x0+float64(rx[3]*k), y1, x0, y1-float64(ry[3]*k), x0, y1-ry[3])
	}
	to.line(x0, y0+ry[0])
	if rx[0] > 0 {
		to.cube(x0, y0+float64(ry[0]*k), x0+float64(rx[0]*k), y0, x0+rx[0], y0)
	}
	to.closed()
}

// traceGlyph passes a glyph's outline with its origin at x, y to a pen; k is pixels per font unit and slant a tangent.
func traceGlyph(o *font.Outline, x, y, k, slant float64, to pen) {
	if o == nil {
		return
	}
	at := func(p font.SegmentPoint) (float64, float64) {
		px, py := float64(float64(p.X)/64), float64(float64(p.Y)/64)
		px += float64(py * slant)
		return x + float64(px*k), y - float64(py*k)
	}
	open := false
	for i := range o.Segments {
		s := &o.Segments[i]
		ax, ay := at(s.Args[0])
		if s.Op == font.SegmentMove {
			if open {
				to.closed()
			}
			to.move(ax, ay)
			open = true
			continue
		}
		if !open {
			to.move(ax, ay)
			open = true
		}
		switch s.Op {
		case font.SegmentLine:
			to.line(ax, ay)
		case font.SegmentQuad:
			bx, by := at(s.Args[1])
			to.quad(ax, ay, bx, by)
		case font.SegmentCube:
			bx, by := at(s.Args[1])
			cx, cy := at(s.Args[2])
			to.cube(ax, ay, bx, by, cx, cy)
		}
	}
	if open {
		to.closed()
	}
}

// colored reports whether a run has colour glyphs.
func colored(op *display.Glyphs) bool {
	if op.Face == nil || !op.Face.HasColor() {
		return false
	}
	for _, g := range op.Glyphs {
		if _, ok := op.Face.ColorGlyph(g.ID, op.Size); ok {
			return true
		}
	}
	return false
}

// unitsPerEm returns the face's units per em, at least 1.
func unitsPerEm(f *font.Face) float64 { return float64(max(1, f.Metrics().UnitsPerEm)) }

// openFrame returns the sides of a rectangular frame that lacks at least one, otherwise nil. Drawn as a rectangle with
// a hole, such a frame would show hairlines at the missing sides.
func openFrame(o *display.FillRRect) []display.Rect {
	a, b := o.RRect.Rect, o.Hole.Rect
	none := [4]display.Point{}
	if o.RRect.Radii != none || o.Hole.Radii != none || a.Empty() || b.Empty() || b.X0 < a.X0 || b.Y0 < a.Y0 || b.X1 > a.X1 || b.Y1 > a.Y1 {
		return nil
	}
	var sides []display.Rect
	for _, r := range []display.Rect{
		{X0: a.X0, Y0: a.Y0, X1: a.X1, Y1: b.Y0}, {X0: b.X1, Y0: b.Y0, X1: a.X1, Y1: b.Y1},
		{X0: a.X0, Y0: b.Y1, X1: a.X1, Y1: a.Y1}, {X0: a.X0, Y0: b.Y0, X1: b.X0, Y1: b.Y1},
	} {
		if !r.Empty() {
			sides = append(sides, r)
		}
	}
	if len(sides) == 4 {
		return nil
	}
	return sides
}
