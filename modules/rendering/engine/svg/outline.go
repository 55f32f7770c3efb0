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

// flattened is a path as polylines, with the cumulative length at every point.
type flattened struct {
	points []point
	at     []float64 // distance from the path's start; moves between subpaths have no length
	length float64
	closed bool // a single closed subpath
}

// curveSteps is the number of line segments that approximate a curve for measuring.
const curveSteps = 24

// flatten converts the path to polylines and measures it.
func (o *outline) flatten() *flattened {
	f := &flattened{}
	var cur, start point
	put := func(p point, pen bool) {
		if pen {
			f.length += geom.Hypot(p.x-cur.x, p.y-cur.y)
		}
		f.points, f.at = append(f.points, p), append(f.at, f.length)
		cur = p
	}
	i, moves := 0, 0
	for _, v := range o.verbs {
		switch v {
		case display.MoveTo:
			put(o.points[i], false)
			start = cur
			moves++
			i++
		case display.LineTo:
			put(o.points[i], true)
			i++
		case display.QuadTo, display.CubicTo:
			p0, p1, p2 := cur, o.points[i], o.points[i+1]
			p3 := p2
			if v == display.QuadTo {
				c := p1
				p1 = point{p0.x + (c.x-p0.x)*2/3, p0.y + (c.y-p0.y)*2/3}
				p2 = point{p3.x + (c.x-p3.x)*2/3, p3.y + (c.y-p3.y)*2/3}
				i += 2
			} else {
				p3 = o.points[i+2]
				i += 3
			}
			for k := 1; k <= curveSteps; k++ {
				put(cubicAt(p0, p1, p2, p3, float64(k)/curveSteps), true)
			}
		case display.Close:
			put(start, true)
			f.closed = moves == 1
		}
	}
	return f
}

// along returns the position at a distance and the direction there in degrees.
func (f *flattened) along(distance float64) (p point, angle float64, ok bool) {
	if len(f.points) < 2 || distance < 0 || distance > f.length {
		return point{}, 0, false
	}
	lo, hi := 1, len(f.at)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if f.at[mid] < distance {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < len(f.at)-1 && f.at[lo] == f.at[lo-1] {
		lo++
	}
	a, b := f.points[lo-1], f.points[lo]
	span := f.at[lo] - f.at[lo-1]
	t := 0.0
	if span > 0 {
		t = (distance - f.at[lo-1]) / span
	}
	return point{a.x + float64((b.x-a.x)*t), a.y + float64((b.y-a.y)*t)}, geom.AtanDeg2(b.y-a.y, b.x-a.x), true
}

// Measured is a path that can be sampled by the distance from its start.
type Measured struct{ f *flattened }

// Measure measures a path in CSS pixels.
func Measure(p *display.Path) Measured {
	o := &outline{}
	at := func(i int) point { return point{p.Points[i].X.Float(), p.Points[i].Y.Float()} }
	var cur point
	i := 0
	for _, v := range p.Verbs {
		switch v {
		case display.MoveTo, display.LineTo:
			cur = at(i)
			o.verbs, o.points = append(o.verbs, v), append(o.points, cur)
			i++
		case display.QuadTo:
			o.quadTo(at(i), at(i+1))
			cur = at(i + 1)
			i += 2
		case display.CubicTo: // steps that are fine enough for directions
			a, b, c := at(i), at(i+1), at(i+2)
			for k := 1; k <= 8*curveSteps; k++ {
				o.lineTo(cubicAt(cur, a, b, c, float64(k)/(8*curveSteps)))
			}
			cur = c
			i += 3
		case display.Close:
			o.close()
		}
	}
	return Measured{o.flatten()}
}

// Length is the path's length.
func (m Measured) Length() float64 { return m.f.length }

// Closed reports whether the path is a single closed subpath.
func (m Measured) Closed() bool { return m.f.closed }

// At returns the position at a distance within the length and the direction there in degrees.
func (m Measured) At(distance float64) (x, y, angle float64, ok bool) {
	p, angle, ok := m.f.along(distance)
	return p.x, p.y, angle, ok
}
