package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// AnchorSide is the side of an anchor that anchor() refers to (CSS Anchor Positioning 1 §3.2).
type AnchorSide uint8

// The sides: the four physical ones in the order of [Top] to [Left], those relative to the property, and those of the
// containing block's or the box's own writing mode. AnchorPercent is a percentage from start to end.
const (
	AnchorTop AnchorSide = iota
	AnchorRight
	AnchorBottom
	AnchorLeft
	AnchorInside
	AnchorOutside
	AnchorStart
	AnchorEnd
	AnchorSelfStart
	AnchorSelfEnd
	AnchorPercent
)

var anchorSides = map[string]AnchorSide{"top": AnchorTop, "right": AnchorRight, "bottom": AnchorBottom, "left": AnchorLeft,
	"inside": AnchorInside, "outside": AnchorOutside, "start": AnchorStart, "end": AnchorEnd, "self-start": AnchorSelfStart,
	"self-end": AnchorSelfEnd}

// AnchorDimension is the dimension of an anchor that anchor-size() refers to (CSS Anchor Positioning 1 §4.1).
type AnchorDimension uint8

// The dimensions: that of the property's axis, the physical ones, and those of the containing block's or the box's own
// writing mode.
const (
	AnchorAxis AnchorDimension = iota
	AnchorWidth
	AnchorHeight
	AnchorBlock
	AnchorInline
	AnchorSelfBlock
	AnchorSelfInline
)

var anchorDimensions = map[string]AnchorDimension{"width": AnchorWidth, "height": AnchorHeight, "block": AnchorBlock,
	"inline": AnchorInline, "self-block": AnchorSelfBlock, "self-inline": AnchorSelfInline}

// AnchorRef is anchor() or anchor-size() in a computed length, whose value layout determines.
type AnchorRef struct {
	Name      string // "" for the default anchor
	Size      bool   // anchor-size()
	Side      AnchorSide
	Percent   float64 // of AnchorPercent
	Dimension AnchorDimension
	Fallback  *CalcNode // nil: none
}

// anchorCall is a specified anchor() or anchor-size().
type anchorCall struct {
	ref      AnchorRef
	percent  value[float64]
	fallback *mathNode
}

// parseAnchor parses the content of anchor() or anchor-size(): a name and a side or dimension in any order, then the
// fallback.
func parseAnchor(size bool, body css.Stream, cx mathContext) (*mathNode, bool) {
	parts := body.SplitCommas()
	if len(parts) == 0 && size {
		parts = append(parts, body)
	}
	if len(parts) == 0 || len(parts) > 2 {
		return nil, false
	}
	call := &anchorCall{ref: AnchorRef{Size: size}}
	if !call.target(&parser{Stream: parts[0]}) {
		return nil, false
	}
	if len(parts) == 2 {
		n, ok := parseOperand(&parts[1], cx)
		if !ok || !parts[1].AtEnd() {
			return nil, false
		}
		if n.op == mathValue && n.typ == (mathType{}) && n.v == 0 {
			n = &mathNode{unit: unitPx, typ: typeOf(catLength)} // a zero needs no unit
		}
		if n.typ != typeOf(catLength) {
			return nil, false
		}
		call.fallback = n
	}
	return &mathNode{op: mathAnchor, anchor: call, typ: typeOf(catLength)}, true
}

// target parses the name and the side or dimension.
func (c *anchorCall) target(p *parser) bool {
	named, sided := false, false
	for !p.AtEnd() {
		if name, ok := p.dashed(); ok && !named {
			c.ref.Name, named = name, true
			continue
		}
		if sided || !c.side(p) {
			return false
		}
		sided = true
	}
	return sided || c.ref.Size
}

func (c *anchorCall) side(p *parser) bool {
	id := p.AnyIdent()
	if c.ref.Size {
		d, ok := anchorDimensions[id]
		c.ref.Dimension = d
		return ok
	}
	if id == "center" {
		c.ref.Side, c.percent = AnchorPercent, constant(50.0)
		return true
	}
	if side, ok := anchorSides[id]; ok {
		c.ref.Side = side
		return true
	}
	if id != "" {
		return false
	}
	v, ok := p.quantity(catPercent)
	c.ref.Side, c.percent = AnchorPercent, v
	return ok
}

// dashed consumes a <dashed-ident>.
func (p *parser) dashed() (string, bool) {
	t := p.Peek()
	if t.Kind != css.Ident || !strings.HasPrefix(t.Value, "--") {
		return "", false
	}
	p.I++
	return t.Value, true
}

// calc returns the computed function.
func (c *anchorCall) calc(b *builder) CalcNode {
	b.anchored = true
	ref := c.ref
	ref.Name = b.scopedName(ref.Name)
	if c.percent != nil {
		ref.Percent = c.percent(b)
	}
	if c.fallback != nil {
		n := c.fallback.calc(b)
		ref.Fallback = &n
	}
	return CalcNode{Op: CalcAnchor, Anchor: &ref}
}

// hasAnchor reports whether an expression contains an anchor function.
func (n *mathNode) hasAnchor() bool {
	if n == nil {
		return false
	}
	for _, a := range n.args {
		if a.hasAnchor() {
			return true
		}
	}
	return n.op == mathAnchor
}

// keepsAnchors reports whether an expression whose root is n can be evaluated once the anchors are known: a product has
// one factor with an anchor, and no function turns a length into a number.
func (n *mathNode) keepsAnchors() bool {
	if !n.hasAnchor() {
		return true
	}
	switch n.op {
	case mathAnchor, mathSum, mathMin, mathMax, mathClamp, mathRound, mathMod, mathRem, mathAbs:
		return true
	case mathProduct:
		varying := 0
		for _, a := range n.args {
			if a.hasPercent() {
				varying++
			}
			if a.op == mathInvert && a.hasAnchor() {
				return false
			}
		}
		return varying == 1
	}
	return false
}

// HasAnchor reports whether the length contains an anchor function.
func (l Length) HasAnchor() bool { return l.Kind == Calc && l.Calc.hasAnchor() }

func (c *CalcNode) hasAnchor() bool {
	if c.Op == CalcAnchor {
		return true
	}
	for i := range c.Args {
		if c.Args[i].hasAnchor() {
			return true
		}
	}
	return false
}

// WithAnchors returns the length with its anchor functions replaced by the pixels that of returns for them, or by their
// fallbacks. ok is false if one has neither: the declaration is then invalid.
func (l Length) WithAnchors(of func(*AnchorRef) (float64, bool)) (r Length, ok bool) {
	if !l.HasAnchor() {
		return l, true
	}
	n, ok := l.Calc.withAnchors(of)
	if !ok {
		return Length{}, false
	}
	if !n.hasPercent() {
		return Pixels(n.eval(0)), true
	}
	return Length{Kind: Calc, Calc: &n}, true
}

func (c *CalcNode) withAnchors(of func(*AnchorRef) (float64, bool)) (CalcNode, bool) {
	if c.Op == CalcAnchor {
		if v, ok := of(c.Anchor); ok {
			return CalcNode{Op: CalcLinear, Px: v}, true
		}
		if c.Anchor.Fallback == nil {
			return CalcNode{}, false
		}
		return c.Anchor.Fallback.withAnchors(of)
	}
	out := *c
	out.Args = make([]CalcNode, len(c.Args))
	for i := range c.Args {
		a, ok := c.Args[i].withAnchors(of)
		if !ok {
			return CalcNode{}, false
		}
		out.Args[i] = a
	}
	return out, true
}

// mapAnchors returns the length with every anchor function replaced by what f returns for it.
func (l Length) mapAnchors(f func(AnchorRef) AnchorRef) Length {
	if !l.HasAnchor() {
		return l
	}
	n := l.Calc.mapAnchors(f)
	return Length{Kind: Calc, Calc: &n}
}

func (c *CalcNode) mapAnchors(f func(AnchorRef) AnchorRef) CalcNode {
	out := *c
	if c.Op == CalcAnchor {
		ref := f(*c.Anchor)
		if ref.Fallback != nil {
			n := ref.Fallback.mapAnchors(f)
			ref.Fallback = &n
		}
		out.Anchor = &ref
		return out
	}
	out.Args = make([]CalcNode, len(c.Args))
	for i := range c.Args {
		out.Args[i] = c.Args[i].mapAnchors(f)
	}
	return out
}
