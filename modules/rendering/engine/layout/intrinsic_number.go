package layout

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// spinButtonWidth is the width of the buttons that change the value of a number field, in CSS pixels. Screenshots do not
// show them, but a field that is as wide as its numbers has space for them.
const spinButtonWidth = 15

// numberSize returns the number of characters in the longest of min, max and step, which is the size of a number field
// in Chromium; false if one of the bounds is missing or any step is valid.
func numberSize(n *dom.Node) (characters int, ok bool) {
	step, _ := n.Attr("step")
	if strings.EqualFold(step, "any") {
		return 0, false
	}
	before, after := 1, 0
	for _, name := range []string{"min", "max", "step"} {
		text, _ := n.Attr(name)
		if _, ok := dom.StrictNumber(text); !ok {
			if name == "step" {
				continue // the default is 1
			}
			return 0, false
		}
		b, a := decimalWidths(text)
		before, after = max(before, b), max(after, a)
	}
	if after > 0 {
		after++ // the point
	}
	return min(before+after, maxFieldSize), true
}

// decimalWidths returns the number of characters before and after the point of a number that StrictNumber accepts, as
// Chromium counts them: the zeros that a positive exponent stands for are not counted.
func decimalWidths(text string) (before, after int) {
	sign := 0
	if digits, negative := strings.CutPrefix(text, "-"); negative {
		text, sign = digits, 1
	}
	exponent := 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent, _ = strconv.Atoi(text[i+1:])
		text = text[:i]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 1, 0
	}
	exponent -= len(fraction)
	point := exponent + len(digits)
	switch {
	case exponent >= 0:
		return sign + len(digits), 0
	case point > 0:
		return sign + point, len(digits) - point
	}
	return sign + 1, len(digits) - point
}
