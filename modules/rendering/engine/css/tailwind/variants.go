package tailwind

import (
	"slices"
	"strconv"
	"strings"
)

// breakpoints maps the responsive variants to minimum widths of the canvas.
var breakpoints = map[string]string{"sm": "40rem", "md": "48rem", "lg": "64rem", "xl": "80rem", "2xl": "96rem"}

// states holds the pseudo-classes of variants, in the order in which their rules follow each other.
var states = [][2]string{
	{"first", ":first-child"}, {"last", ":last-child"}, {"only", ":only-child"}, {"odd", ":nth-child(odd)"}, {"even", ":nth-child(even)"},
	{"first-of-type", ":first-of-type"}, {"last-of-type", ":last-of-type"}, {"only-of-type", ":only-of-type"}, {"visited", ":visited"},
	{"target", ":target"}, {"open", ":is([open], :open)"}, {"default", ":default"}, {"checked", ":checked"}, {"indeterminate", ":indeterminate"},
	{"placeholder-shown", ":placeholder-shown"}, {"autofill", ":autofill"}, {"optional", ":optional"}, {"required", ":required"}, {"valid", ":valid"},
	{"invalid", ":invalid"}, {"user-valid", ":user-valid"}, {"user-invalid", ":user-invalid"}, {"in-range", ":in-range"},
	{"out-of-range", ":out-of-range"}, {"read-only", ":read-only"}, {"empty", ":empty"}, {"focus-within", ":focus-within"}, {"hover", ":hover"},
	{"focus", ":focus"}, {"focus-visible", ":focus-visible"}, {"active", ":active"}, {"enabled", ":enabled"}, {"disabled", ":disabled"},
	{"inert", ":is([inert], [inert] *)"},
}

// parts holds the pseudo-elements of variants, and the children and descendants.
var parts = map[string]string{
	"before": "::before", "after": "::after", "marker": "::marker", "first-letter": "::first-letter", "first-line": "::first-line",
	"placeholder": "::placeholder", "file": "::file-selector-button", "backdrop": "::backdrop", "selection": "::selection",
	"details-content": "::details-content", "*": ":is(& > *)", "**": ":is(& *)",
	"ltr": `:where(:dir(ltr), [dir="ltr"], [dir="ltr"] *)`, "rtl": `:where(:dir(rtl), [dir="rtl"], [dir="rtl"] *)`,
}

// queries holds the media conditions of variants.
var queries = map[string]string{
	"print": "print", "portrait": "(orientation: portrait)", "landscape": "(orientation: landscape)", "dark": "(prefers-color-scheme: dark)",
	"motion-safe": "(prefers-reduced-motion: no-preference)", "motion-reduce": "(prefers-reduced-motion: reduce)",
	"contrast-more": "(prefers-contrast: more)", "contrast-less": "(prefers-contrast: less)", "noscript": "(scripting: none)",
	"forced-colors": "(forced-colors: active)", "inverted-colors": "(inverted-colors: inverted)",
	"pointer-none": "(pointer: none)", "pointer-coarse": "(pointer: coarse)", "pointer-fine": "(pointer: fine)",
	"any-pointer-none": "(any-pointer: none)", "any-pointer-coarse": "(any-pointer: coarse)", "any-pointer-fine": "(any-pointer: fine)",
}

// The ranks of variants order the rules: those of a higher rank follow. Widths are added in pixels.
const (
	rankState     = 1
	rankStructure = 60
	rankQuery     = 100
	rankMax       = 10_000
	rankMin       = 20_000
	rankBoxMax    = 30_000
	rankBoxMin    = 40_000
	rankScheme    = 100_000
	rankPrint     = 200_000
	widest        = 5_000
)

// variant adds a variant to the rule; it returns false for one that is not known.
func (r *rule) variant(v string) bool {
	if part, ok := parts[v]; ok {
		r.selectors = append(r.selectors, part)
		r.variantRank += rankState
		return true
	}
	if selector, rank, ok := state(v); ok {
		r.selectors = append(r.selectors, selector)
		r.variantRank += rank
		return true
	}
	if condition, rank, ok := query(v); ok {
		r.wrap = append(r.wrap, condition)
		r.variantRank += rank
		return true
	}
	if rest, ok := strings.CutPrefix(v, "not-"); ok {
		condition, rank, ok := query(rest)
		if !ok {
			return false
		}
		at, inner, _ := strings.Cut(condition, " ")
		r.wrap = append(r.wrap, at+" not "+inner)
		r.variantRank += rank
		return at == "@media" || at == "@supports"
	}
	return r.relation(v) || r.custom(v)
}

// custom adds an arbitrary variant.
func (r *rule) custom(v string) bool {
	a, ok := arbitrary(v)
	if !ok {
		return false
	}
	r.variantRank += rankState
	if strings.HasPrefix(a, "@") {
		r.wrap = append(r.wrap, a)
		return true
	}
	if !strings.Contains(a, "&") {
		if a[0] == '>' || a[0] == '+' || a[0] == '~' {
			a = "&" + a
		} else {
			a = "&:is(" + a + ")"
		}
	}
	r.selectors = append(r.selectors, a)
	return true
}

// relation adds a variant that depends on the state of another element: group, peer or in.
func (r *rule) relation(v string) bool {
	v, name := cutModifier(v)
	for _, kind := range [...]struct{ prefix, class, join string }{{"group-", "group", " "}, {"peer-", "peer", " ~ "}} {
		rest, ok := strings.CutPrefix(v, kind.prefix)
		if !ok {
			continue
		}
		selector, _, ok := state(rest)
		if !ok {
			return false
		}
		class := kind.class
		if name != "" {
			class += `\/` + escaped(name)
		}
		other := ":where(." + class + ")"
		if strings.Contains(selector, "&") {
			other = strings.ReplaceAll(selector, "&", other)
		} else {
			other += selector
		}
		r.selectors = append(r.selectors, ":is("+other+kind.join+"&)")
		r.variantRank += rankState
		return true
	}
	rest, ok := strings.CutPrefix(v, "in-")
	if !ok || name != "" {
		return false
	}
	selector, _, ok := state(rest)
	if !ok || strings.Contains(selector, "&") {
		return false
	}
	r.selectors = append(r.selectors, ":where("+selector+") &")
	r.variantRank += rankStructure
	return true
}

// cutModifier separates the name after the last slash outside brackets.
func cutModifier(v string) (rest, name string) {
	if i := strings.LastIndexByte(v, '/'); i > 0 && strings.LastIndexAny(v, "])") < i {
		return v[:i], v[i+1:]
	}
	return v, ""
}

// escaped escapes what cannot stand in a name.
func escaped(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c < 0x80 && c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// state returns the selector of a state of an element, to be appended to a compound selector; one with & contains it.
func state(v string) (selector string, rank int, ok bool) {
	if i := slices.IndexFunc(states, func(s [2]string) bool { return s[0] == v }); i >= 0 {
		return states[i][1], rankState + i, true
	}
	if a, ok := arbitrary(v); ok {
		if strings.HasPrefix(a, "@") {
			return "", 0, false
		}
		if strings.Contains(a, "&") {
			return a, rankState, true
		}
		return ":is(" + a + ")", rankState, true
	}
	for _, f := range [...]struct{ prefix, name string }{
		{"nth-last-of-type-", "nth-last-of-type"}, {"nth-of-type-", "nth-of-type"}, {"nth-last-", "nth-last-child"}, {"nth-", "nth-child"},
	} {
		if rest, found := strings.CutPrefix(v, f.prefix); found {
			a, arb := arbitrary(rest)
			if !arb {
				if _, err := strconv.ParseUint(rest, 10, 16); err != nil {
					return "", 0, false
				}
				a = rest
			}
			return ":" + f.name + "(" + a + ")", rankStructure + 3, true
		}
	}
	return attributeState(v)
}

// attributeState returns the selector of a state that is an attribute or a relation.
func attributeState(v string) (selector string, rank int, ok bool) {
	prefix, rest, found := strings.Cut(v, "-")
	if !found || rest == "" {
		return "", 0, false
	}
	a, arb := arbitrary(rest)
	switch prefix {
	case "data", "aria":
		switch {
		case arb:
			if strings.ContainsAny(a, "[]") {
				return "", 0, false
			}
			if key, value, has := strings.Cut(a, "="); has && value != "" && value[0] != '"' && value[0] != '\'' {
				a = key + `="` + value + `"`
			}
		case prefix == "aria":
			a = rest + `="true"`
		default:
			a = rest
		}
		if !arb && strings.IndexFunc(rest, func(c rune) bool { return c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'z') }) >= 0 {
			return "", 0, false
		}
		return "[" + prefix + "-" + a + "]", rankStructure + 2, true
	case "has", "not":
		if arb {
			if strings.HasPrefix(a, "@") || strings.Contains(a, "&") {
				return "", 0, false
			}
		} else if a, _, ok = state(rest); !ok || strings.Contains(a, "&") {
			return "", 0, false
		}
		if prefix == "not" {
			return ":not(" + a + ")", rankState, true
		}
		return ":has(" + a + ")", rankStructure + 1, true
	case "is": // a name of earlier versions
		return ":is(" + a + ")", rankState, arb
	}
	return "", 0, false
}

// query returns the at-rule of a variant that is a condition on the canvas, a container or the renderer.
func query(v string) (condition string, rank int, ok bool) {
	if q, found := queries[v]; found {
		switch v {
		case "dark":
			return "@media " + q, rankScheme, true
		case "print":
			return "@media " + q, rankPrint, true
		}
		return "@media " + q, rankQuery, true
	}
	if v == "starting" {
		return "@starting-style", rankScheme, true
	}
	if rest, found := strings.CutPrefix(v, "supports-"); found {
		a, arb := arbitrary(rest)
		switch {
		case !arb && strings.ContainsAny(rest, "()[]:'\"/"):
			return "", 0, false
		case !arb:
			a = rest + ": var(--tw)"
		case !strings.Contains(a, ":") && !strings.Contains(a, "("):
			a += ": var(--tw)"
		}
		if strings.Contains(a, "(") && arb && !strings.Contains(a[:strings.IndexByte(a, '(')], ":") {
			return "@supports " + a, rankQuery, true
		}
		return "@supports (" + a + ")", rankQuery, true
	}
	if rest, found := strings.CutPrefix(v, "@"); found {
		return containerQuery(rest)
	}
	rest, below := strings.CutPrefix(v, "max-")
	if !below {
		named := rest
		if rest, ok = strings.CutPrefix(v, "min-"); !ok {
			rest = named
			if breakpoints[rest] == "" {
				return "", 0, false
			}
		}
	}
	width, known := breakpoints[rest]
	if a, arb := arbitrary(rest); arb {
		width, known = a, true
	}
	if below {
		return "@media (width < " + width + ")", rankMax + widest - pixels(width), known
	}
	return "@media (width >= " + width + ")", rankMin + pixels(width), known
}

// containerQuery returns the at-rule of a container variant such as @sm, @max-md/name or @[400px].
func containerQuery(v string) (condition string, rank int, ok bool) {
	v, name := cutModifier(v)
	if name != "" {
		name = escaped(name) + " "
	}
	rest, below := strings.CutPrefix(v, "max-")
	if !below {
		rest = strings.TrimPrefix(v, "min-")
	}
	width, known := containers[rest]
	if a, arb := arbitrary(rest); arb {
		width, known = a, true
	}
	if below {
		return "@container " + name + "(width < " + width + ")", rankBoxMax + widest - pixels(width), known
	}
	return "@container " + name + "(width >= " + width + ")", rankBoxMin + pixels(width), known
}

// pixels returns a width in pixels, at most [widest]; 0 for one in other units.
func pixels(width string) int {
	for unit, factor := range map[string]float64{"rem": 16, "em": 16, "px": 1} {
		number, ok := strings.CutSuffix(width, unit)
		if f, err := strconv.ParseFloat(number, 64); ok && err == nil && f >= 0 {
			return int(min(f*factor, widest))
		}
	}
	return 0
}
