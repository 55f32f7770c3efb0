package css

import (
	"fmt"
	"strings"
	"testing"
)

func kinds(toks []Token) string {
	names := [...]string{"eof", "ident", "function", "at", "hash", "string", "badstring", "url", "badurl", "delim", "number", "percentage", "dimension",
		"ws", "cdo", "cdc", ":", ";", ",", "[", "]", "(", ")", "{", "}"}
	var out []string
	for _, t := range toks {
		s := names[t.Kind]
		switch t.Kind {
		case Ident, Function, AtKeyword, Hash, String, URL, Delim:
			s += "=" + t.Value
		case Number, Percentage:
			s += fmt.Sprintf("=%g", t.Num)
		case Dimension:
			s += fmt.Sprintf("=%g%s", t.Num, t.Value)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestTokenize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"a b", "ident=a ws ident=b"},
		{"a/**/b", "ident=a ident=b"},
		{"-a --b -1 - --", "ident=-a ws ident=--b ws number=-1 ws delim=- ws ident=--"},
		{"1px 1e3 1e3px 1E-2 .5em +.5 1.", "dimension=1px ws number=1000 ws dimension=1000px ws number=0.01 ws dimension=0.5em ws number=0.5 ws number=1 delim=."},
		{"1em2 1e 1e- 5%", "dimension=1em2 ws dimension=1e ws dimension=1e- ws percentage=5"},
		{`"a\"b" 'c\
d' "e`, `string=a"b ws string=cd ws string=e`},
		{"\"a\nb", "badstring ws ident=b"},
		{`\41 b \110000 x a\`, "ident=Ab ws ident=\uFFFDx ws ident=a\uFFFD"},
		{"#abc #1a #", "hash=abc ws hash=1a ws delim=#"},
		{"url(a.png) url( 'x' ) url(a b) URL( a\\)b )", "url=a.png ws function=url ws string=x ws ) ws badurl ws url=a)b"},
		{"@media @ @-x", "at=media ws delim=@ ws at=-x"},
		{"<!-- --> < -->", "cdo ws cdc ws delim=< ws cdc"},
		{"f(a,b){[;:]}", "function=f ident=a , ident=b ) { [ ; : ] }"},
		{"é\x00", "ident=é\uFFFD"},
		{"U+26", "ident=U number=26"},
	} {
		toks, ok := Tokenize(c.in)
		if got := kinds(toks); got != c.want || !ok {
			t.Errorf("Tokenize(%q)\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestTokenizeMatchesBlocks(t *testing.T) {
	t.Parallel()
	toks, _ := Tokenize("a(b[c]d){e")
	if toks[0].Skip != 7 || !toks[0].Closed || toks[2].Skip != 3 || toks[7].Skip != 2 || toks[7].Closed {
		t.Errorf("wrong Skip or Closed: %+v", toks)
	}
	deep := strings.Repeat("(", 10*MaxDepth)
	toks, ok := Tokenize(deep)
	if ok || len(toks) != MaxDepth {
		t.Errorf("text nested too deep: %d tokens, ok %v; want it cut at %d", len(toks), ok, MaxDepth)
	}
}

func TestSerializeKeepsTokensApart(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"a/**/b", "1/**/px", "1/**/2", "@a/**/b", "a/**/(", "-/**/a", "+/**/1", "\\31 a", "1\\65 3", "a\\ b", `"\a"`, "#\\31 x", "-\\31 2"} {
		checkRoundTrip(t, in)
	}
}

// checkRoundTrip checks that serialized tokens tokenize to the same tokens.
func checkRoundTrip(t *testing.T, in string) {
	t.Helper()
	toks, _ := Tokenize(in)
	for _, tok := range toks {
		if tok.Kind == BadString || tok.Kind == BadURL {
			return
		}
	}
	text := Serialize(toks)
	again, _ := Tokenize(text)
	if a, b := kinds(toks), kinds(again); a != b {
		t.Errorf("%q → %q\n got %s\nwant %s", in, text, b, a)
	}
}

func FuzzTokenize(f *testing.F) {
	for _, s := range []string{"a{b:c}", "url(x", "1e3px/**/", `"\`, "\\", "@x (", "U+0-7F", "<!--", "'\n", "a\\\n", "1\\65 3", "\xff\x00", "5%-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 1<<14 {
			t.Skip()
		}
		toks, ok := Tokenize(in)
		last := int32(0)
		for i, tok := range toks {
			if tok.Pos < last || tok.End < tok.Pos || int(tok.End) > len(in) {
				t.Fatalf("token %d of %q has the span %d-%d after one that ends at %d", i, in, tok.Pos, tok.End, last)
			}
			last = tok.End
			if tok.Skip < 0 || i+int(tok.Skip) > len(toks) {
				t.Fatalf("token %d of %q skips %d of %d", i, in, tok.Skip, len(toks))
			}
		}
		if ok {
			checkRoundTrip(t, in)
		}
	})
}
