package text

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

func plainStyle(size int) *Style {
	return &Style{Families: []string{"Inter"}, Size: geom.Px(size), Weight: 400, Stretch: 100}
}

func paragraph(text string, size int) *Paragraph {
	return &Paragraph{Text: text, Spans: []Span{{Start: 0, End: len(text), Style: plainStyle(size)}}}
}

func TestShapeLatinLine(t *testing.T) {
	t.Parallel()
	e, fonts := NewEngine(), font.Bundled()
	s := e.Shape(paragraph("Hello World, AVATAR fi", 16), fonts)
	runs := s.Line(0, len(s.Text()), LineOptions{})
	if len(runs) != 1 {
		t.Fatalf("got %d runs, want 1: %+v", len(runs), runs)
	}
	t.Log(runs[0].Width, s.Advance(0, len(s.Text())), len(runs[0].Glyphs), s.Breaks(), e.Metrics(plainStyle(16), fonts))
	for _, g := range runs[0].Glyphs {
		t.Logf("%+v", g)
	}
}
