package dom_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// TestNumbersOfAttributes: integers and numbers ignore white space before and garbage behind, strict numbers do not.
func TestNumbersOfAttributes(t *testing.T) {
	t.Parallel()
	type result struct {
		integer int
		isInt   bool
		number  float64
		isNum   bool
		strict  bool
	}
	for s, want := range map[string]result{
		"5": {5, true, 5, true, true}, " 5": {5, true, 5, true, false}, "5 ": {5, true, 5, true, false}, "0.5abc": {0, true, 0.5, true, false},
		"+5": {5, true, 5, true, false}, "5.": {5, true, 5, true, false}, ".5e1": {0, false, 5, true, true}, "5e0": {5, true, 5, true, true},
		"0x5": {0, true, 0, true, false}, "-5": {-5, true, -5, true, true}, "": {}, "Infinity": {}, "NaN": {}, "5_0": {5, true, 5, true, false},
		"５": {}, "5%": {5, true, 5, true, false}, "--5": {}, ".": {}, "-": {}, "1e1000": {1, true, 0, false, false}, "5e": {5, true, 5, true, false},
		"2147483648": {0, false, 2147483648, true, true}, "-2147483648": {0, false, -2147483648, true, true}, "\t\n5": {5, true, 5, true, false},
	} {
		var got result
		got.integer, got.isInt = dom.Integer(s)
		if v, ok := dom.Number(s); ok {
			got.number, got.isNum = v, true
		}
		v, ok := dom.StrictNumber(s)
		if got.strict = ok; ok && v != got.number {
			t.Errorf("%q: strictly %v", s, v)
		}
		if got != want {
			t.Errorf("%q: got %+v, want %+v", s, got, want)
		}
	}
}
