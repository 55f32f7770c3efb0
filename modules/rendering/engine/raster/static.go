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

// Cards made from one template differ in their text, not in what lies beneath it.
// The pixels of everything before a list's first text are therefore kept once the
// same beginning has been met twice.

// beginning is the part of a canvas' commands that comes before any text.
type beginning struct {
	ops  int // operations compiled into it
	cmds int // and the commands they became
}

// staticKey represents a beginning: its operations, size, scale and background.
type staticKey [sha256.Size]byte

// staticLayer is the drawn beginning. It is immutable.
type staticLayer struct {
	pix    []byte
	same   []bool // which rows are known to equal the one above
	ground Ground
	images []*image.Bitmap // without files, kept alive, for their addresses are part of the key
}

// statics keeps drawn beginnings and remembers which were met.
type statics struct {
	kept generations[staticKey, *staticLayer]
	mu   sync.Mutex
	met  [64]staticKey // by the key's first bits
}

// again reports whether key was met lately, and notes that it was.
func (s *statics) again(key staticKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := &s.met[key[0]%64]
	if *slot == key {
		return true
	}
	*slot = key
	return false
}

// drawStatic looks up the pixels of cmds[:b.cmds], drawing and keeping them when the
// cache knows this beginning only by its key. It returns the commands to draw after
// it: those after the beginning, behind one that copies its pixels, or all of
// them.
func (e *executor) drawStatic(ctx context.Context, cache *Cache, key staticKey, images []*image.Bitmap, n int, cmds []command, to *surface) ([]command, error) {
	layer, ok := cache.statics.kept.get(key)
	if !ok {
		if !cache.statics.again(key) {
			return cmds, nil
		}
		layer = &staticLayer{pix: make([]byte, len(to.pix)), same: make([]bool, to.area.h()), ground: newGround(), images: images}
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

// keyOf returns the key of a list's first operations drawn at a size and scale; ok
// is false when they cannot be told apart from others.
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
			continue // a pattern of operations
		}
		if b.Hash != [32]byte{} {
			c.Bytes = append(c.Bytes, b.Hash[:]...)
			continue
		}
		// The address represents the image as long as the layer lives.
		c.Bytes = fmt.Appendf(c.Bytes, " %p", b)
		images = append(images, b)
	}
	return sha256.Sum256(c.Bytes), images, true
}

// copyCommand sets every pixel to a finished one.
type copyCommand struct {
	area  irect // of the layer
	layer *staticLayer
	held  []bool // the rows that need not be set; nil: none
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
