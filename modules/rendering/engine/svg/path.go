package svg

import (
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// ParsePath parses path data (SVG 2 §9.3) and maps it through m. On an error it also returns the path up to the error,
// which is what gets drawn.
func ParsePath(d string, m geom.Matrix) (*display.Path, error) {
	o, err := parseOutline(d)
	return o.mapped(m), err
}

// parseOutline parses path data in user units.
func parseOutline(d string) (*outline, error) {
	p := &pathParser{scanner: scanner{s: d}, out: &outline{}}
	err := p.run()
	return p.out, err
}

// pathParser implements the grammar of path data; positions are in user units.
type pathParser struct {
	scanner
	out          *outline
	x, y         float64 // current point
	sx, sy       float64 // start of the subpath
	cx, cy       float64 // last control point, for the smooth commands
	last         byte    // the last command, upper case
	open, closed bool    // a subpath has begun; the last one was just closed
}

// arguments is the number of arguments of each command.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7}

func (p *pathParser) run() error {
	p.space()
	cmd := byte(0)
	for !p.done() {
		c := p.s[p.i]
		switch {
		case isLetter(c):
			p.i++
			upper := c &^ 0x20
			if p.last == 0 && upper != 'M' {
				return fmt.Errorf("path data begins with %q instead of a move", c)
			}
			if upper == 'Z' {
				p.close()
				cmd = 0
				p.space()
				continue
			}
			if arguments[upper] == 0 {
				return fmt.Errorf("unknown path command %q at %d", c, p.i-1)
			}
			cmd = c
		case cmd == 0:
			return fmt.Errorf("path data has %q at %d where a command belongs", c, p.i)
		}
		if err := p.step(cmd); err != nil {
			return err
		}
		// Further pairs after a move are lines.
		switch cmd {
		case 'M':
			cmd = 'L'
		case 'm':
			cmd = 'l'
		}
		p.commaSpace()
	}
	return nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' && c|0x20 != 'e' }

// step parses the arguments of one command and draws it.
func (p *pathParser) step(cmd byte) error {
	upper := cmd &^ 0x20
	var a [7]float64
	for k := range arguments[upper] {
		if k > 0 {
			p.commaSpace()
		} else {
			p.space()
		}
		var ok bool
		if upper == 'A' && (k == 3 || k == 4) {
			a[k], ok = p.flag()
		} else {
			a[k], ok = p.number()
		}
		if !ok {
			return fmt.Errorf("path command %q lacks a number at %d", cmd, p.i)
		}
	}
	if cmd != upper {
		p.relative(upper, &a)
	}
	p.draw(upper, &a)
	p.last = upper
	return nil
}

// relative converts relative coordinates to absolute ones.
func (p *pathParser) relative(upper byte, a *[7]float64) {
	switch upper {
	case 'H':
		a[0] += p.x
	case 'V':
		a[0] += p.y
	case 'A':
		a[5] += p.x
		a[6] += p.y
	default:
		for k := 0; k < arguments[upper]; k += 2 {
			a[k] += p.x
			a[k+1] += p.y
		}
	}
}

func (p *pathParser) draw(upper byte, a *[7]float64) {
	if upper != 'M' {
		p.begin()
	}
	switch upper {
	case 'M':
		p.x, p.y = a[0], a[1]
		p.sx, p.sy = p.x, p.y
		p.out.moveTo(point{p.x, p.y})
		p.open, p.closed = true, false
	case 'L':
		p.line(a[0], a[1])
	case 'H':
		p.line(a[0], p.y)
	case 'V':
		p.line(p.x, a[0])
	case 'C':
		p.cubic(a[0], a[1], a[2], a[3], a[4], a[5])
	case 'S':
		x1, y1 := p.x, p.y
		if p.last == 'C' || p.last == 'S' {
			x1, y1 = float64(2*p.x)-p.cx, float64(2*p.y)-p.cy
		}
		p.cubic(x1, y1, a[0], a[1], a[2], a[3])
	case 'Q':
		p.quad(a[0], a[1], a[2], a[3])
	case 'T':
		x1, y1 := p.x, p.y
		if p.last == 'Q' || p.last == 'T' {
			x1, y1 = float64(2*p.x)-p.cx, float64(2*p.y)-p.cy
		}
		p.quad(x1, y1, a[0], a[1])
	case 'A':
		p.arc(a[0], a[1], a[2], a[3] != 0, a[4] != 0, a[5], a[6])
	}
}

// begin starts a new subpath after the last one was closed.
func (p *pathParser) begin() {
	if p.closed {
		p.out.moveTo(point{p.x, p.y})
		p.closed = false
	}
}

func (p *pathParser) close() {
	if p.open && !p.closed {
		p.out.close()
	}
	p.x, p.y = p.sx, p.sy
	p.closed = true
	p.last = 'Z'
}

func (p *pathParser) line(x, y float64) {
	p.x, p.y = x, y
	p.out.lineTo(point{x, y})
}

func (p *pathParser) quad(x1, y1, x, y float64) {
	p.out.quadTo(point{x1, y1}, point{x, y})
	p.cx, p.cy, p.x, p.y = x1, y1, x, y
}

func (p *pathParser) cubic(x1, y1, x2, y2, x, y float64) {
	p.out.cubicTo(point{x1, y1}, point{x2, y2}, point{x, y})
	p.cx, p.cy, p.x, p.y = x2, y2, x, y
}

// arc draws an elliptical arc as cubics of at most a quarter turn (SVG 2
// Appendix B.2: from end points to centre).
func (p *pathParser) arc(rx, ry, rotation float64, large, sweep bool, x, y float64) {
	x0, y0 := p.x, p.y
	if x0 == x && y0 == y {
		return
	}
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 {
		p.line(x, y)
		return
	}
	sin, cos := geom.SinCosDeg(rotation)
	dx, dy := (x0-x)/2, (y0-y)/2
	px := float64(cos*dx) + float64(sin*dy)
	py := float64(cos*dy) - float64(sin*dx)
	if l := float64((px/rx)*(px/rx)) + float64((py/ry)*(py/ry)); l > 1 {
		s := math.Sqrt(l)
		rx, ry = rx*s, ry*s
	}
	num := float64(float64(rx*rx)*float64(ry*ry)) - float64(float64(rx*rx)*float64(py*py)) - float64(float64(ry*ry)*float64(px*px))
	den := float64(float64(rx*rx)*float64(py*py)) + float64(float64(ry*ry)*float64(px*px))
	k := 0.0
	if den > 0 && num > 0 {
		k = math.Sqrt(num / den)
	}
	if large == sweep {
		k = -k
	}
	cpx, cpy := float64(k*rx*py/ry), float64(-k*ry*px/rx)
	cx := float64(cos*cpx) - float64(sin*cpy) + float64((x0+x)/2)
	cy := float64(sin*cpx) + float64(cos*cpy) + float64((y0+y)/2)
	start := geom.AtanDeg2((py-cpy)/ry, (px-cpx)/rx)
	delta := geom.AtanDeg2((-py-cpy)/ry, (-px-cpx)/rx) - start
	if sweep && delta < 0 {
		delta += 360
	}
	if !sweep && delta > 0 {
		delta -= 360
	}
	ellipse := geom.Translate(cx, cy).Mul(geom.Rotate(rotation)).Mul(geom.Scale(rx, ry))
	p.unitArc(ellipse, start, delta)
	p.x, p.y = x, y
	// The end point is exact, independent of the rounding of the angles.
	p.out.points[len(p.out.points)-1] = point{x, y}
}

// unitArc draws an arc of the unit circle mapped by e.
func (p *pathParser) unitArc(e geom.Matrix, start, delta float64) {
	n := int(math.Ceil(math.Abs(delta)/90 - 1e-9))
	n = max(1, min(n, 4))
	step := delta / float64(n)
	// Control point distance: 4/3 tan(step/4).
	s, c := geom.SinCosDeg(step / 4)
	k := 4.0 / 3 * s / c
	s0, c0 := geom.SinCosDeg(start)
	for i := 1; i <= n; i++ {
		s1, c1 := geom.SinCosDeg(start + float64(step*float64(i)))
		x1, y1 := e.Apply(c0-float64(k*s0), s0+float64(k*c0))
		x2, y2 := e.Apply(c1+float64(k*s1), s1-float64(k*c1))
		x3, y3 := e.Apply(c1, s1)
		if i < n {
			p.out.pieces = append(p.out.pieces, len(p.out.verbs))
		}
		p.cubic(x1, y1, x2, y2, x3, y3)
		s0, c0 = s1, c1
	}
}
