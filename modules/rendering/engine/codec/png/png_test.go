package png

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	stdpng "image/png"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
)

// scene draws an image of the given kind, resembling the engine's output.
func scene(kind, w, h int, seed uint64) *Image {
	r := rand.New(rand.NewPCG(seed, 7))
	p := &Image{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: true}
	set := func(x, y int, r, g, b, a int) {
		o := (y*w + x) * 4
		p.Pix[o], p.Pix[o+1], p.Pix[o+2], p.Pix[o+3] = byte(r*a/255), byte(g*a/255), byte(b*a/255), byte(a)
	}
	for y := range h {
		for x := range w {
			switch kind {
			case 0: // flat with specks
				v := 0
				if r.IntN(50) == 0 {
					v = r.IntN(3)
				}
				set(x, y, 20+v, 30, 40, 255)
			case 1: // diagonal gradient
				t := (x + y) * 255 / (w + h)
				set(x, y, t, 255-t, t/2, 255)
			case 2: // noise
				set(x, y, r.IntN(256), r.IntN(256), r.IntN(256), 255)
			case 3: // translucent gradient
				p.Opaque = false
				set(x, y, x*255/w, y*255/h, 90, (x+y)*255/(w+h))
			case 4: // grey text on white
				v := 255
				if r.IntN(6) == 0 {
					v = r.IntN(256)
				}
				set(x, y, v, v, v, 255)
			case 5: // two colours, some transparent
				p.Opaque = false
				set(x, y, 255, 0, 0, r.IntN(2)*255)
			case 6: // photograph: smooth with noise
				set(x, y, min(255, x*200/w+r.IntN(9)), min(255, y*200/h+r.IntN(9)), min(255, 60+r.IntN(9)), 255)
			}
		}
	}
	return p
}

const kinds = 7

func decode(t *testing.T, data []byte) *image.NRGBA {
	t.Helper()
	img, err := stdpng.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	b := img.Bounds()
	out := image.NewNRGBA(b)
	for y := range b.Dy() {
		for x := range b.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	if n, ok := img.(*image.NRGBA); ok {
		return n
	}
	return out
}

// checkSame compares every pixel of a decoded file with the source image.
func checkSame(t *testing.T, p *Image, data []byte) {
	t.Helper()
	img := decode(t, data)
	if img.Rect.Dx() != p.Width || img.Rect.Dy() != p.Height {
		t.Fatalf("size: got %v, want %d×%d", img.Rect, p.Width, p.Height)
	}
	for i := 0; i < len(p.Pix); i += 4 {
		if got, want := load32(img.Pix[i:]), rgba.Straight(load32(p.Pix[i:])); got != want {
			t.Fatalf("pixel %d: got %08x, want %08x", i/4, got, want)
		}
	}
}

func TestEncodeKeepsEveryPixel(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		for _, size := range [][2]int{{1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 5}, {17, 40}, {333, 250}, {5000, 3}, {3, 5000}} {
			p := scene(kind, size[0], size[1], 1)
			data, err := Encode(context.Background(), p, 1)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, p, data)
		}
	}
}

func TestWorkersDoNotChangeBytes(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		p := scene(kind, 700, 900, 3)
		want, err := Encode(context.Background(), p, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{2, 3, 16} {
			got, err := Encode(context.Background(), p, n)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("kind %d: %d workers produce different bytes than one", kind, n)
			}
		}
	}
}

func TestPaletteOfFewColorsIsExact(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 257; n += 16 {
		p := &Image{Width: 64, Height: 64, Pix: make([]byte, 64*64*4), Opaque: true}
		for i := range 64 * 64 {
			v := uint32(i%n)*0x010307 | 0xff000000
			binary.LittleEndian.PutUint32(p.Pix[i*4:], v)
		}
		data, err := Encode(context.Background(), p, 1)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, p, data)
		if got, want := data[25] == colorPalette, n <= 256; got != want {
			t.Errorf("%d colours: palette %v, want %v", n, got, want)
		}
	}
}

func TestEncodePaletteStaysNear(t *testing.T) {
	t.Parallel()
	for _, kind := range []int{1, 3, 6} {
		p := scene(kind, 200, 150, 5)
		for _, n := range []int{256, 16, 2} {
			data, err := EncodePalette(context.Background(), p, n, 1)
			if err != nil {
				t.Fatal(err)
			}
			img := decode(t, data)
			seen := map[uint32]bool{}
			sum := 0
			for i := 0; i < len(p.Pix); i += 4 {
				seen[load32(img.Pix[i:])] = true
				want := rgba.Straight(load32(p.Pix[i:]))
				for c := range 4 {
					d := int(img.Pix[i+c]) - int(byte(want>>(8*c)))
					sum += max(d, -d)
				}
			}
			if len(seen) > n {
				t.Errorf("kind %d: %d colours, want at most %d", kind, len(seen), n)
			}
			if mean := sum / len(p.Pix); n == 256 && mean > 6 {
				t.Errorf("kind %d: mean difference %d with 256 colours", kind, mean)
			}
		}
	}
}

func TestRepeatedRowsShrinkTheFile(t *testing.T) {
	t.Parallel()
	p := scene(2, 500, 1, 9)
	tall := &Image{Width: 500, Height: 400, Opaque: true}
	for range 400 {
		tall.Pix = append(tall.Pix, p.Pix...)
	}
	tall.Repeats = make([]bool, 400)
	for i := 1; i < 400; i++ {
		tall.Repeats[i] = true
	}
	data, err := Encode(context.Background(), tall, 1)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, tall, data)
	if len(data) > 6000 {
		t.Errorf("400 equal rows take %d bytes", len(data))
	}
}

func TestCancelledContextStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, n := range []int{1, 4} {
		if _, err := Encode(ctx, scene(1, 600, 600, 1), n); !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: got %v, want %v", n, err, context.Canceled)
		}
	}
}

func TestAdlerMatchesItsDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 7, 8, 9, 175, 176, 177, 5000, 1 << 20} {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(max(r.IntN(512), 255) & 255)
		}
		if n == 5000 {
			for i := range p {
				p[i] = 255
			}
		}
		want := plainAdler(p)
		if got := adlerOf(p); got != want {
			t.Errorf("%d bytes: got %08x, want %08x", n, got, want)
		}
		k := n / 3
		if got := adlerOf(p[:k]).join(adlerOf(p[k:]), n-k); got != want {
			t.Errorf("%d bytes joined: got %08x, want %08x", n, got, want)
		}
	}
}

func plainAdler(p []byte) adler {
	a, b := uint32(1), uint32(0)
	for _, v := range p {
		a = (a + uint32(v)) % 65521
		b = (b + a) % 65521
	}
	return adler(b<<16 | a)
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(3), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	f.Fuzz(func(t *testing.T, width uint8, pix []byte) {
		w := int(width)%40 + 1
		h := len(pix) / 4 / w
		if h == 0 {
			return
		}
		p := &Image{Width: w, Height: h, Pix: bytes.Clone(pix[:w*h*4]), Opaque: true}
		for i := 0; i < len(p.Pix); i += 4 {
			a := p.Pix[i+3]
			p.Opaque = p.Opaque && a == 255
			for c := range 3 {
				p.Pix[i+c] = min(p.Pix[i+c], a)
			}
		}
		data, err := Encode(context.Background(), p, 1)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, p, data)
		if _, err := EncodePalette(context.Background(), p, 5, 1); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	names := []string{"flat", "gradient", "noise", "translucent", "text", "twoColors", "photo"}
	for kind, name := range names {
		p := scene(kind, 1200, 630, 1)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(p.Pix)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				out, err := Encode(context.Background(), p, 1)
				if err != nil {
					b.Fatal(err)
				}
				n = len(out)
			}
			b.ReportMetric(float64(n), "file-bytes")
		})
	}
}

func BenchmarkAdler(b *testing.B) {
	p := scene(2, 600, 100, 1).Pix
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		adlerOf(p)
	}
}
