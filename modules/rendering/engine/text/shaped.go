package text

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// fixed is a length in 1/65536 px, the precision of glyph positions.
type fixed = int64

// ceilUnit rounds up to 1/64 px, as Chromium does for text widths.
func ceilUnit(v fixed) geom.Unit { return clampUnit((v + 1023) >> 10) }

// roundUnit rounds to the nearest 1/64 px.
func roundUnit(v fixed) geom.Unit { return clampUnit((v + 512) >> 10) }

func clampUnit(v int64) geom.Unit {
	return geom.Unit(min(max(v, -int64(geom.MaxUnit)), int64(geom.MaxUnit)))
}

// Shaped is a shaped paragraph, from which lines are taken. It is immutable and safe for concurrent use. All positions
// are byte offsets of the paragraph's text; a position inside a grapheme cluster means the cluster's start.
type Shaped struct {
	engine *Engine
	// fullWidth reports whether the text has East Asian characters.
	fullWidth bool
	para      *Paragraph
	text      string
	base      Direction
	turns     []baseTurn // after base, in order
	starts    []int32    // byte offset of every grapheme cluster
	levels    []uint8    // per cluster; nil: all have the base level
	items     []item
	prefix    []fixed // advance of the text before every cluster; one more entry than starts
	breaks    []Break
	missing   []Missing
}

// glyph is a positioned glyph: cluster is a byte offset in the paragraph.
type glyph struct {
	id      font.GlyphID
	cluster int32
	unsafe  bool
	advance fixed
	dx, dy  fixed
}

// Text returns the paragraph's text.
func (s *Shaped) Text() string { return s.text }

// BaseAt returns the base direction at pos: that of the paragraph or, if AutoBase is set, of the bidi paragraph there.
func (s *Shaped) BaseAt(pos int) Direction {
	base := s.base
	for _, t := range s.turns {
		if int(t.at) <= pos {
			base = t.base
		}
	}
	return base
}

// baseTurn is a change of the base direction at a byte offset.
type baseTurn struct {
	at   int32
	base Direction
}

// Breaks returns all line break opportunities in order, excluding the end of the text. White space before a break hangs
// or is removed by layout: it belongs to the preceding line. Tabs (U+0009) and objects (U+FFFC) have no width here.
func (s *Shaped) Breaks() []Break { return s.breaks }

// Missing returns the characters that no available face has, in order.
func (s *Shaped) Missing() []Missing { return s.missing }

// LevelAt returns the bidi embedding level at pos, before rule L1.
func (s *Shaped) LevelAt(pos int) uint8 {
	if len(s.starts) == 0 {
		return uint8(s.base)
	}
	return s.levelOf(min(s.clusterAt(pos), len(s.starts)-1))
}

// Advance returns the width of [start, end) in logical order, without the effects of line edges, rounded up to 1/64 px
// like Chromium's text widths. It includes letter- and word-spacing; tabs and objects have zero width.
func (s *Shaped) Advance(start, end int) geom.Unit {
	if end <= start {
		return 0
	}
	return ceilUnit(s.prefix[s.clusterAt(end)] - s.prefix[s.clusterAt(start)])
}

// Fit returns the largest cluster boundary p in [start, end] for which Advance(start, p) ≤ width; start if no cluster
// fits. O(log n).
func (s *Shaped) Fit(start, end int, width geom.Unit) int {
	a, b := s.clusterAt(start), s.clusterAt(end)
	limit := s.prefix[a] + fixed(width)<<10
	// With negative spacing advances may decrease, so they are searched linearly.
	n := sort.Search(b-a, func(i int) bool { return s.prefix[a+i+1] > limit })
	for n < b-a && s.prefix[a+n+1] <= limit {
		n++
	}
	return s.offset(a + n)
}

// FitEnd returns the smallest cluster boundary p in [start, end] for which Advance(p, end) ≤ width; end if no cluster
// fits.
func (s *Shaped) FitEnd(start, end int, width geom.Unit) int {
	a, b := s.clusterAt(start), s.clusterAt(end)
	limit := s.prefix[b] - fixed(width)<<10
	n := b
	for n > a && s.prefix[n-1] >= limit {
		n--
	}
	return s.offset(n)
}

// NextCluster returns the end of the grapheme cluster that contains pos; len(Text()) at the end.
func (s *Shaped) NextCluster(pos int) int {
	if pos >= len(s.text) {
		return len(s.text)
	}
	return s.clusterEnd(s.clusterAt(pos))
}

// PrevCluster returns the start of the grapheme cluster that ends at pos or contains it; 0 at the start.
func (s *Shaped) PrevCluster(pos int) int {
	i := s.clusterAt(pos)
	if i < len(s.starts) && int(s.starts[i]) < pos {
		return int(s.starts[i])
	}
	return s.offset(max(i-1, 0))
}

// clusterAt returns the index of the cluster that contains pos; len(starts) for the end of the text and beyond.
func (s *Shaped) clusterAt(pos int) int {
	if pos >= len(s.text) {
		return len(s.starts)
	}
	if pos <= 0 {
		return 0
	}
	if len(s.starts) == len(s.text) {
		return pos // all clusters are single bytes
	}
	i, found := slices.BinarySearch(s.starts, int32(pos))
	if !found {
		i--
	}
	return i
}

// offset returns the byte offset of cluster i; the length of the text past the last.
func (s *Shaped) offset(i int) int {
	if i >= len(s.starts) {
		return len(s.text)
	}
	return int(s.starts[i])
}

func (s *Shaped) clusterEnd(i int) int { return s.offset(i + 1) }

func (s *Shaped) levelOf(i int) uint8 {
	if s.levels == nil {
		return uint8(s.base)
	}
	return s.levels[i]
}

// resolveLevels determines the base direction and the levels.
func (s *Shaped) resolveLevels() {
	s.base = s.para.Base
	if !needsBidi(s.text) && (s.para.AutoBase || s.base == LTR) {
		s.base = LTR
		return
	}
	runes := make([]rune, 0, len(s.text))
	at := make([]int32, 0, len(s.text))
	for i, r := range s.text {
		runes = append(runes, r)
		at = append(at, int32(i))
	}
	levels := s.paragraphLevels(runes, at)
	s.levels = make([]uint8, len(s.starts))
	k := 0
	for i, start := range s.starts {
		for at[k] < start {
			k++
		}
		s.levels[i] = levels[k]
	}
}

// paragraphLevels resolves the levels of runes, which begin at the given offsets, and the base direction. With AutoBase
// every bidi paragraph has a base direction of its own (CSS Writing Modes 4 §2.4.5, plaintext).
func (s *Shaped) paragraphLevels(runes []rune, at []int32) (levels []uint8) {
	if !s.para.AutoBase {
		levels, s.base = bidiLevels(runes, s.para.Base, false)
		return levels
	}
	for from := 0; from < len(runes); {
		to := from
		for to < len(runes) && !separatesParagraphs(runes[to]) {
			to++
		}
		to = min(to+1, len(runes))
		part, own := bidiLevels(runes[from:to], s.para.Base, true)
		if from == 0 {
			s.base = own
		} else if last := s.BaseAt(int(at[from])); own != last {
			s.turns = append(s.turns, baseTurn{at[from], own})
		}
		levels = append(levels, part...)
		from = to
	}
	return levels
}

// measure computes prefix from the glyphs; the advance of a shaper cluster of several grapheme clusters (a ligature) is
// divided evenly.
func (s *Shaped) measure() {
	s.prefix = make([]fixed, len(s.starts)+1)
	for k := range s.items {
		it := &s.items[k]
		if it.kind != kindText {
			continue
		}
		first, end := s.clusterAt(it.start), s.clusterAt(it.end)
		for _, g := range it.glyphs {
			i := s.clusterAt(int(g.cluster))
			s.prefix[i+1] += g.advance
		}
		s.shareLigatures(it, first, end)
	}
	for i := 1; i < len(s.prefix); i++ {
		s.prefix[i] += s.prefix[i-1]
	}
}

// shareLigatures divides the advance of clusters that were merged with their successors, that is those visible
// successors that have no glyph of their own.
func (s *Shaped) shareLigatures(it *item, first, end int) {
	if len(it.glyphs) >= end-first {
		return
	}
	has := make([]bool, end-first)
	for _, g := range it.glyphs {
		has[s.clusterAt(int(g.cluster))-first] = true
	}
	for i := first; i < end; {
		j := i + 1
		for j < end && !has[j-first] && !allIgnorable(s.text[s.offset(j):s.clusterEnd(j)]) {
			j++
		}
		if n := fixed(j - i); n > 1 {
			total := s.prefix[i+1]
			// Invisible clusters at the front get no share.
			for n > 1 && allIgnorable(s.text[s.offset(i):s.clusterEnd(i)]) {
				s.prefix[i+1] = 0
				i, n = i+1, n-1
			}
			for k := i; k < j; k++ {
				s.prefix[k+1] = total*fixed(k-i+1)/n - total*fixed(k-i)/n
			}
		}
		i = j
	}
}

// runeBefore returns the character that ends at pos.
func (s *Shaped) runeBefore(pos int) rune {
	r, _ := utf8.DecodeLastRuneInString(s.text[:pos])
	return r
}
