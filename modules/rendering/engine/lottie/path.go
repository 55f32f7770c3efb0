package lottie

import (
	"encoding/json"
	"math"
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

type point struct{ x, y float64 }

func (p point) lerp(q point, t float64) point { return point{lerp(p.x, q.x, t), lerp(p.y, q.y, t)} }

func (p point) add(q point) point { return point{p.x + q.x, p.y + q.y} }

func (p point) sub(q point) point { return point{p.x - q.x, p.y - q.y} }

// vertex is a point of a path with the control points of the curves that end and begin there, in the path's coordinates.
type vertex struct{ at, in, out point }

// path is a sequence of cubic Bézier curves.
type path struct {
	vertices []vertex
	closed   bool
}

// parsePath parses a path: vertices v and tangents i and o relative to them. It returns nil for other values.
func parsePath(raw json.RawMessage) *path {
	var in struct {
		V, I, O []numbers
		C       flag
	}
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &in) != nil || len(in.V) == 0 {
		return nil
	}
	at := func(list []numbers, i int) point {
		if i >= len(list) || len(list[i]) < 2 {
			return point{}
		}
		return point{list[i][0], list[i][1]}
	}
	p := &path{closed: bool(in.C)}
	for i := range in.V {
		v := at(in.V, i)
		p.vertices = append(p.vertices, vertex{v, v.add(at(in.I, i)), v.add(at(in.O, i))})
	}
	return p
}

// transform returns the path in other coordinates.
func (p *path) transform(m geom.Matrix) *path {
	if m.IsIdentity() {
		return p
	}
	apply := func(q point) point {
		x, y := m.Apply(q.x, q.y)
		return point{x, y}
	}
	out := &path{closed: p.closed, vertices: make([]vertex, len(p.vertices))}
	for i, v := range p.vertices {
		out.vertices[i] = vertex{apply(v.at), apply(v.in), apply(v.out)}
	}
	return out
}

// reverse reverses the direction and keeps the first vertex of a closed path.
func (p *path) reverse() *path {
	n := len(p.vertices)
	out := &path{closed: p.closed, vertices: make([]vertex, n)}
	for i := range n {
		from := n - 1 - i
		if p.closed {
			from = (n - i) % n
		}
		v := p.vertices[from]
		out.vertices[i] = vertex{v.at, v.out, v.in}
	}
	return out
}

// arcTangent is the length of the tangents of a quarter of a circle as the reference player draws it.
const arcTangent = 0.5519

// ellipse returns the ellipse with a centre and radii, from its top, clockwise.
func ellipse(c point, rx, ry float64) *path {
	tx, ty := float64(rx*arcTangent), float64(ry*arcTangent)
	return &path{closed: true, vertices: []vertex{
		{point{c.x, c.y - ry}, point{c.x - tx, c.y - ry}, point{c.x + tx, c.y - ry}},
		{point{c.x + rx, c.y}, point{c.x + rx, c.y - ty}, point{c.x + rx, c.y + ty}},
		{point{c.x, c.y + ry}, point{c.x + tx, c.y + ry}, point{c.x - tx, c.y + ry}},
		{point{c.x - rx, c.y}, point{c.x - rx, c.y + ty}, point{c.x - rx, c.y - ty}},
	}}
}

// rectangle returns the rectangle with a centre, a size and rounded corners, from its top right corner, clockwise.
func rectangle(c point, w, h, radius float64) *path {
	hw, hh := float64(w/2), float64(h/2)
	r := max(0, min(radius, hw, hh))
	left, right, top, bottom := c.x-hw, c.x+hw, c.y-hh, c.y+hh
	if r == 0 {
		corner := func(x, y float64) vertex { return vertex{point{x, y}, point{x, y}, point{x, y}} }
		return &path{closed: true, vertices: []vertex{corner(right, top), corner(right, bottom), corner(left, bottom), corner(left, top)}}
	}
	t := float64(r * (1 - arcTangent))
	line := func(x, y, ix, iy, ox, oy float64) vertex {
		return vertex{point{x, y}, point{ix, iy}, point{ox, oy}}
	}
	return &path{closed: true, vertices: []vertex{
		line(right, top+r, right, top+t, right, top+r),
		line(right, bottom-r, right, bottom-r, right, bottom-t),
		line(right-r, bottom, right-t, bottom, right-r, bottom),
		line(left+r, bottom, left+r, bottom, left+t, bottom),
		line(left, bottom-r, left, bottom-t, left, bottom-r),
		line(left, top+r, left, top+r, left, top+t),
		line(left+r, top, left+t, top, left+r, top),
		line(right-r, top, right-r, top, right-t, top),
	}}
}

// star returns a star, or a polygon if inner is negative. Angles are in degrees; roundness is 1 for 100 %.
func star(c point, points int, rotation, outer, outerRound, inner, innerRound float64) *path {
	n, parts := points, 4.0
	if inner >= 0 {
		n, parts = 2*points, 2.0
	}
	p := &path{closed: true}
	for i := range n {
		radius, round := outer, outerRound
		if inner >= 0 && i%2 == 1 {
			radius, round = inner, innerRound
		}
		sin, cos := geom.SinCosDeg(rotation - 90 + float64(float64(i)*360)/float64(n))
		tangent := float64(2*math.Pi*radius) / (float64(n) * parts) * round
		at := point{c.x + float64(radius*cos), c.y + float64(radius*sin)}
		along := point{float64(sin * tangent), float64(-cos * tangent)}
		if radius == 0 {
			along = point{}
		}
		p.vertices = append(p.vertices, vertex{at, at.add(along), at.sub(along)})
	}
	return p
}

// segments returns the number of curves.
func (p *path) segments() int {
	if p.closed {
		return len(p.vertices)
	}
	return max(0, len(p.vertices)-1)
}

// segment returns the control points of curve i.
func (p *path) segment(i int) [4]point {
	a, b := &p.vertices[i], &p.vertices[(i+1)%len(p.vertices)]
	return [4]point{a.at, a.out, b.in, b.at}
}

// chords is the number of chords by which the length of a curve is measured.
const chords = 32

// lengths returns the length of a curve up to each chord.
func lengths(c [4]point) (out [chords + 1]float64) {
	last := c[0]
	for i := 1; i <= chords; i++ {
		t := float64(i) / chords
		q := point{bezier(c[0].x, c[1].x, c[2].x, c[3].x, t), bezier(c[0].y, c[1].y, c[2].y, c[3].y, t)}
		out[i] = out[i-1] + geom.Hypot(q.x-last.x, q.y-last.y)
		last = q
	}
	return out
}

// length returns the length of the path.
func (p *path) length() float64 {
	total := 0.0
	for i := range p.segments() {
		total += lengths(p.segment(i))[chords]
	}
	return total
}

// part returns the curve between two lengths, nil if it is empty.
func (p *path) part(from, to float64) *path {
	out := &path{}
	done := 0.0
	for i := range p.segments() {
		c := p.segment(i)
		l := lengths(c)
		begin, end := from-done, to-done
		done += l[chords]
		if end <= 0 || begin >= l[chords] || l[chords] == 0 {
			continue
		}
		c = cut(c, parameter(&l, begin), parameter(&l, end))
		if n := len(out.vertices); n > 0 {
			out.vertices[n-1].out = c[1]
		} else {
			out.vertices = append(out.vertices, vertex{c[0], c[0], c[1]})
		}
		out.vertices = append(out.vertices, vertex{c[3], c[2], c[3]})
	}
	if len(out.vertices) == 0 {
		return nil
	}
	return out
}

// parameter returns the parameter at a length of a curve.
func parameter(l *[chords + 1]float64, at float64) float64 {
	switch {
	case at <= 0:
		return 0
	case at >= l[chords]:
		return 1
	}
	i := sort.Search(chords, func(i int) bool { return l[i+1] >= at })
	return (float64(i) + (at-l[i])/(l[i+1]-l[i])) / chords
}

// cut returns the part of a curve between two parameters.
func cut(c [4]point, from, to float64) [4]point {
	c, _ = split(c, to)
	if to > 0 {
		_, c = split(c, from/to)
	}
	return c
}

// split divides a curve at a parameter (de Casteljau).
func split(c [4]point, t float64) (before, after [4]point) {
	ab, bc, cd := c[0].lerp(c[1], t), c[1].lerp(c[2], t), c[2].lerp(c[3], t)
	abc, bcd := ab.lerp(bc, t), bc.lerp(cd, t)
	m := abc.lerp(bcd, t)
	return [4]point{c[0], ab, abc, m}, [4]point{m, bcd, cd, c[3]}
}

// round rounds the corners between straight lines.
func (p *path) round(radius float64) *path {
	n := len(p.vertices)
	if radius <= 0 || n < 2 {
		return p
	}
	out := &path{closed: p.closed}
	for i := range p.vertices {
		v := p.vertices[i]
		if v.in != v.at || v.out != v.at || !p.closed && (i == 0 || i == n-1) {
			out.vertices = append(out.vertices, v)
			continue
		}
		toward := func(q point) (at, control point) {
			d := q.sub(v.at)
			l := geom.Hypot(d.x, d.y)
			part := 0.0
			if l > 0 {
				part = min(l/2, radius) / l
			}
			return v.at.lerp(q, part), v.at.lerp(q, float64(part*(1-arcTangent)))
		}
		before, beforeControl := toward(p.vertices[(i+n-1)%n].at)
		after, afterControl := toward(p.vertices[(i+1)%n].at)
		out.vertices = append(out.vertices, vertex{before, before, beforeControl}, vertex{after, afterControl, after})
	}
	return out
}
