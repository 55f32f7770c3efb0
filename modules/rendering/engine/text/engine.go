package text

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Engine shapes paragraphs. It holds bounded caches of shaped words; a hit never
// changes a result. One Engine serves a whole process and is safe for concurrent
// use. The zero value is not usable: call [NewEngine].
type Engine struct{}

// NewEngine returns an Engine with empty caches.
func NewEngine() *Engine { return &Engine{} }

// Shape itemises and shapes a paragraph with the faces of fonts. It never fails:
// characters no face has are drawn with the primary face's missing-glyph box and
// listed by [Shaped.Missing]. p and its styles must not change afterwards.
func (e *Engine) Shape(p *Paragraph, fonts *font.Set) *Shaped { return nil }

// Metrics returns the metrics of a style's primary font: the first available
// face of its families (CSS Fonts 4 §5.3, the one that has U+0020).
func (e *Engine) Metrics(style *Style, fonts *font.Set) Metrics { return Metrics{} }

// FaceMetrics returns the metrics of a face at a size, as [Engine.Metrics] does
// for a primary font; for the fallback fonts of a line ([Run.Face], [Run.Size]).
func (e *Engine) FaceMetrics(face *font.Face, size geom.Unit) Metrics { return Metrics{} }

// Metrics are a font's measures at one size. Ascent and Descent are rounded to
// whole pixels as Chromium does, so that line boxes fall on the same pixels.
type Metrics struct {
	Face *font.Face
	Size geom.Unit

	Ascent, Descent geom.Unit // whole pixels; Descent is positive below the baseline
	LineGap         geom.Unit
	LineSpacing     geom.Unit // line-height: normal: round(ascent) + round(descent) + round(line gap)

	XHeight, CapHeight geom.Unit // ex and cap units
	ZeroWidth          geom.Unit // ch: the advance of '0', 0.5 em when missing
	SpaceWidth         geom.Unit // the advance of U+0020 without word- and letter-spacing
	IdeographWidth     geom.Unit // ic: the advance of U+6C34, 1 em when missing
	HyphenWidth        geom.Unit // of what is drawn at a hyphenated break

	// Underline: distance of the line's top below the baseline and its thickness,
	// from the font (text-underline-position: from-font). Strikeout: distance of
	// the line's centre above the baseline. Zero thickness: the font tells nothing.
	UnderlinePosition, UnderlineThickness geom.Unit
	StrikeoutPosition, StrikeoutThickness geom.Unit
}
