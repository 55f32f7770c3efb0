package hint

// Glyphs outside any script, including ligatures and conjuncts, are hinted like ideographs (FreeType, "The automatic
// hinter", CJK module): horizontal stems are moved slightly towards pixel rows and vertical ones towards pixel columns,
// unless they would merge with a neighbour, and the remaining points follow. There are no blue zones.

// hintHan fits the outline's points to a scale.
func (h *outline) hintHan(s *script, scale int64) {
	h.hanAxis(s.upright, scale, true)
	h.hanAxis(s.width, scale, false)
}

// hanAxis fits the points along one axis: across selects vertical stems.
func (h *outline) hanAxis(width int32, scale int64, across bool) {
	if across {
		h.transpose()
		defer h.transpose()
	}
	for i := range h.pts {
		p := &h.pts[i]
		p.oy = mulFix(p.fy, scale)
		p.y = p.oy
		p.touched, p.weak = false, false
	}
	h.directions()
	h.segments()
	for i := range h.segs {
		h.segs[i].round = h.roundRun(&h.segs[i])
	}
	near := divFix(3*64, scale)
	h.linkHan(near)
	h.hanEdges(width, scale)
	h.alignHan(across)
	for _, e := range h.edges {
		for _, i := range e.segs {
			for p := h.segs[i].first; ; p = h.pts[p].next {
				h.pts[p].y += e.pos - e.opos
				h.pts[p].touched = true
				if p == h.segs[i].last {
					break
				}
			}
		}
	}
	h.alignStrong()
	h.alignWeak()
}

// roundRun reports whether no two consecutive points of a segment are on the curve.
func (h *outline) roundRun(s *segment) bool {
	for p := s.first; p != s.last; p = h.pts[p].next {
		next := h.pts[p].next
		if h.pts[p].on && h.pts[next].on {
			return false
		}
		if next == s.last {
			return true
		}
	}
	return false
}

// linkHan pairs the sides of stems: the nearest segments with sufficient overlap; near is three pixels.
func (h *outline) linkHan(near int32) {
	least := 8 * h.upem / 2048
	better := func(s *segment, dist, length int32) bool {
		return dist*8 < s.score*9 && (dist*8 < s.score*7 || s.length < length)
	}
	for i := range h.segs {
		a := &h.segs[i]
		if a.dir != h.major || a.first == a.last {
			continue
		}
		for j := range h.segs {
			b := &h.segs[j]
			dist := b.pos - a.pos
			if i == j || a.dir+b.dir != 0 || dist < 0 {
				continue
			}
			overlap := min(a.hi, b.hi) - max(a.lo, b.lo)
			if overlap < least {
				continue
			}
			if better(a, dist, overlap) {
				a.score, a.length, a.link = dist, overlap, j
			}
			if better(b, dist, overlap) {
				b.score, b.length, b.link = dist, overlap, i
			}
		}
	}
	h.splitWideEnds(near)
	for i := range h.segs {
		a := &h.segs[i]
		if a.link < 0 {
			continue
		}
		b := &h.segs[a.link]
		if b.link == i {
			continue
		}
		a.link = -1
		if b.score < near || a.score < b.score*4 {
			a.serif = b.link
		}
	}
}

// splitWideEnds resolves stems nested in wider ones, as in flared stroke ends: depending on their lengths the ends
// become serifs, or the inner stem is dropped.
func (h *outline) splitWideEnds(near int32) {
	paired := func(i int) bool {
		l := h.segs[i].link
		return l >= 0 && h.segs[l].link == i
	}
	for i := range h.segs {
		a := &h.segs[i]
		if !paired(i) || h.segs[a.link].pos <= a.pos || a.score >= near {
			continue
		}
		for j := range h.segs {
			b := &h.segs[j]
			if i == j || b.pos > a.pos || !paired(j) || a.link < 0 {
				continue
			}
			if h.segs[b.link].pos < h.segs[a.link].pos ||
				a.pos == b.pos && h.segs[a.link].pos == h.segs[b.link].pos ||
				b.score <= a.score || a.score*4 <= b.score {
				continue
			}
			if a.length < b.length*3 {
				h.segs[a.link].link, a.link = -1, -1
				break
			}
			wide := b.link
			for k := range h.segs {
				switch s := &h.segs[k]; s.link {
				case j:
					s.link, s.serif = -1, a.link
				case wide:
					s.link, s.serif = -1, i
				}
			}
		}
	}
}

// hanEdges groups segments of equal height whose linked segments are also of equal height.
func (h *outline) hanEdges(width int32, scale int64) {
	h.edges = nil
	threshold := width / 5
	if mulFix(threshold, scale) > 16 {
		threshold = divFix(16, scale)
	}
	fits := func(e *edge, g *segment) bool {
		if g.link < 0 {
			return true
		}
		for _, k := range e.segs {
			if l := h.segs[k].link; l >= 0 && abs32(h.segs[g.link].pos-h.segs[l].pos) >= threshold {
				return false
			}
		}
		return true
	}
	for i := range h.segs {
		g := &h.segs[i]
		var found *edge
		best := int32(0xFFFF)
		for _, e := range h.edges {
			if d := abs32(g.pos - e.fpos); e.dir == g.dir && d < threshold && d < best && fits(e, g) {
				best, found = d, e
			}
		}
		if found == nil {
			found = h.addEdge(g, scale, false)
		}
		g.edge = found
		found.segs = append(found.segs, i)
	}
	h.linkEdges()
}

// alignHan places the stems one by one, then interpolates the rest. Vertical stems move with the first.
func (h *outline) alignHan(across bool) {
	first := int32(0)
	order := map[*edge]int{}
	for i, e := range h.edges {
		order[e] = i
	}
	var last *edge // upper edge of the previous stem
	for i, e := range h.edges {
		if e.done || e.link == nil {
			continue
		}
		b := e.link
		if last != nil && (e.pos < last.pos+64 || b.pos < last.pos+64) {
			continue
		}
		if order[b] < i {
			follow(b, e)
			e.done, last = true, e
			continue
		}
		delta := moveStem(e, b, first, across)
		if across && last == nil {
			first = delta
		}
		e.done, b.done, last = true, true, b
	}
	if across {
		h.evenOut()
	}
	for _, e := range h.edges {
		if !e.done && e.serif != nil {
			follow(e.serif, e)
			e.done = true
		}
	}
	for i, e := range h.edges {
		if e.done {
			continue
		}
		before, after := i-1, i+1
		for before >= 0 && !h.edges[before].done {
			before--
		}
		for after < len(h.edges) && !h.edges[after].done {
			after++
		}
		switch {
		case before < 0 && after == len(h.edges):
		case before < 0:
			follow(h.edges[after], e)
		case after == len(h.edges):
			follow(h.edges[before], e)
		default:
			p, q := h.edges[before], h.edges[after]
			e.pos = p.pos
			if q.fpos != p.fpos {
				e.pos += mulDiv(e.fpos-p.fpos, q.pos-p.pos, q.fpos-p.fpos)
			}
		}
	}
}

// evenOut keeps the middle one of three vertical stems centred, with or without serifs.
func (h *outline) evenOut() {
	var a, b, c int
	switch len(h.edges) {
	case 6:
		a, b, c = 0, 2, 4
	case 12:
		a, b, c = 1, 5, 9
	default:
		return
	}
	e := h.edges
	if e[a].link != e[a+1] || e[b].link != e[b+1] || e[c].link != e[c+1] || abs32(e[a].opos+e[c].opos-2*e[b].opos) >= 8 {
		return
	}
	delta := e[c].pos - (2*e[b].pos - e[a].pos)
	moved := []*edge{e[c], e[c+1]}
	if len(e) == 12 {
		moved = append(moved, e[8], e[11])
	}
	for _, m := range moved {
		m.pos -= delta
	}
	e[c].done, e[c+1].done = true, true
}

// moveStem moves a stem, shifted by first, to align an edge with a pixel row or column, by at most about a fifth of a
// pixel. It returns the shift.
func moveStem(e, b *edge, first int32, across bool) int32 {
	const most = 14
	gap := int32(9)
	if across {
		gap = 15
	}
	if !e.round || !b.round {
		gap /= 3
	}
	length := b.opos - e.opos
	low := (e.opos+b.opos)/2 + first - length/2
	delta := max(-most, min(stemDelta(low, length, 64-gap), most))
	low += delta
	if e.opos < b.opos {
		e.pos, b.pos = low, low+length
	} else {
		e.pos, b.pos = low+length, low
	}
	return delta
}

// stemDelta returns the best shift of a stem that starts at low.
func stemDelta(low, length, threshold int32) int32 {
	d1, d2 := low&63, (low+length)&63
	u1, u2 := 64-d1, 64-d2
	switch {
	case d1 == 0 || d2 == 0:
		return 0
	case length <= threshold:
		switch {
		case d2 >= length:
			return 0
		case u1 <= d2:
			return u1
		}
		return -d2
	case d1 >= threshold || u1 >= threshold || d2 >= threshold || u2 >= threshold:
		return 0
	}
	offset := length % 64
	if offset >= 32 {
		offset = 64 - threshold
	} else if u1 <= offset || d2 <= offset {
		return 0
	}
	d1, u1 = threshold-u1, u1-offset
	u2, d2 = threshold-d2, d2-offset
	if d1 <= u1 {
		u1 = -d1
	}
	if d2 <= u2 {
		u2 = -d2
	}
	if abs32(u1) <= abs32(u2) {
		return u1
	}
	return u2
}

// transpose swaps the axes.
func (h *outline) transpose() {
	for i := range h.pts {
		p := &h.pts[i]
		p.fx, p.fy = p.fy, p.fx
		p.x, p.y = p.y, p.x
	}
	h.major = -h.major
}
