package engine_test

import (
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// TestScaleEnlargesWholePixels renders boxes at fractional positions and sizes: at an integer scale the image equals
// that of scale 1 with every pixel repeated, as in Chromium's screenshots.
func TestScaleEnlargesWholePixels(t *testing.T) {
	const html = `<!doctype html><style>body{margin:3.4px;color:transparent;font:13px/19.6px Inter}
		div{border:1.3px solid #123;width:50.3px;height:10.4px;margin-top:2.7px;background:#def}
		.double{border:4.6px double #456}.hair{border:.4px solid #0a0}
		p{margin:0}p b{background:#fc0}
		.tile{background:linear-gradient(#f00,#f00) 1.3px 2.6px/7.5px 3.5px no-repeat #fff}
		.table{display:table;border-collapse:collapse}.table i{display:table-cell;border:1.7px solid #808}</style>
		<div></div><div class=double></div><div class=hair></div><p><b>First line</b><br><b>second line</b><br><b>third line</b></p><div class=tile></div>
		<section class=table><i>a</i><i>b</i></section>`
	one := pixelsAt(t, html, 1)
	for _, k := range []int{2, 3} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			big := pixelsAt(t, html, k)
			if big.Width != one.Width*k || big.Height != one.Height*k {
				t.Fatalf("the image is %d × %d, want %d × %d", big.Width, big.Height, one.Width*k, one.Height*k)
			}
			for y := range one.Height {
				for x := range one.Width {
					want := [4]byte(one.Pix[(y*one.Width+x)*4:])
					for i := range k * k {
						bx, by := x*k+i%k, y*k+i/k
						if got := [4]byte(big.Pix[(by*big.Width+bx)*4:]); got != want {
							t.Fatalf("pixel %d, %d is %v at scale %d, want %v", bx, by, got, k, want)
						}
					}
				}
			}
		})
	}
}

func pixelsAt(t *testing.T, html string, scale int) *raster.Pixmap {
	t.Helper()
	return pixelsOf(t, engine.New(engine.Options{}), html, engine.NoFiles{}, engine.Settings{Width: 120, Height: 160, Scale: float64(scale)})
}

// pixelsOf draws a document.
func pixelsOf(t *testing.T, e *engine.Engine, html string, files engine.Files, set engine.Settings) *raster.Pixmap {
	t.Helper()
	doc, err := e.Open(t.Context(), engine.Source{HTML: html}, set)
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	pm, err := e.Pixels(t.Context(), pic, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pm
}
