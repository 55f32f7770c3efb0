package text

import (
	"strconv"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestWidthsOfChromium compares widths to 1/64 px, and line metrics exactly.
func TestWidthsOfChromium(t *testing.T) {
	t.Parallel()
	e, fonts := NewEngine(), font.Bundled()
	for _, line := range testLines(t, "chromium-widths.txt") {
		f := strings.Split(line, "\t")
		num := func(i int) float64 {
			v, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		style := &Style{
			Families: []string{f[0]}, Size: geom.FromFloat(num(1)), Weight: int(num(2)), Slant: Slant(num(3)),
			LetterSpacing: SpacingOf(num(4)), WordSpacing: SpacingOf(num(5)), Lang: "en",
		}
		text := f[6]
		s := e.Shape(&Paragraph{Text: text, Spans: []Span{{End: len(text), Style: style}}}, fonts)
		width := s.LineWidth(0, len(text), LineOptions{}).Float()
		if d := width - num(7); d > 0.0157 || d < -0.0157 {
			t.Errorf("%s: got width %.4f", line, width)
		}
		m := e.Metrics(style, fonts)
		if got := [3]float64{m.Ascent.Float(), m.Descent.Float(), m.LineSpacing.Float()}; got != [3]float64{num(8), num(9), num(10)} {
			t.Errorf("%s: got ascent, descent, line height %v", line, got)
		}
	}
}
