package css

import (
	"fmt"
	"strings"
	"testing"
)

// outline prints one line per rule, with nested rules in braces.
func outline(rules []Rule) string {
	var out []string
	for _, r := range rules {
		s := Serialize(r.Prelude)
		if r.At != "" {
			s = strings.TrimSpace("@" + r.At + " " + s)
		}
		if r.Bare {
			s = "bare"
		}
		var parts []string
		for _, d := range r.Decls {
			t := d.Name + "=" + Serialize(d.Value)
			if d.Important {
				t += "!"
			}
			parts = append(parts, t)
		}
		if len(r.Rules) > 0 {
			parts = append(parts, outline(r.Rules))
		}
		if r.HasBody {
			s += "{" + strings.Join(parts, ";") + "}"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"simple", "a { color: red; b : c }", "a{color=red;b=c}"},
		{"important", "a{x:1 !important;y:2! IMPORTANT ;z:3!important!}", "a{x=1!;y=2!}"},
		{"bad declaration", "a{color red;b:c;;d}", "a{b=c}"},
		{"unclosed", "a{b:c", "a{b=c}"},
		{"custom property keeps braces", "a{--x:{a:b};--Y: ;z:{}}", "a{--x={a:b};--Y=;z={}}"},
		{"nesting", "a{b:c;&:hover{d:e}f{g:h}i:j}", "a{b=c;&:hover{d=e} f{g=h} bare{i=j}}"},
		{"nested selector that looks like a declaration", "a{b:hover{c:d}e:f}", "a{b:hover{c=d} bare{e=f}}"},
		{"nested at-rule", "a{@media x{b:c;d{e:f}}}", "a{@media x{b=c;d{e=f}}}"},
		{"at-rules", "@import 'x';@media (a){b{c:d}}@font-face{e:f}", `@import "x" @media (a){b{c=d}} @font-face{e=f}`},
		{"cdo", "<!-- a{b:c} -->", "a{b=c}"},
		{"stray brace", "} a{b:c}", "} a{b=c}"},
		{"junk before brace", "a;b{c:d}", "a;b{c=d}"},
		{"bad string ends declaration", "a{b:\"x\ny;c:d}e{f:g}", "a{c=d} e{f=g}"},
		{"bang", "a{b:c!d;e:f}", "a{e=f}"},
	} {
		got := outline(Parse(c.in).Rules)
		if got != c.want {
			t.Errorf("%s: Parse(%q)\n got %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

func TestParseDeclarations(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range ParseDeclarations("color:red;;BACKGROUND : url(a;b) !important;--X: a  b ;junk;x{y:z};w:v") {
		got = append(got, fmt.Sprintf("%s|%s|%v", d.Name, d.Text, d.Important))
	}
	if g, w := strings.Join(got, " / "), "color|red|false / background|url(a;b)|true / --X|a  b|false"; !strings.HasPrefix(g, w) {
		t.Errorf("got %s\nwant %s", g, w)
	}
}

func TestPosition(t *testing.T) {
	t.Parallel()
	s := Parse("a{}\n  b{c:d}")
	if got := s.Position(s.Rules[1].Decls[0].Pos); got != "2:5" {
		t.Errorf("got %s, want 2:5", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a{b:c}", "@media x{a{b:c}}", "a{&b{c:d}e:f}", "a{b:{}}", "@x;", "a{@b{c{d", "}{", "a{b:hover{c:d}e:f}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 1<<14 {
			t.Skip()
		}
		var check func(rules []Rule, depth int)
		check = func(rules []Rule, depth int) {
			if depth > MaxDepth+1 {
				t.Fatalf("rules nest deeper than %d", MaxDepth)
			}
			for _, r := range rules {
				for _, d := range r.Decls {
					if d.Name == "" || int(d.Pos) >= len(in) || len(d.Value) > 0 && (d.Value[0].Kind == Whitespace || d.Value[len(d.Value)-1].Kind == Whitespace) {
						t.Fatalf("declaration %+v without a name, value or position", d)
					}
				}
				check(r.Rules, depth+1)
			}
		}
		check(Parse(in).Rules, 0)
	})
}
