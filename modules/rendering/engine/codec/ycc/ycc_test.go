package ycc_test

import (
	"bytes"
	"image/color"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/ycc"
)

func TestGreyStaysGrey(t *testing.T) {
	t.Parallel()
	for v := range 256 {
		src := bytes.Repeat([]byte{byte(v), byte(v), byte(v), 255}, 2)
		y, cb, cr := make([]byte, 2), make([]byte, 2), make([]byte, 2)
		ycc.JFIF.Full(src, y, cb, cr)
		if y[0] != byte(v) || cb[0] != 128 || cr[0] != 128 {
			t.Errorf("grey %d became %d %d %d", v, y[0], cb[0], cr[0])
		}
		ycc.JFIF.Half(src, src, y, y, cb, cr)
		if cb[0] != 128 || cr[0] != 128 {
			t.Errorf("grey %d became chroma %d %d", v, cb[0], cr[0])
		}
	}
}

func TestColorConversionIsWithinOneLevel(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				src := []byte{byte(r), byte(g), byte(b), 255}
				var y, cb, cr [1]byte
				ycc.JFIF.Full(src, y[:], cb[:], cr[:])
				wy, wb, wr := color.RGBToYCbCr(byte(r), byte(g), byte(b))
				if diff(y[0], wy) > 1 || diff(cb[0], wb) > 1 || diff(cr[0], wr) > 1 {
					t.Fatalf("%v: got %d %d %d, want %d %d %d", src, y, cb, cr, wy, wb, wr)
				}
			}
		}
	}
}

func diff(a, b byte) int { return max(int(a)-int(b), int(b)-int(a)) }

func TestVideoRangeIsWithinOneLevel(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 5 {
		for g := 0; g < 256; g += 5 {
			for b := 0; b < 256; b += 5 {
				px := []byte{byte(r), byte(g), byte(b), 255}
				src := bytes.Repeat(px, 2)
				y, cb, cr := make([]byte, 2), make([]byte, 1), make([]byte, 1)
				ycc.Video.Half(src, src, y, y, cb, cr)
				fr, fg, fb := float64(r), float64(g), float64(b)
				wy := 16 + 0.256788*fr + 0.504129*fg + 0.097906*fb
				wb := 128 - 0.148223*fr - 0.290993*fg + 0.439216*fb
				wr := 128 + 0.439216*fr - 0.367788*fg - 0.071427*fb
				for i, p := range [3][2]float64{{float64(y[0]), wy}, {float64(cb[0]), wb}, {float64(cr[0]), wr}} {
					if d := p[0] - p[1]; d < -0.8 || d > 0.8 {
						t.Fatalf("%v plane %d: got %v, want %v", px, i, p[0], p[1])
					}
				}
			}
		}
	}
}

func BenchmarkHalf(b *testing.B) {
	src := make([]byte, 4*1200)
	for i := range src {
		src[i] = byte(i * 7)
	}
	y, c := make([]byte, 1200), make([]byte, 600)
	b.SetBytes(int64(2 * len(src)))
	for b.Loop() {
		ycc.JFIF.Half(src, src, y, y, c, c)
	}
}
