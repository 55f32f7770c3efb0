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

func TestSizesAreThoseOfBrowsers(t *testing.T) {
	t.Parallel()
	// In 64ths of a pixel, as measured in Chromium from the widths of long lines.
	for px, want := range map[float64]geom.Unit{
		16: 1024, 13.33: 853, 14.4: 921, 15.2: 972, 17.3: 1106, 17.6: 1126, 18.72: 1197, 20.8: 1331, 22.4: 1433, 28.8: 1843, 33.33: 2133, 44.8: 2867,
	} {
		if got := SizeOf(px); got != want {
			t.Errorf("%v px: %d/64, want %d", px, got, want)
		}
	}
}

func TestFamiliesChooseRegionalForms(t *testing.T) {
	t.Parallel()
	glyph := func(family, lang string) font.GlyphID {
		style := *plainStyle(20)
		style.Families, style.Lang = []string{family}, lang
		const text = "直"
		s := NewEngine().Shape(&Paragraph{Text: text, Spans: []Span{{End: len(text), Style: &style}}}, font.Bundled())
		return s.Line(0, len(text), LineOptions{})[0].Glyphs[0].ID
	}
	japanese, chinese := glyph("Noto Sans CJK", "ja"), glyph("Noto Sans CJK", "zh-CN")
	if japanese == chinese {
		t.Fatal("the language does not select the glyph")
	}
	for _, c := range []struct {
		family, lang string
		want         font.GlyphID
	}{{"Noto Sans CJK SC", "", chinese}, {"Noto Sans SC", "en", chinese}, {"Noto Sans CJK JP", "", japanese}, {"Noto Sans SC", "ja", japanese}, {"Noto Sans JP", "zh-Hans", chinese}} {
		if got := glyph(c.family, c.lang); got != c.want {
			t.Errorf("%s in %q: glyph %d, want %d", c.family, c.lang, got, c.want)
		}
	}
}
