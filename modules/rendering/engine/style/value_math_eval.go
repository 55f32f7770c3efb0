package style

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// hasPercent reports whether a length expression depends on a percentage base or the size of calc-size().
func (n *mathNode) hasPercent() bool {
	switch n.op {
	case mathValue:
		return n.unit == unitPercent
	case mathSize, mathAnchor: // these depend on the layout too
		return true
	case mathProgress: // of percentages only
		return false
	}
	for _, a := range n.args {
		if a.hasPercent() {
			return true
		}
	}
	return false
}

// isPercentage reports whether an expression has no other quantities than percentages and numbers.
func (n *mathNode) isPercentage() bool {
	switch n.op {
	case mathValue:
		return n.unit == unitPercent || n.unit == unitNumber
	case mathSize:
		return false
	}
	for _, a := range n.args {
		if !a.isPercentage() {
			return false
		}
	}
	return true
}

// mathEnv resolves the leaves of an expression. b may be nil if there are no relative units.
type mathEnv struct {
	b    *builder
	vars func(name string) float64
}

// eval evaluates an expression in base units (px, deg, s, dppx); percentages keep their number. The result may be
// infinite or NaN: see finite.
func (n *mathNode) eval(e mathEnv) float64 {
	arg := func(i int) float64 { return n.args[i].eval(e) }
	switch n.op {
	case mathValue:
		if n.unit.category() == catLength {
			if e.b == nil {
				return n.v
			}
			return e.b.toPx(n.v, n.unit)
		}
		return n.v
	case mathVar:
		return e.vars(n.name)
	case mathAnchor:
		return 0 // see keepsAnchors
	case mathSum:
		v := arg(0)
		for i := 1; i < len(n.args); i++ {
			v += arg(i)
		}
		return v
	case mathProduct:
		v := arg(0)
		for i := 1; i < len(n.args); i++ {
			if n.args[i].op == mathInvert {
				v = v / n.args[i].args[0].eval(e)
				continue
			}
			v = float64(v * arg(i))
		}
		return v
	case mathInvert:
		return 1 / arg(0)
	case mathMin, mathMax:
		v := arg(0)
		for i := 1; i < len(n.args); i++ {
			w := arg(i)
			if w != w {
				return w
			}
			if (n.op == mathMin) == (w < v) {
				v = w
			}
		}
		return v
	case mathClamp:
		return math.Max(arg(0), math.Min(arg(1), arg(2)))
	case mathRound:
		return roundTo(arg(0), arg(1), n.mode)
	case mathMod, mathRem:
		return remainder(arg(0), arg(1), n.op == mathMod)
	case mathAbs:
		return math.Abs(arg(0))
	case mathSign:
		switch v := arg(0); {
		case v > 0:
			return 1
		case v < 0:
			return -1
		default:
			return v
		}
	case mathProgress: // CSS Values 5 §9
		v, from, to := arg(0), arg(1), arg(2)
		if from == to {
			if v > from {
				return 1
			}
			return 0
		}
		return math.Max(0, math.Min((v-from)/(to-from), 1))
	case mathHypot:
		v := 0.0
		for i := range n.args {
			a := arg(i)
			v += float64(a * a)
		}
		return math.Sqrt(v)
	case mathSqrt:
		return math.Sqrt(arg(0))
	}
	return n.evalFunction(e)
}

func (n *mathNode) evalFunction(e mathEnv) float64 {
	a := n.args[0].eval(e)
	degrees := a
	if n.args[0].typ == (mathType{}) {
		degrees = a * (180 / math.Pi)
	}
	switch n.op {
	case mathSin, mathCos, mathTan:
		if math.IsInf(degrees, 0) || degrees != degrees {
			return math.NaN()
		}
		s, c := geom.SinCosDeg(degrees)
		switch n.op {
		case mathSin:
			return s
		case mathCos:
			return c
		}
		if c == 0 {
			return math.Copysign(math.Inf(1), s)
		}
		return s / c
	case mathAsin, mathAcos:
		if !(math.Abs(a) <= 1) {
			return math.NaN()
		}
		other := math.Sqrt(float64((1 - a) * (1 + a)))
		if n.op == mathAsin {
			return geom.AtanDeg2(a, other)
		}
		return geom.AtanDeg2(other, a)
	case mathAtan:
		if math.IsInf(a, 0) {
			return math.Copysign(90, a)
		}
		return geom.AtanDeg2(a, 1)
	case mathAtan2:
		return geom.AtanDeg2(a, n.args[1].eval(e))
	case mathPow:
		return geom.Pow(a, n.args[1].eval(e))
	case mathExp:
		return geom.Exp(a)
	case mathLog:
		v := geom.Log(a)
		if len(n.args) == 2 {
			v /= geom.Log(n.args[1].eval(e))
		}
		return v
	}
	return 0
}

func roundTo(a, b float64, mode uint8) float64 {
	if b == 0 || a != a || b != b || math.IsInf(a, 0) && math.IsInf(b, 0) {
		return math.NaN()
	}
	if math.IsInf(a, 0) {
		return a
	}
	if math.IsInf(b, 0) {
		switch {
		case mode == 1 && a > 0:
			return math.Inf(1)
		case mode == 2 && a < 0:
			return math.Inf(-1)
		}
		return math.Copysign(0, a)
	}
	b = math.Abs(b)
	return roundQuotient(a/b, mode) * b
}

// roundQuotient rounds a quotient to an integer by the strategy of round(): 1 up, 2 down, 3 to zero, any other to the
// nearest, halves up.
func roundQuotient(q float64, mode uint8) float64 {
	switch mode {
	case 1:
		return math.Ceil(q)
	case 2:
		return math.Floor(q)
	case 3:
		return math.Trunc(q)
	}
	return math.Floor(q + 0.5)
}

func remainder(a, b float64, mod bool) float64 {
	if b == 0 || math.IsInf(a, 0) {
		return math.NaN()
	}
	if math.IsInf(b, 0) {
		if mod && a != 0 && math.Signbit(a) != math.Signbit(b) {
			return math.NaN()
		}
		return a
	}
	m := math.Mod(a, b)
	if mod && m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

// finite maps NaN to 0 and infinities to a large number, as a calculation at the
// top level does (CSS Values 4 §10.9.1).
func finite(v float64) float64 {
	const big = 33554428 // Blink's limit for lengths
	switch {
	case v != v:
		return 0
	case v > 1e15:
		return big
	case v < -1e15:
		return -big
	}
	return v
}

// approximate reports whether an expression contains a function whose values are rounded.
func (n *mathNode) approximate() bool {
	switch n.op {
	case mathSin, mathCos, mathTan, mathAsin, mathAcos, mathAtan, mathAtan2, mathPow, mathLog, mathExp:
		return true
	}
	return slices.ContainsFunc(n.args, (*mathNode).approximate)
}

// calc computes a length expression with percentages as a tree to be evaluated once the base is known.
func (n *mathNode) calc(b *builder) CalcNode {
	if !n.hasPercent() {
		px := finite(n.eval(mathEnv{b: b}))
		if n.approximate() {
			px = float64(float32(px)) // as in browsers, whose lengths are in single precision: sin(30deg) is just below ½
		}
		return CalcNode{Op: CalcLinear, Px: px}
	}
	sub := func(op CalcOp) CalcNode {
		out := CalcNode{Op: op, Mode: n.mode}
		for _, a := range n.args {
			out.Args = append(out.Args, a.calc(b))
		}
		return out
	}
	switch n.op {
	case mathValue:
		return CalcNode{Op: CalcLinear, Pct: n.v}
	case mathAnchor:
		return n.anchor.calc(b)
	case mathSize:
		return CalcNode{Op: CalcSize}
	case mathSum:
		var lin CalcNode
		var rest []CalcNode
		for _, a := range n.args {
			c := a.calc(b)
			if c.Op == CalcLinear {
				lin.Px += c.Px
				lin.Pct += c.Pct
			} else {
				rest = append(rest, c)
			}
		}
		if len(rest) == 0 {
			return lin
		}
		if lin.Px != 0 || lin.Pct != 0 {
			rest = append([]CalcNode{lin}, rest...)
		}
		return CalcNode{Op: CalcSum, Args: rest}
	case mathProduct:
		factor := 1.0
		var inner *mathNode
		for _, a := range n.args {
			if a.op != mathInvert && a.hasPercent() && inner == nil {
				inner = a
				continue
			}
			if a.op == mathInvert {
				factor /= a.args[0].eval(mathEnv{b: b})
			} else {
				factor = float64(factor * a.eval(mathEnv{b: b}))
			}
		}
		factor = finite(factor)
		c := inner.calc(b)
		if c.Op == CalcLinear {
			return CalcNode{Op: CalcLinear, Px: c.Px * factor, Pct: c.Pct * factor}
		}
		return CalcNode{Op: CalcScale, Px: factor, Args: []CalcNode{c}}
	case mathMin:
		return sub(CalcMin)
	case mathMax:
		return sub(CalcMax)
	case mathClamp:
		return sub(CalcClamp)
	case mathRound:
		return sub(CalcRound)
	case mathMod:
		return sub(CalcMod)
	case mathRem:
		return sub(CalcRem)
	case mathAbs:
		return sub(CalcAbs)
	case mathHypot:
		return sub(CalcAbs) // of one argument; parsing rejects more with percentages
	}
	return CalcNode{Op: CalcLinear, Px: finite(n.eval(mathEnv{b: b}))}
}

// length reduces a computed expression to the simplest Length.
func (n *mathNode) length(b *builder) Length {
	c := n.calc(b)
	if c.Op == CalcLinear {
		switch {
		case !n.hasPercent():
			return Pixels(c.Px)
		case c.Px == 0:
			return Percentage(finite(c.Pct))
		}
	}
	return Length{Kind: Calc, Calc: &c}
}
