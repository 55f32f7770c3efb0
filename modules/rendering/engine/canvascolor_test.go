package engine_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/display"
)

func TestParseColor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*display.Color{
		"#0F172A": {R: 0x0F, G: 0x17, B: 0x2A, A: 255}, "#0f172a80": {R: 0x0F, G: 0x17, B: 0x2A, A: 0x80}, "#fff": {R: 255, G: 255, B: 255, A: 255},
		"#f008": {R: 255, A: 0x88}, "red": {R: 255, A: 255}, "rgb(1 2 3 / 50%)": {R: 1, G: 2, B: 3, A: 128}, "hsl(120 100% 50%)": {G: 255, A: 255},
		"color-mix(in srgb, red, blue)": {R: 128, B: 128, A: 255}, "rgb(1 2 3": {R: 1, G: 2, B: 3, A: 255}, // the end closes functions (CSS Syntax 3 §5.4.9)
		"transparent": nil, "#00000000": nil, "#FFFFFF00": nil,
	} {
		got, ok := engine.ParseColor(text)
		switch {
		case !ok, (got == nil) != (want == nil), got != nil && *got != *want:
			t.Errorf("ParseColor(%q) = %v, %t; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "bleu", "#ff", "#fffff", "currentcolor", "color-mix(in srgb, currentcolor, red)", "var(--x)", "red blue", "rgb(1 2", "url(x)"} {
		if got, ok := engine.ParseColor(text); ok {
			t.Errorf("ParseColor(%q) = %v; it must be refused", text, got)
		}
	}
}
