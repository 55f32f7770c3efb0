package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxCounterLength bounds the representation of a counter value in symbols.
const maxCounterLength = 60

// customStyle returns the @counter-style rule of a name, nil for built-in styles.
func (t *treeBuilder) customStyle(name string) *style.CounterStyle { return t.tree.CounterStyles[name] }

// format formats a value in a counter style of the document or a built-in one.
func (t *treeBuilder) format(name string, v int) string { return t.formatIn(name, v, 0) }

func (t *treeBuilder) formatIn(name string, v, depth int) string {
	c := t.customStyle(name)
	if c == nil || depth > 8 {
		return formatCounter(name, v)
	}
	if c.System == "extends" {
		base := t.customStyle(c.Extends)
		if base == nil {
			return formatCounter(c.Extends, v)
		}
		merged := *base
		if c.HasNegative {
			merged.Negative = c.Negative
		}
		if c.Ranges != nil {
			merged.Ranges = c.Ranges
		}
		if c.PadLength > 0 {
			merged.Pad, merged.PadLength = c.Pad, c.PadLength
		}
		c = &merged
		if c.System == "extends" {
			return t.formatIn(c.Extends, v, depth+1)
		}
	}
	if text, ok := customCounter(c, v); ok {
		return text
	}
	fallback := c.Fallback
	if fallback == name {
		fallback = "decimal"
	}
	return t.formatIn(fallback, v, depth+1)
}

// markerAffixes returns the prefix and suffix of a marker's number.
func (t *treeBuilder) markerAffixes(name string) (prefix, suffix string) {
	suffix = counterSuffix(name)
	for range 8 {
		c := t.customStyle(name)
		if c == nil {
			return prefix, counterSuffix(name)
		}
		if c.System != "extends" || c.HasSuffix {
			return c.Prefix, c.Suffix
		}
		prefix, name = c.Prefix, c.Extends
	}
	return prefix, suffix
}

// customCounter formats a value; ok is false outside the style's range.
func customCounter(c *style.CounterStyle, v int) (string, bool) {
	if c.Ranges != nil {
		in := false
		for _, r := range c.Ranges {
			in = in || v >= r[0] && v <= r[1]
		}
		if !in {
			return "", false
		}
	}
	magnitude := v
	negative := v < 0 && c.System != "cyclic" && c.System != "fixed"
	if negative {
		magnitude = -v
	}
	text, ok := symbolsFor(c, magnitude)
	if !ok {
		return "", false
	}
	if missing := c.PadLength - utf8.RuneCountInString(text); missing > 0 {
		if negative {
			missing -= utf8.RuneCountInString(c.Negative[0]) + utf8.RuneCountInString(c.Negative[1])
		}
		text = strings.Repeat(c.Pad, max(0, missing)) + text
	}
	if negative {
		text = c.Negative[0] + text + c.Negative[1]
	}
	return text, true
}

// symbolsFor formats a value, which may be negative only in the systems cyclic and fixed (Counter Styles 3 §3).
func symbolsFor(c *style.CounterStyle, v int) (string, bool) {
	n := len(c.Symbols)
	switch c.System {
	case "cyclic":
		return c.Symbols[((v-1)%n+n)%n], true
	case "fixed":
		if v < c.First || v >= c.First+n {
			return "", false
		}
		return c.Symbols[v-c.First], true
	case "symbolic":
		if v < 1 || (v+n-1)/n > maxCounterLength {
			return "", false
		}
		return strings.Repeat(c.Symbols[(v-1)%n], (v+n-1)/n), true
	case "numeric":
		if v == 0 {
			return c.Symbols[0], true
		}
		text := ""
		for ; v > 0; v /= n {
			text = c.Symbols[v%n] + text
		}
		return text, true
	case "alphabetic":
		if v < 1 {
			return "", false
		}
		text := ""
		for ; v > 0; v = (v - 1) / n {
			text = c.Symbols[(v-1)%n] + text
		}
		return text, true
	case "additive":
		var text strings.Builder
		for i, w := range c.Weights {
			if v == 0 && w == 0 && text.Len() == 0 {
				return c.Symbols[i], true
			}
			if w <= 0 {
				continue
			}
			if v/w > maxCounterLength {
				return "", false
			}
			text.WriteString(strings.Repeat(c.Symbols[i], v/w))
			v %= w
		}
		return text.String(), v == 0 && text.Len() > 0
	}
	return "", false
}
