package engine_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestTextFitFillsLines checks the widths of lines with text-fit in a block of 200 px.
func TestTextFitFillsLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		css, html string
		widths    []float64 // of the spans; 0 for the text's own
	}{
		{"text-fit:grow", "<span>word</span>", []float64{200}},
		{"text-fit:grow per-line-all", "<span>word</span><br><span>several words</span>", []float64{200, 200}},
		{"text-fit:grow per-line", "<span>word</span>", []float64{0}},
		{"text-fit:grow 100%", "<span>word</span>", []float64{0}},
		{"text-fit:shrink", "<span>word</span>", []float64{0}},
		{"text-fit:shrink;white-space:nowrap", "<span>A line of text that is wider than its block</span>", []float64{200}},
		{"text-fit:grow", "<span>word</span><b style='float:left'>x</b>", []float64{0}},
	} {
		widths := func(css string) (out []float64) {
			html := "<!doctype html><style>body{margin:0;font:20px Inter}div{width:200px}</style><div style='" + css + "'>" + c.html + "</div>"
			doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 600, Height: 300})
			if err != nil {
				t.Fatal(err)
			}
			pic, err := doc.Draw(t.Context(), engine.NoFiles{})
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range pic.Boxes() {
				if b.Tag == "span" {
					out = append(out, b.Width)
				}
			}
			return out
		}
		own, got := widths("white-space:nowrap"), widths(c.css)
		for i, want := range c.widths {
			if want == 0 {
				want = own[i]
			}
			if math.Abs(got[i]-want) > 0.5 {
				t.Errorf("%s, %s: line %d is %v wide, want %v", c.css, c.html, i+1, got[i], want)
			}
		}
	}
}

// TestFittedLinesAreLimited draws a long paragraph whose lines are all scaled differently: lines beyond the limit keep their
// size, with a warning.
func TestFittedLinesAreLimited(t *testing.T) {
	t.Parallel()
	html := "<div style='width:100px;text-fit:grow per-line-all'>"
	for i := range 4000 {
		html += fmt.Sprintf("%d%c ", i*7919%99991, 'a'+i*31%26)
	}
	doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 200, Height: 200})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(t.Context(), engine.NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range pic.Warnings {
		if w.Code == "text_fit_limit" {
			return
		}
	}
	t.Errorf("warnings %v, want one about the limit", pic.Warnings)
}
