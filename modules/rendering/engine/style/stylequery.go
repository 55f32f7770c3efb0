package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// styleQuery evaluates style() in @container and if() (Conditional Rules 5 §5.3, CSS Values 5 §8.1) on the custom
// properties of an element, as Chromium does: other properties are unknown to it.
type styleQuery struct {
	c      *computer
	el     *dom.Node
	style  *Computed // what relative lengths refer to
	lookup func(name string) (value string, ok bool)
	depth  int
}

// holds evaluates what stands in the parentheses of style().
func (q *styleQuery) holds(body css.Stream) css.Truth {
	if t := body.Peek(); t.Kind == css.LeftParen || t.Is("not") {
		v, ok := css.Condition(&body, func(name string, inner css.Stream) css.Truth {
			if name != "" {
				return css.Unknown
			}
			return q.holds(inner)
		})
		if !ok {
			return css.Unknown
		}
		return v
	}
	text := css.Serialize(css.Trim(body.Rest()))
	toks := q.c.vars.tokenize(text)
	if operands, operators := splitComparisons(toks); len(operators) > 0 {
		return q.compares(operands, operators, text)
	}
	return q.equals(toks, text)
}

// equals evaluates "--name" and "--name: value".
func (q *styleQuery) equals(toks []css.Token, text string) css.Truth {
	if len(toks) == 0 || toks[0].Kind != css.Ident || !strings.HasPrefix(toks[0].Value, "--") {
		return css.Unknown
	}
	name := toks[0].Value
	have, has := q.lookup(name)
	_, value := cutAt(toks, css.Colon)
	value = css.Trim(value)
	if len(toks) == 1 {
		return css.TruthOf(has)
	}
	if n := len(value); n >= 2 && value[n-2].IsDelim('!') && value[n-1].Is("important") {
		value = css.Trim(value[:n-2])
	}
	if len(value) == 1 && value[0].Is("initial") {
		initial, registered := q.c.registeredInitial(name)
		return css.TruthOf(!registered && !has || registered && sameTokens(have, initial))
	}
	want, ok := q.c.replace(q.el, value, text, q.lookup, q.depth+1)
	if !ok || !has {
		return css.False
	}
	if p := q.c.sb.properties[name]; p != nil && p.syntax != "*" {
		return css.TruthOf(sameTokens(have, want) || q.sameNumbers(have, want) || q.sameColors(have, want))
	}
	return css.TruthOf(sameTokens(have, want))
}

// splitComparisons returns the operands of a range and the operators between them, such as "<" and "=".
func splitComparisons(toks []css.Token) (operands [][]css.Token, operators []string) {
	start := 0
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Skip > 0 {
			i += int(t.Skip) - 1
			continue
		}
		if !t.IsDelim('<') && !t.IsDelim('>') && !t.IsDelim('=') {
			continue
		}
		operands = append(operands, css.Trim(toks[start:i]))
		operator := t.Value
		if i+1 < len(toks) && operator != "=" && toks[i+1].IsDelim('=') {
			operator += "="
			i++
		}
		operators = append(operators, operator)
		start = i + 1
	}
	return append(operands, css.Trim(toks[start:])), operators
}

// compares evaluates a range of two or three operands: names of custom properties, and values of one type.
func (q *styleQuery) compares(operands [][]css.Token, operators []string, text string) css.Truth {
	if len(operators) > 2 || len(operators) == 2 && (operators[0] == "=" || operators[0][0] != operators[1][0]) {
		return css.Unknown
	}
	values := make([]quantity, len(operands))
	for i, operand := range operands {
		v, ok := q.operand(operand, text)
		if !ok || v.category != values[0].category && i > 0 {
			return css.Unknown
		}
		values[i] = v
	}
	for i, operator := range operators {
		if css.Compare(values[i].value, operator, values[i+1].value) != css.True {
			return css.False
		}
	}
	return css.True
}

func (q *styleQuery) operand(toks []css.Token, text string) (quantity, bool) {
	if len(toks) == 1 && toks[0].Kind == css.Ident && strings.HasPrefix(toks[0].Value, "--") {
		v, ok := q.lookup(toks[0].Value)
		if !ok {
			return quantity{}, false
		}
		return q.quantity(v)
	}
	v, ok := q.c.replace(q.el, toks, text, q.lookup, q.depth+1)
	if !ok {
		return quantity{}, false
	}
	return q.quantity(v)
}

// quantity is a number with its type; a length is in pixels.
type quantity struct {
	category category
	value    float64
}

// quantity computes a value that is one number, percentage or dimension, or a math function.
func (q *styleQuery) quantity(text string) (quantity, bool) {
	b := &builder{c: q.c, out: q.style, parent: q.style}
	for _, cat := range []category{catNumber, catPercent, catAngle, catTime, catResolution, catLength} {
		p := &parser{Stream: css.NewStream(css.Trim(q.c.vars.tokenize(text)))}
		parse := func() (value[float64], bool) { return p.quantity(cat) }
		if cat == catLength {
			parse = func() (value[float64], bool) { return p.pixels(allowNegative) }
		}
		if v, ok := parse(); ok && p.AtEnd() {
			return quantity{cat, v(b)}, true
		}
	}
	return quantity{}, false
}

func (q *styleQuery) sameNumbers(a, b string) bool {
	x, ok := q.quantity(a)
	y, also := q.quantity(b)
	return ok && also && x == y
}

func (q *styleQuery) sameColors(a, b string) bool {
	context := &builder{c: q.c, out: q.style, parent: q.style}
	color := func(text string) (Color, bool) {
		p := &parser{Stream: css.NewStream(css.Trim(q.c.vars.tokenize(text)))}
		v, ok := p.color()
		if !ok || !p.AtEnd() {
			return Color{}, false
		}
		return v(context), true
	}
	x, ok := color(a)
	y, also := color(b)
	return ok && also && x == y
}
