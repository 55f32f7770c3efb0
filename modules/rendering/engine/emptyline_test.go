package engine_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestBoxesOfEmptyLines compares the positions of boxes on lines without text with those of Chromium: where text would
// start.
func TestBoxesOfEmptyLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		style, inside string
		x             float64
	}{
		{"text-align:right", "<span></span>", 300},
		{"text-align:center", "<span></span>", 150},
		{"direction:rtl", "<span></span>", 300},
		{"text-indent:20px", "<span></span>", 20},
		{"text-indent:20px;direction:rtl", "<span></span>", 280},
		{"text-align:right", "<p style='margin:0'></p><span></span>", 300},
	} {
		html := `<!doctype html><body style="margin:0;width:300px"><div style="` + c.style + `">` + c.inside + `</div>`
		doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 400, Height: 100})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := doc.Draw(t.Context(), engine.NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range pic.Boxes() {
			if b.Tag == "span" && b.X != c.x {
				t.Errorf("%s, %s: at %v, want %v", c.style, c.inside, b.X, c.x)
			}
		}
	}
}
