// Package canvas draws the generator's shapes: a list of filled and stroked paths with gradients, clips and blurs,
// rasterised with exact area coverage in integers and written as SVG from the same list.
package canvas

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// Point is a position in pixels, y down.
type Point struct{ X, Y float64 }

// P returns a point.
func P(x, y float64) Point { return Point{x, y} }

type verb byte

const (
	moveTo  verb = iota // one point
	lineTo              // one point
	cubicTo             // three points
	closed              // none
)

// Path is a list of lines and cubic curves. The zero value is empty.
type Path struct {
	verbs  []verb
	points []Point
}

// Move starts a new contour.
func (p *Path) Move(x, y float64) *Path {
	p.verbs, p.points = append(p.verbs, moveTo), append(p.points, Point{x, y})
	return p
}

// Line draws a straight line.
func (p *Path) Line(x, y float64) *Path {
	p.verbs, p.points = append(p.verbs, lineTo), append(p.points, Point{x, y})
	return p
}

// Cubic draws a Bézier curve with two control points.
func (p *Path) Cubic(x1, y1, x2, y2, x, y float64) *Path {
	p.verbs = append(p.verbs, cubicTo)
	p.points = append(p.points, Point{x1, y1}, Point{x2, y2}, Point{x, y})
	return p
}

// Quad draws a quadratic Bézier curve.
func (p *Path) Quad(cx, cy, x, y float64) *Path {
	a := p.points[len(p.points)-1]
	return p.Cubic(a.X+(cx-a.X)*2/3, a.Y+(cy-a.Y)*2/3, x+(cx-x)*2/3, y+(cy-y)*2/3, x, y)
}

// Close closes the contour.
func (p *Path) Close() *Path {
	p.verbs = append(p.verbs, closed)
	return p
}

// Add appends the contours of q.
func (p *Path) Add(q *Path) *Path {
	p.verbs, p.points = append(p.verbs, q.verbs...), append(p.points, q.points...)
	return p
}

// Polygon returns a closed polygon.
func Polygon(points ...Point) *Path {
	p := &Path{}
	for k, q := range points {
		if k == 0 {
			p.Move(q.X, q.Y)
		} else {
			p.Line(q.X, q.Y)
		}
	}
	return p.Close()
}

// Rect returns a rectangle.
func Rect(x, y, w, h float64) *Path {
	return Polygon(P(x, y), P(x+w, y), P(x+w, y+h), P(x, y+h))
}

const kappa = 0.5522847498307936

// Ellipse returns an ellipse about a centre.
func Ellipse(cx, cy, rx, ry float64) *Path {
	kx, ky := float64(rx*kappa), float64(ry*kappa)
	return (&Path{}).Move(cx+rx, cy).
		Cubic(cx+rx, cy+ky, cx+kx, cy+ry, cx, cy+ry).Cubic(cx-kx, cy+ry, cx-rx, cy+ky, cx-rx, cy).
		Cubic(cx-rx, cy-ky, cx-kx, cy-ry, cx, cy-ry).Cubic(cx+kx, cy-ry, cx+rx, cy-ky, cx+rx, cy).Close()
}

// Circle returns a circle.
func Circle(cx, cy, r float64) *Path { return Ellipse(cx, cy, r, r) }

// RoundRect returns a rectangle with rounded corners.
func RoundRect(x, y, w, h, r float64) *Path {
	r = min(r, w/2, h/2)
	k := float64(r * (1 - kappa))
	return (&Path{}).Move(x+r, y).Line(x+w-r, y).Cubic(x+w-k, y, x+w, y+k, x+w, y+r).
		Line(x+w, y+h-r).Cubic(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		Line(x+r, y+h).Cubic(x+k, y+h, x, y+h-k, x, y+h-r).
		Line(x, y+r).Cubic(x, y+k, x+k, y, x+r, y).Close()
}

// Curve continues the path by a Catmull-Rom spline through points, with a line to the first point unless the path is
// empty.
func (p *Path) Curve(points ...Point) *Path {
	if len(points) == 0 {
		return p
	}
	if n := len(p.verbs); n == 0 || p.verbs[n-1] == closed {
		p.Move(points[0].X, points[0].Y)
	} else {
		p.Line(points[0].X, points[0].Y)
	}
	at := func(k int) Point { return points[min(max(k, 0), len(points)-1)] }
	for k := 0; k+1 < len(points); k++ {
		a, b, c, d := at(k-1), at(k), at(k+1), at(k+2)
		p.Cubic(b.X+(c.X-a.X)/6, b.Y+(c.Y-a.Y)/6, c.X-(d.X-b.X)/6, c.Y-(d.Y-b.Y)/6, c.X, c.Y)
	}
	return p
}

// Loop returns a closed smooth curve through points.
func Loop(points ...Point) *Path {
	p := &Path{}
	n := len(points)
	if n < 3 {
		return p
	}
	at := func(k int) Point { return points[(k+n)%n] }
	p.Move(points[0].X, points[0].Y)
	for k := range n {
		a, b, c, d := at(k-1), at(k), at(k+1), at(k+2)
		p.Cubic(b.X+(c.X-a.X)/6, b.Y+(c.Y-a.Y)/6, c.X-(d.X-b.X)/6, c.Y-(d.Y-b.Y)/6, c.X, c.Y)
	}
	return p.Close()
}

// Matrix is an affine transform: x' = A·x + C·y + E, y' = B·x + D·y + F.
type Matrix struct{ A, B, C, D, E, F float64 }

// Place returns the transform that scales, rotates (in turns, clockwise) and then moves the origin to x, y.
func Place(x, y, scale, turns float64) Matrix {
	s, c := num.SinCos(turns)
	return Matrix{scale * c, scale * s, -scale * s, scale * c, x, y}
}

// Apply returns the path transformed by m.
func (p *Path) Apply(m Matrix) *Path {
	q := &Path{verbs: p.verbs, points: make([]Point, len(p.points))}
	for k, a := range p.points {
		q.points[k] = m.point(a)
	}
	return q
}

func (m Matrix) point(a Point) Point {
	return Point{float64(m.A*a.X) + float64(m.C*a.Y) + m.E, float64(m.B*a.X) + float64(m.D*a.Y) + m.F}
}

// Empty reports whether the path draws nothing.
func (p *Path) Empty() bool { return p == nil || len(p.points) < 2 }

// contour is a flattened subpath.
type contour struct {
	points []Point
	closed bool
}

// flatten returns the path, scaled by k, as polylines.
func (p *Path) flatten(k float64) []contour {
	var out []contour
	var cur contour
	end := func() {
		if len(cur.points) > 0 {
			out = append(out, cur)
		}
		cur = contour{}
	}
	i := 0
	next := func() Point {
		a := p.points[i]
		i++
		return Point{num.Clamp(a.X*k, -1e5, 1e5), num.Clamp(a.Y*k, -1e5, 1e5)}
	}
	for _, v := range p.verbs {
		switch v {
		case moveTo:
			end()
			cur.points = append(cur.points, next())
		case lineTo:
			cur.points = append(cur.points, next())
		case cubicTo:
			b, c, d := next(), next(), next()
			if len(cur.points) == 0 {
				cur.points = append(cur.points, b)
			}
			cur.points = flattenCubic(cur.points, cur.points[len(cur.points)-1], b, c, d)
		case closed:
			cur.closed = true
			end()
		}
	}
	end()
	return out
}

// flattenCubic appends line segments within a twentieth of a pixel of the curve.
func flattenCubic(out []Point, a, b, c, d Point) []Point {
	// The second differences bound the distance between chord and curve.
	ux, uy := a.X-float64(2*b.X)+c.X, a.Y-float64(2*b.Y)+c.Y
	vx, vy := b.X-float64(2*c.X)+d.X, b.Y-float64(2*c.Y)+d.Y
	dd := math.Sqrt(max(float64(ux*ux)+float64(uy*uy), float64(vx*vx)+float64(vy*vy)))
	n := int(num.Clamp(math.Ceil(math.Sqrt(dd*15)), 1, 200)) // √(6·dd/(8·0.05))
	for k := 1; k < n; k++ {
		t := float64(k) / float64(n)
		s := 1 - t
		w0, w1, w2, w3 := float64(s*s*s), float64(3*s*s*t), float64(3*s*t*t), float64(t*t*t)
		out = append(out, Point{float64(w0*a.X) + float64(w1*b.X) + float64(w2*c.X) + float64(w3*d.X), float64(w0*a.Y) + float64(w1*b.Y) + float64(w2*c.Y) + float64(w3*d.Y)})
	}
	return append(out, d)
}

// Polylines returns the contours of the path as closed or open polylines.
func (p *Path) Polylines() [][]Point {
	var out [][]Point
	for _, c := range p.flatten(1) {
		out = append(out, c.points)
	}
	return out
}

// Stroked returns the outline of the path stroked with round caps and joins.
func (p *Path) Stroked(width float64) *Path {
	out := &Path{}
	for _, c := range p.flatten(1) {
		for _, o := range outline(c, width) {
			out.Add(Polygon(o.points...))
		}
	}
	return out
}

// Bounds returns the bounding box of the path's points and control points.
func (p *Path) Bounds() (x0, y0, x1, y1 float64) {
	for k, q := range p.points {
		if k == 0 {
			x0, y0, x1, y1 = q.X, q.Y, q.X, q.Y
		}
		x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y)
	}
	return x0, y0, x1, y1
}
