package style

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// LengthKind is the kind of a [Length].
type LengthKind uint8

// The kinds of lengths. Not every property accepts every kind.
const (
	Auto    LengthKind = iota // also: normal (gap, line-height), none (max-*)
	Px                        // Length.Px
	Percent                   // Length.Pct per cent of the property's base
	Calc                      // Length.Calc, a mix of both
	MinContent
	MaxContent
	FitContent    // fit-content, or fit-content(X) with X in Length.Calc
	Content       // flex-basis: content
	Fraction      // grid tracks: Length.Pct fr
	StretchLength // stretch
)

// Length is a computed length or percentage: font- and viewport-relative units are resolved to pixels.
type Length struct {
	Kind LengthKind
	Px   float64
	Pct  float64
	Calc *CalcNode
	// Sized is the calculation of calc-size(), whose size keyword is the size that Kind has; nil without one.
	Sized *CalcNode
}

// CalcOp is the operation of a calc node that could not be reduced to px + per cent.
type CalcOp uint8

// The calc operations.
const (
	CalcLinear CalcOp = iota // Px + Pct % of the base
	CalcSum
	CalcMin
	CalcMax
	CalcClamp
	CalcScale // Px × child
	CalcRound
	CalcMod
	CalcRem
	CalcAbs
	CalcSign
	CalcAnchor   // anchor() or anchor-size()
	CalcSize     // the keyword size of calc-size()
	CalcDefinite // its argument, with percentages of an indefinite base as 0
)

// CalcNode is a computed calc(), min(), max(), clamp()… expression.
type CalcNode struct {
	Op   CalcOp
	Px   float64
	Pct  float64
	Mode uint8 // of CalcRound: 0 nearest, 1 up, 2 down, 3 to-zero
	Args []CalcNode
	// Anchor is the function of CalcAnchor.
	Anchor *AnchorRef
}

// Eval returns the expression's value in CSS pixels for a percentage base in pixels.
func (c *CalcNode) Eval(base float64) float64 { return c.eval(base) }

// IsAuto reports whether the length is auto (none, normal).
func (l Length) IsAuto() bool { return l.Kind == Auto }

// HasPercent reports whether resolving the length requires a base.
func (l Length) HasPercent() bool {
	switch l.Kind {
	case Percent:
		return true
	case Calc:
		return l.Calc.hasPercent()
	}
	return false
}

// IsDefinite reports whether the length resolves to a number given a base.
func (l Length) IsDefinite() bool { return l.Kind == Px || l.Kind == Percent || l.Kind == Calc }

// Resolve returns the length for a percentage base; kinds that are not definite resolve to 0.
func (l Length) Resolve(base geom.Unit) geom.Unit {
	switch l.Kind {
	case Px:
		return geom.FromFloat(l.Px)
	case Percent:
		return geom.FromFloat(base.Float() * l.Pct / 100)
	case Calc:
		return geom.FromFloat(l.Calc.eval(base.Float()))
	}
	return 0
}

// ResolveFine is Resolve in CSS pixels without rounding to layout units.
func (l Length) ResolveFine(base float64) float64 {
	switch l.Kind {
	case Px:
		return l.Px
	case Percent:
		return base * l.Pct / 100
	case Calc:
		return l.Calc.eval(base)
	}
	return 0
}

// Pixels returns a Px length.
func Pixels(v float64) Length { return Length{Kind: Px, Px: v} }

// Percentage returns a Percent length.
func Percentage(v float64) Length { return Length{Kind: Percent, Pct: v} }
