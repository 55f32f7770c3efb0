package text

import (
	"sort"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// LineOptions controls the edges and the justification of a line.
type LineOptions struct {
	// Hyphen adds a hyphen at the line's logical end, as a separate run in the style of the last character.
	Hyphen bool
	// Hidden is the byte offset from which trailing white space has no glyphs (it is inside [start, end) but in no
	// run); 0 = none.
	Hidden int
	// Justify is added to every justification opportunity of the line (spaces, and between clusters of scripts without
	// spaces).
	Justify geom.Unit
	// Objects are the stretches of the line that justification treats as objects, in order.
	Objects []Object
	// TrimEnd trims a full-width closing bracket at the line's end by [Shaped.EndTrim].
	TrimEnd bool
}

// piece is a stretch of a line within one item and level.
type piece struct {
	item       *item
	start, end int
	level      uint8
	hyphen     bool
}

// Line returns the runs of the line [start, end) in visual order, left to right (UAX #9 rules L1 and L2). Text near the
// edges is reshaped where the break would change glyphs. Tabs and objects are separate runs (Run.Tab, Run.Object) of
// width zero that layout sizes; forced breaks and bidi controls produce none. A style change splits a run.
func (s *Shaped) Line(start, end int, opt LineOptions) []Run {
	pieces := s.pieces(start, end, opt)
	expand := s.expansions(start, end, opt)
	levels := make([]uint8, len(pieces))
	for i := range pieces {
		levels[i] = pieces[i].level
	}
	runs := make([]Run, 0, len(pieces))
	for _, k := range visualOrder(levels) {
		runs = s.appendRuns(runs, &pieces[k], expand)
	}
	if opt.TrimEnd {
		if opt.Hidden > 0 {
			end = min(end, opt.Hidden)
		}
		s.trimEnd(runs, end)
	}
	joinRuns(runs)
	return runs
}

// joinRuns positions runs that differ only in their face as one stretch of text, of which only the total width is
// rounded: glyphs continue at the exact end of the previous run.
func joinRuns(runs []Run) {
	for i := 0; i < len(runs); i++ {
		sum := runs[i].exact
		for i+1 < len(runs) && continues(&runs[i], &runs[i+1]) {
			start := roundUnit(sum - runs[i].exact)
			end := roundUnit(sum)
			runs[i].Width = end - start
			lead := int32(sum - fixed(end)<<10)
			i++
			for k := range runs[i].Glyphs {
				runs[i].Glyphs[k].Fine += lead
			}
			sum += runs[i].exact
			runs[i].Width = ceilUnit(sum) - end
		}
	}
}

// continues reports whether run b continues the stretch of the preceding run a.
func continues(a, b *Run) bool {
	if a.Style != b.Style || a.Upright != b.Upright || a.Level != b.Level || a.Hyphen || b.Hyphen || a.Object || b.Object || a.Tab || b.Tab {
		return false
	}
	if a.Level%2 == 1 {
		return b.End == a.Start
	}
	return a.End == b.Start
}

// LineWidth returns the sum of the widths of Line's runs, at lower cost.
func (s *Shaped) LineWidth(start, end int, opt LineOptions) geom.Unit {
	var sum geom.Unit
	for _, r := range s.Line(start, end, opt) {
		sum += r.Width
	}
	return sum
}

// pieces splits the line by items and by rule L1, in logical order.
func (s *Shaped) pieces(start, end int, opt LineOptions) []piece {
	start, end = s.offset(s.clusterAt(start)), s.offset(s.clusterAt(end))
	if opt.Hidden > 0 && opt.Hidden < end {
		end = max(start, s.offset(s.clusterAt(opt.Hidden)))
	}
	var list []piece
	base := uint8(s.BaseAt(start))
	for k := s.itemAt(start); k < len(s.items) && s.items[k].start < end; k++ {
		it := &s.items[k]
		a, b := max(it.start, start), min(it.end, end)
		if a >= b || it.kind == kindNone {
			continue
		}
		if edge := s.atEdges(it, a, b, start, end); edge != nil {
			edge.glyphs = s.shapeRange(nil, edge, edge.start, edge.end, nil)
			it = edge
		}
		level := it.level
		if it.kind == kindTab {
			level = base
		}
		list = append(list, piece{item: it, start: a, end: b, level: level})
	}
	// L1: white space before a tab and at the line's end has the base level.
	for i := len(list) - 1; i >= 0; i-- {
		if i+1 < len(list) && list[i+1].item.kind != kindTab {
			continue
		}
		list = s.resetSpaces(list, i, base)
	}
	if opt.Hyphen {
		if k := s.itemAt(max(end-1, start)); k < len(s.items) {
			it := &s.items[k]
			list = append(list, piece{item: it, start: end, end: end, level: it.level, hyphen: true})
		}
	}
	return list
}

// resetSpaces sets the trailing white space of piece i to the base level, and continues with preceding pieces if the
// whole piece is white space.
func (s *Shaped) resetSpaces(list []piece, i int, base uint8) []piece {
	for ; i >= 0; i-- {
		p := &list[i]
		if p.item.kind != kindText {
			return list
		}
		cut := p.end
		for cut > p.start {
			r, n := utf8.DecodeLastRuneInString(s.text[p.start:cut])
			if !isBidiSpace(r) {
				break
			}
			cut -= n
		}
		if cut == p.end {
			return list
		}
		if p.level == base {
			if cut > p.start {
				return list
			}
			continue
		}
		if cut > p.start {
			tail := piece{item: p.item, start: cut, end: p.end, level: base}
			p.end = cut
			list = append(list, piece{})
			copy(list[i+2:], list[i+1:])
			list[i+1] = tail
			return list
		}
		p.level = base
	}
	return list
}

// isBidiSpace reports whether r has bidi class WS or is an isolate control (rule L1).
func isBidiSpace(r rune) bool {
	switch {
	case r == ' ', r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x205F, r == 0x3000, r >= 0x2066 && r <= 0x2069,
		r >= 0x202A && r <= 0x202E, r == 0x200B, r == 0xAD, r == 0xFEFF:
		return true
	}
	return false
}

// itemAt returns the index of the item that contains pos.
func (s *Shaped) itemAt(pos int) int {
	lo, hi := 0, len(s.items)
	for lo < hi {
		m := (lo + hi) / 2
		if s.items[m].end <= pos {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// appendRuns appends a piece's runs, one per style, in visual order.
func (s *Shaped) appendRuns(runs []Run, p *piece, expand map[int32]fixed) []Run {
	it := p.item
	run := Run{Face: it.match.Face, Style: s.styleAt(p.start, it), Size: it.size, Start: p.start, End: p.end, Level: p.level, Upright: it.upright && !p.hyphen}
	switch {
	case p.hyphen:
		run.Style = s.styleAt(max(p.start-1, it.start), it)
		run.Face, run.Size, run.Hyphen = it.font.primary.Face, it.style.sizeIn(&it.font.primary, &it.font.primary), true
		run.synthesize(it.font.primary.Bold, it.font.primary.Oblique)
		run.fill(s.hyphen(it), nil, false)
		for i := range run.Glyphs {
			run.Glyphs[i].Cluster = p.start
		}
		return append(runs, run)
	case it.kind == kindObject:
		run.Object = true
		return append(runs, run)
	case it.kind == kindTab:
		run.Tab = true
		return append(runs, run)
	}
	run.synthesize(it.match.Bold, it.match.Oblique)
	glyphs := s.slice(it, p.start, p.end, p.level)
	ahead := p.level%2 == 1 && s.para.Justify == JustifyCharacters
	parts := s.styleParts(p.start, p.end, it)
	if len(parts) == 1 {
		run.fill(glyphs, expand, ahead)
		return append(runs, run)
	}
	if p.level%2 == 1 {
		for a, z := 0, len(parts)-1; a < z; a, z = a+1, z-1 {
			parts[a], parts[z] = parts[z], parts[a]
		}
	}
	for _, part := range parts {
		r := run
		r.Start, r.End, r.Style = part.start, part.end, part.style
		r.fill(cutGlyphs(glyphs, part.start, part.end), expand, ahead)
		runs = append(runs, r)
	}
	return runs
}

func (r *Run) synthesize(bold, oblique bool) {
	if bold {
		r.Embolden = emboldenOf(r.Size)
	}
	r.Oblique = oblique
}

// fill converts glyphs. Accumulated positions are rounded to 1/64 px, so that rounding errors do not accumulate. With
// ahead, the space that expand adds is on the left of a cluster, which is after it in right-to-left text.
func (r *Run) fill(glyphs []glyph, expand map[int32]fixed, ahead bool) {
	r.Glyphs = make([]Glyph, len(glyphs))
	var sum, start fixed
	var at geom.Unit
	for i, g := range glyphs {
		sum += g.advance
		dx := g.dx
		switch {
		case len(expand) == 0:
		case ahead:
			if i == 0 || glyphs[i-1].cluster != g.cluster {
				sum += expand[g.cluster]
				dx += expand[g.cluster]
			}
		case i+1 == len(glyphs) || glyphs[i+1].cluster != g.cluster:
			sum += expand[g.cluster]
		}
		next := roundUnit(sum)
		x := roundUnit(dx)
		r.Glyphs[i] = Glyph{ID: g.id, Cluster: int(g.cluster), Advance: next - at, XOffset: x, YOffset: roundUnit(g.dy), Fine: int32(start + dx - fixed(at+x)<<10)}
		at, start = next, sum
	}
	r.Width, r.exact = ceilUnit(sum), sum
}

// slice returns the glyphs of [a, b) of an item, reshaped if the cut would change them or the direction differs (white
// space by L1).
func (s *Shaped) slice(it *item, a, b int, level uint8) []glyph {
	if level%2 != it.level%2 {
		other := *it
		other.level = level
		return s.shapeRange(nil, &other, a, b, nil)
	}
	if a == it.start && b == it.end {
		return it.glyphs
	}
	if s.safeCut(it, a) && s.safeCut(it, b) {
		return cutGlyphs(it.glyphs, a, b)
	}
	return s.shapeRange(nil, it, a, b, nil)
}

// safeCut reports whether an item's glyphs may be split before pos.
func (s *Shaped) safeCut(it *item, pos int) bool {
	if pos <= it.start || pos >= it.end {
		return true
	}
	gs := it.glyphs
	rtl := it.level%2 == 1
	lo, hi := 0, len(gs)
	for lo < hi {
		m := (lo + hi) / 2
		before := int(gs[m].cluster) < pos
		if rtl {
			before = int(gs[m].cluster) > pos
		}
		if before {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= len(gs) || int(gs[lo].cluster) != pos {
		return false
	}
	for i := lo; i < len(gs) && int(gs[i].cluster) == pos; i++ {
		if gs[i].unsafe {
			return false
		}
	}
	return true
}

// cutGlyphs returns the glyphs whose clusters are in [a, b): they are contiguous.
func cutGlyphs(gs []glyph, a, b int) []glyph {
	if len(gs) == 0 {
		return gs
	}
	// Clusters are in ascending or descending order.
	from := func(pos int) int {
		return sort.Search(len(gs), func(i int) bool { return int(gs[i].cluster) >= pos })
	}
	if gs[0].cluster > gs[len(gs)-1].cluster {
		below := func(pos int) int {
			return sort.Search(len(gs), func(i int) bool { return int(gs[i].cluster) < pos })
		}
		i, j := below(b), below(a)
		return gs[i:j:j]
	}
	i, j := from(a), from(b)
	return gs[i:j:j]
}

type stylePart struct {
	start, end int
	style      *Style
}

// styleParts splits [a, b) where the style pointer changes, so that each part has a single colour and decoration.
func (s *Shaped) styleParts(a, b int, it *item) []stylePart {
	spans := s.para.Spans
	if len(spans) == 0 {
		return []stylePart{{a, b, it.style}}
	}
	var parts []stylePart
	for k := s.spanIndex(a); k < len(spans) && spans[k].Start < b; k++ {
		x, y := max(a, spans[k].Start), min(b, spans[k].End)
		if x >= y {
			continue
		}
		if n := len(parts); n > 0 && parts[n-1].style == spans[k].Style {
			parts[n-1].end = y
			continue
		}
		parts = append(parts, stylePart{x, y, spans[k].Style})
	}
	if len(parts) == 0 {
		parts = []stylePart{{a, b, it.style}}
	}
	return parts
}

// spanIndex returns the index of the span that contains pos.
func (s *Shaped) spanIndex(pos int) int {
	spans := s.para.Spans
	lo, hi := 0, len(spans)
	for lo < hi {
		m := (lo + hi) / 2
		if spans[m].End <= pos {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

func (s *Shaped) styleAt(pos int, it *item) *Style {
	if k := s.spanIndex(pos); k < len(s.para.Spans) {
		return s.para.Spans[k].Style
	}
	return it.style
}

// runeAt returns the character at pos, 0 at the end.
func runeAt(text string, pos int) rune {
	if pos >= len(text) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(text[pos:])
	return r
}
