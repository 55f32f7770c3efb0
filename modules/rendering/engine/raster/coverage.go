package raster

// full is the accumulated area of a fully covered pixel: 256 rows of 1/256 times a width of 256, doubled.
const full = 1 << 17

// accumulator computes exact pixel coverage from edges. Each edge adds the signed area to its right; a prefix sum along
// the row gives winding × coverage. Its buffer is zero between uses.
type accumulator struct {
	area  irect
	pitch int
	cells []int32
	cover []uint8
}

// maxAccumulatorCells bounds the buffer (16 MiB); taller areas are rasterised in strips.
const maxAccumulatorCells = 1 << 22

// sink receives coverage row by row, at most once per pixel.
type sink interface {
	// span receives a run of constant coverage, 1…255.
	span(y, x0, x1 int, cov uint32)
	// mask receives one coverage value per pixel, from x on; the slice is reused.
	mask(y, x int, cov []uint8)
}

// fill rasterises the part of s inside area.
func (a *accumulator) fill(s *shape, area irect, out sink) {
	area = area.intersect(s.bounds)
	if area.empty() {
		return
	}
	rows, between := s.sides, fillBetween
	if s.gap != (frect{}) {
		rows, between = s.gap, fillAround
	}
	if y0, y1 := max(int(rows.y0>>8), area.y0), min(int(rows.y1>>8), area.y1); y0 < y1 {
		a.lines(s, irect{area.x0, area.y0, area.x1, y0}, out)
		between(rows, irect{area.x0, y0, area.x1, y1}, out)
		a.lines(s, irect{area.x0, y1, area.x1, area.y1}, out)
		return
	}
	a.lines(s, area, out)
}

// fillBetween rasterises the rows of a shape with two vertical sides.
func fillBetween(sides frect, area irect, out sink) {
	x0, x1 := int(sides.x0>>8), int(sides.x1>>8) // the pixels that contain the sides
	left, right := uint32(256-sides.x0&255)*255, uint32(sides.x1&255)*255
	if x0 == x1 {
		left, right = uint32(sides.x1-sides.x0)*255, 0
	}
	edge := [2][1]uint8{{uint8((left + 128) >> 8)}, {uint8((right + 128) >> 8)}}
	for y := area.y0; y < area.y1; y++ {
		first := x0
		if sides.x0&255 != 0 || x0 == x1 {
			if x0 >= area.x0 && x0 < area.x1 && edge[0][0] != 0 {
				out.mask(y, x0, edge[0][:])
			}
			first++
		}
		if from, to := max(first, area.x0), min(x1, area.x1); from < to {
			out.span(y, from, to, 255)
		}
		if x1 > x0 && x1 >= area.x0 && x1 < area.x1 && edge[1][0] != 0 {
			out.mask(y, x1, edge[1][:])
		}
	}
}

// fillAround rasterises the rows of an area outside a gap with two vertical sides.
func fillAround(gap frect, area irect, out sink) {
	x0, x1 := int(gap.x0>>8), int(gap.x1>>8) // the pixels that contain the sides
	left, right := uint32(gap.x0&255)*255, uint32(256-gap.x1&255)*255
	if x0 == x1 {
		left, right = uint32(256-(gap.x1-gap.x0))*255, 0
	}
	edge := [2][1]uint8{{uint8((left + 128) >> 8)}, {uint8((right + 128) >> 8)}}
	after := x1
	if gap.x1&255 != 0 || x0 == x1 {
		after++
	}
	for y := area.y0; y < area.y1; y++ {
		if to := min(x0, area.x1); area.x0 < to {
			out.span(y, area.x0, to, 255)
		}
		if x0 >= area.x0 && x0 < area.x1 && edge[0][0] != 0 {
			out.mask(y, x0, edge[0][:])
		}
		if x1 > x0 && x1 < after && x1 >= area.x0 && x1 < area.x1 && edge[1][0] != 0 {
			out.mask(y, x1, edge[1][:])
		}
		if from := max(after, area.x0); from < area.x1 {
			out.span(y, from, area.x1, 255)
		}
	}
}

// lines rasterises the part of s inside area by its edges.
func (a *accumulator) lines(s *shape, area irect, out sink) {
	if area.empty() {
		return
	}
	pitch := area.w() + 2
	strip := max(1, maxAccumulatorCells/pitch)
	for y := area.y0; y < area.y1; y += strip {
		part := irect{area.x0, y, area.x1, min(area.y1, y+strip)}
		a.begin(part, pitch)
		for i := range s.lines {
			a.line(&s.lines[i])
		}
		a.sweep(s.evenOdd, out)
	}
}

func (a *accumulator) begin(area irect, pitch int) {
	a.area, a.pitch = area, pitch
	n := pitch*area.h() + 1
	if cap(a.cells) < n {
		a.cells = make([]int32, n)
	}
	a.cells = a.cells[:n]
	if cap(a.cover) < pitch {
		a.cover = make([]uint8, pitch)
	}
	a.cover = a.cover[:cap(a.cover)]
}

// line adds one edge. Its positions at pixel rows are exact floors along the unclipped edge, so that clipping never
// moves them.
func (a *accumulator) line(l *line) {
	x0, y0, x1, y1, dir := int64(l.x0), int64(l.y0), int64(l.x1), int64(l.y1), int32(1)
	if y0 == y1 {
		return
	}
	if y0 > y1 {
		x0, y0, x1, y1, dir = x1, y1, x0, y0, -1
	}
	top, bottom := int64(a.area.y0)<<8, int64(a.area.y1)<<8
	ya, yb := max(y0, top), min(y1, bottom)
	if ya >= yb {
		return
	}
	left := int64(a.area.x0) << 8
	width := int64(a.area.w()) << 8
	x0 -= left
	x1 -= left
	if x0 >= width && x1 >= width {
		return
	}
	row := int(ya>>8) - a.area.y0
	if x0 == x1 || (x0 <= 0 && x1 <= 0) {
		a.vertical(max(x0, 0), ya, yb, row, dir)
		return
	}
	dx, dy := x1-x0, y1-y0
	num := (ya - y0) * dx
	x := x0 + floorDiv(num, dy)
	// First, the remainder of the row in which the edge starts.
	next := (ya | 255) + 1
	if next >= yb {
		xb := x1
		if yb != y1 {
			xb = x0 + floorDiv((yb-y0)*dx, dy)
		}
		a.segment(row, x, xb, int32(yb-ya), dir)
		return
	}
	num = (next - y0) * dx
	q := floorDiv(num, dy)
	rem := num - q*dy
	a.segment(row, x, x0+q, int32(next-ya), dir)
	x = x0 + q
	stepQ := floorDiv(256*dx, dy)
	stepR := 256*dx - stepQ*dy
	y := next
	row++
	for y+256 <= yb {
		nx := x + stepQ
		rem += stepR
		if rem >= dy {
			rem -= dy
			nx++
		}
		a.segment(row, x, nx, 256, dir)
		x = nx
		y += 256
		row++
	}
	if y < yb {
		xb := x1
		if yb != y1 {
			xb = x0 + floorDiv((yb-y0)*dx, dy)
		}
		a.segment(row, x, xb, int32(yb-y), dir)
	}
}

// vertical adds an edge at constant x ≥ 0 (or left of the area, with x = 0).
func (a *accumulator) vertical(x, ya, yb int64, row int, dir int32) {
	i := int(x >> 8)
	if i >= a.area.w() {
		return
	}
	f := int32(x & 255)
	at := row*a.pitch + i
	for y := ya; y < yb; {
		next := min((y|255)+1, yb)
		d := int32(next-y) * dir
		a.cells[at] += d * (512 - 2*f)
		a.cells[at+1] += d * 2 * f
		at += a.pitch
		y = next
	}
}

// segment adds the part of an edge inside one row: from x = xa to x = xb over a height of h (in 1/256).
func (a *accumulator) segment(row int, xa, xb int64, h, dir int32) {
	if xa > xb {
		xa, xb = xb, xa // the area to the right is unchanged by reversing the segment
	}
	base := row * a.pitch
	w := int64(a.area.w())
	first := xa >> 8
	if first >= w {
		return
	}
	if xa >= 0 && first == xb>>8 {
		d := h * dir
		f := int32(xa&255) + int32(xb&255)
		c := a.cells[base+int(first) : base+int(first)+2]
		c[0] += d * (512 - f)
		c[1] += d * f
		return
	}
	if xb <= 0 {
		a.cells[base] += h * dir * 512
		return
	}
	dx := xb - xa
	x := xa
	var done int32
	if x < 0 {
		done = int32(int64(h) * (0 - xa) / dx)
		a.cells[base] += done * dir * 512
		x = 0
	}
	// The height reached at each pixel boundary is floor(h·(X−xa)/dx), updated exactly as quotient and remainder.
	i := x >> 8
	edge := (i + 1) << 8
	num := int64(h) * (edge - xa)
	q, r := num/dx, num%dx
	sq, sr := int64(h)*256/dx, int64(h)*256%dx
	for edge < xb && i < w {
		d := (int32(q) - done) * dir
		f := int32(x-i<<8) + 256
		c := a.cells[base+int(i) : base+int(i)+2]
		c[0] += d * (512 - f)
		c[1] += d * f
		done = int32(q)
		x = edge
		i++
		edge += 256
		q += sq
		r += sr
		if r >= dx {
			r -= dx
			q++
		}
	}
	if i < w {
		d := (h - done) * dir
		f := int32(x-i<<8) + int32(xb-i<<8)
		c := a.cells[base+int(i) : base+int(i)+2]
		c[0] += d * (512 - f)
		c[1] += d * f
	}
}

// minRun is the minimum length of constant coverage that is reported as a span.
const minRun = 8

// sweep sums the rows, passes them to out and clears the buffer.
func (a *accumulator) sweep(evenOdd bool, out sink) {
	w := a.area.w()
	for row := range a.area.h() {
		y := a.area.y0 + row
		cells := a.cells[row*a.pitch : row*a.pitch+a.pitch]
		var acc int32
		var cov uint32
		pending := 0 // cover[pending:i] is not yet passed on
		for i := 0; i < w; {
			// A run of constant coverage.
			j := i
			for j+4 <= w && cells[j]|cells[j+1]|cells[j+2]|cells[j+3] == 0 {
				j += 4
			}
			for j < w && cells[j] == 0 {
				j++
			}
			if j-i >= minRun || (j > i && j == w && cov == 0) {
				if pending < i {
					out.mask(y, a.area.x0+pending, a.cover[pending:i])
				}
				if cov != 0 {
					out.span(y, a.area.x0+i, a.area.x0+j, cov)
				}
				pending = j
			} else {
				for k := i; k < j; k++ {
					a.cover[k] = uint8(cov)
				}
			}
			if j == w {
				i = j
				break
			}
			acc += cells[j]
			cells[j] = 0
			cov = coverage(acc, evenOdd)
			a.cover[j] = uint8(cov)
			i = j + 1
			if pending == j && cov == 0 {
				pending = i
			}
		}
		if pending < w {
			out.mask(y, a.area.x0+pending, a.cover[pending:w])
		}
		cells[w], cells[w+1] = 0, 0
	}
}

// coverage converts winding × area to 0…255 by the fill rule. Overlapping contours of the same direction clamp to full
// coverage, without seams.
func coverage(acc int32, evenOdd bool) uint32 {
	v := acc
	if v < 0 {
		v = -v
	}
	if evenOdd {
		v &= 2*full - 1
		if v > full {
			v = 2*full - v
		}
	} else if v > full || v < 0 {
		v = full
	}
	return uint32(v*255+full/2) >> 17
}
