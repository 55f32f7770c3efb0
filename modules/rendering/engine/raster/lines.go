package raster

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// line is a directed edge in 1/256 device pixel.
type line struct{ x0, y0, x1, y1 fix }

// shape is a filled area: closed polygons, as edges.
type shape struct {
	lines   []line
	evenOdd bool
	bounds  irect // pixels that it can touch
	// In the rows from sides.y0 to sides.y1 (1/256 pixel, whole pixels) the shape is the interval between sides.x0 and
	// sides.x1; empty if unknown.
	sides frect
	// In the rows from gap.y0 to gap.y1 the shape is everything but the interval between gap.x0 and gap.x1; empty if
	// unknown.
	gap frect
}

// shapeBuilder flattens subpaths to edges. The chords of curves stay within 1/64 pixel; their number depends on the
// control points alone.
type shapeBuilder struct {
	lines      []line
	start, cur fpoint
	open       bool
}

func (b *shapeBuilder) moveTo(p fpoint) {
	b.close()
	b.start, b.cur, b.open = p, p, true
}

// lineTo adds an edge. Beyond maxLines it adds none, and compiling ends with ErrTooComplex.
func (b *shapeBuilder) lineTo(p fpoint) {
	if p != b.cur && len(b.lines) <= maxLines {
		b.lines = append(b.lines, line{b.cur.x, b.cur.y, p.x, p.y})
		b.cur = p
	}
}

func (b *shapeBuilder) close() {
	if b.open {
		b.lineTo(b.start)
	}
}

// subdivisions returns the smallest k with 4^k ≥ d, for 2^k chords.
func subdivisions(d int64) uint {
	if d <= 1 {
		return 0
	}
	return min(uint(bits.Len64(uint64(d-1))+1)/2, 8)
}

func secondDifference(a, b, c fix) int64 {
	d := int64(a) - 2*int64(b) + int64(c)
	if d < 0 {
		return -d
	}
	return d
}

func (b *shapeBuilder) quadTo(c, p fpoint) {
	a := b.cur
	d := max(secondDifference(a.x, c.x, p.x), secondDifference(a.y, c.y, p.y))
	k := subdivisions((d + 15) / 16)
	n := int64(1) << k
	// P(i/n)·n² = n²·a + 2·i·n·(c−a) + i²·(a−2c+p), by forward differences.
	step := func(p0, p1, p2 fix) (v, d1, d2 int64) {
		dd := int64(p0) - 2*int64(p1) + int64(p2)
		return int64(p0) << (2 * k), 2*n*(int64(p1)-int64(p0)) + dd, 2 * dd
	}
	x, dx, ddx := step(a.x, c.x, p.x)
	y, dy, ddy := step(a.y, c.y, p.y)
	half := int64(1) << (2 * k) >> 1
	for range n - 1 {
		x, dx = x+dx, dx+ddx
		y, dy = y+dy, dy+ddy
		b.lineTo(fpoint{fix((x + half) >> (2 * k)), fix((y + half) >> (2 * k))})
	}
	b.lineTo(p)
}

func (b *shapeBuilder) cubicTo(c, e, p fpoint) {
	a := b.cur
	d := max(
		secondDifference(a.x, c.x, e.x), secondDifference(a.y, c.y, e.y),
		secondDifference(c.x, e.x, p.x), secondDifference(c.y, e.y, p.y))
	k := subdivisions((3*d + 15) / 16)
	n := int64(1) << k
	// P(i/n)·n³ by forward differences of the power form.
	step := func(p0, p1, p2, p3 fix) (v, d1, d2, d3 int64) {
		c1 := 3 * (int64(p1) - int64(p0))
		c2 := 3 * (int64(p0) - 2*int64(p1) + int64(p2))
		c3 := int64(p3) - int64(p0) + 3*(int64(p1)-int64(p2))
		return int64(p0) << (3 * k), c1*n*n + c2*n + c3, 2*c2*n + 6*c3, 6 * c3
	}
	x, dx, ddx, dddx := step(a.x, c.x, e.x, p.x)
	y, dy, ddy, dddy := step(a.y, c.y, e.y, p.y)
	half := int64(1) << (3 * k) >> 1
	for range n - 1 {
		x, dx, ddx = x+dx, dx+ddx, ddx+dddx
		y, dy, ddy = y+dy, dy+ddy, ddy+dddy
		b.lineTo(fpoint{fix((x + half) >> (3 * k)), fix((y + half) >> (3 * k))})
	}
	b.lineTo(p)
}

// path adds a display-list path. Missing points end it silently.
func (b *shapeBuilder) path(p *display.Path, t transform) {
	pts := p.Points
	for _, v := range p.Verbs {
		n := verbPoints(v)
		if len(pts) < n {
			break
		}
		if !b.open && v != display.MoveTo {
			if n == 0 {
				continue
			}
			// A path without an initial MoveTo starts at its first point; after a Close it continues from the start of
			// the subpath.
			if len(b.lines) == 0 {
				b.moveTo(t.point(pts[0]))
			} else {
				b.moveTo(b.start)
			}
		}
		switch v {
		case display.MoveTo:
			b.moveTo(t.point(pts[0]))
		case display.LineTo:
			b.lineTo(t.point(pts[0]))
		case display.QuadTo:
			b.quadTo(t.point(pts[0]), t.point(pts[1]))
		case display.CubicTo:
			b.cubicTo(t.point(pts[0]), t.point(pts[1]), t.point(pts[2]))
		case display.Close:
			b.close()
			b.open = false
		}
		pts = pts[n:]
	}
	b.close()
	b.open = false
}

func verbPoints(v display.Verb) int {
	switch v {
	case display.MoveTo, display.LineTo:
		return 1
	case display.QuadTo:
		return 2
	case display.CubicTo:
		return 3
	}
	return 0
}

// finish returns the shape.
func (b *shapeBuilder) finish(rule display.FillRule) *shape {
	b.close()
	s := &shape{lines: b.lines, evenOdd: rule == display.EvenOdd}
	s.bounds = linesBounds(b.lines)
	return s
}

func linesBounds(lines []line) irect {
	if len(lines) == 0 {
		return irect{}
	}
	f := frect{fixLimit, fixLimit, -fixLimit, -fixLimit}
	for _, l := range lines {
		f = frect{
			min(f.x0, l.x0, l.x1), min(f.y0, l.y0, l.y1),
			max(f.x1, l.x0, l.x1), max(f.y1, l.y0, l.y1),
		}
	}
	return f.outer()
}

// kappa·r is the distance of a quarter ellipse's control points from its ends, in 1/65536: 4/3·(√2−1).
const kappa = 36195

// rrect adds a rounded rectangle, clockwise on the screen or, with reverse, counter-clockwise.
func (b *shapeBuilder) rrect(r display.RRect, t transform, reverse bool) {
	p := rrectPath(r)
	if reverse {
		p = reversed(p)
	}
	b.path(p, t)
}

// rrectPath converts a rounded rectangle to a path, clockwise on the screen.
func rrectPath(r display.RRect) *display.Path {
	type pt = display.Point
	p := &display.Path{}
	tl, tr, br, bl := r.Radii[0], r.Radii[1], r.Radii[2], r.Radii[3]
	k := func(v display.Coord) display.Coord {
		return display.Coord(int64(v) - (int64(v)*kappa+1<<15)>>16)
	}
	corner := func(radius pt, from, c1, c2, to pt) {
		if radius.X > 0 && radius.Y > 0 {
			p.LineTo(from)
			p.CubicTo(c1, c2, to)
		}
	}
	sharp := func(radius, at pt) bool {
		if radius.X > 0 && radius.Y > 0 {
			return false
		}
		p.LineTo(at)
		return true
	}
	if tl.X > 0 && tl.Y > 0 {
		p.MoveTo(pt{X: r.X0 + tl.X, Y: r.Y0})
	} else {
		p.MoveTo(pt{X: r.X0, Y: r.Y0})
	}
	if !sharp(tr, pt{X: r.X1, Y: r.Y0}) {
		corner(tr, pt{X: r.X1 - tr.X, Y: r.Y0}, pt{X: r.X1 - k(tr.X), Y: r.Y0}, pt{X: r.X1, Y: r.Y0 + k(tr.Y)}, pt{X: r.X1, Y: r.Y0 + tr.Y})
	}
	if !sharp(br, pt{X: r.X1, Y: r.Y1}) {
		corner(br, pt{X: r.X1, Y: r.Y1 - br.Y}, pt{X: r.X1, Y: r.Y1 - k(br.Y)}, pt{X: r.X1 - k(br.X), Y: r.Y1}, pt{X: r.X1 - br.X, Y: r.Y1})
	}
	if !sharp(bl, pt{X: r.X0, Y: r.Y1}) {
		corner(bl, pt{X: r.X0 + bl.X, Y: r.Y1}, pt{X: r.X0 + k(bl.X), Y: r.Y1}, pt{X: r.X0, Y: r.Y1 - k(bl.Y)}, pt{X: r.X0, Y: r.Y1 - bl.Y})
	}
	if tl.X > 0 && tl.Y > 0 {
		corner(tl, pt{X: r.X0, Y: r.Y0 + tl.Y}, pt{X: r.X0, Y: r.Y0 + k(tl.Y)}, pt{X: r.X0 + k(tl.X), Y: r.Y0}, pt{X: r.X0 + tl.X, Y: r.Y0})
	}
	p.Close()
	return p
}

// reversed returns a path of one closed subpath of lines and cubics in reverse direction.
func reversed(p *display.Path) *display.Path {
	r := &display.Path{}
	pts := p.Points
	end := len(pts) - 1
	r.MoveTo(pts[end])
	i := end
	for v := len(p.Verbs) - 1; v > 0; v-- {
		switch p.Verbs[v] {
		case display.LineTo:
			r.LineTo(pts[i-1])
			i--
		case display.CubicTo:
			r.CubicTo(pts[i-1], pts[i-2], pts[i-3])
			i -= 3
		}
	}
	r.Close()
	return r
}
