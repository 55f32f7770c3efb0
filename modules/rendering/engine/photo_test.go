package engine_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

func TestPhotosKeepTheirPixels(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for _, c := range []struct {
		w, h   int
		scale  float64
		pw, ph int
	}{{20, 10, 1, 20, 10}, {20, 10, 2, 40, 20}, {101, 51, 1.5, 152, 77}} {
		img := image.NewNRGBA(image.Rect(0, 0, c.pw, c.ph))
		for y := range c.ph {
			for x := range c.pw {
				img.SetNRGBA(x, y, color.NRGBA{uint8(x), uint8(y), uint8(x * y), 255})
			}
		}
		img.SetNRGBA(0, 0, color.NRGBA{})
		var file bytes.Buffer
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		pic, err := e.Photo(t.Context(), file.Bytes(), c.w, c.h, c.scale)
		if err != nil {
			t.Fatal(err)
		}
		out, err := e.Encode(t.Context(), pic, engine.Output{Format: encode.PNG})
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(out.Bytes))
		if err != nil {
			t.Fatal(err)
		}
		if got.Bounds() != img.Bounds() {
			t.Fatalf("%v: the size is %v, want %v", c, got.Bounds(), img.Bounds())
		}
		for y := range c.ph {
			for x := range c.pw {
				if g, w := color.NRGBAModel.Convert(got.At(x, y)), img.At(x, y); g != w {
					t.Fatalf("%v: pixel %d,%d is %v, want %v", c, x, y, g, w)
				}
			}
		}
		if _, err := e.Photo(t.Context(), file.Bytes(), c.w+1, c.h, c.scale); err == nil {
			t.Error("a file of another size is accepted")
		}
	}
}
