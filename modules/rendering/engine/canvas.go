package engine

import (
	"slices"
	"sync"
)

// canvases keeps the pixel memory of encoded pictures for the next ones: about as many
// pieces as pictures were ever drawn at the same time, and no more than keptCanvasBytes.
type canvases struct {
	mu   sync.Mutex
	free [][]byte // shortest first
	size int
}

// Memory of larger pictures than maxKeptCanvas is not kept.
const (
	maxKeptCanvas   = 16 << 20
	keptCanvasBytes = 32 << 20
)

// take returns memory of at least n bytes, the shortest there is. Without one it gives a
// shorter piece up, so that pictures of many sizes do not leave memory of every size, and
// returns nil.
func (c *canvases) take(n int) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.free) == 0 {
		return nil
	}
	i := slices.IndexFunc(c.free, func(b []byte) bool { return cap(b) >= n })
	fits := i >= 0
	if !fits {
		i = len(c.free) - 1
	}
	b := c.free[i]
	c.free = slices.Delete(c.free, i, i+1)
	c.size -= cap(b)
	if !fits {
		return nil
	}
	return b
}

// give hands memory back that nothing refers to any more.
func (c *canvases) give(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cap(b) == 0 || cap(b) > maxKeptCanvas || c.size+cap(b) > keptCanvasBytes {
		return
	}
	i := slices.IndexFunc(c.free, func(f []byte) bool { return cap(f) >= cap(b) })
	if i < 0 {
		i = len(c.free)
	}
	c.free = slices.Insert(c.free, i, b)
	c.size += cap(b)
}
