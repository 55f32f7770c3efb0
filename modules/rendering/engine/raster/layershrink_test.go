package raster

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestCroppedFilterLayersGiveTheSamePixels draws filters on a canvas that they fill and on a much larger one; the
// common part must be the same.
func TestCroppedFilterLayersGiveTheSamePixels(t *testing.T) {
	t.Parallel()
	filters := map[string][]display.Filter{
		"shadow":          {{Kind: display.DropShadow, SigmaX: px(9), SigmaY: px(9), DX: px(14), DY: px(-7), Color: rgb(0x113355)}},
		"two":             {{Kind: display.Blur, SigmaX: px(5), SigmaY: px(2)}, {Kind: display.DropShadow, SigmaX: px(3), SigmaY: px(3), DX: px(40), Color: rgb(0xff0000)}},
		"blurred to dark": {{Kind: display.ColorMatrix, Matrix: [20]int32{18: 1 << 16}}, {Kind: display.Blur, SigmaX: px(12), SigmaY: px(12)}},
	}
	for _, sigma := range []float64{0.5, 1, 2.3, 4, 11, 25, 50} {
		filters[fmt.Sprint("blur ", sigma)] = []display.Filter{{Kind: display.Blur, SigmaX: px(sigma), SigmaY: px(sigma)}}
	}
	for name, fs := range filters {
		for _, at := range []float64{180, 211.5} {
			var pictures [2]*Pixmap
			for i, side := range []int{460, 1400} {
				l := &display.List{Width: side, Height: side, Ops: []display.Op{
					display.FillRect{Rect: rectOf(0, 0, float64(side), float64(side)), Brush: display.Solid{Color: rgb(0xfafafa)}},
					display.PushLayer{Opacity: 200, Filters: fs},
					display.FillRRect{RRect: rounded(at, at+3, 61, 47, 9), Brush: display.Solid{Color: rgb(0x4f46e5)}},
					display.Pop{},
				}}
				p, err := Draw(context.Background(), l, Options{})
				if err != nil {
					t.Fatal(err)
				}
				pictures[i] = p
			}
			for y := range 460 {
				if !bytes.Equal(pictures[0].Pix[y*460*4:][:460*4], pictures[1].Pix[y*1400*4:][:460*4]) {
					t.Errorf("%s at %v: row %d differs on a larger canvas", name, at, y)
					break
				}
			}
		}
	}
}
