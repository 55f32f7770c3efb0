package hint

import "github.com/platenhq/platen/modules/rendering/engine/font"

// Heights in font and device space are 16.16.

const (
	onePixel   = 1 << 16
	minCounter = onePixel / 2 // the minimum space between stems
	maxEdges   = 2 * 96
)

// stemEdge is an edge of a stem and its device position.
type stemEdge struct {
	font, device int64
	scale        int64 // scale between this edge and the next
	stem         int   // index of the glyph's stem; −1: none
	valid        bool
	top          bool
	pair         bool // the stem's other edge is valid, too
	locked       bool // its position is final
}

// stemMap maps font heights to device heights.
type stemMap struct {
	edges []stemEdge // in ascending order
	scale int64
	built bool
}

// at maps a height.
func (m *stemMap) at(y int64) int64 {
	if len(m.edges) == 0 {
		return mulFix64(y, m.scale)
	}
	i := len(m.edges) - 1
	for i > 0 && y < m.edges[i].font {
		i--
	}
	e := &m.edges[i]
	if y < e.font {
		return mulFix64(y-e.font, m.scale) + e.device
	}
	return mulFix64(y-e.font, e.scale) + e.device
}

// stemHinter hints one glyph.
type stemHinter struct {
	stems *font.Stems
	zones *fittedStemZones
	scale int64
	// placed holds stems whose positions are kept in later maps.
	placed [][2]int64
	used   []bool
	first  stemMap // only the stems placed by zones
}

func newStemHinter(s *font.Stems, scale int64) *stemHinter {
	return &stemHinter{
		stems: s, scale: scale, zones: fitStemZones(s.Zones, scale),
		placed: make([][2]int64, len(s.Edges)), used: make([]bool, len(s.Edges)),
	}
}

// edges returns the edges of stem i.
func (h *stemHinter) edges(i int) (bottom, top stemEdge) {
	lo, hi := int64(h.stems.Edges[i][0]), int64(h.stems.Edges[i][1])
	bottom, top = stemEdge{stem: i, scale: h.scale}, stemEdge{stem: i, scale: h.scale, top: true}
	switch w := hi - lo; {
	case w == -21*onePixel:
		bottom.font, bottom.valid = hi, true
	case w == -20*onePixel:
		top.font, top.valid = lo, true
	default:
		bottom.font, top.font = min(lo, hi), max(lo, hi)
		bottom.valid, top.valid, bottom.pair, top.pair = true, true, true, true
	}
	for k, e := range []*stemEdge{&bottom, &top} {
		e.device = mulFix64(e.font, h.scale)
		if e.valid && h.used[i] {
			e.device, e.locked = h.placed[i][k], true
		}
	}
	return bottom, top
}

// build returns the map for the stems of a mask; nil: all stems.
func (h *stemHinter) build(mask *font.StemMask) stemMap {
	if !h.first.built {
		h.first = h.collect(nil, true)
	}
	m := h.collect(mask, false)
	for i := range m.edges {
		e := &m.edges[i]
		if e.stem < 0 {
			continue
		}
		k := 0
		if e.top {
			k = 1
		}
		h.placed[e.stem][k], h.used[e.stem] = e.device, true
	}
	return m
}

// collect inserts the stems, starting with those placed by zones or earlier maps, and aligns the others to pixel rows.
func (h *stemHinter) collect(mask *font.StemMask, initial bool) stemMap {
	m := stemMap{scale: h.scale, built: true}
	if z := h.zones; z.em {
		h.insert(&m, z.emBottom, stemEdge{})
		h.insert(&m, stemEdge{}, z.emTop)
	}
	rest := make([]int, 0, len(h.stems.Edges))
	for i := range h.stems.Edges {
		if mask != nil && !mask.On(i) {
			continue
		}
		bottom, top := h.edges(i)
		if bottom.locked || top.locked || h.zones.capture(&bottom, &top) {
			h.insert(&m, bottom, top)
		} else {
			rest = append(rest, i)
		}
	}
	if initial {
		// The baseline stays in place unless another edge determines its position.
		if n := len(m.edges); n == 0 || m.edges[0].font > 0 || m.edges[n-1].font < 0 {
			h.insert(&m, stemEdge{stem: -1, scale: h.scale, valid: true, locked: true}, stemEdge{})
		}
	} else {
		for _, i := range rest {
			bottom, top := h.edges(i)
			h.insert(&m, bottom, top)
		}
	}
	m.adjust()
	return m
}

// insert adds a stem's valid edges unless they overlap existing ones.
func (h *stemHinter) insert(m *stemMap, bottom, top stemEdge) {
	first, second := bottom, top
	pair := bottom.valid && top.valid
	if !bottom.valid {
		first = top
	}
	if !first.valid || pair && top.font < bottom.font {
		return
	}
	at := 0
	for at < len(m.edges) && m.edges[at].font < first.font {
		at++
	}
	if at < len(m.edges) {
		if next := &m.edges[at]; next.font == first.font || pair && next.font <= second.font || next.top && next.pair {
			return
		}
	}
	if h.first.built && !first.locked {
		if pair {
			// The centre moves with the zones, the height is kept.
			middle := h.first.at((first.font + second.font) / 2)
			half := mulFix64((second.font-first.font)/2, h.scale)
			first.device, second.device = middle-half, middle+half
		} else {
			first.device = h.first.at(first.font)
		}
	}
	last := &first
	if pair {
		last = &second
	}
	if at > 0 && first.device < m.edges[at-1].device || at < len(m.edges) && last.device > m.edges[at].device {
		return
	}
	add := []stemEdge{first}
	if pair {
		add = append(add, second)
	}
	if len(m.edges)+len(add) > maxEdges {
		return
	}
	m.edges = append(m.edges[:at], append(add, m.edges[at:]...)...)
}

// adjust moves each stem up or down so that one of its edges is on a pixel row, whichever move is smaller and leaves
// enough space to its neighbours. Stems that could not move up are tried again from the top.
func (m *stemMap) adjust() {
	type retry struct {
		edge int
		up   int64
	}
	var again []retry
	e := m.edges
	for i := 0; i < len(e); i++ {
		j := i
		if e[i].pair && i+1 < len(e) {
			j = i + 1
		}
		if !e[i].locked {
			low, high := e[i].device&(onePixel-1), e[j].device&(onePixel-1)
			up := min(-low&(onePixel-1), -high&(onePixel-1))
			down := -min(low, high)
			roomUp := j == len(e)-1 || e[j+1].device >= e[j].device+up+minCounter
			roomDown := i == 0 || e[i-1].device <= e[i].device+down-minCounter
			move, late := int64(0), false
			switch {
			case roomUp && roomDown:
				move = up
				if -down < up {
					move = down
				}
			case roomUp:
				move = up
			case roomDown:
				move, late = down, up < -down
			default:
				late = true
			}
			if late && j < len(e)-1 && !e[j+1].locked {
				again = append(again, retry{j, up - move})
			}
			e[i].device += move
			if j > i {
				e[j].device += move
			}
		}
		m.stretch(i)
		if j > i {
			m.stretch(j)
			i = j
		}
	}
	for k := len(again) - 1; k >= 0; k-- {
		j, up := again[k].edge, again[k].up
		if e[j+1].device < e[j].device+up+minCounter {
			continue
		}
		e[j].device += up
		if e[j].pair && j > 0 {
			e[j-1].device += up
		}
	}
}

// stretch sets the scale between edge i and the one below.
func (m *stemMap) stretch(i int) {
	if i == 0 || m.edges[i].font == m.edges[i-1].font {
		return
	}
	a, b := &m.edges[i-1], &m.edges[i]
	a.scale = ((b.device-a.device)<<16 + (b.font-a.font)/2) / (b.font - a.font)
}

// draw passes an outline to a pen with its heights adjusted by the hints, in 1/256 pixel with y down; x scales
// horizontal coordinates.
func (h *stemHinter) draw(b Pen, o *font.Outline, x func(int32) int32) {
	point := func(m *stemMap, p font.SegmentPoint) Point {
		y := m.at(int64(p.Y)<<10) >> 10 // 26.6
		return Point{x(p.X), -int32(min(max(y*4, -limit), limit))}
	}
	var cur, first stemMap
	var mask *font.StemMask
	masks, fresh := h.stems.Masks, true
	var start font.SegmentPoint
	for i := range o.Segments {
		s := &o.Segments[i]
		for ; len(masks) > 0 && masks[0].From <= i; masks = masks[1:] {
			if masks[0].Counter {
				h.build(&masks[0])
			} else {
				mask, fresh = &masks[0], true
			}
		}
		if fresh {
			cur, fresh = h.build(mask), false
		}
		last := i+1 == len(o.Segments) || o.Segments[i+1].Op == font.SegmentMove
		switch s.Op {
		case font.SegmentMove:
			start, first = s.Args[0], cur
			b.MoveTo(point(&cur, start))
		case font.SegmentLine:
			if last && s.Args[0] == start {
				b.LineTo(point(&first, start))
				continue
			}
			b.LineTo(point(&cur, s.Args[0]))
		case font.SegmentCube:
			b.CubicTo(point(&cur, s.Args[0]), point(&cur, s.Args[1]), point(&cur, s.Args[2]))
		}
		if last && s.Op != font.SegmentMove {
			b.LineTo(point(&first, start))
		}
	}
}

// mulFix64 multiplies by a 16.16 scale, rounded to nearest.
func mulFix64(v, scale int64) int64 {
	p := v * scale
	if p < 0 {
		return -((-p + 0x8000) >> 16)
	}
	return (p + 0x8000) >> 16
}
