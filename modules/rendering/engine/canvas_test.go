package engine

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// TestCanvasesAreReused: sizes take turns in one piece of memory, the shortest
// that fits is taken, and what is too large is let go.
func TestCanvasesAreReused(t *testing.T) {
	t.Parallel()
	var c canvases
	draw := func(n int) *raster.Canvas {
		b := c.take(n)
		if b == nil {
			b = &raster.Canvas{Bytes: make([]byte, n)}
		}
		if cap(b.Bytes) < n {
			t.Fatalf("asked for %d bytes, got %d", n, cap(b.Bytes))
		}
		return b
	}
	for _, n := range []int{100, 700, 300, 200, 700, 100} {
		c.give(draw(n))
	}
	if len(c.free) != 1 || c.size != 700 {
		t.Errorf("one image at a time left %d pieces of %d bytes", len(c.free), c.size)
	}
	a, b := draw(300), draw(300)
	c.give(a)
	c.give(b)
	if got := draw(200); cap(got.Bytes) != 300 {
		t.Errorf("took %d bytes for 200 beside 300", cap(got.Bytes))
	}
	c.give(&raster.Canvas{Bytes: make([]byte, maxKeptCanvas+1)})
	for range 8 {
		c.give(&raster.Canvas{Bytes: make([]byte, maxKeptCanvas)})
	}
	if c.size > keptCanvasBytes {
		t.Errorf("keeps %d bytes", c.size)
	}
}
