package text

import (
	"strings"
	"sync"
)

// shapeCache caches shaping results. It is bounded by two generations: a full young one replaces the old one. Values
// are immutable.
type shapeCache struct {
	mu         sync.Mutex
	young, old map[shapeKey][]rawGlyph
	glyphs     int // in young
}

const (
	maxCachedGlyphs = 1 << 16 // per generation: 2 MiB
	maxCachedText   = 256     // longer texts are not cached
)

func (c *shapeCache) get(k *shapeKey) ([]rawGlyph, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g, ok := c.young[*k]; ok {
		return g, true
	}
	g, ok := c.old[*k]
	if ok {
		own := *k
		own.text = strings.Clone(k.text)
		c.add(&own, g)
	}
	return g, ok
}

func (c *shapeCache) put(k *shapeKey, g []rawGlyph) {
	if len(k.text) > maxCachedText {
		return
	}
	own := *k
	own.text = strings.Clone(k.text) // do not retain the whole paragraph
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(&own, g)
}

func (c *shapeCache) add(k *shapeKey, g []rawGlyph) {
	if c.young == nil || c.glyphs+len(g)+4 > maxCachedGlyphs {
		c.old, c.young, c.glyphs = c.young, make(map[shapeKey][]rawGlyph, 1024), 0
	}
	c.glyphs += len(g) + 4
	c.young[*k] = g
}
