package raster

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"sync"
)

// Images of uniform colours and text have few colours and can be painted as palette indices: a quarter of the bytes,
// with the result of one colour over another looked up instead of computed. The result equals that of painting pixels.

const (
	maxColors = 256
	// An image that exceeds these limits is painted as pixels.
	maxInks, maxBlends = 32, 1024
	// Up to this many colours, unused ones are removed from the palette.
	fewColors = 32
)

// indexPainter paints palette indices. It implements sink.
type indexPainter struct {
	width  int
	index  []byte
	colors []uint32
	slots  [4 * maxColors]uint16 // hash table from colours to palette indices, plus one
	inks   []ink
	blends []blends
	stamps map[stampKey][]uint64
	words  []uint64 // backing array of stamps
	full   bool     // a limit on colours, inks or blends was exceeded

	area  irect // of the current command
	ink   *ink
	inkAt int
	acc   accumulator
}

var indexPool = sync.Pool{New: func() any { return &indexPainter{stamps: map[stampKey][]uint64{}} }}

// indexable reports whether cmds can be painted as palette indices.
func indexable(cmds []command) bool {
	for _, c := range cmds {
		var p paint
		var cl *clip
		switch c := c.(type) {
		case *rectCommand:
			p, cl = c.paint, c.clip
		case *glyphCommand:
			p, cl = c.paint, c.clip
		case *shapeCommand:
			p, cl = c.paint, c.clip
		default:
			return false
		}
		if p.brush != nil || cl.masked() {
			return false
		}
	}
	return true
}

// drawIndexed paints cmds over background into p as palette indices, in memory if it is large enough. ok is false when
// there are too many colours.
func drawIndexed(ctx context.Context, cmds []command, background uint32, p *Pixmap, memory []byte) (ok bool, err error) {
	n := indexPool.Get().(*indexPainter)
	defer indexPool.Put(n)
	if cap(memory) < p.Width*p.Height {
		memory = make([]byte, p.Width*p.Height)
	}
	n.begin(p.Width, memory[:p.Width*p.Height])
	defer n.end()
	fill, covered := uint8(0), len(cmds) > 0 && covers(cmds[0], irect{0, 0, p.Width, p.Height})
	if !covered {
		fill = n.indexOf(background)
	}
	for y := 0; y < p.Height; y += bandHeight {
		band := irect{0, y, p.Width, min(y+bandHeight, p.Height)}
		if !covered {
			fillBytes(n.index[band.y0*p.Width:band.y1*p.Width], fill)
		}
		for _, c := range cmds {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			n.draw(c, band)
			if n.full {
				return false, nil
			}
		}
		for y := max(band.y0, 1); y < band.y1; y++ {
			p.Repeats[y] = bytes.Equal(n.row(y, 0, p.Width), n.row(y-1, 0, p.Width))
		}
	}
	p.Indices, p.Colors = n.index, slices.Clone(n.colors)
	if len(n.colors) <= fewColors || !allOpaque(n.colors) {
		p.Colors = n.reindex(p.Repeats)
	}
	p.Opaque = allOpaque(p.Colors)
	return true, nil
}

func allOpaque(colors []uint32) bool {
	return !slices.ContainsFunc(colors, func(c uint32) bool { return c>>24 != 255 })
}

func (n *indexPainter) begin(width int, index []byte) {
	n.width, n.index, n.full = width, index, false
	n.colors, n.inks, n.blends = n.colors[:0], n.inks[:0], n.blends[:0]
	clear(n.slots[:])
}

// end drops the state of the image.
func (n *indexPainter) end() {
	n.index, n.words = nil, n.words[:0]
	clear(n.stamps)
	for i := range n.inks {
		n.inks[i] = ink{}
	}
}

func (n *indexPainter) row(y, x0, x1 int) []byte { return n.index[y*n.width+x0 : y*n.width+x1] }

// draw paints the part of a command inside band.
func (n *indexPainter) draw(c command, band irect) {
	n.area = band.intersect(c.bounds())
	if n.area.empty() {
		return
	}
	inside := func(c *clip) bool {
		if c != nil {
			n.area = n.area.intersect(c.bounds)
		}
		return !n.area.empty()
	}
	switch c := c.(type) {
	case *rectCommand:
		if inside(c.clip) && n.setInk(c.paint.color, nil) {
			for y := n.area.y0; y < n.area.y1; y++ {
				n.span(y, n.area.x0, n.area.x1, 255)
			}
		}
	case *shapeCommand:
		if inside(c.clip) && n.setInk(c.paint.color, c.gamma) {
			n.acc.fill(c.shape, n.area, n)
		}
	case *glyphCommand:
		if inside(c.clip) && n.setInk(c.paint.color, c.gamma) {
			n.glyphs(c)
		}
	}
}

func (n *indexPainter) glyphs(c *glyphCommand) {
	for i := range c.glyphs {
		g := &c.glyphs[i]
		m := g.mask
		x, y := g.x+m.x, g.y+m.y
		y0, y1 := max(y, n.area.y0), min(y+m.h, n.area.y1)
		pitch := (m.w + 7) / 8
		if y0 < y1 && x >= n.area.x0 && x+8*pitch <= n.area.x1 {
			n.stamp(m, x, y, y0, y1, pitch)
			continue
		}
		x0, x1 := max(x, n.area.x0), min(x+m.w, n.area.x1)
		if x0 >= x1 {
			continue
		}
		for at := y0; at < y1; at++ {
			from := (at - y) * m.w
			n.over(n.row(at, x0, x1), m.pix[from+x0-x:from+x1-x])
		}
	}
}

// span implements sink.
func (n *indexPainter) span(y, x0, x1 int, cov uint32) {
	x0, x1 = max(x0, n.area.x0), min(x1, n.area.x1)
	if x0 >= x1 || y < n.area.y0 || y >= n.area.y1 {
		return
	}
	if n.ink.gamma != nil {
		cov = uint32(n.ink.gamma[cov])
	}
	dst := n.row(y, x0, x1)
	if cov == 255 && n.ink.color>>24 == 255 {
		fillBytes(dst, n.indexOf(n.ink.color))
		return
	}
	for i := 0; i < len(dst); {
		d, from := dst[i], i
		for i < len(dst) && dst[i] == d {
			i++
		}
		pixel := n.pixel(d)
		overSpan(pixel[:], n.ink.color, cov)
		fillBytes(dst[from:i], n.indexOf(binary.LittleEndian.Uint32(pixel[:])))
	}
}

// mask implements sink.
func (n *indexPainter) mask(y, x int, cov []uint8) {
	x0, x1 := max(x, n.area.x0), min(x+len(cov), n.area.x1)
	if x0 >= x1 || y < n.area.y0 || y >= n.area.y1 {
		return
	}
	n.over(n.row(y, x0, x1), cov[x0-x:x1-x])
}

// fillBytes sets every byte of dst.
func fillBytes(dst []byte, v byte) {
	if v == 0 || len(dst) == 0 {
		clear(dst)
		return
	}
	dst[0] = v
	for n := 1; n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}
