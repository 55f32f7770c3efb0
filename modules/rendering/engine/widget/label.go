package widget

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// label is one shaped line of text in the element's font.
type label struct {
	runs            []text.Run
	source          string
	width           float64
	ascent, descent float64
	cap             float64 // cap height
}

// maxLabel bounds the runes of a label.
const maxLabel = 200

// obliqueTangent is the slant of synthesised obliques: tan 14°, in 1/65536.
const obliqueTangent = 16340

// label shapes a line at a size in px and a weight; 0 selects the element's weight.
func (c *canvas) label(s string, size float64, weight int) label {
	if c.ctx.Text == nil || c.ctx.Fonts == nil || s == "" {
		return label{}
	}
	if r := []rune(s); len(r) > maxLabel {
		s = string(r[:maxLabel-1]) + "…"
	}
	st := textStyle(c.style, size, weight)
	p := &text.Paragraph{Text: s, Spans: []text.Span{{Start: 0, End: len(s), Style: st, NoWrap: true}}, AutoBase: true}
	shaped := c.ctx.Text.Shape(p, c.ctx.Fonts)
	m := c.ctx.Text.Metrics(st, c.ctx.Fonts)
	l := label{runs: shaped.Line(0, len(s), text.LineOptions{}), source: s, ascent: m.Ascent.Float(), descent: m.Descent.Float(), cap: m.CapHeight.Float()}
	if l.cap <= 0 {
		l.cap = l.ascent * 0.72
	}
	for _, r := range l.runs {
		l.width += r.Width.Float()
	}
	return l
}

// fit truncates a label with an ellipsis to a width.
func (c *canvas) fit(s string, size float64, weight int, width float64) label {
	l := c.label(s, size, weight)
	if l.width <= width || width <= 0 {
		return l
	}
	r := []rune(s)
	lo, hi := 0, min(len(r), maxLabel)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if c.label(string(r[:mid])+"…", size, weight).width <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if lo == 0 {
		return label{}
	}
	return c.label(string(r[:lo])+"…", size, weight)
}

// drawLabel draws a label with its baseline at y; anchor is 0 for x at the left, 0.5 in the middle, 1 at the right.
func (c *canvas) drawLabel(l label, x, y, anchor float64, col display.Color) {
	c.drawLabelIn(l, x, y, anchor, solid(col))
}

// drawLabelIn draws a label with a brush.
func (c *canvas) drawLabelIn(l label, x, y, anchor float64, brush display.Brush) {
	left := x - float64(l.width*anchor)
	c.texts = append(c.texts, written{op: len(c.list.Ops), ops: len(l.runs), left: left, width: l.width, base: y, cap: l.cap})
	pen := display.FromFloat(left)
	base := display.FromFloat(y)
	for i := range l.runs {
		r := &l.runs[i]
		op := display.Glyphs{
			Face: r.Face, Size: r.Size, Text: l.source[r.Start:r.End], Brush: brush, Embolden: display.FromUnit(r.Embolden),
		}
		if r.Oblique {
			op.Oblique = obliqueTangent
		}
		at := pen
		for _, g := range r.Glyphs {
			op.Glyphs = append(op.Glyphs, display.Glyph{
				ID: g.ID, X: at + display.FromUnit(g.XOffset), Y: base - display.FromUnit(g.YOffset),
				Cluster: int32(min(max(g.Cluster-r.Start, 0), len(op.Text))),
			})
			at += display.FromUnit(g.Advance)
		}
		if len(op.Glyphs) > 0 {
			c.push(op)
		}
		pen += display.FromUnit(r.Width)
	}
}

// textStyle converts the element's computed style for shaping.
func textStyle(st *style.Computed, size float64, weight int) *text.Style {
	t := layout.FontStyle(st)
	if weight != 0 {
		t.Weight = weight
	}
	t.Size = geom.FromFloatRound(min(max(size, 1), 1024))
	t.LetterSpacing = text.SpacingOf(st.LetterSpacing.ResolveFine(st.Font.Size))
	return t
}
