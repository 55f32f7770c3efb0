package engine

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// TestCanvasesAreReused checks that alternating sizes share a buffer, that the smallest sufficient one is taken, and
// that large ones are discarded.
func TestCanvasesAreReused(t *testing.T) {
	t.Parallel()
	var c canvases
	draw := func(n int) *raster.Canvas {
		b := c.take(n)
		if b == nil {
			b = &raster.Canvas{Bytes: make([]byte, n)}
		}
		if cap(b.Bytes) < n {
			t.Fatalf("take(%d) returned %d bytes", n, cap(b.Bytes))
		}
		return b
	}
	for _, n := range []int{100, 700, 300, 200, 700, 100} {
		c.put(draw(n))
	}
	if len(c.free) != 1 || c.size != 700 {
		t.Errorf("sequential images left %d buffers of %d bytes", len(c.free), c.size)
	}
	a, b := draw(300), draw(300)
	c.put(a)
	c.put(b)
	if got := draw(200); cap(got.Bytes) != 300 {
		t.Errorf("took a buffer of %d bytes for 200, want that of 300", cap(got.Bytes))
	}
	c.put(&raster.Canvas{Bytes: make([]byte, maxKeptCanvas+1)})
	for range 8 {
		c.put(&raster.Canvas{Bytes: make([]byte, maxKeptCanvas)})
	}
	if c.size > keptCanvasBytes {
		t.Errorf("the pool keeps %d bytes", c.size)
	}
}
