package style

import (
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// absoluteProperties computes the element's registered custom properties whose values have lengths that are relative to its
// font, lines or container, and what depends on them: these lengths are converted to pixels on the element that declares
// them, and inherited so (CSS Properties and Values 1 §2.4). The font and the line height must be computed.
func (c *computer) absoluteProperties(b *builder, entries []entry) {
	if len(c.sb.properties) == 0 {
		return
	}
	for i := range entries {
		d := entries[i].d
		if d.id != 0 {
			continue
		}
		if p := c.sb.properties[d.custom]; p != nil && p.syntax != "*" && c.hasRelativeLength(b.out.Vars[d.custom]) {
			b.absolute = true
			c.customProperties(b, entries)
			return
		}
	}
}

func (c *computer) hasRelativeLength(text string) bool {
	return slices.ContainsFunc(c.vars.tokenize(text), func(t css.Token) bool {
		_, relative := relativeUnit(t)
		return relative
	})
}

// relativeUnit returns the unit of a length that depends on an element.
func relativeUnit(t css.Token) (unit, bool) {
	if t.Kind != css.Dimension {
		return 0, false
	}
	u, ok := unitsByName[t.Value]
	return u.unit, ok && u.unit != unitPx && u.unit.category() == catLength
}

// absolute converts the relative lengths of a value to pixels.
func (c *computer) absolute(b *builder, text string) string {
	var out strings.Builder
	last := 0
	for _, t := range c.vars.tokenize(text) {
		u, relative := relativeUnit(t)
		if !relative {
			continue
		}
		out.WriteString(text[last:t.Pos])
		out.WriteString(strconv.FormatFloat(b.toPx(t.Num, u)/b.zoomed(1), 'f', -1, 64))
		out.WriteString("px")
		last = int(t.End)
	}
	out.WriteString(text[last:])
	return out.String()
}

// checkSyntax matches a value against the syntax string of an @property rule (CSS Properties and Values 1 §5).
func checkSyntax(syntax, text string) (string, bool) {
	toks, _ := css.Tokenize(text)
	toks = css.Trim(toks)
	if len(toks) == 0 {
		return "", false
	}
	for _, part := range strings.Split(syntax, "|") {
		part = strings.TrimSpace(part)
		mult := byte(0)
		if strings.HasSuffix(part, "+") || strings.HasSuffix(part, "#") {
			mult = part[len(part)-1]
			part = part[:len(part)-1]
		}
		p := &parser{Stream: css.NewStream(toks)}
		if matchSyntax(p, part, mult) {
			return text, true
		}
	}
	return "", false
}

func matchSyntax(p *parser, part string, mult byte) bool {
	for {
		if !matchComponent(p, part) {
			return false
		}
		if p.AtEnd() {
			return true
		}
		switch mult {
		case '#':
			if !p.Comma() {
				return false
			}
		case '+':
		default:
			return false
		}
	}
}

func matchComponent(p *parser, part string) bool {
	ok := false
	switch part {
	case "<length>":
		_, ok = p.length(allowNegative)
	case "<percentage>":
		_, ok = p.quantity(catPercent)
	case "<length-percentage>":
		_, ok = p.length(allowNegative | allowPercent)
	case "<number>":
		_, ok = p.anyNumber()
	case "<integer>":
		_, ok = p.integer(-1 << 30)
	case "<angle>":
		_, ok = p.angle(zeroNeeds)
	case "<time>":
		_, ok = p.quantity(catTime)
	case "<resolution>":
		_, ok = p.quantity(catResolution)
	case "<color>":
		_, ok = p.color()
	case "<image>":
		_, ok = p.image()
	case "<url>":
		_, ok = p.url()
	case "<string>":
		_, ok = p.str()
	case "<custom-ident>":
		_, ok = p.ident()
	case "<transform-function>":
		t := p.Peek()
		if t.Kind == css.Function {
			_, ok = p.in(p.Block()).transformFunc(css.Lower(t.Value))
		}
	case "<transform-list>":
		_, ok = p.transforms()
	case "*":
		p.I = len(p.T)
		ok = true
	default:
		t := p.Peek()
		if ok = t.Kind == css.Ident && t.Value == part; ok {
			p.I++
		}
	}
	return ok
}
