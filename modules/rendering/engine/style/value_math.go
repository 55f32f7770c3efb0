package style

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// mathOp is the operation of a node of a specified math expression (CSS Values 4 §10).
type mathOp uint8

const (
	mathValue mathOp = iota
	mathSum
	mathProduct
	mathInvert
	mathMin
	mathMax
	mathClamp
	mathRound
	mathMod
	mathRem
	mathAbs
	mathSign
	mathSin
	mathCos
	mathTan
	mathAsin
	mathAcos
	mathAtan
	mathAtan2
	mathPow
	mathSqrt
	mathHypot
	mathLog
	mathExp
	mathProgress
	mathSize   // the keyword size of calc-size()
	mathVar    // a channel keyword of a relative colour
	mathAnchor // anchor() or anchor-size()
)

// mathType holds the exponents of the base types: length, angle, time, resolution, flex, percentage.
type mathType [6]int8

func typeOf(c category) mathType {
	var t mathType
	switch c {
	case catLength:
		t[0] = 1
	case catAngle:
		t[1] = 1
	case catTime:
		t[2] = 1
	case catResolution:
		t[3] = 1
	case catFlex:
		t[4] = 1
	case catPercent:
		t[5] = 1
	}
	return t
}

// mathNode is a specified math expression.
type mathNode struct {
	op   mathOp
	v    float64
	unit unit
	mode uint8
	name string
	args []*mathNode
	typ  mathType
	// anchor is set for mathAnchor.
	anchor *anchorCall
}

// mathContext determines how the percentages and names of an expression are interpreted.
type mathContext struct {
	// percentIs is the category that percentages resolve to: catLength, catNumber (of 1) or catPercent (not resolved).
	percentIs category
	// names reports whether an identifier is allowed as a number (relative colours).
	names func(name string) bool
	// anchors holds the anchor functions that are allowed: allowAnchor and allowAnchorSize.
	anchors lengthKinds
	// size reports whether the keyword size is allowed as a length.
	size bool
}

// parseMath parses a math function at the stream's position.
func (p *parser) parseMath(cx mathContext) (*mathNode, bool) {
	t := p.Peek()
	if t.Kind != css.Function {
		return nil, false
	}
	save := p.I
	body := p.Block()
	n, ok := parseMathFunction(css.Lower(t.Value), body, cx)
	if !ok {
		p.I = save
	}
	return n, ok
}

func isMathFunction(name string) bool {
	switch css.Lower(name) {
	case "calc", "-webkit-calc", "min", "max", "clamp", "round", "mod", "rem", "abs", "sign", "sin", "cos", "tan", "asin", "acos",
		"atan", "atan2", "pow", "sqrt", "hypot", "log", "exp", "progress":
		return true
	}
	return false
}

func parseMathFunction(name string, body css.Stream, cx mathContext) (*mathNode, bool) {
	switch {
	case name == "anchor" && cx.anchors&allowAnchor != 0:
		return parseAnchor(false, body, cx)
	case name == "anchor-size" && cx.anchors&allowAnchorSize != 0:
		return parseAnchor(true, body, cx)
	}
	n, ok := parsePlainFunction(name, body, cx)
	return n, ok && (cx.anchors == 0 || n.keepsAnchors())
}

// parsePlainFunction parses a function other than those of anchors.
func parsePlainFunction(name string, body css.Stream, cx mathContext) (*mathNode, bool) {
	number := mathType{}
	switch name {
	case "calc", "-webkit-calc":
		n, ok := parseSum(&body, cx)
		return n, ok && body.AtEnd()
	case "round":
		return parseRound(body, cx)
	}
	var args []*mathNode
	for _, part := range body.SplitCommas() {
		if name == "clamp" && len(args) != 1 {
			probe := part
			if probe.Ident("none") && probe.AtEnd() {
				args = append(args, nil)
				continue
			}
		}
		n, ok := parseSum(&part, cx)
		if !ok || !part.AtEnd() {
			return nil, false
		}
		args = append(args, n)
	}
	same := func(lo, hi int) bool {
		if len(args) < lo || len(args) > hi {
			return false
		}
		for _, a := range args[1:] {
			if a.typ != args[0].typ {
				return false
			}
		}
		return true
	}
	node := func(op mathOp, t mathType) (*mathNode, bool) { return &mathNode{op: op, args: args, typ: t}, true }
	switch name {
	case "min", "max":
		if !same(1, 1000) {
			return nil, false
		}
		if name == "min" {
			return node(mathMin, args[0].typ)
		}
		return node(mathMax, args[0].typ)
	case "clamp":
		if len(args) != 3 {
			return nil, false
		}
		for _, a := range args {
			if a != nil && a.typ != args[1].typ {
				return nil, false
			}
		}
		switch {
		case args[0] == nil && args[2] == nil:
			return args[1], true
		case args[0] == nil:
			return &mathNode{op: mathMin, args: args[1:], typ: args[1].typ}, true
		case args[2] == nil:
			return &mathNode{op: mathMax, args: args[:2], typ: args[1].typ}, true
		}
		return node(mathClamp, args[1].typ)
	case "mod", "rem":
		if !same(2, 2) {
			return nil, false
		}
		if name == "mod" {
			return node(mathMod, args[0].typ)
		}
		return node(mathRem, args[0].typ)
	case "abs":
		if !same(1, 1) {
			return nil, false
		}
		return node(mathAbs, args[0].typ)
	case "sign":
		if !same(1, 1) {
			return nil, false
		}
		return node(mathSign, number)
	case "sin", "cos", "tan":
		if !same(1, 1) || args[0].typ != number && args[0].typ != typeOf(catAngle) {
			return nil, false
		}
		return node(map[string]mathOp{"sin": mathSin, "cos": mathCos, "tan": mathTan}[name], number)
	case "asin", "acos", "atan":
		if !same(1, 1) || args[0].typ != number {
			return nil, false
		}
		return node(map[string]mathOp{"asin": mathAsin, "acos": mathAcos, "atan": mathAtan}[name], typeOf(catAngle))
	case "atan2":
		if !same(2, 2) {
			return nil, false
		}
		return node(mathAtan2, typeOf(catAngle))
	case "pow":
		if !same(2, 2) || args[0].typ != number {
			return nil, false
		}
		return node(mathPow, number)
	case "sqrt", "exp":
		if !same(1, 1) || args[0].typ != number {
			return nil, false
		}
		if name == "sqrt" {
			return node(mathSqrt, number)
		}
		return node(mathExp, number)
	case "hypot":
		if !same(1, 1000) {
			return nil, false
		}
		return node(mathHypot, args[0].typ)
	case "log":
		if !same(1, 2) || args[0].typ != number {
			return nil, false
		}
		return node(mathLog, number)
	case "progress":
		relative := slices.ContainsFunc(args, (*mathNode).hasPercent)
		if !same(3, 3) || relative && slices.ContainsFunc(args, func(a *mathNode) bool { return !a.isPercentage() }) {
			return nil, false
		}
		return node(mathProgress, number)
	}
	return nil, false
}

func parseRound(body css.Stream, cx mathContext) (*mathNode, bool) {
	n := &mathNode{op: mathRound}
	parts := body.SplitCommas()
	if len(parts) > 0 {
		probe := parts[0]
		id := probe.AnyIdent()
		mode, ok := map[string]uint8{"nearest": 0, "up": 1, "down": 2, "to-zero": 3}[id]
		if ok && probe.AtEnd() {
			n.mode = mode
			parts = parts[1:]
		}
	}
	if len(parts) < 1 || len(parts) > 2 {
		return nil, false
	}
	for i := range parts {
		a, ok := parseSum(&parts[i], cx)
		if !ok || !parts[i].AtEnd() {
			return nil, false
		}
		n.args = append(n.args, a)
	}
	n.typ = n.args[0].typ
	if len(n.args) == 1 {
		if n.typ != (mathType{}) {
			return nil, false
		}
		n.args = append(n.args, &mathNode{v: 1})
	}
	return n, n.args[1].typ == n.typ
}

// parseSum parses "a + b - c"; + and - require white space around them.
func parseSum(s *css.Stream, cx mathContext) (*mathNode, bool) {
	first, ok := parseProduct(s, cx)
	if !ok {
		return nil, false
	}
	args := []*mathNode{first}
	for {
		save := s.I
		space := s.SkipSpace()
		t := s.Raw()
		if !t.IsDelim('+') && !t.IsDelim('-') {
			if t.Kind != css.EOF && t.Kind != css.Comma {
				return nil, false
			}
			s.I = save
			break
		}
		s.NextRaw()
		if !space || s.Raw().Kind != css.Whitespace {
			return nil, false
		}
		n, ok := parseProduct(s, cx)
		if !ok || n.typ != first.typ {
			return nil, false
		}
		if t.IsDelim('-') {
			n = &mathNode{op: mathProduct, args: []*mathNode{{v: -1}, n}, typ: n.typ}
		}
		args = append(args, n)
	}
	if len(args) == 1 {
		return first, true
	}
	return &mathNode{op: mathSum, args: args, typ: first.typ}, true
}

func parseProduct(s *css.Stream, cx mathContext) (*mathNode, bool) {
	n, ok := parseOperand(s, cx)
	if !ok {
		return nil, false
	}
	args := []*mathNode{n}
	typ := n.typ
	for {
		save := s.I
		t := s.Next()
		div := t.IsDelim('/')
		if !div && !t.IsDelim('*') {
			s.I = save
			break
		}
		m, ok := parseOperand(s, cx)
		if !ok {
			return nil, false
		}
		for i := range typ {
			if div {
				typ[i] -= m.typ[i]
			} else {
				typ[i] += m.typ[i]
			}
			if typ[i] > 20 || typ[i] < -20 {
				return nil, false
			}
		}
		if div {
			m = &mathNode{op: mathInvert, args: []*mathNode{m}}
		}
		args = append(args, m)
	}
	if len(args) == 1 {
		return n, true
	}
	n = &mathNode{op: mathProduct, args: args, typ: typ}
	return n, cx.anchors == 0 || n.keepsAnchors()
}

func parseOperand(s *css.Stream, cx mathContext) (*mathNode, bool) {
	t := s.Peek()
	switch t.Kind {
	case css.Number:
		s.NextRaw()
		return &mathNode{v: t.Num}, true
	case css.Percentage:
		s.NextRaw()
		if cx.percentIs == catNumber {
			return &mathNode{v: t.Num / 100}, true
		}
		return &mathNode{v: t.Num, unit: unitPercent, typ: typeOf(cx.percentIs)}, true
	case css.Dimension:
		u, ok := unitsByName[t.Value]
		s.NextRaw()
		return &mathNode{v: t.Num * u.factor, unit: u.unit, typ: typeOf(u.unit.category())}, ok
	case css.LeftParen:
		b := s.Block()
		n, ok := parseSum(&b, cx)
		return n, ok && b.AtEnd()
	case css.Function:
		return parseMathFunction(css.Lower(t.Value), s.Block(), cx)
	case css.Ident:
		s.NextRaw()
		switch css.Lower(t.Value) {
		case "e":
			return &mathNode{v: math.E}, true
		case "pi":
			return &mathNode{v: math.Pi}, true
		case "infinity":
			return &mathNode{v: math.Inf(1)}, true
		case "-infinity":
			return &mathNode{v: math.Inf(-1)}, true
		case "nan":
			return &mathNode{v: math.NaN()}, true
		}
		if cx.size && css.EqualFold(t.Value, "size") {
			return &mathNode{op: mathSize, typ: typeOf(catLength)}, true
		}
		if name := css.Lower(t.Value); cx.names != nil && cx.names(name) {
			return &mathNode{op: mathVar, name: name}, true
		}
	}
	return nil, false
}
