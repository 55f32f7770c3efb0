package figure

import (
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// The isometric projection: x runs to the lower right, depth to the upper right.
const (
	isoX  = 0.8660254037844386
	isoY  = 0.5
	thick = 22 // thickness of a figure, in units of its square
)

// plane returns the transform from a drawing's square to the image at a depth.
func (p *spot) plane(depth float64) canvas.Matrix {
	k := float64(p.side / size * 0.66)
	x := 1.0
	if p.mirror {
		x = -1
	}
	// The centre of the figure's foot, at half its thickness, is at the spot.
	d := depth - thick/2
	return canvas.Matrix{
		A: k * isoX * x, B: k * isoY * x, C: 0, D: k,
		E: p.x - float64(k*isoX*x*size/2) + float64(k*isoX*d),
		F: p.y - float64(p.side*0.13) - float64(k*isoY*x*size/2) - float64(k*isoY*d) - float64(k*foot),
	}
}

// isometric draws figures as extruded boards on a tile.
func (s *stage) isometric() {
	s.backdrop(canvas.Linear(0, 0, s.w, s.h, canvas.Blend(s.ink.ground, s.ink.ground.Mix(s.ink.one, 0.07))...))
	for k := range s.spots {
		s.tile(&s.spots[k])
	}
	for k := range s.spots {
		p := &s.spots[k]
		if p.upright {
			k := float64(p.side / size * 0.6)
			m := canvas.Matrix{A: k, D: k, E: p.x - float64(k*size/2), F: p.y - float64(p.side*0.09) - float64(k*foot)}
			for _, q := range p.parts {
				s.fill(q.path.Apply(m), s.ink.of(q))
			}
			continue
		}
		if p.round {
			s.figurine(p)
			continue
		}
		front := p.plane(0)
		for _, q := range p.parts {
			depth := float64(thick)
			if q.line != nil {
				depth = min(thick, q.width*1.2) // limbs and wires are as thick as they are wide
			}
			if back := p.plane(depth); !q.detail {
				s.walls(q.path.Apply(front), back.E-front.E, back.F-front.F, s.ink.of(q))
			}
		}
		for n, q := range p.parts {
			rise := float64(min(n, 9)) * 0.9
			raised := p.plane(-rise)
			path := q.path.Apply(raised)
			if n > 0 {
				s.walls(path, front.E-raised.E, front.F-raised.F, s.ink.of(q))
			}
			s.fill(path, s.ink.of(q))
		}
	}
}

// figurine draws a person upright, lit from the upper left.
func (s *stage) figurine(p *spot) {
	k := float64(p.side / size * 0.7)
	m := canvas.Matrix{A: k, D: k, E: p.x - float64(k*size/2), F: p.y - float64(p.side*0.1) - float64(k*foot)}
	if p.mirror {
		m.A, m.E = -k, p.x+float64(k*size/2)
	}
	moved := func(path *canvas.Path, dx, dy float64) *canvas.Path {
		return path.Apply(canvas.Matrix{A: 1, D: 1, E: dx, F: dy})
	}
	for _, q := range p.parts {
		path, c := q.path.Apply(m), s.ink.of(q)
		x0, y0, x1, y1 := path.Bounds()
		d := float64(min(x1-x0, y1-y0) * 0.24)
		if q.line != nil {
			d = float64(q.width * k * 0.3)
		}
		s.fill(path, c.Mix(s.ink.dark, 0.26))
		if d < float64(p.side*0.006) {
			s.fill(path, c)
			continue
		}
		d = min(d, p.side*0.045)
		s.add(canvas.Shape{Clip: path, Children: []canvas.Shape{
			{Path: moved(path, -d, -d*0.3), Brush: canvas.Flat(c)},
			{Clip: moved(path, -d, -d*0.3), Children: []canvas.Shape{
				{Path: canvas.Rect(x0-1, y0-1, x1-x0+2, y1-y0+2).Add(reversed(moved(path, d*0.42, d*0.42))), Brush: canvas.Flat(c.Mix(s.ink.light, 0.26))},
			}},
		}})
	}
}

// tile draws the tile under a figure.
func (s *stage) tile(p *spot) {
	m := p.plane(0)
	at := func(x, y, depth float64) canvas.Point {
		q := p.plane(depth)
		return canvas.P(float64(q.A*x)+q.E, float64(q.B*x)+float64(q.D*y)+q.F)
	}
	lo, hi := 8.0, 192.0
	if p.mirror {
		lo, hi = hi, lo
	}
	near, far := -44.0, thick+44.0
	a, b, c, d := at(lo, foot, near), at(hi, foot, near), at(hi, foot, far), at(lo, foot, far)
	h := float64(m.D * 13)
	drop := func(q canvas.Point, by float64) canvas.Point { return canvas.P(q.X, q.Y+float64(by)) }
	top := s.ink.blob.Mix(s.ink.light, 0.25)
	if s.ink.night {
		top = s.ink.blob
	}
	s.add(canvas.Shape{Blur: p.side * 0.03, Opacity: 0.3, Children: []canvas.Shape{
		{Path: canvas.Polygon(drop(a, h*2), drop(b, h*2.4), drop(c, h*2), drop(d, h)), Brush: canvas.Flat(s.ink.shadow)},
	}})
	s.fill(canvas.Polygon(a, b, drop(b, h), drop(a, h)), s.ink.one.Mix(s.ink.light, 0.22))
	s.fill(canvas.Polygon(b, c, drop(c, h), drop(b, h)), s.ink.one.Mix(s.ink.dark, 0.22))
	s.fill(canvas.Polygon(a, b, c, d), top)
	if p.upright {
		return
	}
	if p.round {
		s.wash(canvas.Ellipse(p.x+float64(p.side*0.05), p.y-float64(p.side*0.1), p.side*0.24, p.side*0.078), s.ink.shadow, 0.15)
		return
	}
	// The shadow on the tile.
	x0, x1 := 34.0, 166.0
	s.wash(canvas.Polygon(at(x0, foot, thick), at(x0, foot, -4), at(x1, foot, -4), at(x1, foot, thick-8), at(x1-44, foot, far-10), at(x0-18, foot, far-10)), s.ink.shadow, 0.13)
}

// inside reports whether the bounding box of a path lies within that of one of the parts, which makes it a detail of
// that part's face.
func inside(path *canvas.Path, parts []part) bool {
	const slack = 3
	x0, y0, x1, y1 := path.Bounds()
	return slices.ContainsFunc(parts, func(p part) bool {
		a0, b0, a1, b1 := p.path.Bounds()
		return p.line == nil && x0 >= a0-slack && y0 >= b0-slack && x1 <= a1+slack && y1 <= b1+slack
	})
}

// walls draws the sides of a board whose front is path and whose back is offset by dx, dy; consecutive edges with the
// same orientation become one shape.
func (s *stage) walls(path *canvas.Path, dx, dy float64, c tint.Color) {
	top, side := c.Mix(s.ink.light, 0.34), c.Mix(s.ink.dark, 0.34)
	for _, line := range path.Polylines() {
		line = clockwise(line)
		n := len(line)
		// Orientation: 0 hidden, 1 up, 2 in between, 3 to the side.
		facing := func(k int) int {
			a, b := line[k%n], line[(k+1)%n]
			nx, ny := b.Y-a.Y, a.X-b.X // outward normal
			if float64(nx*dx)+float64(ny*dy) <= 0 {
				return 0
			}
			switch up := -ny; {
			case up > float64(1.9*nx):
				return 1
			case up > float64(0.25*nx):
				return 2
			}
			return 3
		}
		start := 0
		for k := range n {
			if facing(k) != facing(k+n-1) {
				start = k
				break
			}
		}
		for k := 0; k < n; {
			face := facing(start + k)
			from := k
			for k < n && facing(start+k) == face {
				k++
			}
			if face == 0 {
				continue
			}
			var run []canvas.Point
			for j := from; j <= k; j++ {
				run = append(run, line[(start+j)%n])
			}
			for j := len(run) - 1; j >= 0; j-- {
				run = append(run, canvas.P(run[j].X+dx, run[j].Y+dy))
			}
			color := side
			switch face {
			case 1:
				color = top
			case 2:
				color = top.Mix(side, 0.45)
			}
			s.fill(canvas.Polygon(run...), color)
		}
	}
}
