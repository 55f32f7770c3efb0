package text

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// fixed is a length of 1/65536 px, the precision in which glyphs are placed.
type fixed = int64

// ceilUnit rounds up to 1/64 px, as Chromium snaps the width of text.
func ceilUnit(v fixed) geom.Unit { return clampUnit((v + 1023) >> 10) }

// roundUnit rounds to the nearest 1/64 px.
func roundUnit(v fixed) geom.Unit { return clampUnit((v + 512) >> 10) }

func clampUnit(v int64) geom.Unit {
	return geom.Unit(min(max(v, -int64(geom.MaxUnit)), int64(geom.MaxUnit)))
}

// Shaped is a shaped paragraph, from which lines are cut. It is immutable and
// safe for concurrent use. All positions are byte offsets of the paragraph's text;
// one that falls inside a grapheme cluster counts as the cluster's start.
type Shaped struct {
	engine *Engine
	// fullWidth says that the text has characters of East Asia.
	fullWidth bool
	para      *Paragraph
	text      string
	base      Direction
	starts    []int32 // byte offset of every grapheme cluster
	levels    []uint8 // of every cluster; nil: all are those of the base
	items     []item
	prefix    []fixed // advance of the text before every cluster; one more than starts
	breaks    []Break
	missing   []Missing
}

// glyph is a placed glyph: cluster is a byte offset of the paragraph.
type glyph struct {
	id      font.GlyphID
	cluster int32
	unsafe  bool
	advance fixed
	dx, dy  fixed
}

// Text returns the paragraph's text.
func (s *Shaped) Text() string { return s.text }

// Base returns the paragraph's direction (resolved when AutoBase was set).
func (s *Shaped) Base() Direction { return s.base }

// Breaks returns every place where a line may end, in order, the text's end
// excluded. White space before a break hangs or is removed by layout: it belongs
// to the line before. Tabs (U+0009) and objects (U+FFFC) have no width here.
func (s *Shaped) Breaks() []Break { return s.breaks }

// Missing returns the characters no available face has, in order.
func (s *Shaped) Missing() []Missing { return s.missing }

// LevelAt returns the bidi embedding level at pos, before rule L1.
func (s *Shaped) LevelAt(pos int) uint8 {
	if len(s.starts) == 0 {
		return uint8(s.base)
	}
	return s.levelOf(min(s.clusterAt(pos), len(s.starts)-1))
}

// Advance returns the width of [start, end) in logical order, as if it were set
// without line edges; rounded up to the next 1/64 px as Chromium snaps text.
// Letter- and word-spacing are included, tabs and objects count nothing.
func (s *Shaped) Advance(start, end int) geom.Unit {
	if end <= start {
		return 0
	}
	return ceilUnit(s.prefix[s.clusterAt(end)] - s.prefix[s.clusterAt(start)])
}

// Fit returns the largest cluster boundary p in [start, end] for which
// Advance(start, p) ≤ width; start when not even one cluster fits. O(log n).
func (s *Shaped) Fit(start, end int, width geom.Unit) int {
	a, b := s.clusterAt(start), s.clusterAt(end)
	limit := s.prefix[a] + fixed(width)<<10
	// Negative spacing can make the advances fall: then they are searched one by one.
	n := sort.Search(b-a, func(i int) bool { return s.prefix[a+i+1] > limit })
	for n < b-a && s.prefix[a+n+1] <= limit {
		n++
	}
	return s.offset(a + n)
}

// FitEnd returns the smallest cluster boundary p in [start, end] for which
// Advance(p, end) ≤ width; end when not even one cluster fits.
func (s *Shaped) FitEnd(start, end int, width geom.Unit) int {
	a, b := s.clusterAt(start), s.clusterAt(end)
	limit := s.prefix[b] - fixed(width)<<10
	n := b
	for n > a && s.prefix[n-1] >= limit {
		n--
	}
	return s.offset(n)
}

// NextCluster returns the end of the grapheme cluster that holds pos;
// len(Text()) at the end.
func (s *Shaped) NextCluster(pos int) int {
	if pos >= len(s.text) {
		return len(s.text)
	}
	return s.clusterEnd(s.clusterAt(pos))
}

// PrevCluster returns the start of the grapheme cluster that ends at pos or holds
// it; 0 at the start.
func (s *Shaped) PrevCluster(pos int) int {
	i := s.clusterAt(pos)
	if i < len(s.starts) && int(s.starts[i]) < pos {
		return int(s.starts[i])
	}
	return s.offset(max(i-1, 0))
}

// clusterAt returns the index of the cluster that holds pos; len(starts) for the
// text's end and beyond.
func (s *Shaped) clusterAt(pos int) int {
	if pos >= len(s.text) {
		return len(s.starts)
	}
	if pos <= 0 {
		return 0
	}
	if len(s.starts) == len(s.text) {
		return pos // all clusters are one byte
	}
	i, found := slices.BinarySearch(s.starts, int32(pos))
	if !found {
		i--
	}
	return i
}

// offset returns the byte offset of cluster i; the text's length past the last.
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

// resolveLevels finds the base direction and the levels.
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
	levels, base := bidiLevels(runes, s.para.Base, s.para.AutoBase)
	s.base = base
	s.levels = make([]uint8, len(s.starts))
	k := 0
	for i, start := range s.starts {
		for at[k] < start {
			k++
		}
		s.levels[i] = levels[k]
	}
}

// measure fills prefix from the glyphs; a shaper's cluster of several grapheme
// clusters (a ligature) is shared out evenly.
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

// shareLigatures spreads the advance of clusters that swallowed their successors.
// The successors are those without a glyph of their own that draw something.
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
			// What draws nothing at the front has no share.
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
