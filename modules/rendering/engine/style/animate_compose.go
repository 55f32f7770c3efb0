package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// The values of animation-composition.
const (
	composeReplace uint8 = iota
	composeAdd
	composeAccumulate
)

// compose returns a keyframe's value combined with the value below the animation (Web Animations §5.5): lists of
// functions and shadows are appended, or accumulated function by function; numbers and lengths are added. Other values
// replace the one below.
func compose(name, under, value string, how uint8) string {
	switch name {
	case "transform", "-webkit-transform", "filter", "backdrop-filter":
		if how == composeAccumulate {
			if v, ok := accumulate(under, value); ok {
				return v
			}
		}
		return joinLists(under, value, " ")
	case "box-shadow", "text-shadow":
		return joinLists(under, value, ", ")
	}
	if discrete[name] || strings.HasPrefix(name, "--") {
		return value
	}
	a, okA := css.Tokenize(under)
	b, okB := css.Tokenize(value)
	if !okA || !okB {
		return value
	}
	a, b = css.Trim(a), css.Trim(b)
	if name == "translate" {
		a, b = padValues(a, b)
	}
	if v, ok := sumQuantities(a, b); ok {
		return v
	}
	return value
}

func joinLists(under, value, separator string) string {
	switch {
	case under == "none":
		return value
	case value == "none":
		return under
	}
	return under + separator + value
}

// sumQuantities adds two lists of numbers, lengths and angles.
func sumQuantities(a, b []css.Token) (string, bool) {
	x, y := components(a), components(b)
	if len(x) == 0 || len(x) != len(y) {
		return "", false
	}
	for i := range x {
		s, _ := css.Tokenize(x[i])
		t, _ := css.Tokenize(y[i])
		if !isSum(s) || !isSum(t) {
			return "", false
		}
		switch {
		case s[0].Kind == css.Number && t[0].Kind == css.Number:
			x[i] = num(s[0].Num + t[0].Num)
		case isZero(s):
			x[i] = y[i]
		case !isZero(t):
			x[i] = "calc(" + x[i] + " + " + y[i] + ")"
		}
	}
	return strings.Join(x, " "), true
}

// isSum reports whether a component can be added: a quantity or a math function.
func isSum(t []css.Token) bool {
	return len(t) > 0 && (len(t) == 1 && isQuantity(t[0]) || t[0].Kind == css.Function && isMathFunction(t[0].Value))
}

// isZero reports whether a component is 0 without a unit.
func isZero(t []css.Token) bool { return len(t) == 1 && t[0].Kind == css.Number && t[0].Num == 0 }

// accumulate adds two lists of the same functions, argument by argument; a function whose identity is 1 accumulates its
// difference from it.
func accumulate(under, value string) (string, bool) {
	a, okA := css.Tokenize(under)
	b, okB := css.Tokenize(value)
	if !okA || !okB {
		return "", false
	}
	fa, fb := functions(planar(css.Trim(a))), functions(planar(css.Trim(b)))
	if len(fa) == 0 || len(fa) != len(fb) {
		return "", false
	}
	out := make([]string, len(fa))
	for i := range fa {
		name := css.Lower(fa[i][0].Value)
		if !css.EqualFold(fb[i][0].Value, name) || mixedAsMatrix[name] {
			return "", false
		}
		x, y := arguments(fa[i]), arguments(fb[i])
		if len(x) != len(y) {
			return "", false
		}
		for k := range x {
			s, _ := css.Tokenize(x[k])
			t, _ := css.Tokenize(y[k])
			v, ok := sumQuantities(css.Trim(s), css.Trim(t))
			if !ok {
				return "", false
			}
			if strings.HasPrefix(identities[name], "1") {
				v = "calc(" + v + " - 1)"
			}
			x[k] = v
		}
		out[i] = name + "(" + strings.Join(x, ",") + ")"
	}
	return strings.Join(out, " "), true
}

// arguments returns the arguments of a function as text.
func arguments(f []css.Token) []string {
	s := css.NewStream(f)
	s.Peek()
	inner := s.Block()
	var out []string
	for _, a := range inner.SplitCommas() {
		out = append(out, css.Serialize(css.Trim(a.T)))
	}
	return out
}
