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

// TestLevels: an image is halved as long as neither side becomes smaller than its target.
func TestLevels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ w, h, tw, th, want int }{
		{512, 384, 512, 384, 0}, {512, 384, 257, 100, 0}, {512, 384, 256, 192, 1}, {512, 384, 170, 128, 1}, {512, 384, 100, 96, 2},
		{512, 384, 100, 97, 1}, {100, 100, 300, 10, 0}, {1, 4000, 1, 1, 0}, {4096, 4096, 0, 0, 12},
	} {
		if got := levelFor(c.w, c.h, c.tw, c.th); got != c.want {
			t.Errorf("%d × %d at %d × %d: %d, want %d", c.w, c.h, c.tw, c.th, got, c.want)
		}
	}
}
