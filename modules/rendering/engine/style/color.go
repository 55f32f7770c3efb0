package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// color parses a <color> (CSS Color 4 and 5).
func (p *parser) color() (value[Color], bool) {
	v, ok := p.fullColor()
	if !ok {
		return nil, false
	}
	if v.fixed != nil {
		return constant(v.fixed.color()), true
	}
	return func(b *builder) Color { return v.at(b).color() }, true
}

// colorValue is a specified colour, resolved or dependent on currentcolor.
type colorValue struct {
	fixed   *fcolor
	at      func(b *builder) fcolor
	current bool // is currentcolor itself
	legacy  bool // is light-dark() of colours in a legacy syntax
}

// isLegacy reports whether a colour is in a legacy syntax, between which gradients interpolate in sRGB.
func (c *colorValue) isLegacy() bool {
	return c.current || c.legacy || c.fixed != nil && c.fixed.legacy && c.fixed.none == 0
}

func fixedColor(c fcolor) colorValue {
	return colorValue{fixed: &c, at: func(*builder) fcolor { return c }}
}

func rgba8(r, g, b, a uint8) fcolor {
	return fcolor{space: spaceSRGB, c: [3]float64{float64(r) / 255, float64(g) / 255, float64(b) / 255}, a: float64(a) / 255, legacy: true}
}

// colorIsCurrent reports whether the next token is currentcolor.
func (p *parser) colorIsCurrent() bool { return p.Peek().Is("currentcolor") }

func (p *parser) fullColor() (colorValue, bool) {
	if p.depth > 32 {
		return colorValue{}, false
	}
	t := p.Peek()
	switch t.Kind {
	case css.Hash:
		c, ok := hexColor(t.Value)
		if ok {
			p.I++
		}
		return fixedColor(c), ok
	case css.Ident:
		name := css.Lower(t.Value)
		if name == "currentcolor" {
			p.I++
			return colorValue{current: true, at: func(b *builder) fcolor {
				c := b.out.Color
				current := rgba8(c.R, c.G, c.B, c.A)
				current.ink = c.Ink
				return current
			}}, true
		}
		if v, ok := namedColors[name]; ok {
			p.I++
			if d, system := darkColors[name]; system {
				light, dark := rgba8(uint8(v>>24), uint8(v>>16), uint8(v>>8), uint8(v)), rgba8(uint8(d>>24), uint8(d>>16), uint8(d>>8), uint8(d))
				return colorValue{at: func(b *builder) fcolor {
					if b.out.Dark {
						return dark
					}
					return light
				}}, true
			}
			return fixedColor(rgba8(uint8(v>>24), uint8(v>>16), uint8(v>>8), uint8(v))), true
		}
	case css.Function:
		save := p.I
		name := css.Lower(t.Value)
		body := p.Block()
		c, ok := p.in(body).colorFunction(name)
		if !ok {
			p.I = save
		}
		return c, ok
	}
	return colorValue{}, false
}

func hexColor(s string) (fcolor, bool) {
	var n [8]uint8
	if len(s) != 3 && len(s) != 4 && len(s) != 6 && len(s) != 8 {
		return fcolor{}, false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			n[i] = c - '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			n[i] = (c | 0x20) - 'a' + 10
		default:
			return fcolor{}, false
		}
	}
	if len(s) <= 4 {
		a := uint8(255)
		if len(s) == 4 {
			a = n[3] * 17
		}
		return rgba8(n[0]*17, n[1]*17, n[2]*17, a), true
	}
	a := uint8(255)
	if len(s) == 8 {
		a = n[6]<<4 | n[7]
	}
	return rgba8(n[0]<<4|n[1], n[2]<<4|n[3], n[4]<<4|n[5], a), true
}

// colorFunction parses the arguments of a colour function.
func (p *parser) colorFunction(name string) (colorValue, bool) {
	switch name {
	case "rgb", "rgba":
		return p.channels(spaceSRGB, name)
	case "hsl", "hsla":
		return p.channels(spaceHSL, name)
	case "hwb":
		return p.channels(spaceHWB, name)
	case "lab":
		return p.channels(spaceLab, name)
	case "lch":
		return p.channels(spaceLCH, name)
	case "oklab":
		return p.channels(spaceOKLab, name)
	case "oklch":
		return p.channels(spaceOKLCH, name)
	case "color":
		return p.channels(0, name)
	case "device-cmyk":
		return p.deviceCMYK()
	case "-platen-spot":
		return p.spot()
	case "color-mix":
		return p.colorMix()
	case "alpha":
		return p.alphaOf()
	case "contrast-color":
		return p.contrastColor()
	case "light-dark":
		a, ok1 := p.fullColor()
		if !ok1 || !p.Comma() {
			return colorValue{}, false
		}
		d, ok2 := p.fullColor()
		return colorValue{legacy: ok2 && a.isLegacy() && d.isLegacy(), at: func(b *builder) fcolor {
			if b.out.Dark {
				return d.at(b)
			}
			return a.at(b)
		}}, ok2 && p.AtEnd()
	}
	return colorValue{}, false
}

var colorSpaces = map[string]colorSpace{
	"srgb": spaceSRGB, "srgb-linear": spaceLinear, "display-p3": spaceP3, "display-p3-linear": spaceP3Linear, "a98-rgb": spaceA98,
	"prophoto-rgb": spaceProPhoto, "rec2020": spaceRec2020, "xyz": spaceXYZ65, "xyz-d65": spaceXYZ65, "xyz-d50": spaceXYZ50,
	"hsl": spaceHSL, "hwb": spaceHWB, "lab": spaceLab, "lch": spaceLCH, "oklab": spaceOKLab, "oklch": spaceOKLCH,
}

// component is one argument of a colour function.
type component struct {
	clamp bool // clamp to 0…1, as in the comma syntax of hsl()
	none  bool
	pct   bool
	ang   bool
	num   float64   // plain values
	expr  *mathNode // or an expression, with channel keywords in relative colours
}

// channels parses the components of a colour function in legacy or modern syntax, with an origin colour (relative
// colours) or without.
func (p *parser) channels(space colorSpace, name string) (colorValue, bool) {
	var origin *colorValue
	if p.Ident("from") {
		o, ok := p.fullColor()
		if !ok {
			return colorValue{}, false
		}
		origin = &o
	}
	if name == "color" {
		s, ok := colorSpaces[p.AnyIdent()]
		if !ok || s == spaceHSL || s == spaceHWB || s >= spaceLab {
			return colorValue{}, false
		}
		space = s
	}
	chans := channelNames(space, name)
	cx := mathContext{percentIs: catPercent}
	if origin != nil {
		cx.names = func(n string) bool { return n == chans[0] || n == chans[1] || n == chans[2] || n == "alpha" }
	}
	var comps [4]component
	comps[3] = component{num: 1}
	if origin != nil {
		comps[3] = component{expr: &mathNode{op: mathVar, name: "alpha"}}
	}
	legacy := false
	for i := range 3 {
		c, ok := p.component(cx)
		if !ok {
			return colorValue{}, false
		}
		comps[i] = c
		if i < 2 && p.Comma() {
			if i == 0 {
				legacy = true
			} else if !legacy {
				return colorValue{}, false
			}
		} else if i < 2 && legacy {
			return colorValue{}, false
		}
	}
	if !p.AtEnd() {
		if legacy && !p.Comma() || !legacy && !p.Slash() {
			return colorValue{}, false
		}
		c, ok := p.component(cx)
		if !ok || !p.AtEnd() || c.ang {
			return colorValue{}, false
		}
		comps[3] = c
	}
	if legacy && (origin != nil || !legacyAllowed(space, name, comps)) {
		return colorValue{}, false
	}
	for i, c := range comps {
		if c.ang && (i == 3 || chans[i] != "h") {
			return colorValue{}, false
		}
	}
	if legacy && space == spaceHSL {
		comps[1].clamp, comps[2].clamp = true, true
	}
	isLegacy := origin == nil && (name == "rgb" || name == "rgba" || name == "hsl" || name == "hsla" || name == "hwb")
	if origin == nil {
		needs := false
		for _, c := range comps {
			needs = needs || c.expr != nil
		}
		if !needs {
			return fixedColor(resolveChannels(space, name, comps, nil, mathEnv{}, isLegacy)), true
		}
		return colorValue{at: func(b *builder) fcolor {
			return resolveChannels(space, name, comps, nil, mathEnv{b: b}, isLegacy)
		}}, true
	}
	at := func(b *builder) fcolor {
		from := origin.at(b)
		o := from.in(space)
		env := mathEnv{b: b, vars: func(n string) float64 {
			switch n {
			case "alpha":
				return o.a
			case chans[0]:
				return channelOut(space, name, 0, o.c[0])
			case chans[1]:
				return channelOut(space, name, 1, o.c[1])
			}
			return channelOut(space, name, 2, o.c[2])
		}}
		out := resolveChannels(space, name, comps, &o, env, false)
		return out.inInk(from.ink.For(out.in(spaceSRGB).c))
	}
	return colorValue{at: at}, true
}

// alphaOf parses the arguments of alpha(), an origin colour with another opacity (CSS Color 5 §4.2).
func (p *parser) alphaOf() (colorValue, bool) {
	if !p.Ident("from") {
		return colorValue{}, false
	}
	origin, ok := p.fullColor()
	if !ok || !p.Slash() {
		return colorValue{}, false
	}
	c, ok := p.component(mathContext{percentIs: catPercent, names: func(n string) bool { return n == "alpha" }})
	if !ok || !p.AtEnd() || c.ang {
		return colorValue{}, false
	}
	return colorValue{at: func(b *builder) fcolor {
		out := origin.at(b)
		alpha := resolveChannels(spaceSRGB, "color", [4]component{3: c}, nil, mathEnv{b: b, vars: func(string) float64 { return out.a }}, false)
		out.a, out.none, out.legacy = alpha.a, out.none&^8|alpha.none&8, false
		return out
	}}, true
}

// legacyAllowed reports whether components are valid in the comma syntax: no none, and in rgb() all numbers or all
// percentages.
func legacyAllowed(space colorSpace, name string, comps [4]component) bool {
	if name != "rgb" && name != "rgba" && name != "hsl" && name != "hsla" {
		return false
	}
	for _, c := range comps {
		if c.none {
			return false
		}
	}
	if space == spaceSRGB {
		return comps[0].pct == comps[1].pct && comps[1].pct == comps[2].pct
	}
	return comps[1].pct && comps[2].pct
}

func channelNames(space colorSpace, name string) [3]string {
	switch space {
	case spaceHSL:
		return [3]string{"h", "s", "l"}
	case spaceHWB:
		return [3]string{"h", "w", "b"}
	case spaceLab, spaceOKLab:
		return [3]string{"l", "a", "b"}
	case spaceLCH, spaceOKLCH:
		return [3]string{"l", "c", "h"}
	case spaceXYZ50, spaceXYZ65:
		return [3]string{"x", "y", "z"}
	}
	return [3]string{"r", "g", "b"}
}

func (p *parser) component(cx mathContext) (component, bool) {
	t := p.Peek()
	switch t.Kind {
	case css.Number:
		p.I++
		return component{num: t.Num}, true
	case css.Percentage:
		p.I++
		return component{num: t.Num, pct: true}, true
	case css.Dimension:
		u, ok := unitsByName[t.Value]
		if !ok || u.unit != unitDeg {
			return component{}, false
		}
		p.I++
		return component{num: t.Num * u.factor, ang: true}, true
	case css.Ident:
		if t.Is("none") {
			p.I++
			return component{none: true}, true
		}
		if name := css.Lower(t.Value); cx.names != nil && cx.names(name) {
			p.I++
			return component{expr: &mathNode{op: mathVar, name: name}}, true
		}
	case css.Function:
		n, ok := p.parseMath(cx)
		if !ok {
			return component{}, false
		}
		c := component{expr: n, pct: n.typ == typeOf(catPercent), ang: n.typ == typeOf(catAngle)}
		return c, c.pct || c.ang || n.typ == mathType{}
	}
	return component{}, false
}

// resolveChannels converts components to a colour of the space, in the space's own ranges: rgb 0–1, hue degrees,
// hsl/hwb 0–1, lab L 0–100, oklab L 0–1.
func resolveChannels(space colorSpace, name string, comps [4]component, origin *fcolor, env mathEnv, legacy bool) fcolor {
	out := fcolor{space: space, legacy: legacy}
	for i := range 3 {
		c := comps[i]
		if c.none {
			out.none |= 1 << i
			continue
		}
		v := c.num
		if c.expr != nil {
			v = finite(c.expr.eval(env))
		}
		out.c[i] = channelIn(space, name, i, v, c.pct)
		if c.clamp {
			out.c[i] = min(max(out.c[i], 0), 1)
		}
	}
	a := comps[3]
	switch {
	case a.none:
		out.none |= 8
	default:
		v := a.num
		if a.expr != nil {
			v = finite(a.expr.eval(env))
		}
		if a.pct {
			v /= 100
		}
		out.a = min(max(v, 0), 1)
	}
	if legacy {
		// Legacy colours are clamped and converted to sRGB immediately.
		if space == spaceSRGB {
			for i := range out.c {
				out.c[i] = min(max(out.c[i], 0), 1)
			}
		} else {
			out.c[1], out.c[2] = max(out.c[1], 0), max(out.c[2], 0)
		}
		if out.none == 0 {
			l := out.in(spaceSRGB)
			l.legacy = true
			for i := range l.c {
				l.c[i] = math.Floor(float64(min(max(l.c[i], 0), 1)*255)+0.5) / 255
			}
			return l
		}
	}
	return out
}

// channelIn scales a number or percentage to the space's own range.
func channelIn(space colorSpace, name string, i int, v float64, pct bool) float64 {
	rgbName := name == "rgb" || name == "rgba"
	switch space {
	case spaceHSL, spaceHWB:
		if i == 0 {
			return v
		}
		return v / 100 // numbers and percentages have the same scale
	case spaceLab:
		if i == 0 {
			return min(max(v, 0), 100)
		}
		if pct {
			return v * 125 / 100
		}
		return v
	case spaceOKLab:
		if i == 0 {
			if pct {
				v /= 100
			}
			return min(max(v, 0), 1)
		}
		if pct {
			return v * 0.4 / 100
		}
		return v
	case spaceLCH:
		switch i {
		case 0:
			return min(max(v, 0), 100)
		case 1:
			if pct {
				v = v * 150 / 100
			}
			return max(v, 0)
		}
		return v
	case spaceOKLCH:
		switch i {
		case 0:
			if pct {
				v /= 100
			}
			return min(max(v, 0), 1)
		case 1:
			if pct {
				v = v * 0.4 / 100
			}
			return max(v, 0)
		}
		return v
	}
	if pct {
		return v / 100
	}
	if rgbName {
		return v / 255
	}
	return v
}

// channelOut returns the value of a channel keyword of a relative colour.
func channelOut(space colorSpace, name string, i int, v float64) float64 {
	if name == "rgb" || name == "rgba" {
		return v * 255
	}
	if (space == spaceHSL || space == spaceHWB) && i > 0 {
		return v * 100
	}
	return v
}
