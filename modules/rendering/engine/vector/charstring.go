package vector

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// charstring is a Type 2 charstring under construction. Absolute positions are rounded, so that errors do not
// accumulate. Consecutive segments of one kind share an operator.
type charstring struct {
	b    []byte
	k    float64
	x, y int
	box  *[4]int
	// px, py is the current point before rounding, for raising quadratic curves; sx, sy is the contour's start.
	px, py float64
	sx, sy int
	// lines and curves are the deltas of the pending segments; at most one of them is nonempty.
	lines  [][2]int
	curves [][6]int
}

// The operators (5177 §4.1).
const (
	opVLineTo   = 7
	opLineTo    = 5
	opHLineTo   = 6
	opCurveTo   = 8
	opMoveTo    = 21
	opHMoveTo   = 22
	opVMoveTo   = 4
	opVVCurveTo = 26
	opHHCurveTo = 27
	opVHCurveTo = 30
	opHVCurveTo = 31
	// maxOperands leaves room for the width on the stack of 48.
	maxOperands = 46
)

func (c *charstring) outline(o *font.Outline) {
	// y points up here, so the pen undoes the tracer's flip.
	traceGlyph(o, 0, 0, c.k, 0, c)
}

func (c *charstring) delta(x, y float64) (dx, dy int) {
	nx, ny := int(math.Round(min(max(x, -16000), 16000))), int(math.Round(min(max(-y, -16000), 16000)))
	dx, dy = nx-c.x, ny-c.y
	c.x, c.y = nx, ny
	c.box[0], c.box[1], c.box[2], c.box[3] = min(c.box[0], nx), min(c.box[1], ny), max(c.box[2], nx), max(c.box[3], ny)
	return dx, dy
}

// number appends an operand (5177 §3.2).
func (c *charstring) number(v int) {
	switch {
	case v >= -107 && v <= 107:
		c.b = append(c.b, byte(v+139))
	case v >= 108 && v <= 1131:
		c.b = append(c.b, byte(247+(v-108)>>8), byte(v-108))
	case v >= -1131 && v <= -108:
		c.b = append(c.b, byte(251+(-v-108)>>8), byte(-v-108))
	default:
		c.b = append(c.b, 28, byte(v>>8), byte(v))
	}
}

func (c *charstring) op(op byte, operands ...int) {
	for _, v := range operands {
		c.number(v)
	}
	c.b = append(c.b, op)
}

func (c *charstring) move(x, y float64) {
	c.end()
	switch dx, dy := c.delta(x, y); {
	case dy == 0:
		c.op(opHMoveTo, dx)
	case dx == 0:
		c.op(opVMoveTo, dy)
	default:
		c.op(opMoveTo, dx, dy)
	}
	c.px, c.py, c.sx, c.sy = x, y, c.x, c.y
}

func (c *charstring) line(x, y float64) {
	c.endCurves()
	if dx, dy := c.delta(x, y); dx != 0 || dy != 0 {
		c.lines = append(c.lines, [2]int{dx, dy})
	}
	c.px, c.py = x, y
}

func (c *charstring) quad(a, b, x, y float64) {
	c.cube(c.px+float64((a-c.px)*2/3), c.py+float64((b-c.py)*2/3), x+float64((a-x)*2/3), y+float64((b-y)*2/3), x, y)
}

func (c *charstring) cube(a, b, d, e, x, y float64) {
	c.endLines()
	var v [6]int
	v[0], v[1] = c.delta(a, b)
	v[2], v[3] = c.delta(d, e)
	v[4], v[5] = c.delta(x, y)
	c.curves = append(c.curves, v)
	c.px, c.py = x, y
}

// closed ends a contour. A final line to its start is implied.
func (c *charstring) closed() {
	if n := len(c.lines); n > 0 && c.x == c.sx && c.y == c.sy {
		last := c.lines[n-1]
		c.lines = c.lines[:n-1]
		c.x, c.y = c.x-last[0], c.y-last[1]
	}
	c.end()
}

// end writes the pending segments.
func (c *charstring) end() {
	c.endLines()
	c.endCurves()
}

// endLines writes lines: alternating vertical and horizontal ones as hlineto or vlineto, the rest as rlineto.
func (c *charstring) endLines() {
	for l := c.lines; len(l) > 0; {
		n := 0
		for n < len(l) && n < maxOperands && (l[n][0] == 0 || l[n][1] == 0) && (n == 0 || (l[n][1] == 0) != (l[n-1][1] == 0)) {
			n++
		}
		if n > 0 {
			op := byte(opVLineTo)
			if l[0][1] == 0 {
				op = opHLineTo
			}
			for _, d := range l[:n] {
				c.number(d[0] + d[1])
			}
			c.b = append(c.b, op)
			l = l[n:]
			continue
		}
		for n < len(l) && n < maxOperands/2 && l[n][0] != 0 && l[n][1] != 0 {
			c.number(l[n][0])
			c.number(l[n][1])
			n++
		}
		c.b = append(c.b, opLineTo)
		l = l[n:]
	}
	c.lines = c.lines[:0]
}

// endCurves writes curves: those with alternating horizontal and vertical tangents as hvcurveto or vhcurveto, those
// with parallel axis-aligned tangents as hhcurveto or vvcurveto, the rest as rrcurveto.
func (c *charstring) endCurves() {
	for l := c.curves; len(l) > 0; {
		if n := c.turningCurves(l); n > 0 {
			l = l[n:]
			continue
		}
		if n := c.parallelCurves(l); n > 0 {
			l = l[n:]
			continue
		}
		n := 0
		for n < len(l) && n < maxOperands/6 && (n == 0 || l[n][0] != 0 && l[n][1] != 0) {
			for _, v := range l[n] {
				c.number(v)
			}
			n++
		}
		c.b = append(c.b, opCurveTo)
		l = l[n:]
	}
	c.curves = c.curves[:0]
}

// turningCurves writes the leading curves of l whose tangents alternate between horizontal and vertical.
func (c *charstring) turningCurves(l [][6]int) (n int) {
	level := l[0][1] == 0
	op := byte(opVHCurveTo)
	if level {
		op = opHVCurveTo
	}
	fits := func(v *[6]int, level bool) bool {
		if level {
			return v[1] == 0 && v[4] == 0
		}
		return v[0] == 0 && v[5] == 0
	}
	for n < len(l) && n < (maxOperands-1)/4 && fits(&l[n], level) {
		v := l[n]
		c.number(v[0] + v[1])
		c.number(v[2])
		c.number(v[3])
		c.number(v[4] + v[5])
		n++
		level = !level
	}
	if n > 0 {
		c.b = append(c.b, op)
	}
	return n
}

// parallelCurves writes the leading curves of l that all start and end horizontally, or all vertically.
func (c *charstring) parallelCurves(l [][6]int) (n int) {
	for _, axis := range [2]int{0, 1} {
		across := 1 - axis // the coordinate that does not change at the ends
		for n < len(l) && n < maxOperands/4 && l[n][across] == 0 && l[n][4+across] == 0 {
			v := l[n]
			c.number(v[axis])
			c.number(v[2])
			c.number(v[3])
			c.number(v[4+axis])
			n++
		}
		if n > 0 {
			c.b = append(c.b, [2]byte{opHHCurveTo, opVVCurveTo}[axis])
			return n
		}
	}
	return 0
}
