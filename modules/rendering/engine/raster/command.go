package raster

// command is a compiled operation in device space. Commands are immutable, so that bands can draw them concurrently.
type command interface {
	// bounds returns the pixels that draw may change.
	bounds() irect
	// draw paints the part inside area ⊆ to.area.
	draw(w *worker, to *surface, area irect)
}

// rectCommand fills whole pixels.
type rectCommand struct {
	area  irect
	clip  *clip
	paint paint
}

func (c *rectCommand) bounds() irect { return c.area }

func (c *rectCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area), c.clip, c.paint)
	for y := p.area.y0; y < p.area.y1; y++ {
		p.span(y, p.area.x0, p.area.x1, 255)
	}
	w.done(p)
}

// backgroundCommand sets every pixel, replacing the previous content.
type backgroundCommand struct {
	area  irect
	color uint32
	held  []bool // rows that already have the colour; nil: none
}

func (c *backgroundCommand) bounds() irect { return c.area }

func (c *backgroundCommand) draw(_ *worker, to *surface, area irect) {
	var first []byte // copying a row is faster than filling one
	for y := area.y0; y < area.y1; y++ {
		if c.held != nil && c.held[y] {
			continue
		}
		row := to.row(y, area.x0, area.x1)
		if first != nil {
			copy(row, first)
			continue
		}
		fillPixels(row, c.color)
		first = row
	}
}

// shapeCommand fills a shape.
type shapeCommand struct {
	shape *shape
	area  irect // shape.bounds inside the clip
	clip  *clip
	paint paint
	gamma *[256]uint8 // for text
}

func (c *shapeCommand) bounds() irect { return c.area }

func (c *shapeCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area), c.clip, c.paint)
	p.gamma = c.gamma
	w.acc.fill(c.shape, p.area, p)
	w.done(p)
}
