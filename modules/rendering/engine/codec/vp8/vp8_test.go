package vp8

import (
	"bytes"
	"context"
	"image"
	"math/rand/v2"
	"testing"

	xvp8 "golang.org/x/image/vp8"
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

func decode(t *testing.T, data []byte) *image.YCbCr {
	t.Helper()
	d := xvp8.NewDecoder()
	d.Init(bytes.NewReader(data), len(data))
	if _, err := d.DecodeFrameHeader(); err != nil {
		t.Fatalf("header: %v", err)
	}
	img, err := d.DecodeFrame()
	if err != nil {
		t.Fatalf("decode: %v", err)
	}
	return img
}

// TestDecoderMatchesTheReconstruction: the decoder must reconstruct exactly the samples that the encoder predicted
// from. The loop filter, which follows, is disabled here.
func TestDecoderMatchesTheReconstruction(t *testing.T) {
	t.Parallel()
	for kind := range 4 {
		for _, size := range [][2]int{{1, 1}, {16, 16}, {17, 15}, {33, 50}, {200, 120}} {
			for _, q := range []int{0, 10, 50, 80, 99, 100} {
				d := draw(kind, size[0], size[1])
				e := &encoder{}
				e.start(d.picture(), q)
				e.filterLevel = 0
				e.load(d.picture())
				data, err := e.run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				img := decode(t, data)
				for y := range d.h {
					for x := range d.w {
						if got, want := img.Y[y*img.YStride+x], e.built[0][y*e.stride[0]+x]; got != want {
							t.Fatalf("kind %d %v quality %d: Y at (%d,%d): got %d, want %d", kind, size, q, x, y, got, want)
						}
						o := y/2*img.CStride + x/2
						c := y/2*e.stride[1] + x/2
						if img.Cb[o] != e.built[1][c] || img.Cr[o] != e.built[2][c] {
							t.Fatalf("kind %d %v quality %d: chroma differs at (%d,%d)", kind, size, q, x, y)
						}
					}
				}
			}
		}
	}
}

// lumaError returns the mean squared error of luma, times 100.
func lumaError(t *testing.T, d *drawn, quality int) (mse, size int) {
	t.Helper()
	data, err := Encode(context.Background(), d.picture(), quality)
	if err != nil {
		t.Fatal(err)
	}
	e := &encoder{}
	e.start(d.picture(), quality)
	e.load(d.picture())
	img := decode(t, data)
	sum := 0
	for y := range d.h {
		for x := range d.w {
			v := int(img.Y[y*img.YStride+x]) - int(e.source[0][y*e.stride[0]+x])
			sum += v * v
		}
	}
	return sum * 100 / (d.w * d.h), len(data)
}

func TestHigherQualityIsCloserToTheSource(t *testing.T) {
	t.Parallel()
	for _, kind := range []int{1, 2, 3} {
		d := draw(kind, 160, 128)
		lastError, lastSize := 1<<30, 0
		for _, q := range []int{5, 30, 60, 85, 100} {
			mse, size := lumaError(t, d, q)
			// Below about one squared level, rounding errors add up by chance.
			if mse > lastError+30 || size < lastSize {
				t.Errorf("kind %d quality %d: error %d after %d, size %d after %d", kind, q, mse, lastError, size, lastSize)
			}
			lastError, lastSize = mse, size
		}
		if lastError > 300 {
			t.Errorf("kind %d: mean squared error %d/100 at quality 100", kind, lastError)
		}
	}
}

func TestPooledMemoryDoesNotAffectOutput(t *testing.T) {
	t.Parallel()
	small, large := draw(2, 40, 30), draw(3, 300, 200)
	want, err := Encode(context.Background(), small.picture(), 70)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := Encode(context.Background(), large.picture(), 20); err != nil {
			t.Fatal(err)
		}
		got, err := Encode(context.Background(), small.picture(), 70)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatal("an earlier image changes the bytes")
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(9), uint8(80), []byte("some pixels of a small image...."))
	f.Fuzz(func(t *testing.T, width, quality uint8, pix []byte) {
		w := int(width)%60 + 1
		h := len(pix) / 4 / w
		if h == 0 {
			return
		}
		d := &drawn{w, h, pix}
		e := &encoder{}
		e.start(d.picture(), int(quality)%101)
		e.filterLevel = 0
		e.load(d.picture())
		data, err := e.run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		img := decode(t, data)
		for y := range h {
			if !bytes.Equal(img.Y[y*img.YStride:][:w], e.built[0][y*e.stride[0]:][:w]) {
				t.Fatalf("row %d differs from the reconstruction", y)
			}
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
				if _, err := Encode(context.Background(), d.picture(), 80); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
