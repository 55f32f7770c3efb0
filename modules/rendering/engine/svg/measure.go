package svg

import (
	"math"
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// measure is a path with the length of its segments. As in browsers, curves are measured by chords that deviate from
// them by up to half a unit; positions are on the curves.
type measure struct {
	segments []measuredSegment
	length   float64
	closed   bool // a single closed subpath
}

// measuredSegment is a chord of a line (degree 1) or curve from parameter t0 to t1.
type measuredSegment struct {
	end    float64 // distance from the path's start to the segment's end; moves between subpaths have no length
	t0, t1 float64
	degree int
	points [4]point
}

const (
	// chordTolerance is the deviation below which a curve is not divided further.
	chordTolerance = 0.5
	// maxHalvings bounds the division of a curve.
	maxHalvings = 20
)

// measured measures the path.
func (o *outline) measured() *measure {
	m := &measure{}
	var cur, start point
	line := func(to point) {
		m.add(measuredSegment{t1: 1, degree: 1, points: [4]point{cur, to}}, cur, to)
		cur = to
	}
	i, moves := 0, 0
	for _, v := range o.verbs {
		switch v {
		case display.MoveTo:
			cur, start = o.points[i], o.points[i]
			moves++
			i++
		case display.LineTo:
			line(o.points[i])
			i++
		case display.QuadTo:
			m.quad([4]point{cur, o.points[i], o.points[i+1]}, cur, o.points[i], o.points[i+1], 0, 1, maxHalvings)
			cur = o.points[i+1]
			i += 2
		case display.CubicTo:
			whole := [4]point{cur, o.points[i], o.points[i+1], o.points[i+2]}
			m.cubic(whole, whole, 0, 1, maxHalvings)
			cur = o.points[i+2]
			i += 3
		case display.Close:
			if start != cur {
				line(start)
			}
			m.closed = moves == 1
		}
	}
	return m
}

// add appends a segment whose chord is from a to b, unless it has no length.
func (m *measure) add(s measuredSegment, a, b point) {
	if d := geom.Hypot(b.x-a.x, b.y-a.y); d > 0 {
		m.length += d
		s.end = m.length
		m.segments = append(m.segments, s)
	}
}

// quad measures the part a, b, c of a quadratic curve, from parameter t0 to t1.
func (m *measure) quad(whole [4]point, a, b, c point, t0, t1 float64, depth int) {
	dx, dy := float64(b.x/2)-float64((a.x+c.x)/4), float64(b.y/2)-float64((a.y+c.y)/4)
	if depth > 0 && max(math.Abs(dx), math.Abs(dy)) > chordTolerance {
		l, r := between(a, b, 0.5), between(b, c, 0.5)
		mid, t := between(l, r, 0.5), (t0+t1)/2
		m.quad(whole, a, l, mid, t0, t, depth-1)
		m.quad(whole, mid, r, c, t, t1, depth-1)
		return
	}
	m.add(measuredSegment{t0: t0, t1: t1, degree: 2, points: whole}, a, c)
}

// cubic measures the part q of a cubic curve, from parameter t0 to t1.
func (m *measure) cubic(whole, q [4]point, t0, t1 float64, depth int) {
	far := func(p, from point) bool {
		return max(math.Abs(p.x-from.x), math.Abs(p.y-from.y)) > chordTolerance
	}
	if depth > 0 && (far(q[1], between(q[0], q[3], 1.0/3)) || far(q[2], between(q[0], q[3], 2.0/3))) {
		ab, bc, cd := between(q[0], q[1], 0.5), between(q[1], q[2], 0.5), between(q[2], q[3], 0.5)
		l, r := between(ab, bc, 0.5), between(bc, cd, 0.5)
		mid, t := between(l, r, 0.5), (t0+t1)/2
		m.cubic(whole, [4]point{q[0], ab, l, mid}, t0, t, depth-1)
		m.cubic(whole, [4]point{mid, r, cd, q[3]}, t, t1, depth-1)
		return
	}
	m.add(measuredSegment{t0: t0, t1: t1, degree: 3, points: whole}, q[0], q[3])
}

// between returns the point at t on the line from a to b.
func between(a, b point, t float64) point {
	return point{a.x + float64((b.x-a.x)*t), a.y + float64((b.y-a.y)*t)}
}

// along returns the position at a distance and the direction there in degrees.
func (m *measure) along(distance float64) (p point, angle float64, ok bool) {
	if len(m.segments) == 0 || distance < 0 || distance > m.length {
		return point{}, 0, false
	}
	i := sort.Search(len(m.segments)-1, func(i int) bool { return m.segments[i].end >= distance })
	s := &m.segments[i]
	from := 0.0
	if i > 0 {
		from = m.segments[i-1].end
	}
	t := s.t0 + float64((s.t1-s.t0)*(distance-from)/(s.end-from))
	p, d := s.at(t)
	return p, geom.AtanDeg2(d.y, d.x), true
}

// at returns the position at a parameter of the segment's curve and the direction there.
func (s *measuredSegment) at(t float64) (p, direction point) {
	q := s.points
	switch s.degree {
	case 1:
		return between(q[0], q[1], t), point{q[1].x - q[0].x, q[1].y - q[0].y}
	case 2:
		a, b := between(q[0], q[1], t), between(q[1], q[2], t)
		p, direction = between(a, b, t), point{b.x - a.x, b.y - a.y}
		if direction == (point{}) {
			direction = point{q[2].x - q[0].x, q[2].y - q[0].y}
		}
		return p, direction
	}
	ab, bc, cd := between(q[0], q[1], t), between(q[1], q[2], t), between(q[2], q[3], t)
	a, b := between(ab, bc, t), between(bc, cd, t)
	p, direction = between(a, b, t), point{b.x - a.x, b.y - a.y}
	for _, d := range [3]point{{q[2].x - q[0].x, q[2].y - q[0].y}, {q[3].x - q[1].x, q[3].y - q[1].y}, {q[3].x - q[0].x, q[3].y - q[0].y}} {
		if direction == (point{}) {
			direction = d
		}
	}
	return p, direction
}

// Measured is a path that can be sampled by the distance from its start.
type Measured struct{ m *measure }

// Measure measures a path in CSS pixels.
func Measure(p *display.Path) Measured {
	o := &outline{}
	at := func(i int) point { return point{p.Points[i].X.Float(), p.Points[i].Y.Float()} }
	i := 0
	for _, v := range p.Verbs {
		switch v {
		case display.MoveTo, display.LineTo:
			o.verbs, o.points = append(o.verbs, v), append(o.points, at(i))
			i++
		case display.QuadTo:
			o.quadTo(at(i), at(i+1))
			i += 2
		case display.CubicTo:
			o.cubicTo(at(i), at(i+1), at(i+2))
			i += 3
		case display.Close:
			o.close()
		}
	}
	return Measured{o.measured()}
}

// Length is the path's length.
func (m Measured) Length() float64 { return m.m.length }

// Closed reports whether the path is a single closed subpath.
func (m Measured) Closed() bool { return m.m.closed }

// At returns the position at a distance within the length and the direction there in degrees.
func (m Measured) At(distance float64) (x, y, angle float64, ok bool) {
	p, angle, ok := m.m.along(distance)
	return p.x, p.y, angle, ok
}
