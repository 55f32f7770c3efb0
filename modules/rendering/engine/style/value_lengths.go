package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// lengthKinds selects the lengths that a property accepts.
type lengthKinds uint16

const (
	allowPercent lengthKinds = 1 << iota
	allowNegative
	allowAuto
	allowNone   // none means Auto
	allowNormal // normal means Auto
	allowSizing // min-content, max-content, fit-content, stretch
	allowContent
	allowNumber     // a unitless number is in pixels (SVG)
	allowAnchor     // anchor()
	allowAnchorSize // anchor-size()
)

// allowsAnchor reports whether a function is an anchor function that is allowed.
func (k lengthKinds) allowsAnchor(function string) bool {
	return k&allowAnchor != 0 && css.EqualFold(function, "anchor") || k&allowAnchorSize != 0 && css.EqualFold(function, "anchor-size")
}

// length parses a length of the allowed kinds.
func (p *parser) length(k lengthKinds) (value[Length], bool) {
	t := p.Peek()
	switch t.Kind {
	case css.Ident:
		l, ok := keywordLength(css.Lower(t.Value), k)
		if ok {
			p.I++
			return constant(l), true
		}
		return nil, false
	case css.Function:
		switch {
		case k&(allowSizing|allowPercent) == allowSizing|allowPercent && css.EqualFold(t.Value, "calc-size"):
			return p.calcSize(k)
		case !isMathFunction(t.Value) && !k.allowsAnchor(t.Value):
			return nil, false
		}
		return p.mathLength(k)
	}
	save := p.I
	v, u, ok := p.plainLength(k)
	if !ok {
		return nil, false
	}
	if v < 0 && k&allowNegative == 0 {
		p.I = save
		return nil, false
	}
	switch u {
	case unitPercent:
		return constant(Percentage(v)), true
	case unitPx:
		if v == 0 {
			return constant(Pixels(0)), true
		}
		return func(b *builder) Length { return Pixels(b.zoomed(v)) }, true
	}
	return func(b *builder) Length { return Pixels(b.toPx(v, u)) }, true
}

func keywordLength(id string, k lengthKinds) (Length, bool) {
	switch id {
	case "auto":
		return Length{}, k&allowAuto != 0
	case "none":
		return Length{}, k&allowNone != 0
	case "normal":
		return Length{}, k&allowNormal != 0
	case "content":
		return Length{Kind: Content}, k&allowContent != 0
	case "min-content", "-webkit-min-content":
		return Length{Kind: MinContent}, k&allowSizing != 0
	case "max-content", "-webkit-max-content":
		return Length{Kind: MaxContent}, k&allowSizing != 0
	case "fit-content", "-webkit-fit-content":
		return Length{Kind: FitContent}, k&allowSizing != 0
	case "stretch", "-webkit-fill-available":
		return Length{Kind: StretchLength}, k&allowSizing != 0
	}
	return Length{}, false
}

// fitContent parses fit-content(X).
func (p *parser) fitContent() (value[Length], bool) {
	q := p.in(p.Block())
	l, ok := q.length(allowPercent)
	if !ok || !q.AtEnd() {
		return nil, false
	}
	return func(b *builder) Length {
		v := l(b)
		n := CalcNode{Op: CalcLinear, Px: v.Px}
		switch v.Kind {
		case Percent:
			n = CalcNode{Op: CalcLinear, Pct: v.Pct}
		case Calc:
			n = *v.Calc
		}
		return Length{Kind: FitContent, Calc: &n}
	}, true
}

func (p *parser) mathLength(k lengthKinds) (value[Length], bool) {
	cx := mathContext{percentIs: catPercent, anchors: k & (allowAnchor | allowAnchorSize)}
	if k&allowPercent != 0 {
		cx.percentIs = catLength
	}
	save := p.I
	n, ok := p.parseMath(cx)
	if !ok || n.typ != typeOf(catLength) && !(k&allowNumber != 0 && n.typ == mathType{}) {
		p.I = save
		return nil, false
	}
	negative := k&allowNegative != 0
	return func(b *builder) Length {
		l := n.length(b)
		if !negative {
			l = notNegative(l)
		}
		return l
	}, true
}

// plainLength parses a dimension, percentage or zero.
func (p *parser) plainLength(k lengthKinds) (float64, unit, bool) {
	t := p.Peek()
	switch t.Kind {
	case css.Number:
		if t.Num == 0 || k&allowNumber != 0 {
			p.I++
			return t.Num, unitPx, true
		}
	case css.Percentage:
		if k&allowPercent != 0 {
			p.I++
			return t.Num, unitPercent, true
		}
	case css.Dimension:
		if u, ok := unitsByName[t.Value]; ok && u.unit.category() == catLength {
			p.I++
			return t.Num * u.factor, u.unit, true
		}
	}
	return 0, 0, false
}

// pixels parses a length without percentages to CSS pixels.
func (p *parser) pixels(k lengthKinds) (value[float64], bool) {
	l, ok := p.length(k &^ allowPercent)
	if !ok {
		return nil, false
	}
	return func(b *builder) float64 { return l(b).Px }, true
}

// units parses a length without percentages to layout units.
func (p *parser) units(k lengthKinds) (value[geom.Unit], bool) {
	l, ok := p.pixels(k)
	if !ok {
		return nil, false
	}
	return func(b *builder) geom.Unit { return geom.FromFloat(l(b)) }, true
}

// quantity parses a value of one category, or a math function of it.
func (p *parser) quantity(c category) (value[float64], bool) {
	t := p.Peek()
	if t.Kind == css.Function && isMathFunction(t.Value) {
		save := p.I
		n, ok := p.parseMath(mathContext{percentIs: catPercent})
		if !ok || n.typ != typeOf(c) {
			p.I = save
			return nil, false
		}
		return func(b *builder) float64 { return finite(n.eval(mathEnv{b: b})) }, true
	}
	switch {
	case t.Kind == css.Number && c == catNumber:
		p.I++
		return constant(t.Num), true
	case t.Kind == css.Percentage && c == catPercent:
		p.I++
		return constant(t.Num), true
	case t.Kind == css.Dimension:
		if u, ok := unitsByName[t.Value]; ok && u.unit.category() == c {
			p.I++
			return constant(t.Num * u.factor), true
		}
	}
	return nil, false
}

// number parses a number that is at least least.
func (p *parser) number(least float64) (value[float64], bool) {
	plain := p.Peek().Kind == css.Number
	save := p.I
	v, ok := p.quantity(catNumber)
	if !ok {
		return nil, false
	}
	if plain {
		if v(nil) < least {
			p.I = save
			return nil, false
		}
		return v, true
	}
	return func(b *builder) float64 { return max(least, v(b)) }, true
}

// anyNumber parses a number of any sign.
func (p *parser) anyNumber() (value[float64], bool) { return p.number(math.Inf(-1)) }

// numberOrPercent parses a number, or a percentage as a fraction of 1.
func (p *parser) numberOrPercent() (value[float64], bool) {
	if t := p.Peek(); t.Kind == css.Percentage {
		p.I++
		return constant(t.Num / 100), true
	}
	if t := p.Peek(); t.Kind == css.Function && isMathFunction(t.Value) {
		save := p.I
		n, ok := p.parseMath(mathContext{percentIs: catNumber})
		if !ok || n.typ != (mathType{}) {
			p.I = save
			return nil, false
		}
		return func(b *builder) float64 { return finite(n.eval(mathEnv{b: b})) }, true
	}
	return p.quantity(catNumber)
}

// integer parses an integer; calc() rounds to the nearest.
func (p *parser) integer(least int) (value[int], bool) {
	t := p.Peek()
	if t.Kind == css.Number {
		if !t.Flag || t.Num < float64(least) {
			return nil, false
		}
		p.I++
		return constant(clampInt(t.Num)), true
	}
	v, ok := p.quantity(catNumber)
	if !ok {
		return nil, false
	}
	return func(b *builder) int { return max(least, clampInt(math.Floor(v(b)+0.5))) }, true
}

func clampInt(v float64) int { return int(min(max(v, -1<<30), 1<<30)) }

// angle parses an angle in degrees; unitlessZero permits a zero without a unit.
func (p *parser) angle(unitlessZero zeroRule) (value[float64], bool) {
	if t := p.Peek(); unitlessZero == zeroAllowed && t.Kind == css.Number && t.Num == 0 {
		p.I++
		return constant(0.0), true
	}
	return p.quantity(catAngle)
}

type zeroRule bool

const (
	zeroAllowed zeroRule = true
	zeroNeeds   zeroRule = false
)

// str consumes a string.
func (p *parser) str() (string, bool) {
	if t := p.Peek(); t.Kind == css.String {
		p.I++
		return t.Value, true
	}
	return "", false
}

// url parses url(), src() or url("…").
func (p *parser) url() (string, bool) {
	t := p.Peek()
	if t.Kind == css.URL {
		p.I++
		return t.Value, true
	}
	if t.Kind == css.Function && (css.EqualFold(t.Value, "url") || css.EqualFold(t.Value, "src")) {
		save := p.I
		q := p.in(p.Block())
		if s, ok := q.str(); ok && q.AtEnd() {
			return s, true
		}
		p.I = save
	}
	return "", false
}

// ident consumes an identifier that is not a CSS-wide keyword, in its original case.
func (p *parser) ident() (string, bool) {
	t := p.Peek()
	if t.Kind != css.Ident || wideKeyword(t.Value) != wideNone || css.EqualFold(t.Value, "default") {
		return "", false
	}
	p.I++
	return t.Value, true
}

// position parses a <position>: the two coordinates, with percentages of the remaining space (CSS Values 4 §8.3).
func (p *parser) position() (value[[2]Length], bool) { return p.positionOf(4, false) }

// layerPosition parses a <bg-position>, which may have three components too.
func (p *parser) layerPosition() (value[[2]Length], bool) { return p.positionOf(4, true) }

// positionOf parses a position of at most most components, of three only if three is set.
func (p *parser) positionOf(most int, three bool) (value[[2]Length], bool) {
	type part struct {
		side string // left, right, top, bottom, center, or "" for a length
		len  value[Length]
	}
	var parts []part
	for len(parts) < most {
		if id, ok := p.oneOf("left", "right", "top", "bottom", "center"); ok {
			parts = append(parts, part{side: id})
			continue
		}
		if l, ok := p.length(allowPercent | allowNegative); ok {
			parts = append(parts, part{len: l})
			continue
		}
		break
	}
	at := func(pct float64) value[Length] { return constant(Percentage(pct)) }
	side := func(pt part, axis int) (value[Length], bool) {
		if pt.len != nil {
			return pt.len, true
		}
		switch pt.side {
		case "center":
			return at(50), true
		case "left":
			return at(0), axis == 0
		case "right":
			return at(100), axis == 0
		case "top":
			return at(0), axis == 1
		case "bottom":
			return at(100), axis == 1
		}
		return nil, false
	}
	pair := func(x, y value[Length]) (value[[2]Length], bool) {
		return func(b *builder) [2]Length { return [2]Length{x(b), y(b)} }, true
	}
	switch len(parts) {
	case 1:
		if x, ok := side(parts[0], 0); ok {
			return pair(x, at(50))
		}
		if y, ok := side(parts[0], 1); ok {
			return pair(at(50), y)
		}
	case 2:
		x, ok1 := side(parts[0], 0)
		y, ok2 := side(parts[1], 1)
		if ok1 && ok2 {
			return pair(x, y)
		}
		if parts[0].len != nil || parts[1].len != nil {
			return nil, false
		}
		x, ok1 = side(parts[1], 0)
		y, ok2 = side(parts[0], 1)
		if ok1 && ok2 {
			return pair(x, y)
		}
	case 3, 4:
		if len(parts) == 3 && !three {
			return nil, false
		}
		// Each axis has a side and an optional offset from it.
		var axes [2]value[Length]
		for i := 0; i < len(parts); i++ {
			s := parts[i].side
			if s == "" {
				return nil, false
			}
			axis := 0
			if s == "top" || s == "bottom" {
				axis = 1
			}
			if s == "center" && (axes[0] != nil || i+1 < len(parts) && (parts[i+1].side == "left" || parts[i+1].side == "right")) {
				axis = 1
			}
			if axes[axis] != nil {
				return nil, false
			}
			base, _ := side(parts[i], axis)
			axes[axis] = base
			if i+1 < len(parts) && parts[i+1].len != nil {
				if s == "center" {
					return nil, false
				}
				off := parts[i+1].len
				if s == "right" || s == "bottom" {
					axes[axis] = fromEnd(off)
				} else {
					axes[axis] = off
				}
				i++
			}
		}
		if axes[0] != nil && axes[1] != nil {
			return pair(axes[0], axes[1])
		}
	}
	return nil, false
}

// fromEnd converts an offset from the right or bottom to 100% − offset.
func fromEnd(off value[Length]) value[Length] {
	return func(b *builder) Length { return minus100(off(b)) }
}

func minus100(l Length) Length {
	switch l.Kind {
	case Percent:
		return Percentage(100 - l.Pct)
	case Px:
		if l.Px == 0 {
			return Percentage(100)
		}
		return Length{Kind: Calc, Calc: &CalcNode{Op: CalcLinear, Px: -l.Px, Pct: 100}}
	case Calc:
		if l.Calc.Op == CalcLinear {
			return Length{Kind: Calc, Calc: &CalcNode{Op: CalcLinear, Px: -l.Calc.Px, Pct: 100 - l.Calc.Pct}}
		}
		return Length{Kind: Calc, Calc: &CalcNode{Op: CalcSum, Args: []CalcNode{
			{Op: CalcLinear, Pct: 100}, {Op: CalcScale, Px: -1, Args: []CalcNode{*l.Calc}}}}}
	}
	return l
}
