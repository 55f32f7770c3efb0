package raster

import "sync/atomic"

// Many images share a ground: a single colour, or the cached pixels of a common prefix. Rows that no later command
// touches need not be repainted in a buffer that already holds them, compared with their neighbours, or hashed by their
// pixels.

// Ground identifies what an image's first command paints; 0 if it is not identified.
type Ground uint64

const (
	plainGround Ground = 1 << 32 // with the colour in the low bits
	firstLayer  Ground = 1 << 33 // cached pixels are numbered from here on
)

var layersMade atomic.Uint64

// newGround returns a new unique ground.
func newGround() Ground { return firstLayer + Ground(layersMade.Add(1)) }

// Canvas is an image buffer together with its known content.
type Canvas struct {
	Bytes     []byte
	ground    Ground
	width     int
	untouched []bool
}

// Memory returns the image's buffer for reuse once the image is no longer needed.
func (p *Pixmap) Memory() *Canvas {
	if p.Colors != nil {
		return &Canvas{Bytes: p.Numbers}
	}
	return &Canvas{Bytes: p.Pix, ground: p.Ground, width: p.Width, untouched: p.Untouched}
}

// setGround identifies the ground of cmds: it records in p the ground and the rows that keep it, and returns the
// commands with the rows left out that c already holds.
func (e *executor) setGround(cmds []command, p *Pixmap, c *Canvas) []command {
	if len(cmds) == 0 {
		return cmds
	}
	canvas := irect{0, 0, p.Width, p.Height}
	var first command
	held := make([]bool, p.Height)
	switch g := cmds[0].(type) {
	case *copyCommand:
		p.Ground, e.groundSame = g.layer.ground, g.layer.same
		first = &copyCommand{area: g.area, layer: g.layer, held: held}
	case *groundCommand:
		p.Ground = plainGround | Ground(g.color)
		first = &groundCommand{area: g.area, color: g.color, held: held}
	case *rectCommand:
		if g.paint.brush != nil || !covers(g, canvas) {
			return cmds
		}
		p.Ground = plainGround | Ground(g.paint.color)
		first = &groundCommand{area: canvas, color: g.paint.color, held: held}
	default:
		return cmds
	}
	p.Untouched = make([]bool, p.Height)
	for y := range p.Untouched {
		p.Untouched[y] = true
	}
	for _, c := range cmds[1:] {
		b := c.bounds()
		for y := max(b.y0, 0); y < min(b.y1, p.Height) && b.x0 < b.x1; y++ {
			p.Untouched[y] = false
		}
	}
	e.untouched = p.Untouched
	if c != nil && c.ground == p.Ground && c.width == p.Width {
		copy(held, c.untouched)
	}
	return append([]command{first}, cmds[1:]...)
}

// same reports whether row y of the ground equals the one above, if known.
func (e *executor) same(y int) (same, known bool) {
	if e.untouched == nil || !e.untouched[y] || !e.untouched[y-1] {
		return false, false
	}
	return e.groundSame == nil || e.groundSame[y], true
}
