package paint

import (
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// emphasis paints the text-emphasis marks over or under the characters of a text fragment, at half the font size (CSS
// Text Decoration 4 §3).
func (p *painter) emphasis(it item) {
	f, s := it.frag, it.frag.Box.Style
	if s.EmphasisMark == "" || s.EmphasisColor.A == 0 || p.in.Text == nil {
		return
	}
	for i := range f.Runs {
		r := &f.Runs[i]
		if r.Style == nil || r.Object || r.Tab {
			continue
		}
		st := *r.Style
		st.Size, st.LetterSpacing, st.WordSpacing, st.Features = st.Size/2, 0, 0, nil
		para := &text.Paragraph{Text: s.EmphasisMark, Spans: []text.Span{{End: len(s.EmphasisMark), Style: &st, NoWrap: true}}}
		marks := p.in.Text.Shape(para, p.in.Fonts).Line(0, len(para.Text), text.LineOptions{})
		if len(marks) == 0 {
			continue
		}
		of, mm := p.in.Text.Metrics(r.Style, p.in.Fonts), p.in.Text.FaceMetrics(marks[0].Face, marks[0].Size)
		over, under := emBox(of, r.Style.Size)
		markOver, markUnder := emBox(mm, marks[0].Size)
		dy := -over - markUnder
		if s.EmphasisUnder {
			dy = under + markOver
		}
		mark := *f
		mark.Runs = []layout.PlacedRun{{Run: marks[0], Source: s.EmphasisMark}}
		pen := r.X
		for g := 0; g < len(r.Glyphs); {
			cluster, width := r.Glyphs[g].Cluster, geom.Unit(0)
			for ; g < len(r.Glyphs) && r.Glyphs[g].Cluster == cluster; g++ {
				width += r.Glyphs[g].Advance
			}
			if c, _ := utf8.DecodeRuneInString(r.Source[min(max(cluster, 0), len(r.Source)):]); takesEmphasisMark(c) {
				at := it
				at.frag = &mark
				p.glyphs(at, s, solid(s.EmphasisColor), geom.Point{X: pen + (width-st.LetterSpacing.Units()-marks[0].Width)/2, Y: dy}, nil)
			}
			pen += width
		}
	}
}

// takesEmphasisMark reports whether a character gets a mark: letters, digits and symbols.
func takesEmphasisMark(c rune) bool {
	return !unicode.IsSpace(c) && !unicode.In(c, unicode.Z, unicode.Cc, unicode.Cf, unicode.P)
}

// emBox splits a font's size in the ratio of its ascent and descent, in whole pixels, as browsers do for emphasis
// marks.
func emBox(m text.Metrics, size geom.Unit) (over, under geom.Unit) {
	if m.Ascent+m.Descent <= 0 {
		return size, 0
	}
	return geom.Px(size.Mul(m.Ascent, m.Ascent+m.Descent).Ceil()), geom.Px(size.Mul(m.Descent, m.Ascent+m.Descent).Ceil())
}
