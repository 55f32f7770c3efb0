package hint

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// direction of an edge; opposite directions sum to zero.
type direction int8

const (
	dirNone  direction = 4
	dirRight direction = 1
	dirLeft  direction = -1
	dirUp    direction = 2
	dirDown  direction = -2
)

// point is a point of an outline, on or off the curve. oy is its scaled and y its hinted height, x its horizontal
// position, all in 26.6.
type point struct {
	fx, fy     int32
	oy, y, x   int32
	on         bool
	cubic      bool // control point of a cubic
	prev, next int
	in, out    direction
	weak       bool
	touched    bool
	toNext     int // the next and previous points that are not nearly coincident
	toPrev     int
}

// outline is a glyph's points, its horizontal segments and the edges they form.
type outline struct {
	upem   int32
	pts    []point
	starts []int // start indices of contours; the last entry is len(pts)
	segs   []segment
	edges  []*edge
	major  direction // direction of the lower sides of stems
	// topDown reports whether edges are in descending order.
	topDown bool
}

// segment is a run of points at one height.
type segment struct {
	first, last int
	pos, delta  int32
	lo, hi      int32 // horizontal extent
	dir         direction
	round       bool
	link, serif int // indices of other segments; −1: none
	score       int32
	length      int32 // length of the overlap with link; see linkHan
	edge        *edge
}

// newOutline returns an outline's points as TrueType stores them, without implied on-curve points; nil for empty
// outlines.
func newOutline(o *font.Outline, upem int32) *outline {
	if o == nil {
		return nil
	}
	h := &outline{upem: upem, pts: make([]point, 0, 2*len(o.Segments))}
	start := 0
	add := func(p font.SegmentPoint, on, cubic bool) {
		h.pts = append(h.pts, point{fx: (p.X + 32) >> 6, fy: (p.Y + 32) >> 6, on: on, cubic: cubic})
	}
	flush := func() {
		if len(h.pts) == start {
			return
		}
		h.starts = append(h.starts, start)
		for i := start; i < len(h.pts); i++ {
			h.pts[i].prev, h.pts[i].next = i-1, i+1
		}
		h.pts[start].prev, h.pts[len(h.pts)-1].next = len(h.pts)-1, start
		start = len(h.pts)
	}
	for i := range o.Segments {
		g := &o.Segments[i]
		switch g.Op {
		case font.SegmentMove:
			flush()
		case font.SegmentQuad:
			add(g.Args[0], false, false)
		case font.SegmentCube:
			add(g.Args[0], false, true)
			add(g.Args[1], false, true)
		}
		if !g.Implied {
			add(g.End(), true, false)
		}
	}
	flush()
	if len(h.pts) == 0 {
		return nil
	}
	h.starts = append(h.starts, len(h.pts))
	var area int64
	for i := range h.pts {
		a, b := &h.pts[i], &h.pts[h.pts[i].next]
		area += int64(b.fy-a.fy) * int64(b.fx+a.fx)
	}
	h.major = dirLeft
	if area > 0 {
		h.major = dirRight
	}
	return h
}

// extremum returns the highest or lowest height, and whether the outline is round there.
func (h *outline) extremum(kind zoneKind) (y int32, round, ok bool) {
	top := kind&tops != 0
	best := -1
	for i := range h.pts {
		p := &h.pts[i]
		if p.next == i || h.pts[p.next].next == i {
			continue // anchors are not part of the outline
		}
		if best < 0 || top && p.fy > y || !top && p.fy < y {
			best, y = i, p.fy
		}
	}
	if best < 0 {
		return 0, false, false
	}
	x := h.pts[best].fx
	near := func(i int) bool {
		d := abs32(h.pts[i].fy - y)
		return d <= 5 || abs32(h.pts[i].fx-x) > 20*d
	}
	first, last := best, best
	onFirst, onLast := -1, -1
	if h.pts[best].on {
		onFirst, onLast = best, best
	}
	for i := h.pts[best].prev; i != best && near(i); i = h.pts[i].prev {
		first = i
		if h.pts[i].on {
			onFirst = i
			if onLast < 0 {
				onLast = i
			}
		}
	}
	for i := h.pts[best].next; i != best && near(i); i = h.pts[i].next {
		last = i
		if h.pts[i].on {
			onLast = i
			if onFirst < 0 {
				onFirst = i
			}
		}
	}
	if onFirst >= 0 && onLast >= 0 && abs32(h.pts[onLast].fx-h.pts[onFirst].fx) > h.upem/14 {
		return y, false, true
	}
	return y, !h.pts[first].on || !h.pts[last].on, true
}

// directionOf returns the axis direction of a vector, within about four degrees.
func directionOf(dx, dy int32) direction {
	var d direction
	var long, short int32
	switch {
	case dy >= dx && dy >= -dx:
		d, long, short = dirUp, dy, dx
	case dy >= dx:
		d, long, short = dirLeft, -dx, dy
	case dy >= -dx:
		d, long, short = dirRight, dx, dy
	default:
		d, long, short = dirDown, -dy, dx
	}
	if long <= 14*abs32(short) {
		return dirNone
	}
	return d
}

// directions computes the directions at each point, skipping nearly coincident points, and marks the weak points, which
// are interpolated between others.
func (h *outline) directions() {
	near := 20 * h.upem / 2048
	for i := range h.pts {
		h.pts[i].in, h.pts[i].out = dirNone, dirNone
	}
	for c := range len(h.starts) - 1 {
		first := h.starts[c]
		point, prev := first, h.pts[first].prev
		for prev != first {
			if abs32(h.pts[point].fx-h.pts[prev].fx)+abs32(h.pts[point].fy-h.pts[prev].fy) >= 2*near-1 {
				break
			}
			point, prev = prev, h.pts[prev].prev
		}
		first = point
		curr, next := first, first
		h.pts[curr].toNext, h.pts[first].toPrev = first, curr
		var dx, dy int32
		for {
			p := next
			next = h.pts[p].next
			dx += h.pts[next].fx - h.pts[p].fx
			dy += h.pts[next].fy - h.pts[p].fy
			if abs32(dx)+abs32(dy) < near {
				h.pts[next].weak = true
				if next == first {
					break
				}
				continue
			}
			h.pts[curr].toNext, h.pts[next].toPrev = next, curr
			d := directionOf(dx, dy)
			h.pts[curr].out = d
			for curr = h.pts[curr].next; curr != next; curr = h.pts[curr].next {
				h.pts[curr].in, h.pts[curr].out = d, d
			}
			h.pts[next].in = d
			h.pts[curr].toNext, h.pts[first].toPrev = first, curr
			dx, dy = 0, 0
			if next == first {
				break
			}
		}
	}
	h.simplify()
	h.weaken()
}

// simplify marks points as weak whose neighbours are in the same quadrant.
func (h *outline) simplify() {
	for i := range h.pts {
		p := &h.pts[i]
		if p.weak || p.in != dirNone || p.out != dirNone {
			continue
		}
		n, q := &h.pts[p.toNext], &h.pts[p.toPrev]
		inX, inY, outX, outY := p.fx-q.fx, p.fy-q.fy, n.fx-p.fx, n.fy-p.fy
		if inX^outX >= 0 && inY^outY >= 0 {
			p.weak = true
			q.toNext, n.toPrev = p.toNext, p.toPrev
		}
	}
}

func (h *outline) weaken() {
	for i := range h.pts {
		p := &h.pts[i]
		switch {
		case p.weak:
		case !p.on:
			p.weak = true
		case p.out == p.in:
			if p.out != dirNone {
				p.weak = true
				break
			}
			n, q := &h.pts[p.toNext], &h.pts[p.toPrev]
			if flatCorner(p.fx-q.fx, p.fy-q.fy, n.fx-p.fx, n.fy-p.fy) {
				p.weak = true
				q.toNext, n.toPrev = p.toNext, p.toPrev
			}
		case p.in == -p.out:
			p.weak = true
		}
	}
}

// flatCorner reports whether a corner is nearly straight: the path over it is at most a sixteenth longer than the
// direct line.
func flatCorner(inX, inY, outX, outY int32) bool {
	length := func(x, y int32) int32 {
		x, y = abs32(x), abs32(y)
		if x > y {
			return x + 3*y>>3
		}
		return y + 3*x>>3
	}
	in, out, all := length(inX, inY), length(outX, outY), length(inX+outX, inY+outY)
	return in+out-all < all>>4
}

// segments finds the horizontal segments.
func (h *outline) segments() {
	h.segs = h.segs[:0]
	flat := func(i int) bool { d := h.pts[i].out; return d == dirLeft || d == dirRight }
	for c := range len(h.starts) - 1 {
		point := h.starts[c]
		last := h.pts[point].prev
		if point == last {
			continue
		}
		if flat(last) && flat(point) {
			last = point
			for {
				point = h.pts[point].prev
				if !flat(point) {
					point = h.pts[point].next
					break
				}
				if point == last {
					break
				}
			}
		}
		last = point
		passed, open := false, false
		var s segment
		var lo, hi, onLo, onHi int32
		var loOn, hiOn bool
		for {
			p := &h.pts[point]
			if open {
				if p.fy < lo {
					lo, loOn = p.fy, p.on
				}
				if p.fy > hi {
					hi, hiOn = p.fy, p.on
				}
				s.lo, s.hi = min(s.lo, p.fx), max(s.hi, p.fx)
				if p.on {
					onLo, onHi = min(onLo, p.fx), max(onHi, p.fx)
				}
				if p.out != s.dir || point == last {
					s.last = point
					s.pos, s.delta = (lo+hi)>>1, (hi-lo)>>1
					s.round = (!loOn || !hiOn) && onHi-onLo < h.upem/14
					s.link, s.serif, s.score = -1, -1, 32000
					h.segs = append(h.segs, s)
					open = false
				}
			}
			if point == last {
				if passed {
					break
				}
				passed = true
			}
			if !open && flat(point) {
				s = segment{first: point, dir: p.out, lo: p.fx, hi: p.fx}
				lo, hi, loOn, hiOn = p.fy, p.fy, p.on, p.on
				onLo, onHi = 32000, -32000
				if p.on {
					onLo, onHi = p.fx, p.fx
				}
				open = true
			}
			point = p.next
		}
	}
}

// link pairs the lower and upper sides of stems.
func (h *outline) link(maxWidth int32) {
	least, lenScore := max(8*h.upem/2048, 1), 6000*h.upem/2048
	for i := range h.segs {
		a := &h.segs[i]
		if a.dir != h.major {
			continue
		}
		for j := range h.segs {
			b := &h.segs[j]
			if a.dir+b.dir != 0 || b.pos <= a.pos {
				continue
			}
			overlap := min(a.hi, b.hi) - max(a.lo, b.lo)
			if overlap < least {
				continue
			}
			dist := b.pos - a.pos
			demerit := dist
			if maxWidth > 0 {
				switch d := int64(dist)<<10/int64(maxWidth) - 1<<10; {
				case d > 10000:
					demerit = 32000
				case d > 0:
					demerit = int32(d * d / 3000)
				default:
					demerit = 0
				}
			}
			score := demerit + lenScore/overlap
			if score < a.score {
				a.score, a.link = score, j
			}
			if score < b.score {
				b.score, b.link = score, i
			}
		}
	}
	for i := range h.segs {
		a := &h.segs[i]
		if a.link >= 0 && h.segs[a.link].link != i {
			a.serif = h.segs[a.link].link
			a.link = -1
		}
	}
}

// divFix divides 26.6 pixels by a 16.16 scale.
func divFix(v int32, scale int64) int32 {
	if scale <= 0 || bits.Len64(uint64(scale)) > 40 {
		return 0
	}
	return int32((int64(v)<<16 + scale/2) / scale)
}
