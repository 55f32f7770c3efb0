package style

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shapeCommand is a command of shape() (CSS Shapes 2 §3.4).
type shapeCommand struct {
	verb     byte // the verb of SVG path data: M L H V C Q S T A Z
	relative bool
	points   [3][2]Length // the end point, then control points
	controls [2]byte      // the origin of a control point: 0 for the box, or the first letter of "start" or "end"
	radius   [2]Length    // of an arc
	sweep    bool
	large    bool
	angle    float64
}

// commandShape parses the arguments of shape().
func (p *parser) commandShape() (value[Shape], bool) {
	evenOdd := false
	if id, ok := p.oneOf("nonzero", "evenodd"); ok {
		evenOdd = id == "evenodd"
	}
	if !p.Ident("from") {
		return nil, false
	}
	from, ok := p.coordinates()
	if !ok {
		return nil, false
	}
	var list []func(b *builder) shapeCommand
	for p.Comma() {
		c, ok := p.shapeCommand()
		if !ok || len(list) >= 10000 {
			return nil, false
		}
		list = append(list, c)
	}
	return func(b *builder) Shape {
		s := Shape{Kind: ShapeCommands, EvenOdd: evenOdd}
		s.commands = append(s.commands, shapeCommand{verb: 'M', points: [3][2]Length{from(b)}})
		for _, c := range list {
			s.commands = append(s.commands, c(b))
		}
		return s
	}, len(list) > 0
}

// coordinates parses a position or a pair of lengths.
func (p *parser) coordinates() (value[[2]Length], bool) {
	save := p.I
	if x, ok := p.length(allowPercent | allowNegative); ok {
		if y, ok := p.length(allowPercent | allowNegative); ok {
			return func(b *builder) [2]Length { return [2]Length{x(b), y(b)} }, true
		}
	}
	p.I = save
	return p.positionOf(2, false)
}

// control parses a control point and its origin.
func (p *parser) control(relative bool) (v value[[2]Length], from byte, ok bool) {
	if v, ok = p.coordinates(); !ok {
		return nil, 0, false
	}
	if relative {
		from = 's'
	}
	if p.Ident("from") {
		id, ok := p.oneOf("start", "end", "origin")
		if !ok {
			return nil, 0, false
		}
		if from = id[0]; id == "origin" {
			from = 0
		}
	}
	return v, from, true
}

// shapeCommand parses one command.
func (p *parser) shapeCommand() (func(b *builder) shapeCommand, bool) {
	name, ok := p.oneOf("move", "line", "hline", "vline", "curve", "smooth", "arc", "close")
	if !ok {
		return nil, false
	}
	c := shapeCommand{verb: map[string]byte{"move": 'M', "line": 'L', "hline": 'H', "vline": 'V', "curve": 'Q', "smooth": 'T', "arc": 'A', "close": 'Z'}[name]}
	if name == "close" {
		return func(*builder) shapeCommand { return c }, true
	}
	by, ok := p.oneOf("to", "by")
	if !ok {
		return nil, false
	}
	c.relative = by == "by"
	if name == "hline" || name == "vline" {
		at, ok := p.lineEnd(name)
		return func(b *builder) shapeCommand {
			l := at(b)
			c.points[0] = [2]Length{l, l}
			return c
		}, ok
	}
	end, ok := p.coordinates()
	if !ok {
		return nil, false
	}
	var ctrl [2]value[[2]Length]
	if (name == "curve" || name == "smooth") && p.Ident("with") {
		for i := range ctrl {
			if i > 0 && !p.Slash() {
				break
			}
			if ctrl[i], c.controls[i], ok = p.control(c.relative); !ok {
				return nil, false
			}
		}
		switch {
		case name == "smooth":
			c.verb = 'S'
		case ctrl[1] != nil:
			c.verb = 'C'
		}
	}
	if name == "curve" && ctrl[0] == nil || name == "smooth" && ctrl[1] != nil {
		return nil, false
	}
	radius := [2]value[Length]{}
	angle := constant(0.0)
	if name == "arc" {
		if !p.Ident("of") {
			return nil, false
		}
		if radius[0], ok = p.length(allowPercent); !ok {
			return nil, false
		}
		if radius[1], ok = p.length(allowPercent); !ok {
			radius[1] = radius[0]
		}
		for {
			id, ok := p.oneOf("cw", "ccw", "large", "small", "rotate")
			if !ok {
				break
			}
			switch id {
			case "cw":
				c.sweep = true
			case "large":
				c.large = true
			case "rotate":
				if angle, ok = p.angle(zeroAllowed); !ok {
					return nil, false
				}
			}
		}
	}
	return func(b *builder) shapeCommand {
		out := c
		out.points[0] = end(b)
		for i := range ctrl {
			if ctrl[i] != nil {
				out.points[i+1] = ctrl[i](b)
			}
		}
		if radius[0] != nil {
			out.radius, out.angle = [2]Length{radius[0](b), radius[1](b)}, angle(b)
		}
		return out
	}, true
}

// lineEnd parses the end of a horizontal or vertical line.
func (p *parser) lineEnd(name string) (value[Length], bool) {
	words := map[string]float64{"left": 0, "center": 50, "right": 100}
	if name == "vline" {
		words = map[string]float64{"top": 0, "center": 50, "bottom": 100}
	}
	if t := p.Peek(); t.Kind == css.Ident {
		v, ok := words[css.Lower(t.Value)]
		if ok {
			p.I++
		}
		return constant(Percentage(v)), ok
	}
	return p.length(allowPercent | allowNegative)
}

// PathData converts a shape of commands to SVG path data for a box of w × h.
func (s *Shape) PathData(w, h float64) string {
	var b strings.Builder
	number := func(v float64) {
		b.WriteByte(' ')
		b.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
	}
	var at [2]float64
	start := at
	for _, c := range s.commands {
		verb := c.verb
		pair := func(p [2]Length, from [2]float64) [2]float64 {
			return [2]float64{from[0] + p[0].ResolveFine(w), from[1] + p[1].ResolveFine(h)}
		}
		var origin [2]float64
		if c.relative {
			origin = at
		}
		end := pair(c.points[0], origin)
		switch verb {
		case 'H':
			verb, end[1] = 'L', at[1]
		case 'V':
			verb, end[0] = 'L', at[0]
		case 'Z':
			end = start
		}
		b.WriteByte(verb)
		controls := 0
		switch verb {
		case 'C':
			controls = 2
		case 'Q', 'S':
			controls = 1
		case 'A':
			diagonal := geom.Hypot(w, h) / geom.Hypot(1, 1)
			number(c.radius[0].ResolveFine(diagonal))
			number(c.radius[1].ResolveFine(diagonal))
			number(c.angle)
			for _, flag := range [2]bool{c.large, c.sweep} {
				if flag {
					b.WriteString(" 1")
				} else {
					b.WriteString(" 0")
				}
			}
		}
		for i := range controls {
			var from [2]float64
			switch c.controls[i] {
			case 's':
				from = at
			case 'e':
				from = end
			}
			q := pair(c.points[i+1], from)
			number(q[0])
			number(q[1])
		}
		if verb != 'Z' {
			number(end[0])
			number(end[1])
		}
		if verb == 'M' {
			start = end
		}
		at = end
	}
	return b.String()
}
