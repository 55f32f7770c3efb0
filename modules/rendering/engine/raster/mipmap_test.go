package raster

import (
	"fmt"
	"testing"
)

// TestHalvedImages: pairs and triples are averaged, rounding down, within the given part.
func TestHalvedImages(t *testing.T) {
	t.Parallel()
	gray := func(w, h int, v ...byte) *texture {
		p := &texture{w: w, h: h, stride: 4 * w}
		for _, g := range v {
			p.pix = append(p.pix, g, g, g, 255)
		}
		return p
	}
	for _, c := range []struct {
		name           string
		p              *texture
		x0, y0, x1, y1 int
		want           string
	}{
		{"pairs", gray(4, 2, 0, 1, 10, 20, 2, 4, 30, 41), 0, 0, 4, 2, "2x1 [1 25]"},
		{"threes across", gray(5, 2, 0, 10, 20, 30, 40, 0, 10, 20, 30, 40), 0, 0, 5, 2, "2x1 [10 30]"},
		{"threes both ways", gray(3, 3, 0, 0, 0, 0, 255, 0, 0, 0, 0), 0, 0, 3, 3, "1x1 [63]"},
		{"one wide", gray(1, 4, 1, 2, 200, 255), 0, 0, 1, 4, "1x2 [1 227]"},
		{"a part", gray(4, 3, 9, 9, 9, 9, 9, 4, 6, 9, 9, 8, 2, 9), 1, 1, 3, 3, "1x1 [5]"},
	} {
		got := c.p.halved(c.x0, c.y0, c.x1, c.y1)
		var levels []byte
		for i := 0; i < len(got.pix); i += 4 {
			levels = append(levels, got.pix[i])
			if got.pix[i+3] != 255 {
				t.Errorf("%s: alpha %d", c.name, got.pix[i+3])
			}
		}
		if s := fmt.Sprintf("%dx%d %v", got.w, got.h, levels); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// TestReducedImages: sides that a power of two does not divide are interpolated from the next larger mipmap level.
func TestReducedImages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h, level int
		row         []byte
		want        string
	}{
		{8, 2, 1, []byte{0, 10, 20, 30, 40, 50, 60, 70}, "4x1 [5 25 45 65]"},
		{9, 2, 1, []byte{255, 0, 0, 0, 0, 0, 0, 0, 255}, "5x1 [153 0 0 0 153]"},
		{13, 4, 2, []byte{0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "4x1 [63 16 0 0]"},
	} {
		p := &texture{w: c.w, h: c.h, stride: 4 * c.w}
		for range c.h {
			for _, g := range c.row {
				p.pix = append(p.pix, g, g, g, 255)
			}
		}
		got := (&compiler{}).reduced(p, scaledKey{x1: c.w, y1: c.h, level: c.level, reduced: true})
		var levels []byte
		for x := range got.w {
			levels = append(levels, got.pix[4*x])
		}
		if s := fmt.Sprintf("%dx%d %v", got.w, got.h, levels); s != c.want {
			t.Errorf("%d × %d over %d: %s, want %s", c.w, c.h, 1<<c.level, s, c.want)
		}
	}
}

// TestLevels: an image is reduced as long as neither side, rounded up, becomes smaller than its target.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ w, h, tw, th, want int }{
		{512, 384, 512, 384, 0}, {512, 384, 257, 100, 0}, {512, 384, 256, 192, 1}, {512, 384, 170, 128, 1}, {512, 384, 100, 96, 2},
		{512, 384, 100, 97, 1}, {101, 64, 51, 32, 1}, {101, 64, 52, 32, 0}, {13, 16, 4, 4, 2}, {100, 100, 300, 10, 0}, {1, 4000, 1, 1, 0}, {4096, 4096, 0, 0, 12},
	} {
		if got := levelFor(c.w, c.h, c.tw, c.th); got != c.want {
			t.Errorf("%d × %d at %d × %d: %d, want %d", c.w, c.h, c.tw, c.th, got, c.want)
		}
	}
}
