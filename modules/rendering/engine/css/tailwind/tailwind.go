// Package tailwind converts utility class names to a style sheet, without a build step: the utilities of Tailwind CSS 4
// with its default theme, and the names of version 3 that are still in use. Only classes that a document uses generate
// rules.
package tailwind

import (
	"slices"
	"sort"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// Sheet returns the style sheet for the classes, which must be distinct, and the classes that are not utilities. The
// rules are in cascade layers, so that every unlayered rule of the document overrides them. The order of the classes
// does not matter.
func Sheet(classes []string) (text string, unknown []string) {
	var rules []rule
	for _, c := range classes {
		r, ok := parse(c)
		if !ok {
			unknown = append(unknown, c)
			continue
		}
		rules = append(rules, r)
	}
	sort.SliceStable(rules, func(i, j int) bool {
		a, b := &rules[i], &rules[j]
		switch {
		case a.variantRank != b.variantRank:
			return a.variantRank < b.variantRank
		case a.rank != b.rank:
			return a.rank < b.rank
		}
		return a.class < b.class
	})
	var used strings.Builder
	for i := range rules {
		rules[i].write(&used)
	}
	utilities := used.String()
	var sb strings.Builder
	sb.WriteString("@layer tw-base {" + registered)
	for _, part := range [...]struct {
		mention string
		text    func() string
	}{{"--tw-blur", func() string { return registeredFilters("") }}, {"--tw-backdrop-blur", func() string { return registeredFilters("backdrop-") }},
		{"--tw-mask-", registeredMasks}, {"animation:", func() string { return motions }}} {
		if strings.Contains(utilities, part.mention) {
			sb.WriteString(part.text())
		}
	}
	sb.WriteString(theme(classes) + preflight + "}\n@layer tw-utilities {\n" + utilities + "}\n")
	return sb.String(), unknown
}

// rule is the parsed form of one utility class with its variants.
type rule struct {
	class       string
	decls       string
	suffix      string // appended to the class selector: " > :not(:last-child)", "::before"
	wrap        []string
	selectors   []string // pseudo-classes and pseudo-elements of variants
	variantRank int
	rank        int
}

func (r *rule) write(sb *strings.Builder) {
	for _, w := range r.wrap {
		sb.WriteString(w + "{")
	}
	sel := "." + css.Serialize([]css.Token{{Kind: css.Ident, Value: r.class}})
	for _, s := range r.selectors {
		if strings.Contains(s, "&") {
			sel = strings.ReplaceAll(s, "&", sel)
		} else {
			sel += s
		}
	}
	if strings.HasPrefix(r.suffix, " ") { // what a parent gives its children, any utility of a child replaces
		sb.WriteString(":where(" + sel + r.suffix + "){" + r.decls + "}")
	} else {
		sb.WriteString(sel + r.suffix + "{" + r.decls + "}")
	}
	for range r.wrap {
		sb.WriteString("}")
	}
	sb.WriteString("\n")
}

// parse parses one class name.
func parse(class string) (rule, bool) {
	r := rule{class: class}
	parts := splitVariants(class)
	name := parts[len(parts)-1]
	for _, v := range parts[:len(parts)-1] {
		if !r.variant(v) {
			return r, false
		}
	}
	important := strings.HasPrefix(name, "!") || strings.HasSuffix(name, "!")
	name = strings.Trim(name, "!")
	decls, rank, suffix := utility(name)
	if decls == "" {
		return r, false
	}
	if important {
		decls = strings.ReplaceAll(decls, ";", "!important;")
	}
	if slices.Contains(r.selectors, "::before") || slices.Contains(r.selectors, "::after") {
		decls = "content:var(--tw-content);" + decls
	}
	r.decls, r.rank, r.suffix = decls, rank, suffix
	return r, true
}

// splitVariants splits at colons outside brackets and parentheses.
func splitVariants(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ':':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

// arbitrary returns the content of "[…]" with underscores replaced by spaces unless escaped; ok is false for content
// that could end its declaration or rule.
func arbitrary(s string) (string, bool) {
	if len(s) < 3 || s[0] != '[' || s[len(s)-1] != ']' {
		return "", false
	}
	s = s[1 : len(s)-1]
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '_':
			sb.WriteByte('_')
			i++
		case s[i] == '_':
			sb.WriteByte(' ')
		default:
			sb.WriteByte(s[i])
		}
	}
	text := spaced(sb.String())
	return text, selfContained(text)
}

var mathFunctions = map[string]bool{"calc": true, "min": true, "max": true, "clamp": true, "mod": true, "rem": true, "round": true, "abs": true, "sign": true,
	"sin": true, "cos": true, "tan": true, "pow": true, "sqrt": true, "hypot": true, "log": true, "exp": true}

// spaced puts spaces around the operators in math functions, which class names cannot contain: calc(100%-2rem).
func spaced(s string) string {
	if !strings.Contains(s, "(") || !strings.ContainsAny(s, "+-*/") {
		return s
	}
	var b strings.Builder
	var math []bool // of the open parentheses
	word := 0       // the beginning of the current name
	inMath := func() bool { return len(math) > 0 && math[len(math)-1] }
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '(':
			name := strings.ToLower(s[word:i])
			math = append(math, mathFunctions[name] || name == "" && inMath())
		case c == ')':
			math = math[:max(0, len(math)-1)]
		case strings.IndexByte("+-*/", c) >= 0 && inMath() && isOperator(s, i):
			b.WriteByte(' ')
			b.WriteByte(c)
			b.WriteByte(' ')
			word = i + 1
			continue
		}
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			word = i + 1
		}
		b.WriteByte(c)
	}
	return b.String()
}

// isOperator reports whether the character at i follows a value: it is no sign, and no part of a name or an exponent.
func isOperator(s string, i int) bool {
	if i == 0 || i+1 == len(s) || s[i-1] == ' ' || s[i+1] == ' ' {
		return false
	}
	switch p := s[i-1]; {
	case p == ')' || p == '%':
		return true
	case p >= '0' && p <= '9', p >= 'a' && p <= 'z', p >= 'A' && p <= 'Z':
		start := i
		for start > max(0, i-64) && (s[start-1] >= '0' && s[start-1] <= '9' || s[start-1] >= 'a' && s[start-1] <= 'z' || s[start-1] >= 'A' && s[start-1] <= 'Z' || s[start-1] == '.' || s[start-1] == '-') {
			start--
		}
		value := strings.TrimLeft(s[start:i], "-")
		if value == "" || value[0] != '.' && (value[0] < '0' || value[0] > '9') {
			return false // a name, as in var(--a-b)
		}
		exponent := (p == 'e' || p == 'E') && i >= 2 && s[i-2] >= '0' && s[i-2] <= '9' && s[i+1] >= '0' && s[i+1] <= '9'
		return !exponent || strings.IndexByte("*/", s[i]) >= 0
	}
	return false
}

// selfContained reports whether a text can be inserted into a declaration without affecting what follows: its brackets,
// strings and comments are closed, and it contains no brace or semicolon.
func selfContained(s string) bool {
	if strings.ContainsAny(s, "{};!") || strings.Contains(s, "/*") || strings.HasSuffix(s, "\\") {
		return false
	}
	toks, ok := css.Tokenize(s)
	depth := 0
	for _, t := range toks {
		switch t.Kind {
		case css.BadString, css.BadURL, css.CDO, css.CDC:
			return false
		case css.String:
			if text := s[t.Pos:t.End]; len(text) < 2 || text[len(text)-1] != text[0] {
				return false
			}
		case css.URL:
			if s[t.End-1] != ')' {
				return false
			}
		case css.Function, css.LeftParen, css.LeftBracket:
			if !t.Closed {
				return false
			}
			depth++
		case css.RightParen, css.RightBracket:
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return ok && depth == 0
}
