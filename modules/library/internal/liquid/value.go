package liquid

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Safe is markup that is inserted unescaped in text contexts.
type Safe string

// Color is a validated colour: it is inserted into style sheets unchanged.
type Color string

// blank is the literal that equals every empty value.
type blank struct{}

// truth reports whether a value is truthy: neither nil, false nor an empty string. In Liquid an empty string is truthy;
// here it is not, so that an empty optional variable hides what depends on it.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case Safe:
		return v != ""
	case []any:
		return len(v) > 0
	}
	return true
}

func equal(a, b any) bool {
	if _, ok := a.(blank); ok {
		a, b = b, a
	}
	if _, ok := b.(blank); ok {
		switch a := a.(type) {
		case nil:
			return true
		case string:
			return strings.TrimSpace(a) == ""
		case []any:
			return len(a) == 0
		case map[string]any:
			return len(a) == 0
		case blank:
			return true
		}
		return false
	}
	switch x := a.(type) {
	case nil:
		return b == nil
	case bool:
		return b == x
	case float64, json.Number:
		switch b.(type) {
		case float64, json.Number:
			sign, ok := order(x, b)
			return ok && sign == 0
		}
	case string, Color, Safe:
		switch b.(type) {
		case string, Color, Safe:
			return text(a) == text(b)
		}
	}
	return false
}

// toFloat converts a value to a number.
func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case json.Number:
		n, err := v.Float64()
		return n, err == nil
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
	}
	return 0, false
}

// text returns a value as a placeholder writes it.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case Safe:
		return string(v)
	case Color:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.FormatInt(int64(v), 10)
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	case json.Number:
		return strings.Replace(v.String(), "e+", "e", 1)
	case []any:
		var b strings.Builder
		for _, item := range v {
			if b.Len() > maxString {
				break
			}
			b.WriteString(text(item))
		}
		return b.String()
	}
	return ""
}

// list returns the items that a loop iterates over; the members of an object are ordered by name.
func list(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		out := make([]any, 0, len(v))
		for _, k := range keys(v) {
			out = append(out, []any{k, v[k]})
		}
		return out
	case string:
		if v != "" {
			return []any{v}
		}
	}
	return nil
}
