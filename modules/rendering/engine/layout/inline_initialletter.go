package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// initialLetter returns the style of an initial letter that spans several lines of its block (CSS Inline 3 §7): a float
// whose capitals extend from the first line's cap height to the last line's baseline.
func (t *treeBuilder) initialLetter(st, block *style.Computed) *style.Computed {
	v := st.InitialLetter
	if v.Size <= 1 || st.Float != style.FloatNone {
		return st
	}
	if v.Size != float64(v.Sink) {
		t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value",
			Message: "initial-letter: letters that sink by more or fewer lines than they are tall are not supported; the letter was left as it is"})
		return st
	}
	m := t.l.fontMetrics(block)
	line, above := t.l.lineHeight(block), t.l.strutOf(block).ascent
	drop := geom.FromFloatRound((v.Size - 1) * line.Float()) // from the first baseline to the letter's
	own := *st
	own.Float, own.Display, own.Blockified = style.FloatLeft, style.DisplayBlock, true
	if block.Direction == style.RTL {
		own.Float = style.FloatRight
	}
	caps := t.l.fontMetrics(&own).CapHeight.Float()
	if caps <= 0 {
		return st
	}
	own.Font.Size = own.Font.Size * (drop + m.CapHeight).Float() / caps
	letter := t.l.fontMetrics(&own)
	// Its box ends at the baseline, and its ascent extends above the line as needed.
	own.LineHeight = style.LineHeight{Px: (letter.Ascent + letter.Descent).Float()}
	own.Height = style.Pixels(letter.Ascent.Float())
	if top := own.Margin[style.Top]; top.Kind == style.Px {
		own.Margin[style.Top] = style.Pixels(top.Px + (drop + above - letter.Ascent).Float())
	}
	return &own
}

// trimBearings aligns the ink of an initial letter to the edges of its box.
func (t *treeBuilder) trimBearings(st *style.Computed, text string) *style.Computed {
	if st.InitialLetter.Size <= 1 || st.Float == style.FloatNone || !st.Blockified {
		return st
	}
	m := t.l.fontMetrics(st)
	runes := []rune(text)
	bearing := func(r rune, right bool) float64 {
		g, ok := m.Face.Glyph(r)
		o := m.Face.Outline(g)
		if !ok || o == nil || o.XMax <= o.XMin {
			return 0
		}
		fm := m.Face.Metrics()
		if right {
			return fm.At(m.Face.Advance(g), m.Size).Float() - float64(fm.At(o.XMax, m.Size).Float()/64)
		}
		return float64(fm.At(o.XMin, m.Size).Float() / 64)
	}
	own := *st
	// As in Chromium, the ink bounds are whole pixels.
	left := math.Floor(bearing(runes[0], false))
	advance := 0.0
	for _, r := range runes {
		g, _ := m.Face.Glyph(r)
		advance += m.Face.Metrics().At(m.Face.Advance(g), m.Size).Float()
	}
	right := advance - math.Ceil(advance-bearing(runes[len(runes)-1], true))
	if own.LetterSpacing.Kind == style.Px {
		right += own.LetterSpacing.Px // there is none after the letter
	}
	for i, side := range [2]int{style.Left, style.Right} {
		if l := own.Margin[side]; l.Kind == style.Px {
			own.Margin[side] = style.Pixels(l.Px - [2]float64{left, right}[i])
		}
	}
	return &own
}
