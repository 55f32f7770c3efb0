package raster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Cards made from one template differ in their text, not in the content beneath it. Therefore the pixels of everything
// before a list's first text are cached once the same prefix occurs a second time.

// staticPrefix is the prefix of a canvas' commands before its first text.
type staticPrefix struct {
	ops  int // number of operations in it
	cmds int // number of commands compiled from them
}

// staticKey identifies a prefix: its operations, size, scale and background.
type staticKey [sha256.Size]byte

// staticLayer is a rendered prefix. It is immutable.
type staticLayer struct {
	pix        []byte
	same       []bool // rows known to equal the one above
	background BackgroundID
	images     []*image.Bitmap // images without files, kept alive because their addresses are part of the key
}

// statics caches rendered prefixes and remembers keys that occurred.
type statics struct {
	kept     generations[staticKey, *staticLayer]
	mu       sync.Mutex
	seenKeys [64]staticKey // indexed by the key's first bits
}

// seen reports whether key occurred recently, and records it.
func (s *statics) seen(key staticKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := &s.seenKeys[key[0]%64]
	if *slot == key {
		return true
	}
	*slot = key
	return false
}

// drawStatic looks up the pixels of cmds[:n], or renders and caches them when the key occurs for the second time. It
// returns the commands to draw: a copy of the cached pixels and cmds[n:], or all of cmds if the prefix is not cached.
func (e *executor) drawStatic(ctx context.Context, cache *Cache, key staticKey, images []*image.Bitmap, n int, cmds []command, to *surface) ([]command, error) {
	layer, ok := cache.statics.kept.get(key)
	if !ok {
		if !cache.statics.seen(key) {
			return cmds, nil
		}
		layer = &staticLayer{pix: make([]byte, len(to.pix)), same: make([]bool, to.area.h()), background: newBackgroundID(), images: images}
		drawn := &surface{area: to.area, stride: to.stride, pix: layer.pix}
		if err := e.run(ctx, cmds[:n], drawn, layer.same); err != nil {
			return nil, err
		}
		cache.statics.kept.put(key, layer, len(layer.pix))
	}
	rest := make([]command, 0, 1+len(cmds)-n)
	rest = append(rest, &copyCommand{area: to.area, layer: layer})
	return append(rest, cmds[n:]...), nil
}

// keyOf returns the key of a list's first ops operations drawn at a size and scale; ok is false when they have no
// unique key.
func keyOf(l *display.List, ops, w, h int, scale float64, background uint32) (key staticKey, images []*image.Bitmap, ok bool) {
	c := display.Canonical{Bytes: make([]byte, 0, 2048)}
	c.Bytes = fmt.Appendf(c.Bytes, "%d %d %x ", w, h, scale)
	c.Bytes = binary.LittleEndian.AppendUint32(c.Bytes, background)
	for _, op := range l.Ops[:ops] {
		if !c.Add(op) {
			return key, nil, false
		}
	}
	for _, b := range c.Images {
		if b == nil {
			continue // a pattern given by operations
		}
		if b.Hash != [32]byte{} {
			c.Bytes = append(c.Bytes, b.Hash[:]...)
			continue
		}
		// The address identifies the image as long as the layer keeps it alive.
		c.Bytes = fmt.Appendf(c.Bytes, " %p", b)
		images = append(images, b)
	}
	return sha256.Sum256(c.Bytes), images, true
}

// copyCommand replaces every pixel with a rendered one.
type copyCommand struct {
	area  irect // of the layer
	layer *staticLayer
	held  []bool // rows that already hold the pixels; nil: none
}

func (c *copyCommand) bounds() irect { return c.area }

func (c *copyCommand) draw(_ *worker, to *surface, area irect) {
	from := surface{area: c.area, stride: c.area.w() * 4, pix: c.layer.pix}
	for y := area.y0; y < area.y1; y++ {
		if c.held != nil && c.held[y] {
			continue
		}
		copy(to.row(y, area.x0, area.x1), from.row(y, area.x0, area.x1))
	}
}
