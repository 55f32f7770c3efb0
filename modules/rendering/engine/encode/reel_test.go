package encode_test

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/gif"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// twoCorners returns two images that differ only in two opposite corners.
func twoCorners(w, h int) (first, second *raster.Pixmap) {
	first = scene(w, h, true, 11)
	second = &raster.Pixmap{Width: w, Height: h, Pix: bytes.Clone(first.Pix), Opaque: true}
	for y := range 8 {
		for x := range 8 {
			copy(second.Pix[4*(y*w+x):], []byte{250, 10, 10, 255})
			copy(second.Pix[4*((h-1-y)*w+w-1-x):], []byte{10, 250, 10, 255})
		}
	}
	return first, second
}

func film(t *testing.T, o encode.Options, frames ...*raster.Pixmap) []byte {
	t.Helper()
	r, err := encode.NewReel(o, frames[0].Width, frames[0].Height, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		if err := r.Add(context.Background(), f, 100); err != nil {
			t.Fatal(err)
		}
	}
	data, err := r.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestUnchangedPixelsOfAFrameAddFewBytes(t *testing.T) {
	t.Parallel()
	first, second := twoCorners(160, 120)
	for _, o := range []encode.Options{{Format: encode.GIF}, {Format: encode.PNG}, {Format: encode.WebP, Lossless: true}, {Format: encode.AVIF}, {Format: encode.AVIF, Lossless: true}, {Format: encode.WebM}} {
		one, two := len(film(t, o, first)), len(film(t, o, first, second))
		if two-one > one/2 {
			t.Errorf("%v: the first frame takes %d bytes, the second one %d", o.Format, one, two-one)
		}
	}
}

func TestFramesAreComposedOverPreviousFrames(t *testing.T) {
	t.Parallel()
	first, second := twoCorners(160, 120)
	g, err := gif.DecodeAll(bytes.NewReader(film(t, encode.Options{Format: encode.GIF}, first, second, first)))
	if err != nil {
		t.Fatal(err)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, 160, 120))
	for i, want := range []*raster.Pixmap{first, second, first} {
		if d := g.Disposal[i]; d != gif.DisposalNone {
			t.Errorf("frame %d has disposal method %d", i, d)
		}
		b := g.Image[i].Bounds()
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if c := g.Image[i].At(x, y); alphaOf(c) != 0 {
					canvas.Set(x, y, c)
				}
			}
		}
		for k := range want.Pix {
			if d := int(canvas.Pix[k]) - int(want.Pix[k]); d > 24 || d < -24 {
				t.Fatalf("frame %d, pixel %d: %d, want %d", i, k/4, canvas.Pix[k], want.Pix[k])
			}
		}
	}
	// The blending method is stored in the last byte of a PNG's second fcTL (§11.3.6.2), and in a WebP as an unset flag
	// of the second ANMF (RFC 9649 §2.7.1.1).
	data := film(t, encode.Options{Format: encode.PNG}, first, second)
	if at := bytes.LastIndex(data, []byte("fcTL")); data[at+4+25] != 1 {
		t.Errorf("PNG: blend operation %d, want 1", data[at+4+25])
	}
	data = film(t, encode.Options{Format: encode.WebP, Lossless: true}, first, second)
	if at := bytes.LastIndex(data, []byte("ANMF")); data[at+8+15]&2 != 0 {
		t.Error("WebP: the second frame replaces the first one")
	}
}

func alphaOf(c interface{ RGBA() (r, g, b, a uint32) }) uint32 {
	_, _, _, a := c.RGBA()
	return a
}

// TestHolesOfAGIFMove shows a square that moves over a transparent canvas, over a second one that stays.
func TestHolesOfAGIFMove(t *testing.T) {
	t.Parallel()
	const w, h = 120, 80
	var frames []*raster.Pixmap
	for i := range 9 {
		pm := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, 4*w*h)}
		square := func(x0, y0, size int, r, g, b byte) {
			for y := y0; y < y0+size; y++ {
				for x := x0; x < x0+size; x++ {
					copy(pm.Pix[4*(y*w+x):], []byte{r + byte(x%8), g, b + byte(y%8), 255})
				}
			}
		}
		square(50, 30, 25, 10, 200, 40)
		if i != 4 { // all but the second square vanishes
			square(3+10*i, 5+5*i, 20, 100, byte(40*i), 60)
		}
		if i == 7 {
			pm.Pix = make([]byte, 4*w*h)
		}
		frames = append(frames, pm)
	}
	g, err := gif.DecodeAll(bytes.NewReader(film(t, encode.Options{Format: encode.GIF}, frames...)))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != len(frames) {
		t.Fatalf("%d frames, want %d", len(g.Image), len(frames))
	}
	canvas := image.NewRGBA(image.Rect(0, 0, w, h))
	pixels := 0
	for i, want := range frames {
		draw.Draw(canvas, g.Image[i].Rect, g.Image[i], g.Image[i].Rect.Min, draw.Over)
		if !bytes.Equal(canvas.Pix, want.Pix) {
			t.Errorf("frame %d differs", i)
		}
		if g.Disposal[i] == gif.DisposalBackground {
			draw.Draw(canvas, g.Image[i].Rect, image.Transparent, image.Point{}, draw.Src)
		}
		pixels += len(g.Image[i].Pix)
	}
	if pixels > 5*w*h {
		t.Errorf("the frames have %d pixels together, the canvas %d", pixels, w*h)
	}
}

// TestGIFFramesShareColours adds frames of few colours: only the first one's colours are written.
func TestGIFFramesShareColours(t *testing.T) {
	t.Parallel()
	var frames []*raster.Pixmap
	for i := range 6 {
		pm := &raster.Pixmap{Width: 60, Height: 60, Pix: make([]byte, 4*60*60), Opaque: true}
		for k := range 60 * 60 {
			c := byte(k * 7 / 60 % 100)
			if k%60 < 10*i {
				c = 99 - c
			}
			copy(pm.Pix[4*k:], []byte{2 * c, c, c / 2, 255})
		}
		frames = append(frames, pm)
	}
	data := film(t, encode.Options{Format: encode.GIF}, frames...)
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range g.Image {
		if len(m.Palette) != len(g.Image[0].Palette) {
			t.Errorf("frame %d has %d colours of its own", i, len(m.Palette))
		}
	}
	canvas := image.NewRGBA(image.Rect(0, 0, 60, 60))
	for i, want := range frames {
		draw.Draw(canvas, g.Image[i].Rect, g.Image[i], g.Image[i].Rect.Min, draw.Over)
		if !bytes.Equal(canvas.Pix, want.Pix) {
			t.Errorf("frame %d differs", i)
		}
	}
}
