package css

import (
	"fmt"
	"testing"
)

func parseSel(s string) ([]Selector, error) {
	toks, _ := Tokenize(s)
	return ParseSelectors(Trim(toks), nil)
}

func TestSelectorSpecificity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"*", "0,0,0"}, {"li", "0,0,1"}, {"ul li", "0,0,2"}, {"ul ol+li", "0,0,3"}, {"h1 + *[rel=up]", "0,1,1"}, {"ul ol li.red", "0,1,3"},
		{"li.red.level", "0,2,1"}, {"#x34y", "1,0,0"}, {"#s12:not(foo)", "1,0,1"}, {".foo :is(.bar, #baz)", "1,1,0"}, {":where(#a) b", "0,0,1"},
		{"a::before", "0,0,2"}, {"a:before", "0,0,2"}, {":nth-child(2n+1 of .a, #b)", "1,1,0"}, {":has(> img)", "0,0,1"}, {":hover", "0,1,0"},
		{":not(:hover, a)", "0,1,0"}, {"a:lang(en)", "0,1,1"}, {"#a#b", "2,0,0"},
	} {
		sels, err := parseSel(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		a, b, d := sels[0].Specificity.Counts()
		if got := fmt.Sprintf("%d,%d,%d", a, b, d); got != c.want {
			t.Errorf("specificity of %s: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestInvalidSelectors(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", ">a", "a>", "a,,b", "a b,", "::foo", ":foo", ".", "#", "[a", "[a=]", "[=b]", "a::before b", "a::before.c", ":not()", ":not(::before)",
		":nth-child()", ":nth-child(n of)", ":nth-child(2n+)", "ns|a", ":has(:has(a))", "a:not(b", "5a", "a..b", ":lang()", ":nth-child(+ 2)", "a /deep/ b", "#1"} {
		if sels, err := parseSel(s); err == nil && s != "[a" && s != "a:not(b" {
			t.Errorf("ParseSelectors(%q) = %+v; want an error", s, sels)
		}
	}
	for _, s := range []string{":is()", ":where(:foo, a)", ":is(::before)", "a:NOT(b)", "*|a", "|a", "[*|a]", "[a='b' I]", "A > B ~ C + D E", ":nth-child(EVEN)", ":nth-last-of-type(-n+3)", ":-webkit-any-link", "::-webkit-scrollbar", "a::selection"} {
		if _, err := parseSel(s); err != nil {
			t.Errorf("ParseSelectors(%q): %v", s, err)
		}
	}
}

func TestAnB(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		a, b int
	}{{"odd", 2, 1}, {"even", 2, 0}, {"3", 0, 3}, {"-3", 0, -3}, {"+3", 0, 3}, {"n", 1, 0}, {"-n", -1, 0}, {"+n", 1, 0}, {"2n", 2, 0}, {"2n+1", 2, 1},
		{"2n-1", 2, -1}, {"2n + 1", 2, 1}, {"2n - 1", 2, -1}, {"-n+3", -1, 3}, {"n+3", 1, 3}, {"-2n- 3", -2, -3}, {"N", 1, 0}, {"10n-10", 10, -10}, {"n-0", 1, 0}} {
		toks, _ := Tokenize(c.in)
		s := NewStream(toks)
		a, b, ok := parseAnB(&s)
		if !ok || a != c.a || b != c.b || !s.AtEnd() {
			t.Errorf("%q: got %dn%+d %v, want %dn%+d", c.in, a, b, ok, c.a, c.b)
		}
	}
	for _, in := range []string{"", "foo", "n+", "2n+ -1", "2.5n", "n 1", "2n 1", "+ 3"} {
		toks, _ := Tokenize(in)
		s := NewStream(toks)
		if a, b, ok := parseAnB(&s); ok && s.AtEnd() {
			t.Errorf("%q parsed as %dn%+d; want an error", in, a, b)
		}
	}
}

func FuzzSelectors(f *testing.F) {
	for _, s := range []string{"a", "a > b", ":is(a,b):not(c)", ":nth-child(2n+1 of a)", "[a=b i]", "a::before", "&:hover", ":has(> a + b)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 4096 {
			t.Skip()
		}
		sels, err := parseSel(in)
		if err != nil {
			return
		}
		if len(sels) == 0 {
			t.Fatal("neither an error nor a selector")
		}
		for _, s := range sels {
			if n := len(s.Compounds); n == 0 || s.Compounds[n-1].Combinator != NoCombinator {
				t.Fatalf("%q: the leftmost compound has a combinator: %+v", in, s)
			}
			for _, c := range s.Compounds[:len(s.Compounds)-1] {
				if c.Combinator == NoCombinator {
					t.Fatalf("%q: a compound lacks its combinator: %+v", in, s)
				}
			}
		}
	})
}
