package encode_test

import (
	"bytes"
	"context"
	"image"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// lettering returns an image of strokes with antialiased edges on a uniform background.
func lettering(w, h int) *raster.Pixmap {
	r := rand.New(rand.NewPCG(1, 9))
	pm := &raster.Pixmap{Width: w, Height: h, Pix: bytes.Repeat([]byte{255}, w*h*4), Opaque: true}
	for range w * h / 400 {
		x, y, edge, tall := r.IntN(w-8), r.IntN(h-20), byte(r.IntN(32)*8), 6+r.IntN(12)
		for j := range tall {
			p := pm.Pix[((y+j)*w+x)*4:]
			for i, v := range [4]byte{edge, 20, 20, 255 - edge} {
				p[4*i], p[4*i+1], p[4*i+2] = v, v, v
			}
		}
	}
	return pm
}

func decodeWebP(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, format, err := image.Decode(bytes.NewReader(data))
	if err != nil || format != "webp" {
		t.Fatalf("%s: %v", format, err)
	}
	return img
}

func TestWebPOfFewColoursIsExactWhereThatIsSmaller(t *testing.T) {
	t.Parallel()
	pm := lettering(300, 200)
	data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.WebP})
	if err != nil {
		t.Fatal(err)
	}
	img := decodeWebP(t, data)
	for i := range pm.Width * pm.Height {
		r, g, b, _ := img.At(i%pm.Width, i/pm.Width).RGBA()
		if p := pm.Pix[4*i:]; byte(r>>8) != p[0] || byte(g>>8) != p[1] || byte(b>>8) != p[2] {
			t.Fatalf("pixel %d is not exact", i)
		}
	}
}

func TestWebPOfFewColoursIsLossyWhereThatIsSmaller(t *testing.T) {
	t.Parallel()
	// Smooth grey noise: at most 256 colours, no repetition.
	const w, h = 256, 256
	r := rand.New(rand.NewPCG(2, 9))
	pm := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: true}
	for i := range w * h {
		v := byte(40 + i%w/2 + i/w/4 + r.IntN(4))
		copy(pm.Pix[4*i:], []byte{v, v, v, 255})
	}
	sizes := map[bool]int{}
	for _, lossless := range []bool{false, true} {
		data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.WebP, Lossless: lossless})
		if err != nil {
			t.Fatal(err)
		}
		decodeWebP(t, data)
		sizes[lossless] = len(data)
	}
	if sizes[false]*4 > sizes[true] {
		t.Errorf("%d bytes, %d without loss", sizes[false], sizes[true])
	}
}

func TestWebPOfPaletteIndicesEqualsThatOfPixels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	for i := range 40 {
		w, h, flat := 1+r.IntN(90), 1+r.IntN(90), r.IntN(4) > 0
		pm := &raster.Pixmap{Width: w, Height: h, Indices: make([]byte, w*h), Repeats: make([]bool, h), Opaque: i%3 > 0}
		// Some of the colours are not used.
		for range 1 + r.IntN(256) {
			c := r.Uint32() | 0xff000000
			if !pm.Opaque {
				c = r.Uint32() & 0x3f3f3f3f // premultiplied
				c |= 0x3f000000
			}
			pm.Colors = append(pm.Colors, c)
		}
		for y := range h {
			for x := range w {
				if x > 0 && flat && r.IntN(9) > 0 {
					pm.Indices[y*w+x] = pm.Indices[y*w+x-1]
				} else {
					pm.Indices[y*w+x] = byte(r.IntN(1 + r.IntN(len(pm.Colors))))
				}
			}
			if y > 0 && r.IntN(3) == 0 {
				copy(pm.Indices[y*w:], pm.Indices[(y-1)*w:y*w])
				pm.Repeats[y] = true
			}
		}
		for _, o := range []encode.Options{{Format: encode.WebP, Lossless: true}, {Format: encode.WebP, Quality: 1 + r.IntN(99)}} {
			want, err := encode.Encode(context.Background(), pm.Plain(), o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := encode.Encode(context.Background(), pm, o)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("image %d, %+v: %d bytes of indices, %d of pixels", i, o, len(got), len(want))
			}
		}
	}
}
