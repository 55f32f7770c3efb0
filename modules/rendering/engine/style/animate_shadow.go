package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// mixShadows interpolates two shadow lists: the shorter one is extended with transparent shadows. It fails when a shadow
// is inset in one list only.
func mixShadows(a, b []css.Token, box bool, p float64) (string, bool) {
	x, okA := splitShadows(a, box)
	y, okB := splitShadows(b, box)
	if !okA || !okB {
		return "", false
	}
	extend := func(list []shadowParts, like []shadowParts) []shadowParts {
		for _, s := range like[min(len(list), len(like)):] {
			list = append(list, shadowParts{lengths: zeroLengths(box), color: "transparent", inset: s.inset})
		}
		return list
	}
	x, y = extend(x, y), extend(y, x)
	if len(x) == 0 {
		return "none", true
	}
	out := make([]string, len(x))
	for i := range x {
		if x[i].inset != y[i].inset {
			return "", false
		}
		lengths, ok := mixTokens(x[i].lengths, y[i].lengths, p)
		if !ok {
			return "", false
		}
		out[i] = lengths + " " + mixAnimated(x[i].color, y[i].color, p)
		if x[i].inset {
			out[i] = "inset " + out[i]
		}
	}
	return strings.Join(out, ","), true
}

// shadowParts is one shadow: its lengths, 4 of a box shadow and 3 of a text shadow, and its colour.
type shadowParts struct {
	lengths []css.Token
	color   string
	inset   bool
}

func zeroLengths(box bool) []css.Token {
	text := "0px 0px 0px"
	if box {
		text += " 0px"
	}
	out, _ := css.Tokenize(text)
	return out
}

// splitShadows parses a list of shadows.
func splitShadows(t []css.Token, box bool) ([]shadowParts, bool) {
	if len(t) == 1 && t[0].Is("none") {
		return nil, true
	}
	count := 3
	if box {
		count = 4
	}
	whole := css.NewStream(t)
	var out []shadowParts
	for _, s := range whole.SplitCommas() {
		part := shadowParts{color: "currentcolor"}
		var lengths []string
		for !s.AtEnd() {
			if text, end := colorAt(s); end > 0 {
				part.color, s.I = text, end
				continue
			}
			k := s.Peek()
			start := s.I
			s.SkipValue()
			if k.Is("inset") {
				part.inset = true
				continue
			}
			lengths = append(lengths, css.Serialize(css.Trim(s.T[start:s.I])))
		}
		if len(lengths) < 2 || len(lengths) > count {
			return nil, false
		}
		for len(lengths) < count {
			lengths = append(lengths, "0px")
		}
		part.lengths, _ = css.Tokenize(strings.Join(lengths, " "))
		out = append(out, part)
	}
	return out, true
}
