package plan

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Contrast returns the lowest contrast of an element's text with what may be behind it (WCAG 2.2, contrast ratio), to two
// digits; 0 where an image is behind it.
func Contrast(f *inspect.Facts) float64 {
	if !f.BehindKnown || len(f.Behind) == 0 {
		return 0
	}
	least := 21.0
	for _, behind := range f.Behind {
		a, b := luminance(inspect.Over(f.Ink, behind, f.Opacity)), luminance(behind)
		least = min(least, (max(a, b)+0.05)/(min(a, b)+0.05))
	}
	return math.Floor(least*100) / 100
}

// luminance is the relative luminance of an opaque colour.
func luminance(c style.Color) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
