package svg

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// point is a position in user units.
type point struct{ x, y float64 }

// outline is a path in user units with its original precision; rounding to display coordinates happens last.
type outline struct {
	verbs  []display.Verb
	points []point
	// pieces holds, in order, the indexes of the verbs that draw a piece of an arc other than its last.
	pieces []int
}

// isInnerPiece reports whether a verb draws a piece of an arc that is not its last.
func (o *outline) isInnerPiece(verb int) bool {
	_, found := slices.BinarySearch(o.pieces, verb)
	return found
}

// withoutLoneMoves returns the outline without subpaths that consist of a move only, which have no caps.
func (o *outline) withoutLoneMoves() *outline {
	lone := func(i int) bool {
		return o.verbs[i] == display.MoveTo && (i+1 == len(o.verbs) || o.verbs[i+1] == display.MoveTo)
	}
	found := false
	for i := range o.verbs {
		found = found || lone(i)
	}
	if !found {
		return o
	}
	out := &outline{}
	at := 0
	for i, v := range o.verbs {
		n := [...]int{display.MoveTo: 1, display.LineTo: 1, display.QuadTo: 2, display.CubicTo: 3, display.Close: 0}[v]
		if !lone(i) {
			out.verbs, out.points = append(out.verbs, v), append(out.points, o.points[at:at+n]...)
		}
		at += n
	}
	return out
}

func (o *outline) moveTo(a point) {
	o.verbs, o.points = append(o.verbs, display.MoveTo), append(o.points, a)
}
func (o *outline) lineTo(a point) {
	o.verbs, o.points = append(o.verbs, display.LineTo), append(o.points, a)
}
func (o *outline) quadTo(a, b point) {
	o.verbs, o.points = append(o.verbs, display.QuadTo), append(o.points, a, b)
}
func (o *outline) cubicTo(a, b, c point) {
	o.verbs, o.points = append(o.verbs, display.CubicTo), append(o.points, a, b, c)
}
func (o *outline) close() { o.verbs = append(o.verbs, display.Close) }

// mapped returns the path in the space of the image.
func (o *outline) mapped(m geom.Matrix) *display.Path {
	p := &display.Path{Verbs: o.verbs, Points: make([]display.Point, len(o.points))}
	for i, a := range o.points {
		x, y := m.Apply(a.x, a.y)
		p.Points[i] = display.Point{X: display.FromFloat(x), Y: display.FromFloat(y)}
	}
	return p
}

// bounds is a rectangle in user units; ok is false when it is empty.
type bounds struct {
	x0, y0, x1, y1 float64
	ok             bool
}

func (b bounds) w() float64 { return b.x1 - b.x0 }
func (b bounds) h() float64 { return b.y1 - b.y0 }

// add extends the rectangle to a point.
func (b *bounds) add(x, y float64) {
	if !b.ok {
		*b = bounds{x, y, x, y, true}
		return
	}
	b.x0, b.y0, b.x1, b.y1 = min(b.x0, x), min(b.y0, y), max(b.x1, x), max(b.y1, y)
}

// union extends the rectangle to another.
func (b *bounds) union(c bounds) {
	if c.ok {
		b.add(c.x0, c.y0)
		b.add(c.x1, c.y1)
	}
}

// mapped returns the bounding box of the rectangle mapped by m.
func (b bounds) mapped(m geom.Matrix) bounds {
	var r bounds
	if b.ok {
		for _, c := range [4]point{{b.x0, b.y0}, {b.x1, b.y0}, {b.x0, b.y1}, {b.x1, b.y1}} {
			r.add(m.Apply(c.x, c.y))
		}
	}
	return r
}

// bounds returns the tight bounding box of the path, without stroke.
func (o *outline) bounds() bounds {
	var b bounds
	var cur point
	i := 0
	for _, v := range o.verbs {
		switch v {
		case display.MoveTo, display.LineTo:
			cur = o.points[i]
			b.add(cur.x, cur.y)
			i++
		case display.QuadTo:
			p1, p2 := o.points[i], o.points[i+1]
			c1 := point{cur.x + (p1.x-cur.x)*2/3, cur.y + (p1.y-cur.y)*2/3}
			c2 := point{p2.x + (p1.x-p2.x)*2/3, p2.y + (p1.y-p2.y)*2/3}
			b.cubic(cur, c1, c2, p2)
			cur = p2
			i += 2
		case display.CubicTo:
			b.cubic(cur, o.points[i], o.points[i+1], o.points[i+2])
			cur = o.points[i+2]
			i += 3
		}
	}
	return b
}

// cubic extends the rectangle to a cubic curve, by its end points and extrema.
func (b *bounds) cubic(p0, p1, p2, p3 point) {
	b.add(p3.x, p3.y)
	extrema := func(a0, a1, a2, a3 float64, put func(t float64)) {
		// Roots of the derivative, a quadratic.
		qa := a3 - float64(3*a2) + float64(3*a1) - a0
		qb := float64(2*a2) - float64(4*a1) + float64(2*a0)
		qc := a1 - a0
		qb = float64(-qb / 2) // a·t² − 2·qb·t + c, with the common factor 3 omitted
		if math.Abs(qa) < 1e-12 {
			if qb != 0 {
				put(qc / (2 * qb))
			}
			return
		}
		d := float64(qb*qb) - float64(qa*qc)
		if d < 0 {
			return
		}
		r := math.Sqrt(d)
		put((qb + r) / qa)
		put((qb - r) / qa)
	}
	put := func(t float64) {
		if t > 0 && t < 1 {
			p := cubicAt(p0, p1, p2, p3, t)
			b.add(p.x, p.y)
		}
	}
	extrema(p0.x, p1.x, p2.x, p3.x, put)
	extrema(p0.y, p1.y, p2.y, p3.y, put)
}

func cubicAt(p0, p1, p2, p3 point, t float64) point {
	u := 1 - t
	a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{
		float64(a*p0.x) + float64(b*p1.x) + float64(c*p2.x) + float64(d*p3.x),
		float64(a*p0.y) + float64(b*p1.y) + float64(c*p2.y) + float64(d*p3.y),
	}
}
