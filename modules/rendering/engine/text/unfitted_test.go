package text

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestUnfittedMetrics compares ascents and descents with Chromium's at two device pixels per CSS pixel, where system
// fonts are unhinted, and with text-rendering: geometricPrecision, where all fonts are.
func TestUnfittedMetrics(t *testing.T) {
	t.Parallel()
	own, errs := font.NewSet([]font.Rule{{Family: "Inter", Sources: []font.Source{{Local: "Inter"}}}})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	sizes := [6]float64{12, 13, 14, 17, 18, 22}
	type lines [6][2]float64
	fitted := lines{{12, 3}, {13, 3}, {14, 3}, {16, 4}, {17, 4}, {21, 5}}
	plain := lines{{12, 3}, {12, 4}, {13, 4}, {15, 5}, {16, 5}, {20, 6}}
	for _, c := range []struct {
		fonts   *font.Set
		family  string
		precise bool
		want    lines
	}{
		{font.Bundled(), "sans-serif", false, fitted},
		{font.Bundled().Unfitted(), "sans-serif", false, plain},
		{font.Bundled().Unfitted(), "system-ui", false, plain},
		{font.Bundled().Unfitted(), "Inter", false, fitted},
		{own.Unfitted(), "Inter", false, fitted},
		{font.Bundled().Unfitted(), "Arial", false, fitted},
		{font.Bundled(), "Inter", true, plain},
		{own, "Inter", true, plain},
		{font.Bundled().Unfitted(), "serif", false, lines{{13, 4}, {14, 4}, {14, 5}, {18, 5}, {18, 6}, {23, 7}}},
		{font.Bundled().Unfitted(), "monospace", false, lines{{12, 4}, {13, 4}, {13, 5}, {16, 6}, {17, 6}, {22, 7}}},
	} {
		for i, size := range sizes {
			m := NewEngine().Metrics(&Style{Families: []string{c.family}, Size: geom.FromFloat(size), Weight: 400, Unfitted: c.precise}, c.fonts)
			if got := [2]float64{m.Ascent.Float(), m.Descent.Float()}; got != c.want[i] {
				t.Errorf("%s at %v px, precise %v: ascent, descent %v, want %v", c.family, size, c.precise, got, c.want[i])
			}
		}
	}
}

// TestUprightGlyphsAreCentredByUsedMetrics shapes upright text whose ascent and descent at 26 px are 30 and 7, or 29
// and 8 without hinting: the centre of the glyphs is at half of their difference.
func TestUprightGlyphsAreCentredByUsedMetrics(t *testing.T) {
	t.Parallel()
	for want, fonts := range map[float64]*font.Set{11.5 - 13: font.Bundled(), 10.5 - 13: font.Bundled().Unfitted()} {
		style := &Style{Families: []string{"Noto Sans SC"}, Size: geom.Px(26), Weight: 400, Orientation: MixedUpright}
		para := &Paragraph{Text: "床", Spans: []Span{{End: 3, Style: style}}}
		run := NewEngine().Shape(para, fonts).Line(0, 3, LineOptions{})[0]
		if got := run.Glyphs[0].YOffset.Float(); !run.Upright || got != want {
			t.Errorf("unhinted %v: got offset %v, want %v", fonts != font.Bundled(), got, want)
		}
	}
}
