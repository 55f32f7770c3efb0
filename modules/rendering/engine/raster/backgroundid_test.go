package raster

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestReusedBuffersDoNotChangeOutput draws images of several grounds in turn into the same buffer.
func TestReusedBuffersDoNotChangeOutput(t *testing.T) {
	t.Parallel()
	face := sans(t)
	cache := NewCache(0)
	r := rand.New(rand.NewPCG(3, 8))
	grounds := [][]display.Op{
		{display.FillRect{Rect: rectOf(0, 0, 300, 400), Brush: solid(0xffffff)}},
		{display.FillRect{Rect: rectOf(0, 0, 300, 400), Brush: solid(0x123456)}},
		{display.FillRect{Rect: rectOf(0, 0, 300, 400), Brush: solid(0xffffff)}, cardShadow(), cardPanel()},
		{cardGradient(), cardPanel()},
		{cardPanel()},
		nil,
	}
	canvas := &Canvas{}
	held, untouched := 0, 0
	for i := range 400 {
		width, height := 300, 400
		if r.IntN(10) == 0 {
			width, height = 290+r.IntN(11), 390+r.IntN(11)
		}
		ops := slices.Clone(grounds[r.IntN(len(grounds))])
		for range r.IntN(4) {
			ops = append(ops, textOf(face, "some words", float64(10+r.IntN(20)), float64(r.IntN(200)), float64(r.IntN(420)), solid(r.Uint32N(1<<24))))
			if r.IntN(3) == 0 {
				ops = append(ops, display.PushLayer{Opacity: 100, Blend: display.Multiply}, display.FillRRect{RRect: rounded(float64(r.IntN(200)), float64(r.IntN(400)), 90, 30, 9), Brush: solid(0x00ff00)}, display.Pop{})
			}
		}
		l := &display.List{Width: width, Height: height, Ops: ops}
		o := Options{Cache: cache, Workers: r.IntN(3), Indexed: r.IntN(4) == 0}
		if r.IntN(5) == 0 {
			o.Background = &display.Color{R: 200, A: 255}
		}
		want, err := Draw(t.Context(), l, Options{Background: o.Background})
		if err != nil {
			t.Fatal(err)
		}
		before := *canvas
		o.Memory = func(int) *Canvas { return canvas }
		p := mustDraw(t, l, o)
		if got := p.Plain(); !bytes.Equal(got.Pix, want.Pix) || got.Opaque != want.Opaque {
			t.Fatalf("image %d depends on the previous content of its buffer at %v", i, firstDifference(got, want))
		}
		for y := 1; y < height; y++ {
			if p.Repeats[y] && !bytes.Equal(want.Pix[4*y*width:4*(y+1)*width], want.Pix[4*(y-1)*width:4*y*width]) {
				t.Fatalf("image %d: row %d is marked Same but differs from the one above", i, y)
			}
		}
		canvas = p.Memory()
		if p.BackgroundID != 0 && before.background == p.BackgroundID && before.width == width {
			held++
		}
		if slices.Contains(p.BackgroundRows, true) {
			untouched++
		}
	}
	if held < 20 || untouched < 100 {
		t.Fatalf("%d images reused their ground, %d have untouched rows", held, untouched)
	}
}
