// Package tailwind converts utility class names to a style sheet, without a build step: the utilities of Tailwind CSS 4
// with its default theme, and the names of version 3 that are still in use. Only classes that a document uses generate
// rules.
package tailwind

import (
	"sort"
	"strconv"
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
	var sb strings.Builder
	sb.WriteString(registered)
	sb.WriteString(registeredFilters())
	sb.WriteString("@layer tw-base {" + preflight + "}\n@layer tw-utilities {\n")
	for i := range rules {
		rules[i].write(&sb)
	}
	sb.WriteString("}\n")
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
	sb.WriteString(sel + r.suffix + "{" + r.decls + "}")
	for range r.wrap {
		sb.WriteString("}")
	}
	sb.WriteString("\n")
}

// breakpoints maps the responsive variants to minimum widths of the canvas.
var breakpoints = map[string]string{"sm": "40rem", "md": "48rem", "lg": "64rem", "xl": "80rem", "2xl": "96rem"}

var breakpointOrder = map[string]int{"sm": 1, "md": 2, "lg": 3, "xl": 4, "2xl": 5}

// stateVariants maps variants to the selectors appended to the class.
var stateVariants = map[string]string{
	"first": ":first-child", "last": ":last-child", "only": ":only-child", "odd": ":nth-child(odd)", "even": ":nth-child(even)",
	"first-of-type": ":first-of-type", "last-of-type": ":last-of-type", "only-of-type": ":only-of-type", "empty": ":empty",
	"before": "::before", "after": "::after", "marker": "::marker", "first-letter": "::first-letter", "first-line": "::first-line", "placeholder": "::placeholder",
	"hover": ":hover", "focus": ":focus", "active": ":active", "visited": ":visited", "focus-within": ":focus-within", "focus-visible": ":focus-visible",
	"disabled": ":disabled", "enabled": ":enabled", "checked": ":checked", "target": ":target", "open": ":open",
	"rtl": ":dir(rtl)", "ltr": ":dir(ltr)", "*": "> *", "**": " *",
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
	for _, s := range r.selectors {
		if s == "::before" || s == "::after" {
			decls = "content:var(--tw-content);" + decls
		}
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

func (r *rule) variant(v string) bool {
	if bp, ok := breakpoints[v]; ok {
		r.wrap = append(r.wrap, "@media (width >= "+bp+")")
		r.variantRank += 100 * breakpointOrder[v]
		return true
	}
	if bp, ok := breakpoints[strings.TrimPrefix(v, "max-")]; ok {
		r.wrap = append(r.wrap, "@media (width < "+bp+")")
		r.variantRank += 50 - breakpointOrder[strings.TrimPrefix(v, "max-")]
		return true
	}
	if sel, ok := stateVariants[v]; ok {
		r.selectors = append(r.selectors, sel)
		r.variantRank++
		return true
	}
	switch v {
	case "dark": // the colour scheme of images is light
		r.wrap = append(r.wrap, "@media (prefers-color-scheme: dark)")
		return true
	case "print", "portrait", "landscape", "motion-safe", "motion-reduce", "contrast-more", "noscript":
		q := map[string]string{"print": "print", "portrait": "(orientation: portrait)", "landscape": "(orientation: landscape)",
			"motion-safe": "(prefers-reduced-motion: no-preference)", "motion-reduce": "(prefers-reduced-motion: reduce)",
			"contrast-more": "(prefers-contrast: more)", "noscript": "(scripting: none)"}[v]
		r.wrap = append(r.wrap, "@media "+q)
		r.variantRank += 10
		return true
	}
	if a, ok := arbitrary(v); ok {
		if strings.HasPrefix(a, "@") {
			r.wrap = append(r.wrap, a)
		} else {
			r.selectors = append(r.selectors, a)
		}
		r.variantRank++
		return strings.HasPrefix(a, "@") || strings.Contains(a, "&")
	}
	for _, f := range []struct{ prefix, open, close string }{
		{"nth-last-", ":nth-last-child(", ")"}, {"nth-of-type-", ":nth-of-type(", ")"}, {"nth-", ":nth-child(", ")"}, {"has-", ":has(", ")"},
		{"not-", ":not(", ")"}, {"is-", ":is(", ")"}, {"data-", "[data-", "]"}, {"aria-", "[aria-", "]"},
		{"min-", "@media (width >= ", ")"}, {"max-", "@media (width < ", ")"}, {"supports-", "@supports (", ")"},
	} {
		rest, ok := strings.CutPrefix(v, f.prefix)
		if !ok || rest == "" {
			continue
		}
		a, arb := arbitrary(rest)
		if !arb {
			sel, isState := stateVariants[rest]
			switch {
			case strings.HasPrefix(f.prefix, "nth"):
				if _, err := strconv.Atoi(rest); err != nil {
					return false
				}
				a = rest
			case f.prefix == "aria-":
				a = rest + `="true"`
			case f.prefix == "data-":
				a = rest
			case isState && (f.prefix == "not-" || f.prefix == "has-"):
				a = sel
			default:
				return false
			}
		}
		r.variantRank++
		if f.open[0] == '@' {
			r.wrap = append(r.wrap, f.open+a+f.close)
		} else {
			r.selectors = append(r.selectors, f.open+a+f.close)
		}
		return true
	}
	return false
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
	return sb.String(), selfContained(sb.String())
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
