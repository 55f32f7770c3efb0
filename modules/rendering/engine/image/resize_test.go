package image_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

func noise(w, h int) *image.Bitmap {
	r := rand.New(rand.NewPCG(uint64(w), uint64(h)))
	b := &image.Bitmap{Width: w, Height: h, Pix: make([]byte, w*h*4)}
	for i := 0; i < len(b.Pix); i += 4 {
		a := r.IntN(256)
		b.Pix[i+3] = byte(a)
		for c := range 3 {
			b.Pix[i+c] = byte(r.IntN(a + 1))
		}
	}
	return b
}

// plainWeight is how much source pixel j of n counts for new pixel i of m.
func plainWeight(n, m, i, j int) float64 {
	if n > m {
		scale := float64(n) / float64(m)
		from, to := float64(i)*scale, float64(i+1)*scale
		return max(0, min(to, float64(j+1))-max(from, float64(j))) / scale
	}
	centre := (float64(i)+0.5)*float64(n)/float64(m) - 0.5
	centre = min(max(centre, 0), float64(n-1))
	return max(0, 1-math.Abs(centre-float64(j)))
}

func TestResizeMatchesItsDefinition(t *testing.T) {
	t.Parallel()
	for _, c := range [][4]int{{1, 1, 5, 7}, {7, 5, 3, 2}, {20, 13, 7, 13}, {5, 9, 17, 40}, {30, 4, 11, 9}, {16, 16, 8, 8}, {3, 3, 1, 1}, {64, 3, 1, 5}} {
		b := noise(c[0], c[1])
		got := image.Resize(b, c[2], c[3])
		if got.Width != c[2] || got.Height != c[3] {
			t.Fatalf("%v: got %d×%d", c, got.Width, got.Height)
		}
		for y := range c[3] {
			for x := range c[2] {
				var want [4]float64
				for sy := range c[1] {
					wy := plainWeight(c[1], c[3], y, sy)
					for sx := range c[0] {
						k := wy * plainWeight(c[0], c[2], x, sx)
						for ch := range want {
							want[ch] += k * float64(b.Pix[(sy*c[0]+sx)*4+ch])
						}
					}
				}
				p := got.Pix[(y*c[2]+x)*4:][:4]
				for ch := range want {
					if math.Abs(float64(p[ch])-want[ch]) > 0.6 {
						t.Fatalf("%v at (%d,%d): got %v, want %v", c, x, y, p, want)
					}
				}
				if p[0] > p[3] || p[1] > p[3] || p[2] > p[3] {
					t.Fatalf("%v at (%d,%d): %v is not premultiplied", c, x, y, p)
				}
			}
		}
	}
}

func TestResizeKeepsFlatColors(t *testing.T) {
	t.Parallel()
	for _, v := range []byte{0, 1, 127, 254, 255} {
		b := &image.Bitmap{Width: 37, Height: 23, Opaque: true, Pix: make([]byte, 37*23*4)}
		for i := range b.Pix {
			b.Pix[i] = v
			if i%4 == 3 {
				b.Pix[i] = 255
			}
		}
		for _, size := range [][2]int{{1, 1}, {5, 50}, {36, 22}, {100, 3}, {38, 24}} {
			for i, got := range image.Resize(b, size[0], size[1]).Pix {
				want := v
				if i%4 == 3 {
					want = 255
				}
				if got != want {
					t.Fatalf("value %d to %v: byte %d is %d", v, size, i, got)
				}
			}
		}
	}
}

func TestResizeToTheSameSizeCopiesNothing(t *testing.T) {
	t.Parallel()
	b := noise(8, 8)
	if image.Resize(b, 8, 8) != b {
		t.Error("got a new bitmap")
	}
}

func BenchmarkResize(b *testing.B) {
	src := noise(1600, 1200)
	for name, size := range map[string][2]int{"down480": {480, 360}, "up2400": {2400, 1800}, "half": {800, 600}} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src.Pix)))
			b.ReportAllocs()
			for b.Loop() {
				image.Resize(src, size[0], size[1])
			}
		})
	}
}
