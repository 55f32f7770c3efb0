package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// sizeBasis is the basis of calc-size(): a keyword, a length, or any where both are unset.
type sizeBasis struct {
	keyword *Length
	length  *mathNode
}

// calcSize parses calc-size() (CSS Values 5 §8).
func (p *parser) calcSize(k lengthKinds) (value[Length], bool) {
	save := p.I
	basis, calc, ok := p.calcSizeParts(k)
	if !ok {
		p.I = save
		return nil, false
	}
	switch {
	case basis.keyword != nil:
		return func(b *builder) Length {
			l, node := *basis.keyword, calc.calc(b)
			l.Sized = &node
			return l
		}, true
	case basis.length != nil:
		calc = calc.withSize(basis.length)
		return func(b *builder) Length { return notNegative(calc.length(b)) }, true
	}
	return func(b *builder) Length {
		node := calc.calc(b)
		return notNegative(Length{Kind: Calc, Calc: &CalcNode{Op: CalcDefinite, Args: []CalcNode{node}}})
	}, true
}

// calcSizeParts parses calc-size() to its basis and its calculation; those of a nested one are combined.
func (p *parser) calcSizeParts(k lengthKinds) (basis sizeBasis, calc *mathNode, ok bool) {
	args, ok := p.Func("calc-size")
	parts := args.SplitCommas()
	if !ok || len(parts) != 2 || p.depth > 32 {
		return basis, nil, false
	}
	cx := mathContext{percentIs: catLength}
	first := p.in(parts[0])
	var inner *mathNode
	anySize := false
	switch t := first.Peek(); {
	case t.Is("any"):
		first.I++
		anySize = true
	case t.Is("none"), t.Is("normal"):
		return basis, nil, false
	case t.Kind == css.Ident:
		l, ok := keywordLength(first.AnyIdent(), k)
		if !ok {
			return basis, nil, false
		}
		basis.keyword = &l
	case t.Kind == css.Function && css.EqualFold(t.Value, "calc-size"):
		if basis, inner, ok = first.calcSizeParts(k); !ok {
			return basis, nil, false
		}
	default:
		n, ok := parseSum(&first.Stream, cx)
		if !ok || n.typ != typeOf(catLength) {
			return basis, nil, false
		}
		basis.length = n
	}
	if !first.AtEnd() {
		return basis, nil, false
	}
	cx.size = !anySize
	calc, ok = parseSum(&parts[1], cx)
	if !ok || !parts[1].AtEnd() || calc.typ != typeOf(catLength) {
		return basis, nil, false
	}
	if inner != nil {
		calc = calc.withSize(inner)
	}
	return basis, calc, true
}

// withSize returns the expression with another one in place of the keyword size.
func (n *mathNode) withSize(size *mathNode) *mathNode {
	switch {
	case n == nil:
		return nil
	case n.op == mathSize:
		return size
	}
	c := *n
	c.args = make([]*mathNode, len(n.args))
	for i, a := range n.args {
		c.args[i] = a.withSize(size)
	}
	return &c
}

// notNegative clamps a length to 0 and more.
func notNegative(l Length) Length {
	switch l.Kind {
	case Px:
		l.Px = max(0, l.Px)
	case Percent:
		l.Pct = max(0, l.Pct)
	case Calc:
		l.Calc = &CalcNode{Op: CalcMax, Args: []CalcNode{{Op: CalcLinear}, *l.Calc}}
	}
	return l
}

// SizeFor returns the size in CSS pixels that calc-size() makes of the size of its basis, with percentages of base.
func (l Length) SizeFor(size, base float64) float64 {
	return max(0, l.Sized.forSize(size).eval(max(0, base)))
}

func (c *CalcNode) forSize(size float64) *CalcNode {
	if c.Op == CalcSize {
		return &CalcNode{Op: CalcLinear, Px: size}
	}
	out := *c
	out.Args = make([]CalcNode, len(c.Args))
	for i := range c.Args {
		out.Args[i] = *c.Args[i].forSize(size)
	}
	return &out
}
