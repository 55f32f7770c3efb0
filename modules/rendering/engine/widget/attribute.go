package widget

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// invalid warns about an invalid value of an attribute, with the valid ones.
func (c *canvas) invalid(name, value, valid, used string) {
	c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute %s=%q is not %s; %s", c.node.Tag, name, shorten(value), valid, used))
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// text returns an attribute without leading and trailing white space.
func (c *canvas) text(name string) (string, bool) {
	v, ok := c.node.Attr(name)
	return strings.TrimSpace(v), ok
}

// number parses a number in [lo, hi]; an absent value yields none, an invalid one none and a warning.
func (c *canvas) number(name string, lo, hi, none float64) float64 {
	v, ok := c.text(name)
	if !ok || v == "" {
		return none
	}
	f, ok := parseNumber(strings.TrimSuffix(v, "px"))
	if !ok || f < lo || f > hi {
		c.invalid(name, v, fmt.Sprintf("a number from %s to %s", trimFloat(lo), trimFloat(hi)), "using "+trimFloat(none))
		return none
	}
	return f
}

const (
	greatest = 1e100  // magnitude of a number of a chart
	smallest = 1e-100 // number above zero that an axis tells from zero
)

// parseNumber parses a decimal number of at most the greatest magnitude.
func parseNumber(s string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return f, err == nil && inRange(f)
}

func inRange(f float64) bool { return f >= -greatest && f <= greatest }

// trimFloat formats a number with all of its digits, of very large and very small numbers only those before the exponent.
func trimFloat(v float64) string {
	if a := math.Abs(v); a >= 1e18 || a > 0 && a < 1e-9 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// choice parses a keyword; an absent value yields the first one, an invalid one the first and a warning.
func (c *canvas) choice(name string, valid ...string) string {
	v, ok := c.text(name)
	if !ok || v == "" {
		return valid[0]
	}
	for _, k := range valid {
		if strings.EqualFold(k, v) {
			return k
		}
	}
	c.invalid(name, v, "one of "+strings.Join(valid, ", "), "using "+valid[0])
	return valid[0]
}

// flag parses a boolean attribute: true if present unless its value is false, no, off or none.
func (c *canvas) flag(name string, none bool) bool {
	v, ok := c.text(name)
	if !ok {
		return none
	}
	return !slices.Contains([]string{"false", "no", "off", "none", "0"}, strings.ToLower(v))
}

// splitList splits an attribute at commas, or at white space if it has no commas.
func splitList(v string) []string {
	var out []string
	if strings.Contains(v, ",") {
		out = strings.Split(v, ",")
	} else {
		out = strings.Fields(v)
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// splitColors splits a list of colours at the commas outside parentheses, or at white space.
func splitColors(v string) []string {
	var out []string
	depth, start := 0, 0
	commas := strings.Contains(strings.Map(dropParentheses(), v), ",")
	for i := 0; i <= len(v); i++ {
		end := i == len(v)
		switch {
		case !end && v[i] == '(':
			depth++
		case !end && v[i] == ')':
			depth--
		case end || depth <= 0 && (v[i] == ',' || !commas && v[i] == ' '):
			if s := strings.TrimSpace(v[start:i]); s != "" {
				out = append(out, s)
			}
			start = i + 1
		}
	}
	return out
}

// dropParentheses returns a mapping for strings.Map that drops parentheses and their content.
func dropParentheses() func(rune) rune {
	depth := 0
	return func(r rune) rune {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 {
			return -1
		}
		return r
	}
}

// color parses a CSS colour; an absent value yields none, an invalid one none and a warning.
func (c *canvas) color(name string, none display.Color) display.Color {
	v, ok := c.text(name)
	if !ok || v == "" {
		return none
	}
	col, ok := c.parseColor(v)
	if !ok {
		c.invalid(name, v, "a CSS colour", "using the default")
		return none
	}
	return col
}

// parseColor parses a CSS colour or a custom property, as --name or var(--name).
func (c *canvas) parseColor(v string) (display.Color, bool) {
	v = strings.TrimSpace(v)
	if inner, ok := strings.CutPrefix(v, "var("); ok {
		v = strings.TrimSpace(strings.TrimSuffix(inner, ")"))
	}
	if strings.HasPrefix(v, "--") {
		v = c.style.Vars[v]
	}
	col, ok := style.ParseColorIn(v, c.style)
	return c.screen(col), ok
}

// colors parses a list of colours; invalid ones are skipped with a warning.
func (c *canvas) colors(name string, most int) []display.Color {
	v, ok := c.text(name)
	if !ok {
		return nil
	}
	var out []display.Color
	for _, s := range splitColors(strings.Trim(v, "[]")) {
		col, ok := c.parseColor(strings.Trim(s, `"'`))
		if !ok {
			c.invalid(name, s, "a CSS colour", "left out")
			continue
		}
		if len(out) == most {
			c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute %s has more than %d colours; the rest is not used", c.node.Tag, name, most))
			break
		}
		out = append(out, col)
	}
	return out
}

// content returns the element's text.
func (c *canvas) content() string {
	var b strings.Builder
	for k := c.node.FirstChild; k != dom.None; k = c.tree.Doc.Node(k).Next {
		if n := c.tree.Doc.Node(k); n.Type == dom.Text && b.Len() < 1<<16 {
			b.WriteString(n.Text)
		}
	}
	return strings.TrimSpace(b.String())
}

// value returns the value attribute, or the element's text without it.
func (c *canvas) value() string {
	if v, ok := c.node.Attr("value"); ok {
		return v
	}
	return c.content()
}
