package raster

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestAliasedFillsWholePixels checks that an aliased shape paints exactly the pixels whose centre is inside.
func TestAliasedFillsWholePixels(t *testing.T) {
	t.Parallel()
	at := func(x, y float64) display.Point {
		return display.Point{X: display.FromFloat(x), Y: display.FromFloat(y)}
	}
	path := &display.Path{}
	path.MoveTo(at(1.3, 0.6))
	path.LineTo(at(18.2, 7.4))
	path.LineTo(at(4.7, 15.1))
	path.Close()
	inside := func(x, y float64) bool {
		side := func(ax, ay, bx, by float64) bool {
			return (bx-ax)*(y-ay)-(by-ay)*(x-ax) > 0
		}
		return side(1.3, 0.6, 18.2, 7.4) && side(18.2, 7.4, 4.7, 15.1) && side(4.7, 15.1, 1.3, 0.6)
	}
	list := &display.List{Width: 20, Height: 16}
	list.Ops = append(list.Ops, display.FillPath{Path: path, Brush: display.Solid{Color: display.Color{A: 255}}, Aliased: true})
	pm, err := Draw(t.Context(), list, Options{Scale: 1})
	if err != nil {
		t.Fatal(err)
	}
	for y := range 16 {
		for x := range 20 {
			want := uint8(0)
			if inside(float64(x)+0.5, float64(y)+0.5) {
				want = 255
			}
			if got := pm.Pix[(y*pm.Width+x)*4+3]; got != want {
				t.Errorf("pixel %d,%d: got alpha %d, want %d", x, y, got, want)
			}
		}
	}
}
