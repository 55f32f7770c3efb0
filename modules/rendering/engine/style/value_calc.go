package style

import "math"

func (c *CalcNode) eval(base float64) float64 {
	switch c.Op {
	case CalcLinear:
		return c.Px + float64(c.Pct*base)/100
	case CalcDefinite:
		return c.Args[0].eval(max(0, base))
	case CalcSum:
		v := 0.0
		for i := range c.Args {
			v += c.Args[i].eval(base)
		}
		return v
	case CalcScale:
		return c.Px * c.Args[0].eval(base)
	case CalcAbs:
		return math.Abs(c.Args[0].eval(base))
	case CalcSign:
		switch v := c.Args[0].eval(base); {
		case v > 0:
			return 1
		case v < 0:
			return -1
		}
		return 0
	case CalcMin, CalcMax:
		v := c.Args[0].eval(base)
		for i := range c.Args[1:] {
			w := c.Args[i+1].eval(base)
			if (c.Op == CalcMin) == (w < v) {
				v = w
			}
		}
		return v
	case CalcClamp:
		lo, v, hi := c.Args[0].eval(base), c.Args[1].eval(base), c.Args[2].eval(base)
		return math.Max(lo, math.Min(v, hi))
	case CalcAnchor: // without an anchor
		if c.Anchor.Fallback != nil {
			return c.Anchor.Fallback.eval(base)
		}
	case CalcMod, CalcRem, CalcRound:
		return c.evalStep(c.Args[0].eval(base), c.Args[1].eval(base))
	}
	return 0
}

// evalStep evaluates round(), mod() and rem() (CSS Values 4 §10.3); a zero step gives 0 instead of NaN, which must not
// reach layout.
func (c *CalcNode) evalStep(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	switch c.Op {
	case CalcRem:
		return math.Mod(a, b)
	case CalcMod:
		m := math.Mod(a, b)
		if m != 0 && (m < 0) != (b < 0) {
			m += b
		}
		return m
	}
	return roundQuotient(a/b, c.Mode) * b
}

func (c *CalcNode) hasPercent() bool {
	switch c.Op {
	case CalcLinear:
		return c.Pct != 0
	case CalcDefinite:
		return false
	case CalcAnchor:
		return c.Anchor.Fallback != nil && c.Anchor.Fallback.hasPercent()
	}
	for i := range c.Args {
		if c.Args[i].hasPercent() {
			return true
		}
	}
	return false
}
