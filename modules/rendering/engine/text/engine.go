package text

import (
	"math"
	"sync/atomic"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Engine shapes paragraphs. It holds bounded caches of shaped words, which do not affect results. One Engine serves a
// whole process and is safe for concurrent use. Create it with [NewEngine].
type Engine struct {
	cache   shapeCache
	workers workers
	// shaped counts the bytes passed to the shaper.
	shaped atomic.Int64
}

// NewEngine returns an Engine with empty caches.
func NewEngine() *Engine { return &Engine{} }

// Shape itemises and shapes a paragraph with the faces of fonts. It never fails: characters without a face are drawn
// with the primary face's missing-glyph box and listed by [Shaped.Missing]. p and its styles must not be modified
// afterwards.
func (e *Engine) Shape(p *Paragraph, fonts *font.Set) *Shaped { return e.ShapeUntil(nil, p, fonts) }

// ShapeUntil is Shape that stops early when stop returns an error: the result then has text without glyphs and must be
// discarded. It takes time linear in the text and calls stop every few milliseconds; nil never stops.
func (e *Engine) ShapeUntil(stop func() error, p *Paragraph, fonts *font.Set) *Shaped {
	s := &Shaped{engine: e, para: p, text: p.Text}
	until := &stopper{stop: stop}
	s.starts = clusterStarts(s.text)
	s.fullWidth = hasFullWidth(s.text)
	if !until.check() {
		s.resolveLevels()
	}
	s.itemize(fonts, until)
	w := e.workers.get()
	for i := range s.items {
		it := &s.items[i]
		if it.kind == kindText && !until.poll() {
			it.glyphs = s.shapeRange(w, it, it.start, it.end, until)
		}
	}
	e.workers.put(w)
	s.measure()
	s.findBreaks(until)
	return s
}

// Metrics are a font's metrics at one size. Ascent and Descent are rounded to whole pixels like Chromium's, so that
// line boxes have the same pixel positions.
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
	HyphenWidth        geom.Unit // of the hyphen drawn at a hyphenated break

	// Underline: distance of the line's top below the baseline and its thickness, from the font
	// (text-underline-position: from-font). Strikeout: distance of the line's centre above the baseline. Zero
	// thickness: not specified by the font.
	UnderlinePosition, UnderlineThickness geom.Unit
	StrikeoutPosition, StrikeoutThickness geom.Unit
}

// Scaled returns the metrics multiplied by a factor.
func (m Metrics) Scaled(by float64) Metrics {
	for _, v := range [...]*geom.Unit{&m.Size, &m.Ascent, &m.Descent, &m.LineGap, &m.LineSpacing, &m.XHeight, &m.CapHeight, &m.ZeroWidth, &m.SpaceWidth,
		&m.IdeographWidth, &m.HyphenWidth, &m.UnderlinePosition, &m.UnderlineThickness, &m.StrikeoutPosition, &m.StrikeoutThickness} {
		*v = geom.FromFloatRound(v.Float() * by)
	}
	return m
}

// Metrics returns the metrics of a style's primary font: the first available
// face of its families (CSS Fonts 4 §5.3, the one that has U+0020).
func (e *Engine) Metrics(style *Style, fonts *font.Set) Metrics {
	m := fonts.Primary(queryOf(style))
	size := style.sizeIn(&m, &m)
	return faceMetrics(m.Face, size, style.exact(size))
}

// RunMetrics returns the metrics of a run's face at its size.
func (e *Engine) RunMetrics(r *Run) Metrics {
	return faceMetrics(r.Face, r.Size, r.Style.exact(r.Size))
}

// exact returns a size of a font of the style in px, before it was rounded if it is the style's own.
func (s *Style) exact(size geom.Unit) float64 {
	if s != nil && s.Exact > 0 && size == s.Size {
		return s.Exact
	}
	return size.Float()
}

// FaceMetrics returns the metrics of a face at a size, like [Engine.Metrics] for a primary font; for the fallback fonts
// of a line ([Run.Face], [Run.Size]).
func (e *Engine) FaceMetrics(face *font.Face, size geom.Unit) Metrics {
	return faceMetrics(face, size, size.Float())
}

// faceMetrics is FaceMetrics for a size that was px before it was rounded.
func faceMetrics(face *font.Face, size geom.Unit, px float64) Metrics {
	fm := face.Metrics()
	m := Metrics{Face: face, Size: size}
	m.Ascent, m.Descent = extents(face, px)
	m.LineGap = fm.At(fm.LineGap, size)
	m.LineSpacing = m.Ascent + m.Descent + fm.PixelsAt(fm.LineGap, px)
	m.XHeight, m.CapHeight = fm.At(fm.XHeight, size), fm.At(fm.CapHeight, size)
	if m.XHeight <= 0 {
		m.XHeight = m.Ascent.Mul(56, 100)
	}
	width := func(r rune, none geom.Unit) geom.Unit {
		if g, ok := face.Glyph(r); ok {
			return fm.At(face.Advance(g), size)
		}
		return none
	}
	m.ZeroWidth = width('0', size/2)
	m.SpaceWidth = width(' ', 0)
	m.IdeographWidth = width('水', size)
	m.HyphenWidth = width(hyphenOf(face), 0)
	m.UnderlinePosition, m.UnderlineThickness = fm.At(fm.UnderlinePosition, size), fm.At(fm.UnderlineThickness, size)
	m.StrikeoutPosition, m.StrikeoutThickness = fm.At(fm.StrikeoutPosition, size), fm.At(fm.StrikeoutThickness, size)
	return m
}

// extents returns a face's ascent and descent at a size in px, which browsers round to whole pixels.
func extents(face *font.Face, px float64) (ascent, descent geom.Unit) {
	fm := face.Metrics()
	ascent, descent = fm.PixelsAt(fm.Ascent, px), fm.PixelsAt(fm.Descent, px)
	if face.IsUnfitted() && descent < fm.At(fm.Descent, geom.FromFloatRound(px)) && ascent >= geom.Px(1) {
		// Without hinting the descent would be truncated: browsers move a pixel from the ascent.
		ascent, descent = ascent-geom.Px(1), descent+geom.Px(1)
	}
	return ascent, descent
}

// hyphenOf returns the character drawn at a hyphenated break.
func hyphenOf(f *font.Face) rune {
	if f.HasGlyph(0x2010) {
		return 0x2010
	}
	return '-'
}

func queryOf(s *Style) *font.Query {
	q := &font.Query{Families: s.Families, Weight: s.Weight, Stretch: s.Stretch, Slant: s.Slant, Lang: s.Lang, Variations: s.Variations, Palette: s.Palette, Emoji: s.Emoji, ByFamily: s.Alternates != nil, Unfitted: s.Unfitted}
	if s.OpticalSizing {
		q.OpticalSize = s.Size.Float()
	}
	return q
}

// SizeOf returns the size at which browsers set text of px pixels: rounded down to hundredths, in single precision, and
// then to FreeType's precision of 1/64.
func SizeOf(px float64) geom.Unit { return geom.FromFloat(ExactSizeOf(px)) }

// ExactSizeOf is SizeOf before it is rounded to 1/64, from which browsers compute ascent and descent.
func ExactSizeOf(px float64) float64 {
	hundredths := float32(math.Floor(float64(float32(float32(px) * 100))))
	return float64(float32(hundredths / 100))
}

// scaleSize applies size-adjust.
func scaleSize(size geom.Unit, scale float64) geom.Unit {
	if scale == 1 || scale == 0 {
		return size
	}
	return geom.FromFloatRound(size.Float() * scale)
}
