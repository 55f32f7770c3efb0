package raster

import "sync/atomic"

// Below what differs from image to image lies a ground that many share: one colour, or the
// kept pixels of a beginning. Rows that nothing is painted on later need not be painted
// again in memory that holds them, compared with their neighbours or told apart by their pixels.

// Ground represents what an image's first command paints; 0 is nothing in particular.
type Ground uint64

const (
	plainGround Ground = 1 << 32 // with a colour in the low bits
	firstLayer  Ground = 1 << 33 // from here on kept pixels are numbered
)

var layersMade atomic.Uint64

// newGround returns a ground that no other has been.
func newGround() Ground { return firstLayer + Ground(layersMade.Add(1)) }

// Canvas is memory for an image, and what it is known to hold.
type Canvas struct {
	Bytes     []byte
	ground    Ground
	width     int
	untouched []bool
}

// Memory returns what the image was drawn into, for others once nothing needs the
// image any more.
func (p *Pixmap) Memory() *Canvas {
	if p.Colors != nil {
		return &Canvas{Bytes: p.Numbers}
	}
	return &Canvas{Bytes: p.Pix, ground: p.Ground, width: p.Width, untouched: p.Untouched}
}

// settle makes the ground of cmds known: it notes in p what it is and which rows keep it, and
// returns the commands so that rows are left out that c holds already.
func (e *executor) settle(cmds []command, p *Pixmap, c *Canvas) []command {
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

// same reports, if it is known, whether row y of the ground equals the one above.
func (e *executor) same(y int) (same, known bool) {
	if e.untouched == nil || !e.untouched[y] || !e.untouched[y-1] {
		return false, false
	}
	return e.groundSame == nil || e.groundSame[y], true
}
