package text

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// SizeAdjust is font-size-adjust: every face is scaled so that Metric is Value times the font size (CSS Fonts 5 §4.1).
// Metric 0 is none.
type SizeAdjust struct {
	Metric uint8
	Value  float64
	// FromFont uses the value of the primary face.
	FromFont bool
}

// The metrics of font-size-adjust.
const (
	NoMetric uint8 = iota
	XHeightMetric
	CapHeightMetric
	ZeroWidthMetric
	IdeographWidthMetric
	IdeographHeightMetric
)

// aspect returns a face's metric relative to the font size, 0 if it has none.
func aspect(m uint8, f *font.Face) float64 {
	fm := f.Metrics()
	upem := float64(fm.UnitsPerEm)
	if upem <= 0 {
		return 0
	}
	width := func(r rune) float64 {
		if g, ok := f.Glyph(r); ok {
			return float64(f.Advance(g)) / upem
		}
		return 0
	}
	switch m {
	case XHeightMetric:
		return float64(fm.XHeight) / upem
	case CapHeightMetric:
		return float64(fm.CapHeight) / upem
	case ZeroWidthMetric:
		return width('0')
	case IdeographWidthMetric, IdeographHeightMetric:
		return width('水')
	}
	return 0
}

// sizeIn returns the adjusted size of the style's text in a face.
func (s *Style) sizeIn(m, primary *font.Match) geom.Unit {
	size := scaleSize(s.Size, m.Scale)
	a := s.SizeAdjust
	if a.Metric == NoMetric {
		return size
	}
	want := a.Value
	if a.FromFont {
		want = aspect(a.Metric, primary.Face)
		if m.Face == primary.Face || want == 0 {
			return size
		}
	}
	have := aspect(a.Metric, m.Face)
	if have <= 0 {
		return size
	}
	return SizeOf(float64(size.Float()*want) / have)
}
