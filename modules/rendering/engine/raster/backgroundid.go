package raster

import "sync/atomic"

// Many images share a background: a single colour, or the cached pixels of a common prefix. Rows that no later command
// touches need not be repainted in a buffer that already holds them, compared with their neighbours, or hashed by their
// pixels.

// BackgroundID identifies what an image's first command paints; 0 if it is not identified.
type BackgroundID uint64

const (
	plainBackground BackgroundID = 1 << 32 // with the colour in the low bits
	firstLayer      BackgroundID = 1 << 33 // cached pixels are numbered from here on
)

var layersMade atomic.Uint64

// newBackgroundID returns a new unique ID.
func newBackgroundID() BackgroundID { return firstLayer + BackgroundID(layersMade.Add(1)) }

// Canvas is an image buffer together with its known content.
type Canvas struct {
	Bytes          []byte
	background     BackgroundID
	width          int
	backgroundRows []bool
}

// Memory returns the image's buffer for reuse once the image is no longer needed.
func (p *Pixmap) Memory() *Canvas {
	if p.Colors != nil {
		return &Canvas{Bytes: p.Indices}
	}
	return &Canvas{Bytes: p.Pix, background: p.BackgroundID, width: p.Width, backgroundRows: p.BackgroundRows}
}

// identifyBackground identifies the background of cmds: it records in p the background and the rows that keep it, and returns the
// commands with the rows left out that c already holds.
func (e *executor) identifyBackground(cmds []command, p *Pixmap, c *Canvas) []command {
	if len(cmds) == 0 {
		return cmds
	}
	canvas := irect{0, 0, p.Width, p.Height}
	var first command
	held := make([]bool, p.Height)
	switch g := cmds[0].(type) {
	case *copyCommand:
		p.BackgroundID, e.backgroundRepeats = g.layer.background, g.layer.same
		first = &copyCommand{area: g.area, layer: g.layer, held: held}
	case *backgroundCommand:
		p.BackgroundID = plainBackground | BackgroundID(g.color)
		first = &backgroundCommand{area: g.area, color: g.color, held: held}
	case *rectCommand:
		if g.paint.brush != nil || !covers(g, canvas) {
			return cmds
		}
		p.BackgroundID = plainBackground | BackgroundID(g.paint.color)
		first = &backgroundCommand{area: canvas, color: g.paint.color, held: held}
	default:
		return cmds
	}
	p.BackgroundRows = make([]bool, p.Height)
	for y := range p.BackgroundRows {
		p.BackgroundRows[y] = true
	}
	for _, c := range cmds[1:] {
		b := c.bounds()
		for y := max(b.y0, 0); y < min(b.y1, p.Height) && b.x0 < b.x1; y++ {
			p.BackgroundRows[y] = false
		}
	}
	e.backgroundRows = p.BackgroundRows
	if c != nil && c.background == p.BackgroundID && c.width == p.Width {
		copy(held, c.backgroundRows)
	}
	return append([]command{first}, cmds[1:]...)
}

// same reports whether row y of the background equals the one above, if known.
func (e *executor) same(y int) (same, known bool) {
	if e.backgroundRows == nil || !e.backgroundRows[y] || !e.backgroundRows[y-1] {
		return false, false
	}
	return e.backgroundRepeats == nil || e.backgroundRepeats[y], true
}
