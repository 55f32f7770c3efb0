package canvas

import "math"

// full is the accumulated area of a fully covered pixel: 256 rows of 512 half columns.
const full = 1 << 17

// cover accumulates the signed area of polygons per pixel. Coordinates are integers in 256ths of a pixel, so the sum
// does not depend on order or machine.
type cover struct {
	w, h           int // size of the canvas
	x0, y0, x1, y1 int // bounding box in pixels
	stride         int
	acc            []int32
	row            []uint32 // coverage of one row, 0 to 65536
}

// begin sets the bounding box of the contours; false when it is empty.
func (c *cover) begin(contours []contour) bool {
	lx, ly, hx, hy := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, k := range contours {
		for _, p := range k.points {
			lx, hx = min(lx, p.X), max(hx, p.X)
			ly, hy = min(ly, p.Y), max(hy, p.Y)
		}
	}
	if !(lx < hx) || !(ly < hy) || hx <= 0 || hy <= 0 || lx >= float64(c.w) || ly >= float64(c.h) {
		return false
	}
	c.x0, c.y0 = max(0, int(math.Floor(max(lx, 0)))), max(0, int(math.Floor(max(ly, 0))))
	c.x1, c.y1 = min(c.w, int(math.Ceil(min(hx, 1e6)))+1), min(c.h, int(math.Ceil(min(hy, 1e6)))+1)
	c.stride = c.x1 - c.x0 + 2
	n := c.stride * (c.y1 - c.y0)
	if n <= 0 {
		return false
	}
	if cap(c.acc) < n {
		c.acc = make([]int32, n)
	} else {
		c.acc = c.acc[:n]
		clear(c.acc)
	}
	if cap(c.row) < c.w {
		c.row = make([]uint32, c.w)
	}
	for _, k := range contours {
		n := len(k.points)
		if n < 2 {
			continue
		}
		px, py := fix(k.points[n-1].X), fix(k.points[n-1].Y)
		for _, p := range k.points {
			x, y := fix(p.X), fix(p.Y)
			c.edge(px, py, x, y)
			px, py = x, y
		}
	}
	return true
}

func fix(v float64) int { return int(math.Floor(float64(v*256) + 0.5)) }

// edge adds a line clipped to the box: parts to the left count in the first column, parts to the right are ignored.
func (c *cover) edge(ax, ay, bx, by int) {
	if ay == by {
		return
	}
	sign := int32(1)
	if ay > by {
		ax, ay, bx, by, sign = bx, by, ax, ay, -1
	}
	top, bottom := c.y0<<8, c.y1<<8
	if by <= top || ay >= bottom {
		return
	}
	dx, dy := bx-ax, by-ay
	at := func(y int) int { return ax + floorDiv((y-ay)*dx, dy) }
	y, x := ay, ax
	if y < top {
		y, x = top, at(top)
	}
	end := min(by, bottom)
	left, right := c.x0<<8, (c.x1+1)<<8
	for y < end {
		ny := min((y>>8+1)<<8, end)
		nx := bx
		if ny != by {
			nx = at(ny)
		}
		c.span(y>>8-c.y0, min(max(x, left), right)-left, min(max(nx, left), right)-left, int32(ny-y)*sign)
		x, y = nx, ny
	}
}

// span adds a piece of an edge within one row, d 256ths of a pixel high, from column position xa to xb in 256ths.
func (c *cover) span(row, xa, xb int, d int32) {
	line := c.acc[row*c.stride : (row+1)*c.stride]
	if xa > xb {
		xa, xb = xb, xa
	}
	ia, ib := xa>>8, xb>>8
	if ia == ib {
		if ia >= c.stride-1 {
			return
		}
		a := d * int32(xa&255+xb&255)
		line[ia] += d*512 - a
		line[ia+1] += a
		return
	}
	// Distribute the height over the columns in proportion to the width crossed.
	width := int32(xb - xa)
	used := int32(0)
	for i := ia; i <= ib; i++ {
		l, r := max(xa, i<<8), min(xb, (i+1)<<8)
		to := int32(int64(d) * int64(r-xa) / int64(width))
		part := to - used
		used = to
		if i >= c.stride-1 {
			return
		}
		a := part * int32(l-i<<8+r-i<<8)
		line[i] += part*512 - a
		line[i+1] += a
	}
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// line returns the coverage of row y from column x0 on, 0 to 65536 per pixel, and its non-zero range.
func (c *cover) line(y int) (row []uint32, from, to int) {
	acc := c.acc[(y-c.y0)*c.stride:]
	n := c.x1 - c.x0
	row = c.row[:n]
	sum := int32(0)
	from, to = n, 0
	for k := range n {
		sum += acc[k]
		v := sum
		if v < 0 {
			v = -v
		}
		if v > full {
			v = full
		}
		row[k] = uint32(v >> 1)
		if v > 1 {
			from, to = min(from, k), k+1
		}
	}
	return row, from, to
}
