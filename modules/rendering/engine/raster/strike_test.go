package raster

import (
	"bytes"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

func emojiFace(t testing.TB) *font.Face {
	t.Helper()
	f := font.Bundled().Primary(&font.Query{Families: []string{"Noto Color Emoji"}, Weight: 400, Stretch: 100}).Face
	if f == nil || !f.StandsForBitmaps() {
		t.Fatal("no bundled emoji")
	}
	return f
}

func TestEmojiAreScaledAsBitmaps(t *testing.T) {
	t.Parallel()
	face := emojiFace(t)
	g, _ := face.Glyph('🚀')
	c := &compiler{cache: NewCache(0), budget: 1 << 26}
	strike, err := c.strike(t.Context(), face, g, 0)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(size float64, w, h, baseline int) *Pixmap {
		l := &display.List{Width: w, Height: h, Ops: []display.Op{textOf(face, "🚀", size, 0, float64(baseline), solid(0))}}
		return mustDraw(t, l, Options{})
	}
	if p := draw(strikeSize, strikeWidth, strikeHeight, strikeTop); !bytes.Equal(p.Pix, strike.Pix) {
		t.Error("at the bitmap's size an emoji differs from the bitmap")
	}
	// At half the size the top is at half a pixel, so each row is the mean of two.
	half := halved(strike)
	p := draw(strikeSize/2.0, half.Width, half.Height, (strikeTop+1)/2)
	for i, got := range p.Pix {
		above := i - half.Width*4
		if above < 0 {
			above = i
		}
		if want := byte((int(half.Pix[above])*128 + int(half.Pix[i])*128) >> 8); got != want {
			t.Fatalf("at half the size byte %d is %d, want %d", i, got, want)
		}
	}
	painted := 0
	for _, v := range strike.Pix {
		if v != 0 {
			painted++
		}
	}
	if painted < len(strike.Pix)/4 {
		t.Errorf("only %d of %d bytes are painted", painted, len(strike.Pix))
	}
}

func TestHalvingTakesMeans(t *testing.T) {
	t.Parallel()
	b := &image.Bitmap{Width: 2, Height: 2, Pix: []byte{0, 10, 20, 255, 4, 10, 21, 255, 8, 10, 22, 255, 12, 10, 23, 255}}
	if got := halved(b); got.Width != 1 || got.Height != 1 || !bytes.Equal(got.Pix, []byte{6, 10, 21, 255}) {
		t.Errorf("got %+v", got)
	}
}

func TestEmojiDoNotDependOnTheCache(t *testing.T) {
	t.Parallel()
	face := emojiFace(t)
	l := &display.List{Width: 300, Height: 80, Ops: []display.Op{
		textOf(face, "🚀🎉", 48, 3.3, 60, solid(0)), textOf(face, "🎉", 33, 150.7, 60, display.Solid{Color: display.Color{R: 9, A: 100}}), textOf(face, "🚀", 48, 220.25, 60, solid(0)),
	}}
	cache := NewCache(0)
	first := mustDraw(t, l, Options{})
	for range 2 {
		if again := mustDraw(t, l, Options{Cache: cache, Workers: 3}); !bytes.Equal(first.Pix, again.Pix) {
			t.Fatal("a cached emoji differs")
		}
	}
}
