package vp8l

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	xvp8l "golang.org/x/image/vp8l"
)

// scene draws an image of the given kind.
func scene(kind, w, h int) []uint32 {
	r := rand.New(rand.NewPCG(uint64(kind), 4))
	pix := make([]uint32, w*h)
	for y := range h {
		for x := range w {
			c := uint32(0xff000000)
			switch kind {
			case 0:
				c |= 0x336699
			case 1:
				c |= uint32(x*255/w)<<16 | uint32(y*255/h)<<8 | uint32((x+y)*255/(w+h))
			case 2:
				c = r.Uint32()
			case 3:
				c |= uint32(r.IntN(5)) * 0x301020
			case 4:
				c |= uint32(r.IntN(200)) * 0x010101
			case 5:
				c |= uint32(x*200/w+r.IntN(9))<<16 | uint32(y*200/h+r.IntN(9))<<8 | uint32(60+r.IntN(9))
			case 6:
				c |= uint32(x/7*y/5)%2*0xffffff | uint32(x*3)<<8&0xff00
			case 7:
				c = uint32(x*255/w)<<24 | 0x102030
			}
			pix[y*w+x] = c
		}
	}
	return pix
}

const kinds = 8

// indexed returns the palette indices of an image in order of appearance; nil if it has more than 256 colours.
func indexed(pix []uint32) (index []byte, colors []uint32) {
	number := map[uint32]int{}
	for _, c := range pix {
		n, ok := number[c]
		if !ok {
			n = len(colors)
			number[c], colors = n, append(colors, c)
		}
		if n > 255 {
			return nil, nil
		}
		index = append(index, byte(n))
	}
	return index, colors
}

func checkSame(t *testing.T, data []byte, want []uint32, w, h int) {
	t.Helper()
	img, err := xvp8l.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("decode %d×%d: %v", w, h, err)
	}
	if img.Bounds() != image.Rect(0, 0, w, h) {
		t.Fatalf("bounds %v, want %d×%d", img.Bounds(), w, h)
	}
	for i, c := range want {
		n := img.(*image.NRGBA).NRGBAAt(i%w, i/w)
		if (n != color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), uint8(c >> 24)}) {
			t.Fatalf("pixel %d: got %v, want %08x", i, n, c)
		}
	}
}

func TestEncodeKeepsEveryPixel(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		for _, s := range [][2]int{{1, 1}, {1, 7}, {7, 1}, {2, 3}, {16, 16}, {17, 33}, {200, 150}, {5000, 2}, {9000, 2}} {
			pix := scene(kind, s[0], s[1])
			data, err := Encode(context.Background(), slices.Clone(pix), s[0], s[1], false)
			if err != nil {
				t.Fatal(err)
			}
			checkSame(t, data, pix, s[0], s[1])
			if index, colors := indexed(pix); index != nil {
				if data, err = EncodeIndexed(context.Background(), index, colors, s[0], s[1]); err != nil {
					t.Fatal(err)
				}
				checkSame(t, data, pix, s[0], s[1])
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(4), []byte("some bytes that serve as pixels!"))
	f.Fuzz(func(t *testing.T, width uint8, data []byte) {
		w := int(width)%50 + 1
		h := len(data) / 4 / w
		if h == 0 {
			return
		}
		pix := make([]uint32, w*h)
		for i := range pix {
			pix[i] = uint32(data[i*4]) | uint32(data[i*4+1])<<8 | uint32(data[i*4+2])<<16 | uint32(data[i*4+3])<<24
		}
		out, err := Encode(context.Background(), slices.Clone(pix), w, h, false)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, out, pix, w, h)
		if index, colors := indexed(pix); index != nil {
			if out, err = EncodeIndexed(context.Background(), index, colors, w, h); err != nil {
				t.Fatal(err)
			}
			checkSame(t, out, pix, w, h)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	for kind, name := range []string{"flat", "gradient", "noise", "fewColors", "greys", "photo", "pattern", "alpha"} {
		pix := scene(kind, 1200, 630)
		work := make([]uint32, len(pix))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(pix) * 4))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				copy(work, pix)
				out, err := Encode(context.Background(), work, 1200, 630, false)
				if err != nil {
					b.Fatal(err)
				}
				n = len(out)
			}
			b.ReportMetric(float64(n), "file-bytes")
		})
	}
}
