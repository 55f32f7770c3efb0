package jpeg

import (
	"bytes"
	"context"
	"image"
	"image/color"
	stdjpeg "image/jpeg"
	"math"
	"math/rand/v2"
	"testing"
)

// drawn is an image as RGBA bytes.
type drawn struct {
	w, h int
	pix  []byte
}

func (d *drawn) picture() *Image {
	return &Image{Width: d.w, Height: d.h, Row: func(y int, _ []byte) []byte { return d.pix[y*d.w*4 : (y+1)*d.w*4] }}
}

func draw(kind, w, h int) *drawn {
	r := rand.New(rand.NewPCG(uint64(kind), 4))
	d := &drawn{w, h, make([]byte, w*h*4)}
	for y := range h {
		for x := range w {
			p := d.pix[(y*w+x)*4:]
			p[3] = 255
			switch kind {
			case 0:
				p[0], p[1], p[2] = 200, 100, 50
			case 1:
				p[0], p[1], p[2] = byte(x*255/w), byte(y*255/h), byte((x+y)*255/(w+h))
			case 2:
				v := byte(0)
				if (x/7+y/5)%2 == 0 {
					v = 255
				}
				p[0], p[1], p[2] = v, v, v
			case 3:
				p[0], p[1], p[2] = byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())
			}
		}
	}
	return d
}

// psnr compares a decoded JPEG with its source, in hundredths of a decibel.
func psnr(t testing.TB, data []byte, d *drawn) float64 {
	t.Helper()
	img, err := stdjpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	if img.Bounds() != image.Rect(0, 0, d.w, d.h) {
		t.Fatalf("bounds %v, want %d×%d", img.Bounds(), d.w, d.h)
	}
	var sum float64
	for y := range d.h {
		for x := range d.w {
			c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
			p := d.pix[(y*d.w+x)*4:]
			for i, v := range [3]uint8{c.R, c.G, c.B} {
				e := float64(v) - float64(p[i])
				sum += e * e
			}
		}
	}
	if sum == 0 {
		return 99
	}
	return 10 * math.Log10(255*255*3*float64(d.w*d.h)/sum)
}

func TestQualityIsAsGoodAsTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for kind := range 4 {
		for _, size := range [][2]int{{1, 1}, {8, 8}, {15, 17}, {16, 16}, {33, 5}, {250, 130}} {
			d := draw(kind, size[0], size[1])
			for _, q := range []int{1, 30, 50, 80, 89, 90, 100} {
				data, err := Encode(context.Background(), d.picture(), q)
				if err != nil {
					t.Fatal(err)
				}
				var ref bytes.Buffer
				img := &image.RGBA{Pix: d.pix, Stride: d.w * 4, Rect: image.Rect(0, 0, d.w, d.h)}
				if err := stdjpeg.Encode(&ref, img, &stdjpeg.Options{Quality: q}); err != nil {
					t.Fatal(err)
				}
				got, want := psnr(t, data, d), psnr(t, ref.Bytes(), d)
				// Differences above 45 dB are invisible. Coefficients are rounded towards 0 for smaller files.
				if got < min(want, 45)-3 {
					t.Errorf("kind %d %v quality %d: %.2f dB, image/jpeg has %.2f", kind, size, q, got, want)
				}
				if q < fullChromaQuality && len(data) > ref.Len()+64 {
					t.Errorf("kind %d %v quality %d: %d bytes, image/jpeg has %d", kind, size, q, len(data), ref.Len())
				}
			}
		}
	}
}

// plainDCT computes the DCT by its definition (T.81 A.3.3) in floating point.
func plainDCT(src []byte) (out [64]float64) {
	for v := range 8 {
		for u := range 8 {
			var s float64
			for y := range 8 {
				for x := range 8 {
					s += (float64(src[y*8+x]) - 128) * math.Cos(float64(2*x+1)*float64(u)*math.Pi/16) * math.Cos(float64(2*y+1)*float64(v)*math.Pi/16)
				}
			}
			if u == 0 {
				s *= math.Sqrt2 / 2
			}
			if v == 0 {
				s *= math.Sqrt2 / 2
			}
			out[v*8+u] = s / 4
		}
	}
	return out
}

// samples returns 8×8 samples of one of four kinds.
func samples(r *rand.Rand, kind int) (src [64]byte) {
	for i := range src {
		switch kind % 4 {
		case 0:
			src[i] = byte(r.Uint32())
		case 1:
			src[i] = byte(r.IntN(2) * 255)
		case 2:
			src[i] = byte(i*3 + kind)
		case 3:
			// A basis function at maximum amplitude: the sums come closest to the 16-bit limit.
			k := kind / 4 % 64
			if math.Cos(float64(2*(i%8)+1)*float64(k%8)*math.Pi/16)*math.Cos(float64(2*(i/8)+1)*float64(k/8)*math.Pi/16) > 0 == (kind/256%2 == 0) {
				src[i] = 255
			}
		}
	}
	return src
}

func TestForwardMatchesTheDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	var d divisors
	for i := range d.mul {
		d.set(i, 1, 128)
	}
	for n := range 1000 {
		src := samples(r, n)
		want := plainDCT(src[:])
		var levels [64]int16
		mask := plainForward(&levels, src[:], 8, &d)
		for i, got := range levels {
			if math.Abs(float64(got)-want[i]) > 0.75 || (got != 0) != (mask>>i&1 != 0) {
				t.Fatalf("block %d coefficient %d: got %v, want %v, in a mask of %x", n, i, got, want[i], mask)
			}
		}
	}
}

func TestForwardMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 9))
	var d divisors
	for n := range 4000 {
		for i := range d.mul {
			d.set(i, 1+r.IntN(255), 100+r.IntN(60))
		}
		src := samples(r, n)
		stride := 8 + r.IntN(9)
		wide := make([]byte, 7*stride+8)
		for y := range 8 {
			copy(wide[y*stride:], src[8*y:8*y+8])
		}
		var got, want [64]int16
		gm, wm := forward(&got, wide, stride, &d), plainForward(&want, wide, stride, &d)
		if got != want || gm != wm {
			t.Fatalf("block %d: %v %x, want %v %x", n, got, gm, want, wm)
		}
	}
}

func TestDivisionIsExact(t *testing.T) {
	t.Parallel()
	for step := 1; step <= 255; step++ {
		var d divisors
		d.set(0, step, 128)
		half := int32(step * outScale / 2)
		for v := int32(0); v <= 8*128*outScale; v++ {
			want := int16((v + half) / int32(step*outScale))
			if got := d.divide(v, 0); got != want {
				t.Fatalf("%d by %d: %d, want %d", v, step, got, want)
			}
			if got := d.divide(-v, 0); got != -want {
				t.Fatalf("%d by %d: %d, want %d", -v, step, got, -want)
			}
		}
	}
}

func TestFlatBlocksTakeTheFastPath(t *testing.T) {
	t.Parallel()
	for _, quality := range []int{5, 50, 80, 95} {
		q := newQuantizer(scaleTable(&baseLuma, quality))
		for v := range 256 {
			src := bytes.Repeat([]byte{byte(v)}, 64)
			var want [64]int16
			if mask := plainForward(&want, src, 8, &q.divisors); mask&^1 != 0 {
				t.Fatalf("value %d: flat block has AC", v)
			}
			var e encoder
			e.components[0].reset(8, 8, 1, 1)
			e.row(&e.components[0], src, 8, q)
			if got := e.components[0].dc[0]; got != want[0] {
				t.Fatalf("quality %d value %d: got DC %d, want %d", quality, v, got, want[0])
			}
		}
	}
}

// TestBaselineAndProgressiveFilesAreWritten checks that small images are sequential and large ones progressive, and
// that both decode to the same image.
func TestBaselineAndProgressiveFilesAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h int
		mark byte
	}{{8, 8, markSOF0}, {700, 500, markSOF2}} {
		d := draw(1, c.w, c.h)
		data, err := Encode(context.Background(), d.picture(), 85)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte{0xff, c.mark, 0, 17, 8}) {
			t.Errorf("%d×%d: no frame header with marker %x", c.w, c.h, c.mark)
		}
		if db := psnr(t, data, d); db < 25 {
			t.Errorf("%d×%d: %.1f dB", c.w, c.h, db)
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(9), uint8(80), []byte("some pixels of a small image...."))
	f.Fuzz(func(t *testing.T, width, quality uint8, pix []byte) {
		w := int(width)%40 + 1
		h := len(pix) / 4 / w
		if h == 0 {
			return
		}
		d := &drawn{w, h, pix}
		data, err := Encode(context.Background(), d.picture(), int(quality)%100+1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stdjpeg.Decode(bytes.NewReader(data)); err != nil {
			t.Fatalf("decode: %v", err)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	for kind, name := range []string{"flat", "gradient", "checks", "noise"} {
		d := draw(kind, 1200, 630)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(d.pix)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Encode(context.Background(), d.picture(), 85); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
