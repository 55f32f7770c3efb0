// Package font opens typefaces (TrueType, OpenType/CFF, WOFF, WOFF2, variable), selects one by family, weight, style
// and character, and provides outlines, colour glyphs and metrics. The only sources are the bundled catalogue and fonts
// supplied with a document; system fonts are never read.
package font

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// GlyphID is a glyph's index in its face.
type GlyphID = uint32

// Segment is one step of an outline in font units, y pointing up. Quadratic and cubic curves are preserved. Coordinates
// are in 1/64 font unit, so that variable instances are exact. The end of an implied segment is not a point of the
// font: it is the midpoint of two off-curve points, or the contour's start.
type Segment struct {
	Op      SegmentOp
	Implied bool
	Args    [3]SegmentPoint
}

// End returns the point where the segment ends.
func (s *Segment) End() SegmentPoint {
	switch s.Op {
	case SegmentQuad:
		return s.Args[1]
	case SegmentCube:
		return s.Args[2]
	}
	return s.Args[0]
}

// SegmentOp is an outline step.
type SegmentOp uint8

// The outline steps.
const (
	SegmentMove SegmentOp = iota
	SegmentLine
	SegmentQuad
	SegmentCube
)

// SegmentPoint is a point of an outline in 1/64 font unit.
type SegmentPoint struct{ X, Y int32 }

// Outline is a glyph's contours; every contour is implicitly closed. It is
// immutable and may be shared.
type Outline struct {
	Segments []Segment
	// Bounds in 1/64 font unit (min x, min y, max x, max y), of the control points.
	XMin, YMin, XMax, YMax int32
}

// Metrics are a face's vertical metrics in font units, selected as in browsers (hhea unless USE_TYPO_METRICS). Descent
// is positive downwards.
type Metrics struct {
	UnitsPerEm                            int32
	Ascent, Descent, LineGap              int32
	XHeight, CapHeight                    int32
	UnderlinePosition, UnderlineThickness int32 // position: distance below the baseline, positive down
	StrikeoutPosition, StrikeoutThickness int32 // position: distance above the baseline
	SubscriptOffset, SuperscriptOffset    int32
}

// At scales a value in font units to a font size, rounded to the nearest 1/64 px.
func (m Metrics) At(v int32, size geom.Unit) geom.Unit {
	return geom.FromFloatRound(float64(v) * size.Float() / float64(m.UnitsPerEm))
}

// PixelsAt is [Metrics.At] at a size in px, which need not be a whole number of units, rounded once to whole pixels.
func (m Metrics) PixelsAt(v int32, size float64) geom.Unit {
	return geom.FromFloatRound(math.Floor(float64(float64(v)*size)/float64(m.UnitsPerEm) + 0.5))
}
