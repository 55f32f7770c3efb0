package vp8

import (
	"bytes"
	"context"
	"image"
	"math/rand/v2"
	"testing"

	xvp8 "golang.org/x/image/vp8"
)

// drawn is a picture as RGBA bytes.
type drawn struct {
	w, h int
	pix  []byte
}

func (d *drawn) picture() *Picture {
	return &Picture{Width: d.w, Height: d.h, Row: func(y int, _ []byte) []byte { return d.pix[y*d.w*4 : (y+1)*d.w*4] }}
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

// The decoder must build the very samples that the encoder predicted from; only
// the loop filter, which is switched off here, comes after.
func TestDecoderBuildsWhatTheEncoderBuilt(t *testing.T) {
	t.Parallel()
	for kind := range 4 {
		for _, size := range [][2]int{{1, 1}, {16, 16}, {17, 15}, {33, 50}, {200, 120}} {
			for _, q := range []int{0, 10, 50, 80, 99, 100} {
				d := draw(kind, size[0], size[1])
				e := newEncoder(d.picture(), q)
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
