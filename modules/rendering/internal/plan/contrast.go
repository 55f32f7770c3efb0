package plan

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Contrast returns the lowest contrast ratio of an element's text with its possible backdrops (WCAG 2.2), rounded to
// two digits; 0 if an image is behind it.
func Contrast(f *inspect.Facts) float64 {
	if !f.BackdropKnown || len(f.Backdrops) == 0 {
		return 0
	}
	least := 21.0
	for _, behind := range f.Backdrops {
		least = min(least, style.Contrast(inspect.Over(f.TextColor, behind, f.Opacity), behind))
	}
	return math.Floor(least*100) / 100
}
