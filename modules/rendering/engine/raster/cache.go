package raster

import (
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/hint"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Cache holds expensive immutable intermediates: glyph masks, shadows, gradient tables, scaled images and pixels
// beneath text. Its size is bounded; it may be shared by any number of Draw calls and never changes their output.
type Cache struct {
	glyphs  generations[glyphKey, *glyphMask]
	shadows generations[shadowKey, *shadowTile]
	ramps   generations[string, *ramp]
	images  generations[scaledKey, *texture]
	hints   generations[*font.Face, *hint.Face]
	bitmaps generations[bitmapKey, *image.Bitmap]
	statics statics
}

// defaultCacheBytes holds about ten thousand glyph masks.
const defaultCacheBytes = 16 << 20

// NewCache returns a Cache of about limit bytes (0: 16 MiB), plus up to two thirds more for pixels beneath text, if
// several lists share a prefix.
func NewCache(limit int) *Cache {
	if limit <= 0 {
		limit = defaultCacheBytes
	}
	c := &Cache{}
	c.glyphs.limit, c.shadows.limit, c.ramps.limit, c.images.limit = limit*3/8, limit/8, limit/8, limit/4
	c.statics.kept.limit = limit * 2 / 3
	c.bitmaps.limit, c.hints.limit = limit/8, max(limit/8, 1<<20)
	return c
}

// generations is a bounded map with two generations. Used entries move to the young generation; when it holds half the
// limit, the old one is dropped.
type generations[K comparable, V any] struct {
	mu         sync.Mutex
	limit      int
	young, old map[K]sized[V]
	bytes      int
}

type sized[V any] struct {
	value V
	size  int
}

// get returns the value stored for key.
func (g *generations[K, V]) get(key K) (V, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if v, ok := g.young[key]; ok {
		return v.value, true
	}
	v, ok := g.old[key]
	if ok {
		delete(g.old, key)
		g.store(key, v)
	}
	return v.value, ok
}

// put stores a value of about size bytes; larger than a quarter of the limit, it is not stored.
func (g *generations[K, V]) put(key K, value V, size int) {
	size += 128 // overhead of the entry
	if size > g.limit/4 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := g.young[key]; !ok {
		g.store(key, sized[V]{value, size})
	}
}

func (g *generations[K, V]) store(key K, v sized[V]) {
	if g.young == nil || g.bytes+v.size > g.limit/2 {
		g.old, g.young, g.bytes = g.young, map[K]sized[V]{}, 0
	}
	g.young[key] = v
	g.bytes += v.size
}
