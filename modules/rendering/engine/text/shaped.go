package text

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Shaped is a shaped paragraph, from which lines are cut. It is immutable and
// safe for concurrent use. All positions are byte offsets of the paragraph's text;
// one that falls inside a grapheme cluster counts as the cluster's start.
type Shaped struct{}

// Text returns the paragraph's text.
func (s *Shaped) Text() string { return "" }

// Base returns the paragraph's direction (resolved when AutoBase was set).
func (s *Shaped) Base() Direction { return LTR }

// LevelAt returns the bidi embedding level at pos, before rule L1.
func (s *Shaped) LevelAt(pos int) uint8 { return 0 }

// Breaks returns every place where a line may end, in order, the text's end
// excluded. White space before a break hangs or is removed by layout: it belongs
// to the line before. Tabs (U+0009) and objects (U+FFFC) have no width here.
func (s *Shaped) Breaks() []Break { return nil }

// Advance returns the width of [start, end) in logical order, as if it were set
// without line edges; rounded up to the next 1/64 px as Chromium snaps text.
// Letter- and word-spacing are included, tabs and objects count nothing.
func (s *Shaped) Advance(start, end int) geom.Unit { return 0 }

// Fit returns the largest cluster boundary p in [start, end] for which
// Advance(start, p) ≤ width; start when not even one cluster fits. O(log n).
func (s *Shaped) Fit(start, end int, width geom.Unit) int { return start }

// NextCluster returns the end of the grapheme cluster that holds pos;
// len(Text()) at the end.
func (s *Shaped) NextCluster(pos int) int { return pos }

// LineOptions says how a line's edges are dressed.
type LineOptions struct {
	// Hyphen adds a hyphen at the line's logical end, as a run of its own in
	// the style of the last character.
	Hyphen bool
	// Hidden is the byte offset from which trailing white space has no glyphs
	// (it is still inside [start, end) and counted by no run); 0 = none hidden.
	Hidden int
	// Justify adds this much to every justification opportunity of the line
	// (the spaces, or between clusters of scripts that expand so).
	Justify geom.Unit
}

// Line returns the runs of the line [start, end) in visual order, left to right
// (UAX #9 rules L1 and L2). Text is shaped again near the edges where cutting
// would change glyphs. Tabs and objects are runs of their own (Run.Tab,
// Run.Object) of width zero that layout sizes; forced breaks and bidi controls
// give nothing. A style change splits a run.
func (s *Shaped) Line(start, end int, opt LineOptions) []Run { return nil }

// LineWidth returns the sum of the widths of Line's runs, cheaper.
func (s *Shaped) LineWidth(start, end int, opt LineOptions) geom.Unit { return 0 }

// JustifyCount returns how many justification opportunities [start, end) has.
func (s *Shaped) JustifyCount(start, end int) int { return 0 }

// Missing returns the characters no available face has, in order.
func (s *Shaped) Missing() []Missing { return nil }
