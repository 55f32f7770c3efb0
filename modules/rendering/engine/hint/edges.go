package hint

import "slices"

// edge is a height shared by one or more segments.
type edge struct {
	fpos        int32
	opos, pos   int32
	dir         direction
	round       bool
	done        bool
	link, serif *edge
	blue        *fittedZone
	shoot       bool // blue is its zone's overshoot position
	segs        []int
}

func (e *edge) bluePos() int32 {
	if e.shoot {
		return e.blue.shootFit
	}
	return e.blue.refFit
}

// hint fits the outline's points to f; the results are in the points' y. zones reports whether blue zones apply.
func (h *outline) hint(s *script, f *fitted, zones bool) {
	h.topDown = s.topDown
	for i := range h.pts {
		p := &h.pts[i]
		p.oy = mulFix(p.fy, f.scale)
		p.y, p.x = p.oy, mulFix(p.fx, f.across)
	}
	h.directions()
	h.segments()
	h.link(s.maxWidth)
	h.findEdges(s, f)
	if zones {
		h.findBlues(f)
	}
	h.alignEdges()
	for _, e := range h.edges {
		for _, i := range e.segs {
			for p := h.segs[i].first; ; p = h.pts[p].next {
				h.pts[p].y, h.pts[p].touched = e.pos, true
				if p == h.segs[i].last {
					break
				}
			}
		}
	}
	h.alignStrong()
	h.alignWeak()
}

func (h *outline) findEdges(s *script, f *fitted) {
	h.edges = nil
	threshold := divFix(min(mulFix(s.width/5, f.scale), 16), f.scale)
	widest := divFix(32, f.scale)
	for i := range h.segs {
		g := &h.segs[i]
		if g.delta > widest {
			continue
		}
		var found *edge
		for _, e := range h.edges {
			if abs32(g.pos-e.fpos) < threshold && e.dir == g.dir {
				found = e
				break
			}
		}
		if found == nil {
			found = h.addEdge(g, f.scale, s.topDown)
		}
		g.edge = found
		found.segs = append(found.segs, i)
	}
	h.linkEdges()
}

// addEdge inserts an edge at a segment's height, in ascending order or, with topDown, in descending order.
func (h *outline) addEdge(g *segment, scale int64, topDown bool) *edge {
	e := &edge{fpos: g.pos, opos: mulFix(g.pos, scale), dir: g.dir}
	e.pos = e.opos
	at := len(h.edges)
	for ; at > 0; at-- {
		before := h.edges[at-1].fpos
		if before == g.pos && g.dir == h.major || !topDown && before < g.pos || topDown && before > g.pos {
			break
		}
	}
	h.edges = slices.Insert(h.edges, at, e)
	return e
}

// linkEdges sets each edge's roundness and link by the majority of its segments.
func (h *outline) linkEdges() {
	for _, e := range h.edges {
		rounds, straights := 0, 0
		for _, i := range e.segs {
			g := &h.segs[i]
			if g.round {
				rounds++
			} else {
				straights++
			}
			serif := g.serif >= 0 && h.segs[g.serif].edge != nil && h.segs[g.serif].edge != e
			if !serif && (g.link < 0 || h.segs[g.link].edge == nil) {
				continue
			}
			other, to := g.link, &e.link
			if serif {
				other, to = g.serif, &e.serif
			}
			o := &h.segs[other]
			if *to == nil || abs32(g.pos-o.pos) < abs32(e.fpos-(*to).fpos) {
				*to = o.edge
			}
		}
		e.round = rounds > 0 && rounds >= straights
		if e.serif != nil && e.link != nil {
			e.serif = nil
		}
	}
}

// findBlues assigns edges to blue zones.
func (h *outline) findBlues(f *fitted) {
	limit := min(mulFix(h.upem/40, f.scale), 32)
	for _, e := range h.edges {
		best := limit
		for i := range f.zones {
			z := &f.zones[i]
			if !z.active || !z.neutral && z.top == (e.dir == h.major) {
				continue
			}
			dist := mulFix(abs32(e.fpos-z.ref), f.scale)
			if dist < best {
				best, e.blue, e.shoot = dist, z, false
			}
			if e.round && dist != 0 && !z.neutral && z.top != (e.fpos < z.ref) {
				if d := mulFix(abs32(e.fpos-z.blueZone.shoot), f.scale); d < best {
					best, e.blue, e.shoot = d, z, true
				}
			}
		}
	}
}

// follow keeps an edge's distance from an edge that is already placed.
func follow(base, e *edge) { e.pos = base.pos + e.opos - base.opos }

// alignEdges places the edges: first those in blue zones, then stems by their centres, then the remaining edges between
// them.
func (h *outline) alignEdges() {
	var anchor *edge
	for _, e := range h.edges {
		if e.done {
			continue
		}
		a, b := e, e.link
		if e.blue != nil && b != nil && b.blue != nil {
			// If a neutral zone holds one side of a stem, only the other side is aligned.
			if b.blue.neutral {
				b.blue = nil
			} else if e.blue.neutral {
				e.blue = nil
			}
		}
		if e.blue == nil {
			if b == nil || b.blue == nil {
				continue
			}
			a, b = b, e
		}
		a.pos, a.done = a.bluePos(), true
		if b != nil && b.blue == nil {
			follow(a, b)
			b.done = true
		}
		if anchor == nil {
			anchor = e
		}
	}
	order := map[*edge]int{}
	for i, e := range h.edges {
		order[e] = i
	}
	for i, e := range h.edges {
		if e.done || e.link == nil {
			continue
		}
		b := e.link
		if b.blue != nil || order[b] < i {
			follow(b, e)
			e.done = true
			continue
		}
		length := b.opos - e.opos
		place := e.opos
		if anchor != nil {
			place = anchor.pos + e.opos - anchor.opos
		}
		center := place + length>>1
		switch {
		case anchor != nil && b.done:
			e.pos = b.pos - length
		case length < 96:
			up, down := int32(32), int32(32)
			if length > 64 {
				up, down = 38, 26
			}
			at := pixRound(center)
			if abs32(center-(at-up)) < abs32(center-(at+down)) {
				at -= up
			} else {
				at += down
			}
			e.pos = at - length/2
			if anchor == nil {
				b.pos = e.pos + length
			} else {
				b.pos = at + length/2
			}
		case anchor == nil:
			e.pos = pixRound(e.opos)
			follow(e, b)
		default:
			lower := pixRound(place)
			upper := pixRound(place+length) - length
			e.pos = upper
			if abs32(lower+length>>1-center) < abs32(upper+length>>1-center) {
				e.pos = lower
			}
			b.pos = e.pos + length
		}
		if anchor == nil {
			anchor = e
		}
		e.done, b.done = true, true
		h.keepOrder(i)
	}
	for i, e := range h.edges {
		if e.done {
			continue
		}
		switch {
		case e.serif != nil && abs32(e.serif.opos-e.opos) < 64+16:
			follow(e.serif, e)
		case anchor == nil:
			e.pos = pixRound(e.opos)
			anchor = e
		default:
			before, after := i-1, i+1
			for before >= 0 && !h.edges[before].done {
				before--
			}
			for after < len(h.edges) && !h.edges[after].done {
				after++
			}
			if before >= 0 && after < len(h.edges) {
				p, q := h.edges[before], h.edges[after]
				e.pos = p.pos
				if q.opos != p.opos {
					e.pos += mulDiv(e.opos-p.opos, q.pos-p.pos, q.opos-p.opos)
				}
			} else {
				e.pos = anchor.pos + (e.opos-anchor.opos+16)&^31
			}
		}
		e.done = true
		h.keepOrder(i)
		if i+1 < len(h.edges) && h.edges[i+1].done && h.isPast(e.pos, h.edges[i+1].pos) {
			e.pos = h.edges[i+1].pos
		}
	}
}

// isPast reports whether position a comes after b in edge order.
func (h *outline) isPast(a, b int32) bool {
	if h.topDown {
		return a < b
	}
	return a > b
}

// keepOrder prevents edge i from moving past the previous one.
func (h *outline) keepOrder(i int) {
	if i == 0 {
		return
	}
	e, p := h.edges[i], h.edges[i-1]
	if h.isPast(p.pos, e.pos) && (e.link == nil || abs32(e.link.pos-p.pos) > 16) {
		e.pos = p.pos
	}
}

// alignStrong interpolates the strong points, which define the shape, between the edges.
func (h *outline) alignStrong() {
	n := len(h.edges)
	if n == 0 {
		return
	}
	for i := range h.pts {
		p := &h.pts[i]
		if p.touched || p.weak {
			continue
		}
		p.touched = true
		low, high := h.edges[0], h.edges[n-1]
		switch {
		case p.fy <= low.fpos:
			p.y = low.pos - (low.opos - p.oy)
		case p.fy >= high.fpos:
			p.y = high.pos + (p.oy - high.opos)
		default:
			k := 1
			for h.edges[k].fpos < p.fy {
				k++
			}
			a, b := h.edges[k-1], h.edges[k]
			if b.fpos == p.fy {
				p.y = b.pos
			} else {
				p.y = a.pos + mulFix(p.fy-a.fpos, ratio(b.pos-a.pos, b.fpos-a.fpos))
			}
		}
	}
}

// alignWeak interpolates the remaining points between touched ones, contour by contour, like TrueType's IUP
// instruction.
func (h *outline) alignWeak() {
	for c := range len(h.starts) - 1 {
		start, end := h.starts[c], h.starts[c+1]
		first := -1
		for i := start; i < end; i++ {
			if h.pts[i].touched {
				first = i
				break
			}
		}
		if first < 0 {
			continue
		}
		a := first
		for {
			b := h.pts[a].next
			for !h.pts[b].touched {
				b = h.pts[b].next
			}
			for p := h.pts[a].next; p != b; p = h.pts[p].next {
				h.pts[p].y = between1(h.pts[p].oy, &h.pts[a], &h.pts[b])
			}
			a = b
			if a == first {
				break
			}
		}
	}
}

// between1 interpolates height v between the displacements of points a and b.
func between1(v int32, a, b *point) int32 {
	if a.oy > b.oy {
		a, b = b, a
	}
	switch {
	case v <= a.oy:
		return v + a.y - a.oy
	case v >= b.oy:
		return v + b.y - b.oy
	}
	return a.y + mulFix(v-a.oy, ratio(b.y-a.y, b.oy-a.oy))
}

// ratio returns a/b in 16.16, rounded to nearest; 0 when b is 0.
func ratio(a, b int32) int64 {
	if b == 0 {
		return 0
	}
	return nearestDiv(int64(a)<<16, int64(b))
}

// mulDiv returns a·b/c, rounded to nearest; c must not be 0.
func mulDiv(a, b, c int32) int32 { return int32(nearestDiv(int64(a)*int64(b), int64(c))) }

// nearestDiv returns n/d rounded to nearest, halves away from 0; d must not be 0.
func nearestDiv(n, d int64) int64 {
	if d < 0 {
		n, d = -n, -d
	}
	if n < 0 {
		return -((-n + d/2) / d)
	}
	return (n + d/2) / d
}

// draw passes the hinted contours to a pen, in 1/256 pixel with y down, shifted right by shift.
func (h *outline) draw(b Pen, shift int32) {
	at := func(i int) Point { return Point{h.pts[i].x*4 + shift, -h.pts[i].y * 4} }
	mid := func(p, q Point) Point { return Point{(p.X + q.X) >> 1, (p.Y + q.Y) >> 1} }
	for c := range len(h.starts) - 1 {
		start, end := h.starts[c], h.starts[c+1]
		n := end - start
		// Start at an on-curve point.
		first := start
		for i := start; i < end; i++ {
			if h.pts[i].on {
				first = i
				break
			}
		}
		begin := at(first)
		skip := 1
		if !h.pts[first].on {
			begin = mid(at(h.pts[first].prev), at(first))
			skip = 0
		}
		b.MoveTo(begin)
		i := first
		if skip == 1 {
			i = h.pts[first].next
		}
		for k := skip; k < n; k++ {
			p := at(i)
			next := h.pts[i].next
			switch {
			case h.pts[i].on:
				b.LineTo(p)
			case h.pts[i].cubic:
				// A cubic starts and ends on the curve.
				end := h.pts[next].next
				b.CubicTo(p, at(next), at(end))
				next = h.pts[end].next
				k += 2
			case k == n-1:
				b.QuadTo(p, begin)
			case h.pts[next].on:
				b.QuadTo(p, at(next))
				next = h.pts[next].next
				k++
			default:
				b.QuadTo(p, mid(p, at(next)))
			}
			i = next
		}
		b.LineTo(begin)
	}
}
