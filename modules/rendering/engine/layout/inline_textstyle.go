package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// textStyle converts the shaping properties of a computed style.
func (l *layouter) textStyle(st *style.Computed) *text.Style {
	t := FontStyle(st)
	size := l.fontSize(st)
	t.Size, t.Exact = text.SizeOf(size), text.ExactSizeOf(size)
	t.LetterSpacing, t.WordSpacing = l.spacing(st, st.LetterSpacing), l.spacing(st, st.WordSpacing)
	t.NoPunctuationTrim, t.Autospace = st.NoPunctuationTrim, st.Autospace
	if hasUpright(st) {
		t.Orientation = text.MixedUpright
		if st.TextOrientation == style.OrientUpright {
			t.Orientation = text.AlwaysUpright
		}
	}
	return t
}

// emojiVariants maps font-variant-emoji to the presentation of characters without a variation selector.
var emojiVariants = [...]font.Presentation{style.EmojiText: font.TextPresentation, style.EmojiEmoji: font.EmojiPresentation}

// FontStyle converts the font properties of a computed style for shaping. The caller sets the size and the spacing.
func FontStyle(st *style.Computed) *text.Style {
	f := &st.Font
	t := &text.Style{
		Families: f.Families, Weight: f.Weight, Stretch: f.Stretch, Lang: st.Lang,
		NoKerning: f.KerningNone, Caps: text.Caps(f.Caps), OpticalSizing: f.Optical, SizeAdjust: text.SizeAdjust(f.SizeAdjust), NoSynthesis: text.NoSynthesis(f.NoSynthesis),
		Emoji: emojiVariants[f.Emoji], Palette: f.Palette, Alternates: f.Alternates, Unfitted: f.Precise,
	}
	switch f.Slant {
	case style.SlantItalic:
		t.Slant = text.Italic
	case style.SlantOblique:
		t.Slant = text.Oblique
	}
	for _, x := range f.Features {
		t.Features = append(t.Features, text.Feature{Tag: x.Tag, Value: x.Value})
	}
	for _, x := range f.Variations {
		t.Variations = append(t.Variations, text.Variation{Tag: x.Tag, Value: x.Value})
	}
	return t
}

// spacing resolves letter- or word-spacing; percentages refer to the font size. It scales with fitted text.
func (l *layouter) spacing(st *style.Computed, v style.Length) text.Spacing {
	px := v.ResolveFine(st.Font.Size)
	if l.fit.active && st.Font.Size > 0 && !(l.fit.keepsLengths && !v.HasPercent()) {
		px = px * l.fit.size(st.Font.Size) / st.Font.Size
	}
	return text.SpacingOf(px)
}

// fontSize returns the used font size in px: the computed one unless fitting scales it.
func (l *layouter) fontSize(st *style.Computed) float64 {
	if l.fit.active {
		return l.fit.size(st.Font.Size)
	}
	return st.Font.Size
}

// scaled scales a length with the font size while fitting text.
func (l *layouter) scaled(st *style.Computed, v geom.Unit) geom.Unit {
	if !l.fit.active || l.fit.keepsLengths || st.Font.Size <= 0 || v == 0 {
		return v
	}
	return geom.FromFloatRound(v.Float() * l.fit.size(st.Font.Size) / st.Font.Size)
}

// fontMetrics returns the metrics of a style's primary font, cached by style.
func (l *layouter) fontMetrics(st *style.Computed) text.Metrics {
	m := l.alphabeticMetrics(st)
	m.Ascent, m.Descent = lineSides(st, m.Ascent, m.Descent)
	return m
}

// lineSides returns the extents of a font above and below the baseline of a style's lines, which in vertical text is
// the middle of the font (CSS Writing Modes 4 §4.2). In vertical-lr, the over side of a line is after its under side.
func lineSides(st *style.Computed, ascent, descent geom.Unit) (over, under geom.Unit) {
	return fontSides(st, isCentred(st), ascent, descent)
}

// fontSides is lineSides for a central or alphabetic baseline.
func fontSides(st *style.Computed, central bool, ascent, descent geom.Unit) (over, under geom.Unit) {
	if central {
		height := ascent + descent
		half := geom.Px((height / 2).Floor())
		ascent, descent = height-half, half
	}
	if st.WritingMode == style.VerticalLR {
		return descent, ascent
	}
	return ascent, descent
}

// isCentred reports whether the lines of a style are vertical and use the central baseline: not those with sideways
// text. An inline box has the baseline of its line.
func isCentred(st *style.Computed) bool {
	switch st.LineBaseline {
	case style.CentralBaseline:
		return true
	case style.AlphabeticBaseline:
		return false
	}
	return hasUpright(st)
}

// hasUpright reports whether the text of a style may have upright characters in vertical lines.
func hasUpright(st *style.Computed) bool {
	return st.WritingMode != style.HorizontalTB && !st.IsSideways()
}

// alphabeticMetrics is fontMetrics with ascent and descent from the alphabetic baseline.
func (l *layouter) alphabeticMetrics(st *style.Computed) text.Metrics {
	if fit := l.fit; fit.keepsLengths {
		// As in Blink, text-fit scales lines with their metrics in whole pixels.
		l.fit = fitState{}
		m := l.alphabeticMetrics(st).Scaled(fit.scale)
		l.fit = fit
		return m
	}
	key := metricsKey{st, l.fontSize(st)}
	if m, ok := l.metrics[key]; ok {
		return m
	}
	if l.metrics == nil {
		l.metrics = map[metricsKey]text.Metrics{}
	}
	m := l.in.Text.Metrics(l.textStyle(st), l.in.Fonts)
	l.metrics[key] = m
	return m
}

type metricsKey struct {
	style *style.Computed
	size  float64
}

// lineHeight returns the used line-height of a style.
func (l *layouter) lineHeight(st *style.Computed) geom.Unit {
	if st.LineHeight.Normal {
		return l.fontMetrics(st).LineSpacing
	}
	if l.fit.keepsLengths && st.LineHeight.Factor > 0 {
		return geom.FromFloatRound(st.LineHeight.Used().Float() * l.fit.scale)
	}
	return l.scaled(st, st.LineHeight.Used())
}

// extent is a height above and below a baseline.
type extent struct{ ascent, descent geom.Unit }

func (e *extent) unite(o extent) {
	e.ascent = max(e.ascent, o.ascent)
	e.descent = max(e.descent, o.descent)
}

// withLeading adds half-leading to a font's height: the upper half is rounded down to whole pixels, so that baselines
// are on pixels.
func withLeading(st *style.Computed, ascent, descent, lineHeight geom.Unit) extent {
	space := lineHeight - ascent - descent
	above := geom.Px((space / 2).Floor()) // the division truncates, as in Blink
	if st.WritingMode == style.VerticalLR {
		above = space - above // the over side is the other one
	}
	return extent{ascent + above, lineHeight - ascent - above}
}
