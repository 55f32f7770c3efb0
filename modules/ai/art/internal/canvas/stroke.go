package canvas

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// outline returns the outline of a polyline stroked with a round pen of the given width.
func outline(c contour, width float64) []contour {
	r := float64(width / 2)
	pts := make([]Point, 0, len(c.points)+1)
	for _, p := range c.points {
		if n := len(pts); n == 0 || num.Hypot(p.X-pts[n-1].X, p.Y-pts[n-1].Y) > 0.01 {
			pts = append(pts, p)
		}
	}
	if n := len(pts); c.closed && n > 1 && num.Hypot(pts[0].X-pts[n-1].X, pts[0].Y-pts[n-1].Y) <= 0.01 {
		pts = pts[:n-1]
	}
	if len(pts) == 1 {
		return []contour{{points: halfTurn(halfTurn(nil, pts[0], r, P(r, 0)), pts[0], r, P(-r, 0)), closed: true}}
	}
	if len(pts) == 0 {
		return nil
	}
	if c.closed && len(pts) > 2 {
		back := make([]Point, len(pts))
		for k, p := range pts {
			back[len(pts)-1-k] = p
		}
		return []contour{{points: side(nil, pts, r, true), closed: true}, {points: side(nil, back, r, true), closed: true}}
	}
	back := make([]Point, len(pts))
	for k, p := range pts {
		back[len(pts)-1-k] = p
	}
	out := side(nil, pts, r, false)
	out = capEnd(out, pts, r)
	out = side(out, back, r, false)
	out = capEnd(out, back, r)
	return []contour{{points: out, closed: true}}
}

// normal returns the vector of length r to the left of a → b.
func normal(a, b Point, r float64) Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	l := num.Hypot(dx, dy)
	return Point{float64(dy / l * r), float64(-dx / l * r)}
}

// side appends the left offset curve of pts, with round outer joins.
func side(out, pts []Point, r float64, loop bool) []Point {
	n := len(pts)
	segments := n - 1
	if loop {
		segments = n
	}
	for k := range segments {
		a, b := pts[k], pts[(k+1)%n]
		v := normal(a, b, r)
		out = append(out, Point{a.X + v.X, a.Y + v.Y}, Point{b.X + v.X, b.Y + v.Y})
		if k+1 == segments && !loop {
			break
		}
		w := normal(b, pts[(k+2)%n], r)
		if cross := float64(v.X*w.Y) - float64(v.Y*w.X); cross > 0 {
			out = arc(out, b, r, v, w)
		} else {
			out = append(out, b)
		}
	}
	return out
}

// capEnd appends the round cap at the end of pts.
func capEnd(out, pts []Point, r float64) []Point {
	n := len(pts)
	return halfTurn(out, pts[n-1], r, normal(pts[n-2], pts[n-1], r))
}

// halfTurn appends the half circle about c that starts at v, as two quarters: the direction of a half turn is not
// determined by its end points.
func halfTurn(out []Point, c Point, r float64, v Point) []Point {
	m := Point{-v.Y, v.X}
	return arc(arc(out, c, r, v, m), c, r, m, Point{-v.X, -v.Y})
}

// arc appends points on the circle about c from v to w, less than half a turn.
func arc(out []Point, c Point, r float64, v, w Point) []Point {
	steps := int(num.Clamp(math.Ceil(math.Sqrt(r)*4), 4, 64))
	for k := range steps + 1 {
		t := float64(k) / float64(steps)
		x, y := num.Mix(v.X, w.X, t), num.Mix(v.Y, w.Y, t)
		l := num.Hypot(x, y)
		if l < 1e-9 {
			continue
		}
		out = append(out, Point{c.X + float64(x/l*r), c.Y + float64(y/l*r)})
	}
	return out
}
