package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ParseColor parses the CSS colour of a canvas (CSS Color 4). It returns nil for a colour without any opacity, and false
// for text that is no colour or one that depends on an element (currentcolor, variables).
func ParseColor(text string) (*display.Color, bool) {
	c, ok := style.ParseColor(text, style.Color{A: 255})
	if other, _ := style.ParseColor(text, style.Color{R: 255, G: 255, B: 255, A: 255}); !ok || other != c {
		return nil, false
	}
	if c.A == 0 {
		return nil, true
	}
	return &display.Color{R: c.R, G: c.G, B: c.B, A: c.A}, true
}
