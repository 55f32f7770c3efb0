package raster

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestShadowTilesOfTheWantedSize draws a rectangle's shadow whose tile is as large as the shortened tile of larger
// rectangles, and then a larger one, which takes the tile from the cache.
func TestShadowTilesOfTheWantedSize(t *testing.T) {
	for size := 10; size < 30; size++ {
		side := float64(size)
		mustDraw(t, &display.List{Width: 120, Height: 60, Ops: []display.Op{
			display.Shadow{RRect: rounded(10, 10, side, side, 0), Sigma: px(2), Color: rgb(0)},
			display.Shadow{RRect: rounded(60, 10, 45, 45, 0), Sigma: px(2), Color: rgb(0)},
		}}, Options{})
	}
}
