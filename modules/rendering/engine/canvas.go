package engine

import (
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// canvases is a pool of pixel buffers of encoded images: about as many as images were drawn concurrently, and at most
// keptCanvasBytes in total.
type canvases struct {
	mu   sync.Mutex
	free []*raster.Canvas // smallest first
	size int
}

// Buffers larger than maxKeptCanvas are not kept.
const (
	maxKeptCanvas   = 16 << 20
	keptCanvasBytes = 32 << 20
)

// take returns the smallest buffer of at least n bytes. If there is none it discards the largest one, so that images of
// many sizes do not accumulate buffers, and returns nil.
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

// put returns a buffer without references to the pool.
func (c *canvases) put(b *raster.Canvas) {
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
