package layout

import "testing"

func TestOperatorDictionary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text          string
		form          mathForm
		before, after float64
		stretchy      bool
	}{
		{"+", infix, 4, 4, false}, {"-", prefix, 0, 0, false}, {"=", infix, 5, 5, false}, {"\u00d7", infix, 3, 3, false}, {",", infix, 0, 3, false},
		{"(", prefix, 0, 0, true}, {"(", infix, 0, 0, true}, {")", postfix, 0, 0, true}, {"\u2211", prefix, 3, 3, false}, {"\u2061", infix, 0, 0, false}, {"\u2192", infix, 5, 5, true},
		{"", infix, 0, 0, false},
	} {
		op := dictionary(c.text, c.form)
		if op.before != c.before || op.after != c.after || op.stretchy != c.stretchy {
			t.Errorf("%q in form %d: %v", c.text, c.form, op)
		}
	}
	if mathItalic('h') != 0x210E || mathItalic('x') != 0x1D465 || mathItalic('1') != '1' {
		t.Error("letters are not mapped to their italic forms")
	}
}
