package layout_test

import (
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

// TestTextFit checks that fitted text is as large as fits and no larger.
func TestTextFit(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, css, text string
		lo, hi          float64 // of the fitted font size
	}{
		{"fits already", "width:300px;height:100px;font-size:20px;-svc-text-fit:shrink", "short", 20, 20},
		{"shrinks to the height", "width:200px;height:50px;font-size:40px;-svc-text-fit:shrink", "words that need several lines", 10, 26},
		{"shrinks to the width", "width:100px;height:500px;font-size:40px;-svc-text-fit:shrink", "incomprehensibilities", 8, 12},
		{"keeps the minimum", "width:20px;height:20px;font-size:40px;-svc-text-fit:shrink;-svc-min-font-size:15px", "incomprehensibilities", 15, 15},
		{"shrinks before a word breaks", "width:200px;height:500px;font-size:40px;overflow-wrap:anywhere;-svc-text-fit:shrink", "incomprehensibilities", 20, 22},
		{"breaks a word below two fifths of its size", "width:100px;height:500px;font-size:40px;overflow-wrap:anywhere;-svc-text-fit:shrink", "incomprehensibilities", 40, 40},
		{"grows until a word would break", "width:300px;height:1000px;font-size:10px;overflow-wrap:anywhere;-svc-text-fit:grow", "incomprehensibilities", 30, 33},
		{"grows broken words", "width:60px;height:500px;font-size:10px;overflow-wrap:anywhere;-svc-text-fit:grow;-svc-max-font-size:30px", "incomprehensibilities", 30, 30},
		{"grows", "width:300px;height:100px;font-size:10px;-svc-text-fit:grow", "Hi", 70, 90},
		{"grows to the maximum", "width:300px;height:100px;font-size:10px;-svc-text-fit:grow;-svc-max-font-size:30px", "Hi", 30, 30},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, _, err := layouttest.New().Layout(fmt.Sprintf("<div style='%s'>%s</div>", c.css, c.text), 800, 600)
			if err != nil {
				t.Fatal(err)
			}
			fit := 0.0
			var walk func(f *layout.Fragment)
			walk = func(f *layout.Fragment) {
				fit = max(fit, f.Fit)
				for _, k := range f.Children {
					walk(k)
				}
			}
			walk(r.Root)
			if fit < c.lo || fit > c.hi {
				t.Errorf("got a font size of %v, want %v to %v", fit, c.lo, c.hi)
			}
		})
	}
}
