package image_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	stdimage "image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// testImage returns an image with a gradient, a hard edge and a range of alphas.
func testImage(w, h int) *stdimage.NRGBA {
	m := stdimage.NewNRGBA(stdimage.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), 90, uint8((x + y) * 255 / (w + h - 1))}
			if x == y {
				c = color.NRGBA{255, 255, 255, 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func pngOf(t testing.TB, m stdimage.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, m stdimage.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDecodePNGPremultipliesExactly(t *testing.T) {
	t.Parallel()
	m := testImage(40, 30)
	b, err := image.Decode(context.Background(), pngOf(t, m), image.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if b.Width != 40 || b.Height != 30 || b.Opaque {
		t.Fatalf("got %d×%d opaque %v", b.Width, b.Height, b.Opaque)
	}
	for i := 0; i < len(b.Pix); i += 4 {
		a := int(m.Pix[i+3])
		for c := range 3 {
			if got, want := int(b.Pix[i+c]), (int(m.Pix[i+c])*a+127)/255; got != want {
				t.Fatalf("pixel %d channel %d: got %d, want %d", i/4, c, got, want)
			}
		}
	}
}

func TestDecodeReadsEveryPNGKind(t *testing.T) {
	t.Parallel()
	src := testImage(9, 7)
	pal := stdimage.NewPaletted(src.Rect, color.Palette{color.NRGBA{1, 2, 3, 255}, color.NRGBA{200, 100, 50, 128}})
	grey, grey16 := stdimage.NewGray(src.Rect), stdimage.NewGray16(src.Rect)
	deep := stdimage.NewNRGBA64(src.Rect)
	opaque := stdimage.NewRGBA(src.Rect)
	for y := range 7 {
		for x := range 9 {
			pal.SetColorIndex(x, y, uint8((x+y)%2))
			grey.SetGray(x, y, color.Gray{uint8(x * y)})
			grey16.SetGray16(x, y, color.Gray16{uint16(x * y * 257)})
			deep.Set(x, y, src.At(x, y))
			opaque.Set(x, y, color.RGBA{uint8(x), uint8(y), 7, 255})
		}
	}
	for name, m := range map[string]stdimage.Image{"palette": pal, "grey": grey, "grey 16": grey16, "rgba 16": deep, "rgb": opaque} {
		b, err := image.Decode(context.Background(), pngOf(t, m), image.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for y := range 7 {
			for x := range 9 {
				n := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
				got := b.Pix[(y*9+x)*4:][:4]
				for c, v := range [3]uint8{n.R, n.G, n.B} {
					want := (int(v)*int(n.A) + 127) / 255
					if d := int(got[c]) - want; d < -1 || d > 1 {
						t.Errorf("%s (%d,%d): got %v, want about %v", name, x, y, got, n)
					}
				}
				if got[3] != n.A {
					t.Errorf("%s (%d,%d): got alpha %d, want %d", name, x, y, got[3], n.A)
				}
			}
		}
	}
}

// withOrientation inserts an EXIF segment after a JPEG's first marker.
func withOrientation(data []byte, o int) []byte {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(o)) + "\x00\x00\x00\x00\x00\x00"
	out := append([]byte{}, data[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	out = append(out, exif...)
	return append(out, data[2:]...)
}

func TestDecodeJPEGAppliesOrientation(t *testing.T) {
	t.Parallel()
	// The upright image has red, green, blue and white quarters.
	const w, h = 64, 32
	at := func(x, y int) color.RGBA {
		switch {
		case x < w/2 && y < h/2:
			return color.RGBA{255, 0, 0, 255}
		case y < h/2:
			return color.RGBA{0, 255, 0, 255}
		case x < w/2:
			return color.RGBA{0, 0, 255, 255}
		}
		return color.RGBA{255, 255, 255, 255}
	}
	// stored[o] maps upright (x, y) to stored coordinates: Exif 2.3 §4.6.4 defines the visual edges of the stored first
	// row and column.
	stored := map[int]func(x, y int) (int, int){
		1: func(x, y int) (int, int) { return x, y },
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, w - 1 - x },
		7: func(x, y int) (int, int) { return h - 1 - y, w - 1 - x },
		8: func(x, y int) (int, int) { return h - 1 - y, x },
	}
	for o := 1; o <= 8; o++ {
		sw, sh := w, h
		if o > 4 {
			sw, sh = h, w
		}
		m := stdimage.NewRGBA(stdimage.Rect(0, 0, sw, sh))
		for y := range h {
			for x := range w {
				sx, sy := stored[o](x, y)
				m.Set(sx, sy, at(x, y))
			}
		}
		data := withOrientation(jpegOf(t, m), o)
		info, err := image.Peek(data)
		if err != nil || info.Width != w || info.Height != h || info.Orientation != o {
			t.Errorf("orientation %d: peek got %+v, %v", o, info, err)
		}
		b, err := image.Decode(context.Background(), data, image.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range [][2]int{{8, 8}, {56, 8}, {8, 24}, {56, 24}} {
			got, want := b.Pix[(p[1]*w+p[0])*4:][:3], at(p[0], p[1])
			for c, v := range [3]uint8{want.R, want.G, want.B} {
				if d := int(got[c]) - int(v); d < -6 || d > 6 {
					t.Errorf("orientation %d at %v: got %v, want %v", o, p, got, want)
					break
				}
			}
		}
	}
}

func TestDecodeGIFPlacesTheFirstFrame(t *testing.T) {
	t.Parallel()
	pal := color.Palette{color.RGBA{9, 8, 7, 255}, color.RGBA{}}
	frame := stdimage.NewPaletted(stdimage.Rect(3, 2, 6, 5), pal)
	frame.SetColorIndex(4, 3, 1)
	second := stdimage.NewPaletted(stdimage.Rect(0, 0, 10, 8), pal)
	var buf bytes.Buffer
	err := gif.EncodeAll(&buf, &gif.GIF{
		Image: []*stdimage.Paletted{frame, second}, Delay: []int{1, 1},
		Config: stdimage.Config{Width: 10, Height: 8, ColorModel: pal},
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := image.Decode(context.Background(), buf.Bytes(), image.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if b.Width != 10 || b.Height != 8 || b.Opaque {
		t.Fatalf("got %d×%d opaque %v, want 10×8 with holes", b.Width, b.Height, b.Opaque)
	}
	for p, want := range map[[2]int][4]byte{{0, 0}: {}, {3, 2}: {9, 8, 7, 255}, {4, 3}: {}, {5, 4}: {9, 8, 7, 255}, {6, 5}: {}} {
		if got := [4]byte(b.Pix[(p[1]*10+p[0])*4:]); got != want {
			t.Errorf("%v: got %v, want %v", p, got, want)
		}
	}
}

func TestLimitsHoldBeforeDecoding(t *testing.T) {
	t.Parallel()
	// A header alone: nothing can be decoded, so only an early check gives the right error.
	huge := append([]byte{}, pngOf(t, testImage(4, 4))[:33]...)
	binary.BigEndian.PutUint32(huge[16:], 12001)
	if _, err := image.Decode(context.Background(), huge, image.Limits{}); !errors.Is(err, image.ErrTooLarge) {
		t.Errorf("wide: got %v", err)
	}
	binary.BigEndian.PutUint32(huge[16:], 11000)
	binary.BigEndian.PutUint32(huge[20:], 11000)
	if _, err := image.Decode(context.Background(), huge, image.Limits{}); !errors.Is(err, image.ErrTooLarge) {
		t.Errorf("many pixels: got %v", err)
	}
	if _, err := image.Decode(context.Background(), make([]byte, 10<<20+1), image.Limits{}); !errors.Is(err, image.ErrTooLarge) {
		t.Errorf("long: got %v", err)
	}
	small := pngOf(t, testImage(20, 20))
	if _, err := image.Decode(context.Background(), small, image.Limits{MaxSide: 19}); !errors.Is(err, image.ErrTooLarge) {
		t.Errorf("own limit: got %v", err)
	}
}

func TestBadFilesAreReported(t *testing.T) {
	t.Parallel()
	p, j := pngOf(t, testImage(50, 50)), jpegOf(t, testImage(50, 50))
	flipped := bytes.Clone(p)
	flipped[60] ^= 0xff
	for name, c := range map[string]struct {
		data []byte
		want error
		says string
	}{
		"empty":          {nil, image.ErrUnsupported, "empty"},
		"html":           {[]byte("\n<!DOCTYPE html><p>404"), image.ErrUnsupported, "HTML"},
		"tiff":           {[]byte("II*\x00aaaaaaaaaaaaaa"), image.ErrUnsupported, "TIFF"},
		"svg":            {[]byte("<?xml version='1.0'?>\n<!-- x -->\n<svg xmlns='http://www.w3.org/2000/svg'/>"), image.ErrVector, "SVG"},
		"bare svg":       {[]byte(" <svg></svg>"), image.ErrVector, "SVG"},
		"avif":           {[]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00"), image.ErrUnsupported, "AVIF"},
		"short png":      {p[:len(p)/2], image.ErrCorrupt, "not enough pixel data"},
		"png header":     {p[:20], image.ErrCorrupt, "header"},
		"flipped png":    {flipped, image.ErrCorrupt, "png"},
		"short jpeg":     {j[:len(j)/2], image.ErrCorrupt, "jpeg"},
		"jpeg header":    {j[:12], image.ErrCorrupt, "jpeg"},
		"webp header":    {[]byte("RIFF\x10\x00\x00\x00WEBPVP8 "), image.ErrCorrupt, "webp"},
		"gif header":     {[]byte("GIF89a\x01"), image.ErrCorrupt, "gif"},
		"jpeg bomb":      {append(bytes.Clone(j), bytes.Repeat([]byte("\xff\xda"), 200)...), image.ErrTooLarge, "scans"},
		"unknown":        {[]byte("hello there"), image.ErrUnsupported, "starts with"},
		"doctype no svg": {[]byte("<!DOCTYPE foo [ <!ENTITY a 'b'> ]><svg/>"), image.ErrVector, "SVG"},
	} {
		_, err := image.Decode(context.Background(), c.data, image.Limits{})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v containing %q", name, err, c.want, c.says)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(pngOf(f, testImage(8, 8)))
	f.Add(withOrientation(jpegOf(f, testImage(8, 9)), 6))
	f.Add([]byte("RIFF\x24\x00\x00\x00WEBPVP8L\x18\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x01\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02L\x01\x00;"))
	f.Add(bmpOf(24, 2, 2, make([]byte, 16)))
	f.Add(bmpOf(8, 2, 2, make([]byte, 1024+8)))
	f.Add(icoOf(2, bmpOf(24, 2, 4, make([]byte, 24))[14:]))
	for _, name := range []string{"yuv420", "grid", "turned", "premultiplied"} {
		f.Add(avifFile(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := image.Limits{MaxPixels: 1 << 16}
		b, err := image.Decode(context.Background(), data, limits)
		if err != nil {
			for _, known := range []error{image.ErrUnsupported, image.ErrVector, image.ErrTooLarge, image.ErrCorrupt} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatalf("unnamed error %v", err)
		}
		info, err := image.Peek(data)
		if err != nil || info.Width != b.Width || info.Height != b.Height {
			t.Fatalf("Peek returns %+v, %v, but Decode %d×%d", info, err, b.Width, b.Height)
		}
		if len(b.Pix) != b.Width*b.Height*4 || b.Width*b.Height > limits.MaxPixels {
			t.Fatalf("%d×%d with %d bytes", b.Width, b.Height, len(b.Pix))
		}
		for i := 0; i < len(b.Pix); i += 4 {
			if a := b.Pix[i+3]; b.Pix[i] > a || b.Pix[i+1] > a || b.Pix[i+2] > a {
				t.Fatalf("pixel %d is not premultiplied: %v", i/4, b.Pix[i:i+4])
			}
		}
	})
}
