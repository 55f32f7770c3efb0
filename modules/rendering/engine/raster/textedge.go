package raster

import "math/bits"

// Browsers on Linux rasterise glyphs with Skia's analytic antialiasing, which
// keeps vertical positions to a quarter pixel and splits curves coarsely. Text
// drawn exactly would look different from theirs at small sizes, so glyph masks
// are made from edges placed the same way; their coverage is exact.

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

// quadTo splits the curve where it turns vertically.
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

// monotone adds a curve that only goes up or only down.
func (b *textBuilder) monotone(a, c, p fpoint) {
	flip := a.y > p.y
	if flip {
		a, p = p, a
	}
	dx, dy := abs64(2*int64(c.x)-int64(a.x)-int64(p.x))>>2, abs64(2*int64(c.y)-int64(a.y)-int64(p.y))>>2
	d := (max(dx, dy) + min(dx, dy)/2 + 16) >> 5
	k := min(max(uint(bits.Len64(uint64(d)))/2, 1), 6)
	n := int64(1) << k
	step := func(p0, p1, p2 fix) (v, d1, d2 int64) {
		dd := int64(p0) - 2*int64(p1) + int64(p2)
		return int64(p0) << (2 * k), 2*n*(int64(p1)-int64(p0)) + dd, 2 * dd
	}
	x, vx, ax := step(a.x, c.x, p.x)
	y, vy, ay := step(a.y, c.y, p.y)
	last := quarterY(p.y)
	sx, sy := a.x, quarterY(a.y) // where the edges have got to
	y = int64(sy) << (2 * k)     // the curve follows its rounded start
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
		tall := vy>>(2*k) >= 2*fixOne
		x, vx = x+vx, vx+ax
		y, vy = y+vy, vy+ay
		nx, ny := fix(x>>(2*k)), fix(y>>(2*k))
		if tall {
			// A tall piece ends on a pixel row, on its line.
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

// cubicTo splits the curve into as many chords as Skia does: twice as many for
// four times the bend, 8 for a quarter circle of 30 pixels.
func (b *textBuilder) cubicTo(c, e, p fpoint) {
	a := b.cur
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

// finish returns the shape.
func (b *textBuilder) finish() *shape {
	b.close()
	return &shape{lines: b.lines, bounds: linesBounds(b.lines)}
}
