package encode_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	_ "image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"

	_ "golang.org/x/image/webp"
)

// card returns a smooth image; not opaque when alpha is below 255.
func card(w, h int, alpha uint8) *raster.Pixmap {
	pm := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: alpha == 255}
	for y := range h {
		for x := range w {
			p := pm.Pix[(y*w+x)*4:]
			a := int(alpha)
			p[0], p[1], p[2], p[3] = byte(x*a/w), byte(y*a/h), byte((x*y)%251*a/255), alpha
		}
	}
	return pm
}

func TestEncodeWritesTheRequestedFormat(t *testing.T) {
	t.Parallel()
	pm := card(120, 70, 255)
	for _, f := range []encode.Format{encode.PNG, encode.JPEG, encode.WebP, encode.GIF} {
		data, err := encode.Encode(context.Background(), pm, encode.Options{Format: f})
		if err != nil {
			t.Fatal(err)
		}
		cfg, name, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil || name != f.String() || cfg.Width != 120 || cfg.Height != 70 {
			t.Errorf("%v: got %v %q, %v", f, cfg, name, err)
		}
	}
}

func TestTranslucentPixelsAreCompositedOverTheBackground(t *testing.T) {
	t.Parallel()
	pm := &raster.Pixmap{Width: 16, Height: 16, Pix: make([]byte, 16*16*4)}
	for _, c := range []struct {
		background *display.Color
		want       uint8
	}{{nil, 255}, {&display.Color{R: 40, G: 40, B: 40}, 40}} {
		data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.JPEG, Background: c.background})
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r, _, _, _ := img.At(5, 5).RGBA()
		if got := uint8(r >> 8); got != c.want {
			t.Errorf("background %v: got %d, want %d", c.background, got, c.want)
		}
	}
}

func TestMaxBytesIsMetOrRejected(t *testing.T) {
	t.Parallel()
	pm := card(300, 200, 255)
	for _, f := range []encode.Format{encode.PNG, encode.JPEG, encode.WebP, encode.GIF, encode.AVIF} {
		if f == encode.AVIF {
			pm = card(120, 80, 255) // its noise is slow to encode
		}
		full, err := encode.Encode(context.Background(), pm, encode.Options{Format: f})
		if err != nil {
			t.Fatal(err)
		}
		budget := len(full) * 2 / 3
		o := encode.Options{Format: f, MaxBytes: budget}
		small, err := encode.Encode(context.Background(), pm, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(small) > budget {
			t.Errorf("%v: %d bytes, want at most %d", f, len(small), budget)
		}
		again, err := encode.Encode(context.Background(), pm, o)
		if err != nil || !bytes.Equal(small, again) {
			t.Errorf("%v: the search is not repeatable", f)
		}
		o.MaxBytes = 100
		if _, err := encode.Encode(context.Background(), pm, o); !errors.Is(err, encode.ErrMaxBytes) {
			t.Errorf("%v: got %v, want %v", f, err, encode.ErrMaxBytes)
		}
	}
}

func TestWebPKeepsTransparency(t *testing.T) {
	t.Parallel()
	pm := card(61, 43, 255)
	pm.Opaque = false
	for y := range 43 {
		for x := range 61 {
			p := pm.Pix[(y*61+x)*4:]
			a := (x * 255 / 60)
			for c := range 3 {
				p[c] = uint8(int(p[c]) * a / 255)
			}
			p[3] = uint8(a)
		}
	}
	for _, lossless := range []bool{true, false} {
		data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.WebP, Quality: 90, Lossless: lossless})
		if err != nil {
			t.Fatal(err)
		}
		img, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for y := range 43 {
			for x := range 61 {
				if _, _, _, a := img.At(x, y).RGBA(); a>>8 != uint32(pm.Pix[(y*61+x)*4+3]) {
					t.Fatalf("lossless %v: alpha at (%d,%d) is %d, want %d", lossless, x, y, a>>8, pm.Pix[(y*61+x)*4+3])
				}
			}
		}
	}
}

func TestGIFIsTransparentOrOpaque(t *testing.T) {
	t.Parallel()
	pm := &raster.Pixmap{Width: 256, Height: 4, Pix: make([]byte, 256*4*4)}
	for y := range 4 {
		for x := range 256 {
			p := pm.Pix[(y*256+x)*4:]
			p[0], p[3] = uint8(x), uint8(x)
		}
	}
	data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.GIF})
	if err != nil {
		t.Fatal(err)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for x := range 256 {
		r, g, _, a := img.At(x, 1).RGBA()
		want := uint32(0)
		if x >= 128 {
			want = 0xffff
		}
		if a != want {
			t.Fatalf("coverage %d: alpha %04x, want %04x", x, a, want)
		}
		if x >= 128 && (r>>8 < 250 || int(g>>8) < 250-x || int(g>>8) > 260-x) {
			t.Fatalf("coverage %d: red %d green %d are not composited over white", x, r>>8, g>>8)
		}
	}
}

func TestSmallestPNGHasTheSamePixels(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]encode.Options{"pixels": {}, "palette": {Palette: true}, "limited": {MaxBytes: 1 << 20}} {
		pm := card(300, 220, 200)
		full, err := encode.Encode(context.Background(), pm, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Smallest = true
		var files [3][]byte
		for workers := range files {
			o.Workers = workers
			if files[workers], err = encode.Encode(context.Background(), pm, o); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0], files[1]) || !bytes.Equal(files[0], files[2]) {
			t.Errorf("%s: the bytes depend on the number of workers", name)
		}
		if len(files[0]) >= len(full) {
			t.Errorf("%s: %d bytes with Smallest, %d without", name, len(files[0]), len(full))
		}
		if !bytes.Equal(decodedPixels(t, files[0]), decodedPixels(t, full)) {
			t.Errorf("%s: the pixels differ", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := encode.Encode(ctx, card(300, 220, 200), encode.Options{Smallest: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func decodedPixels(t *testing.T, file []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out.Pix
}

func TestPaletteReducesColors(t *testing.T) {
	t.Parallel()
	data, err := encode.Encode(context.Background(), card(100, 100, 200), encode.Options{Palette: true})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := img.(*image.Paletted); !ok {
		t.Errorf("got %T, want a palette", img)
	}
}

func TestBadRequestsAreRejected(t *testing.T) {
	t.Parallel()
	good := card(4, 4, 255)
	wide := &raster.Pixmap{Width: 70000, Height: 1, Pix: make([]byte, 280000), Opaque: true}
	for name, c := range map[string]struct {
		pm   *raster.Pixmap
		o    encode.Options
		want error
	}{
		"quality":       {good, encode.Options{Quality: 101}, encode.ErrOptions},
		"format":        {good, encode.Options{Format: 99}, encode.ErrOptions},
		"negative size": {good, encode.Options{MaxBytes: -1}, encode.ErrOptions},
		"empty":         {&raster.Pixmap{}, encode.Options{}, encode.ErrSize},
		"short pixels":  {&raster.Pixmap{Width: 2, Height: 2, Pix: make([]byte, 4)}, encode.Options{}, encode.ErrSize},
		"too wide":      {wide, encode.Options{Format: encode.JPEG}, encode.ErrSize},
	} {
		if _, err := encode.Encode(context.Background(), c.pm, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
