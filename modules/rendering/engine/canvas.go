package engine

import (
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// canvases keeps the pixel memory of encoded images for the next ones: about as many
// pieces as images were ever drawn at the same time, and no more than keptCanvasBytes.
type canvases struct {
	mu   sync.Mutex
	free []*raster.Canvas // shortest first
	size int
}

// Memory of larger images than maxKeptCanvas is not kept.
const (
	maxKeptCanvas   = 16 << 20
	keptCanvasBytes = 32 << 20
)

// take returns memory of at least n bytes, the shortest there is. Without one it gives a
// shorter piece up, so that images of many sizes do not leave memory of every size, and
// returns nil.
func (c *canvases) take(n int) *raster.Canvas {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.free) == 0 {
		return nil
	}
	i := slices.IndexFunc(c.free, func(b *raster.Canvas) bool { return cap(b.Bytes) >= n })
	fits := i >= 0
	if !fits {
		i = len(c.free) - 1
	}
	b := c.free[i]
	c.free = slices.Delete(c.free, i, i+1)
	c.size -= cap(b.Bytes)
	if !fits {
		return nil
	}
	return b
}

// give hands memory back that nothing refers to any more.
func (c *canvases) give(b *raster.Canvas) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := cap(b.Bytes)
	if n == 0 || n > maxKeptCanvas || c.size+n > keptCanvasBytes {
		return
	}
	i := slices.IndexFunc(c.free, func(f *raster.Canvas) bool { return cap(f.Bytes) >= n })
	if i < 0 {
		i = len(c.free)
	}
	c.free = slices.Insert(c.free, i, b)
	c.size += n
}
