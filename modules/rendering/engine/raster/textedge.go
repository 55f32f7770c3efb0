package raster

import "math/bits"

// Browsers on Linux rasterise glyphs with Skia's analytic antialiasing, which rounds vertical positions to a quarter
// pixel and flattens curves coarsely. Exact outlines would look different at small sizes, so glyph masks are built from
// edges with the same rounding; their coverage is exact.

// quarterY rounds to a quarter pixel.
func quarterY(y fix) fix { return (y + 32) &^ 63 }

// textBuilder collects such edges.
type textBuilder struct {
	lines      []line
	start, cur fpoint
	open       bool
}

func (b *textBuilder) moveTo(p fpoint) {
	b.close()
	b.start, b.cur, b.open = p, p, true
}

func (b *textBuilder) close() {
	if b.open {
		b.lineTo(b.start)
	}
}

func (b *textBuilder) lineTo(p fpoint) {
	b.edge(b.cur.x, quarterY(b.cur.y), p.x, quarterY(p.y))
	b.cur = p
}

func (b *textBuilder) edge(x0, y0, x1, y1 fix) {
	if y0 != y1 {
		b.lines = append(b.lines, line{x0, y0, x1, y1})
	}
}

// quadTo splits the curve at its vertical extremum.
func (b *textBuilder) quadTo(c, p fpoint) {
	a := b.cur
	b.cur = p
	if (c.y-a.y < 0) != (p.y-c.y < 0) && a.y != c.y && c.y != p.y {
		// t = (a−c)/(a−2c+p)
		num, den := int64(a.y)-int64(c.y), int64(a.y)-2*int64(c.y)+int64(p.y)
		if den != 0 {
			if den < 0 {
				num, den = -num, -den
			}
			at := func(u, v fix) fix { return u + fix(floorDiv(2*num*(int64(v)-int64(u))+den, 2*den)) }
			l := fpoint{at(a.x, c.x), at(a.y, c.y)}
			r := fpoint{at(c.x, p.x), at(c.y, p.y)}
			m := fpoint{at(l.x, r.x), at(l.y, r.y)}
			b.monotone(a, fpoint{l.x, m.y}, m)
			b.monotone(m, fpoint{r.x, m.y}, p)
			return
		}
	}
	b.monotone(a, c, p)
}

// monotone adds a vertically monotone curve.
func (b *textBuilder) monotone(a, c, p fpoint) {
	flip := a.y > p.y
	if flip {
		a, p = p, a
	}
	dx, dy := abs64(2*int64(c.x)-int64(a.x)-int64(p.x))>>2, abs64(2*int64(c.y)-int64(a.y)-int64(p.y))>>2
	k := min(max(chords(dx, dy), 1), 6)
	n := int64(1) << k
	step := func(p0, p1, p2 fix) forward {
		dd := int64(p0) - 2*int64(p1) + int64(p2)
		return forward{int64(p0) << (2 * k), 2*n*(int64(p1)-int64(p0)) + dd, 2 * dd, 0}
	}
	b.snapped(step(a.x, c.x, p.x), step(a.y, c.y, p.y), n, 2*k, a, p, flip)
}

// chords returns log2 of the number of chords for a curve that deviates by (dx, dy) from its chord.
func chords(dx, dy int64) uint {
	return uint(bits.Len64(uint64((max(dx, dy)+min(dx, dy)/2+16)>>5)) / 2)
}

// forward is a polynomial's value and forward differences.
type forward struct{ v, d1, d2, d3 int64 }

func (f *forward) next() {
	f.v, f.d1, f.d2 = f.v+f.d1, f.d1+f.d2, f.d2+f.d3
}

// snapped adds the n chords of a downward curve from a to p, given in steps of 1<<shift; flip reverses their direction.
func (b *textBuilder) snapped(x, y forward, n int64, shift uint, a, p fpoint, flip bool) {
	last := quarterY(p.y)
	sx, sy := a.x, quarterY(a.y) // end of the last edge
	y.v = int64(sy) << shift     // the curve starts at its rounded start point
	add := func(nx, ny fix) {
		if ny <= sy {
			return
		}
		if flip {
			b.edge(nx, ny, sx, sy)
		} else {
			b.edge(sx, sy, nx, ny)
		}
		sx, sy = nx, ny
	}
	for i := int64(1); i < n; i++ {
		tall := y.d1>>shift >= 2*fixOne
		x.next()
		y.next()
		nx, ny := fix(x.v>>shift), fix(y.v>>shift)
		if tall {
			// A tall chord ends on a pixel row, at its intersection.
			row := min(last, (ny+128)&^255)
			if ny > sy {
				nx -= fix(floorDiv(int64(nx-sx)*int64(ny-row), int64(ny-sy)))
			}
			add(nx, row)
			continue
		}
		add(nx, min(last, quarterY(ny)))
	}
	add(p.x, last)
}

func abs64(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// cubicTo flattens a vertically monotone curve, as in well-made fonts, into as many chords as Skia; other curves into
// short lines.
func (b *textBuilder) cubicTo(c, e, p fpoint) {
	a := b.cur
	if a.y <= c.y && c.y <= e.y && e.y <= p.y || a.y >= c.y && c.y >= e.y && e.y >= p.y {
		b.cur = p
		flip := a.y > p.y
		if flip {
			a, c, e, p = p, e, c, a
		}
		k := min(chords(cubicStray(a.x, c.x, e.x, p.x), cubicStray(a.y, c.y, e.y, p.y))+1, 6)
		n := int64(1) << k
		step := func(p0, p1, p2, p3 fix) forward {
			c1 := 3 * (int64(p1) - int64(p0))
			c2 := 3 * (int64(p0) - 2*int64(p1) + int64(p2))
			c3 := int64(p3) - int64(p0) + 3*(int64(p1)-int64(p2))
			return forward{int64(p0) << (3 * k), c1*n*n + c2*n + c3, 2*c2*n + 6*c3, 6 * c3}
		}
		b.snapped(step(a.x, c.x, e.x, p.x), step(a.y, c.y, e.y, p.y), n, 3*k, a, p, flip)
		return
	}
	d := max(
		secondDifference(a.x, c.x, e.x), secondDifference(a.y, c.y, e.y),
		secondDifference(c.x, e.x, p.x), secondDifference(c.y, e.y, p.y))
	k := min(subdivisions((d+255)/256)+1, 6)
	n := int64(1) << k
	at := func(p0, p1, p2, p3 fix, i int64) fix {
		j := n - i
		v := int64(p0)*j*j*j + 3*int64(p1)*j*j*i + 3*int64(p2)*j*i*i + int64(p3)*i*i*i
		return fix((v + n*n*n/2) >> (3 * k))
	}
	for i := int64(1); i <= n; i++ {
		b.lineTo(fpoint{at(a.x, c.x, e.x, p.x, i), at(a.y, c.y, e.y, p.y, i)})
	}
}

// cubicStray returns the deviation of a cubic from its chord at one and two thirds.
func cubicStray(a, b, c, d fix) int64 {
	one := (8*int64(a) - 15*int64(b) + 6*int64(c) + int64(d)) * 19 >> 9
	two := (int64(a) + 6*int64(b) - 15*int64(c) + 8*int64(d)) * 19 >> 9
	return max(abs64(one), abs64(two))
}

// finish returns the shape.
func (b *textBuilder) finish() *shape {
	b.close()
	return &shape{lines: b.lines, bounds: linesBounds(b.lines)}
}
