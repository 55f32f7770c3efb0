package liquid

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
)

// filter transforms a value. An error is a sentence for the template's author.
type filter func(r *run, v any, args []any) (any, error)

var (
	plus     = exactly(func(a, b float64) float64 { return a + b }, (*big.Rat).Add)
	absolute = exactly(func(a, _ float64) float64 { return math.Abs(a) }, func(z, a, _ *big.Rat) *big.Rat { return z.Abs(a) })
)

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func arg(args []any, i int) any {
	if i < len(args) {
		return args[i]
	}
	return nil
}

// words returns a filter that applies a function to text.
func words(fn func(r *run, s string) string) filter {
	return func(r *run, v any, _ []any) (any, error) { return fn(r, text(v)), nil }
}

// replaced returns a filter that replaces text and never exceeds the maximum length of a value.
func replaced(n int, with bool) filter {
	return func(_ *run, v any, args []any) (any, error) {
		s, old, to := text(v), text(arg(args, 0)), ""
		if with {
			to = text(arg(args, 1))
		}
		if old == "" {
			return s, nil
		}
		if count := strings.Count(s, old); n < 0 && len(s)+count*(len(to)-len(old)) > maxString {
			return nil, fmt.Errorf("the result has more than %d bytes", maxString)
		}
		return strings.Replace(s, old, to, n), nil
	}
}

// math2 returns a filter that applies a function of two numbers.
func math2(fn func(a, b float64) float64) filter {
	return func(_ *run, v any, args []any) (any, error) {
		a, okA := toFloat(v)
		b, okB := toFloat(arg(args, 0))
		if !okA || !okB {
			return nil, errors.New("both sides must be numbers")
		}
		n := fn(a, b)
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, errors.New("the result is not a number")
		}
		return n, nil
	}
}

func math1(fn func(a float64) float64) filter {
	return math2(func(a, _ float64) float64 { return fn(a) }).with(0.0)
}

// with binds the filter's arguments.
func (f filter) with(args ...any) filter {
	return func(r *run, v any, _ []any) (any, error) { return f(r, v, args) }
}

// lists returns a filter that applies a function to a list; the function must not modify its argument.
func lists(fn func(items []any, args []any) any) filter {
	return func(_ *run, v any, args []any) (any, error) { return fn(list(v), args), nil }
}

var filters = map[string]filter{
	"upcase":         words(func(r *run, s string) string { return cases.Upper(r.options.Locale).String(s) }),
	"downcase":       words(func(r *run, s string) string { return cases.Lower(r.options.Locale).String(s) }),
	"titlecase":      words(func(r *run, s string) string { return cases.Title(r.options.Locale, cases.NoLower).String(s) }),
	"capitalize":     words(capitalize),
	"strip":          words(func(_ *run, s string) string { return strings.TrimSpace(s) }),
	"lstrip":         words(func(_ *run, s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }),
	"rstrip":         words(func(_ *run, s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }),
	"squish":         words(func(_ *run, s string) string { return strings.Join(strings.Fields(s), " ") }),
	"strip_newlines": words(func(_ *run, s string) string { return strings.NewReplacer("\r\n", "", "\n", "").Replace(s) }),
	"url_encode":     words(func(_ *run, s string) string { return url.QueryEscape(s) }),
	// Escaping depends on the placeholder's context; these filters of other implementations are accepted as no-ops.
	"escape": same, "escape_once": same, "h": same, "raw": same,
	"append":  func(_ *run, v any, args []any) (any, error) { return text(v) + text(arg(args, 0)), nil },
	"prepend": func(_ *run, v any, args []any) (any, error) { return text(arg(args, 0)) + text(v), nil },
	"replace": replaced(-1, true), "replace_first": replaced(1, true), "remove": replaced(-1, false), "remove_first": replaced(1, false),
	"truncate": truncate, "truncatewords": truncateWords, "slice": slice, "split": split, "join": join, "default": fallback, "initials": initials,
	"size": func(_ *run, v any, _ []any) (any, error) {
		switch v := v.(type) {
		case []any:
			return float64(len(v)), nil
		case map[string]any:
			return float64(len(v)), nil
		}
		return float64(len([]rune(text(v)))), nil
	},
	"first": lists(func(l, _ []any) any { return member(l, "first", true) }), "last": lists(func(l, _ []any) any { return member(l, "last", true) }),
	"reverse": lists(func(l, _ []any) any { l = slices.Clone(l); slices.Reverse(l); return l }),
	"compact": lists(func(l, _ []any) any {
		return slices.DeleteFunc(slices.Clone(l), func(v any) bool { return v == nil })
	}),
	"concat": lists(func(l, args []any) any { return append(slices.Clone(l), list(arg(args, 0))...) }),
	"map": lists(func(l, args []any) any {
		out := make([]any, len(l))
		for i := range l {
			out[i] = member(l[i], text(arg(args, 0)), true)
		}
		return out
	}),
	"where": lists(func(l, args []any) any {
		var out []any
		for _, item := range l {
			got := member(item, text(arg(args, 0)), true)
			if len(args) > 1 && equal(got, args[1]) || len(args) < 2 && truth(got) {
				out = append(out, item)
			}
		}
		return out
	}),
	"sort": lists(func(l, args []any) any {
		of := func(v any) any {
			if len(args) > 0 {
				return member(v, text(args[0]), true)
			}
			return v
		}
		l = slices.Clone(l)
		slices.SortStableFunc(l, func(a, b any) int { return compare(of(a), of(b)) })
		return l
	}),
	"uniq": lists(func(l, _ []any) any {
		var out []any
		seen := map[string]bool{}
		for _, item := range l {
			if key := fmt.Sprintf("%T %s", item, text(item)); !seen[key] {
				seen[key] = true
				out = append(out, item)
			}
		}
		return out
	}),
	"sum": func(r *run, v any, args []any) (any, error) {
		var total any = 0.0
		for _, item := range list(v) {
			if len(args) > 0 {
				item = member(item, text(args[0]), true)
			}
			if _, ok := toFloat(item); !ok && !long(item) {
				continue
			}
			var err error
			if total, err = plus(r, total, []any{item}); err != nil {
				return nil, err
			}
		}
		return total, nil
	},
	"abs":  func(r *run, v any, _ []any) (any, error) { return absolute(r, v, []any{0.0}) },
	"ceil": math1(math.Ceil), "floor": math1(math.Floor),
	"plus":     plus,
	"minus":    exactly(func(a, b float64) float64 { return a - b }, (*big.Rat).Sub),
	"times":    exactly(func(a, b float64) float64 { return a * b }, (*big.Rat).Mul),
	"at_least": exactly(math.Max, larger), "at_most": exactly(math.Min, smaller), "modulo": math2(math.Mod),
	"divided_by": math2(func(a, b float64) float64 {
		if a == math.Trunc(a) && b == math.Trunc(b) {
			return math.Floor(a / b)
		}
		return a / b
	}),
	"round": func(r *run, v any, args []any) (any, error) {
		digits, _ := toFloat(arg(args, 0))
		scale := math.Pow(10, min(max(math.Trunc(digits), 0), 12))
		return math1(func(a float64) float64 { return math.Round(a*scale) / scale })(r, v, nil)
	},
	"date": date, "number": formatNumber, "percent": formatPercent, "currency": formatCurrency,
}

func same(_ *run, v any, _ []any) (any, error) { return v, nil }

func capitalize(r *run, s string) string {
	head, size := []rune(s), 0
	if len(head) > 0 {
		size = len(string(head[0]))
	}
	return cases.Upper(r.options.Locale).String(s[:size]) + s[size:]
}

func compare(a, b any) int {
	_, okX := toFloat(a)
	_, okY := toFloat(b)
	if okX && okY || long(a) && long(b) {
		if sign, ok := order(a, b); ok {
			return sign
		}
	}
	return strings.Compare(text(a), text(b))
}

func truncate(_ *run, v any, args []any) (any, error) {
	n, end := 50.0, "…"
	if x, ok := toFloat(arg(args, 0)); ok {
		n = x
	}
	if len(args) > 1 {
		end = text(args[1])
	}
	runes := []rune(text(v))
	if float64(len(runes)) <= n {
		return text(v), nil
	}
	keep := int(max(0, n-float64(len([]rune(end)))))
	return strings.TrimRightFunc(string(runes[:keep]), unicode.IsSpace) + end, nil
}

func truncateWords(_ *run, v any, args []any) (any, error) {
	n, end := 15.0, "…"
	if x, ok := toFloat(arg(args, 0)); ok {
		n = max(x, 1)
	}
	if len(args) > 1 {
		end = text(args[1])
	}
	list := strings.Fields(text(v))
	if float64(len(list)) <= n {
		return text(v), nil
	}
	return strings.Join(list[:int(n)], " ") + end, nil
}

func slice(_ *run, v any, args []any) (any, error) {
	from, ok := toFloat(arg(args, 0))
	if !ok {
		return nil, errors.New("the first argument must be a number")
	}
	length := 1.0
	if x, ok := toFloat(arg(args, 1)); ok {
		length = max(x, 0)
	}
	cut := func(n int) (int, int) {
		if from < 0 {
			from += float64(n)
		}
		a := int(min(max(from, 0), float64(n)))
		return a, int(min(float64(a)+length, float64(n)))
	}
	if l, ok := v.([]any); ok {
		a, b := cut(len(l))
		return l[a:b:b], nil
	}
	runes := []rune(text(v))
	a, b := cut(len(runes))
	return string(runes[a:b]), nil
}

func split(_ *run, v any, args []any) (any, error) {
	var out []any
	for _, s := range strings.SplitN(text(v), text(arg(args, 0)), maxItems+1) {
		out = append(out, s)
	}
	return out, nil
}

func join(_ *run, v any, args []any) (any, error) {
	sep := " "
	if len(args) > 0 {
		sep = text(args[0])
	}
	var b strings.Builder
	for i, item := range list(v) {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(text(item))
		if b.Len() > maxString {
			return nil, fmt.Errorf("the result has more than %d bytes", maxString)
		}
	}
	return b.String(), nil
}

func fallback(_ *run, v any, args []any) (any, error) {
	if !truth(v) {
		return arg(args, 0), nil
	}
	return v, nil
}

// initials returns the first letters of the first two words.
func initials(r *run, v any, _ []any) (any, error) {
	out := ""
	for _, w := range strings.Fields(text(v)) {
		if out += string([]rune(w)[:1]); len([]rune(out)) == 2 {
			break
		}
	}
	return cases.Upper(r.options.Locale).String(out), nil
}
