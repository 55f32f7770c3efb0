package encode_test

import (
	"bytes"
	"context"
	"image"
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
	for _, o := range []encode.Options{{Format: encode.GIF}, {Format: encode.PNG}, {Format: encode.WebP, Lossless: true}} {
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
