package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// initialLetter returns the style of an initial letter that spans several lines of its block (CSS Inline 3 §7): a float
// whose capitals are as tall as Size lines of capitals and begin at the cap height of the first line.
func (t *treeBuilder) initialLetter(st, block *style.Computed) *style.Computed {
	v := st.InitialLetter
	if v.Size <= 1 || st.Float != style.FloatNone {
		return st
	}
	if float64(v.Sink) > math.Ceil(v.Size) {
		t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value",
			Message: "initial-letter: letters that sink by more lines than they are tall are not supported; the letter was left as it is"})
		return st
	}
	own := *st
	own.Float, own.Display, own.Blockified = style.FloatLeft, style.DisplayBlock, true
	if block.Direction == style.RTL {
		own.Float = style.FloatRight
	}
	caps := t.l.fontMetrics(&own).CapHeight.Float()
	if caps <= 0 {
		return st
	}
	own.Font.Size = own.Font.Size * (t.letterDrop(v, block) + t.l.fontMetrics(block).CapHeight).Float() / caps
	return &own
}

// letterDrop returns the distance from the first baseline of a block to that of an initial letter which sinks by all of
// its lines.
func (t *treeBuilder) letterDrop(v style.InitialLetter, block *style.Computed) geom.Unit {
	return geom.FromFloatRound((v.Size - 1) * t.l.lineHeight(block).Float())
}

// isInitialLetter reports whether a style is that of initialLetter.
func isInitialLetter(st *style.Computed) bool {
	return st.InitialLetter.Size > 1 && st.Float != style.FloatNone && st.Blockified
}

// raised returns the box that lowers the first line under an initial letter that is taller than the lines which it sinks,
// nil if it is not.
func (t *treeBuilder) raised(letter, block *style.Computed) *Box {
	v := letter.InitialLetter
	lines := math.Ceil(v.Size) - float64(v.Sink)
	if lines <= 0 || !isInitialLetter(letter) {
		return nil
	}
	c := inheritedStyle(block, style.DisplayInlineBlock)
	c.Width, c.Height = style.Pixels(0), style.Pixels(t.l.strutOf(block).ascent.Float()+float64(lines*t.l.lineHeight(block).Float()))
	return t.newBox(Box{Kind: BlockBox, Style: c, Node: dom.None, Pseudo: PartPseudo})
}

// fitInitialLetter makes the box of an initial letter as large as its ink, in whole pixels as in Chromium, and places its
// baseline.
func (t *treeBuilder) fitInitialLetter(st, block *style.Computed, text string) *style.Computed {
	if !isInitialLetter(st) {
		return st
	}
	ink, ok := t.inkOf(st, text)
	if !ok {
		return st
	}
	own := *st
	own.BoxSizing = style.ContentBox
	own.Width, own.Height = style.Pixels(ink.advance-ink.left-ink.right), style.Pixels(ink.above+ink.below)
	own.TextIndent = style.Pixels(-ink.left)
	if block.Direction == style.RTL {
		own.TextIndent = style.Pixels(-ink.right)
	}
	m := t.l.fontMetrics(st)
	own.LineHeight = style.LineHeight{Px: float64(2*ink.above) - (m.Ascent - m.Descent).Float()}
	if bottom := own.Margin[style.Bottom]; bottom.Kind == style.Px && own.Padding[style.Bottom].Kind == style.Px {
		// Lines beside the letter are as many as without its padding and border.
		own.Margin[style.Bottom] = style.Pixels(bottom.Px - own.Padding[style.Bottom].Px - own.Border[style.Bottom].Width.Float())
	}
	if top := own.Margin[style.Top]; top.Kind == style.Px {
		baseline := t.letterDrop(st.InitialLetter, block) + t.l.strutOf(block).ascent
		own.Margin[style.Top] = style.Pixels(top.Px + baseline.Float() - ink.above - own.Border[style.Top].Width.Float() - own.Padding[style.Top].Px)
	}
	return &own
}

// inkBounds are the distances of the ink of a text from its baseline and from the edges of its advance, in CSS pixels.
type inkBounds struct{ above, below, left, right, advance float64 }

// inkOf returns the ink of a text in the primary font; false if it has none.
func (t *treeBuilder) inkOf(st *style.Computed, text string) (ink inkBounds, ok bool) {
	m := t.l.fontMetrics(st)
	fm := m.Face.Metrics()
	at := func(v int32) float64 { return float64(fm.At(v, m.Size).Float() / 64) }
	spacing := 0.0
	if st.LetterSpacing.Kind == style.Px {
		spacing = st.LetterSpacing.Px
	}
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, r := range text {
		g, _ := m.Face.Glyph(r)
		if o := m.Face.Outline(g); o != nil && o.XMax > o.XMin {
			x0, x1 = min(x0, ink.advance+at(o.XMin)), max(x1, ink.advance+at(o.XMax))
			y0, y1 = min(y0, at(o.YMin)), max(y1, at(o.YMax))
		}
		ink.advance += fm.At(m.Face.Advance(g), m.Size).Float() + spacing
	}
	if x1 < x0 {
		return ink, false
	}
	ink.left, ink.right = math.Floor(x0), ink.advance-math.Ceil(x1)
	ink.above, ink.below = math.Ceil(y1), -math.Floor(y0)
	return ink, true
}
