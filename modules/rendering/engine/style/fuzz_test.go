package style

import (
	"math"
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// FuzzCompute computes styles for arbitrary sheets: the result has no NaN or infinity, every displayed element has a
// style, and a second run gives the same result.
func FuzzCompute(f *testing.F) {
	for _, s := range []string{"p{color:red}", "p{width:calc(1px/0);margin:calc(nan*1px)}", "p{--a:var(--b);--b:var(--a);color:var(--a)}",
		"*{display:flex;grid:auto-flow/1fr 1fr}", "@layer a{p{color:red;&:hover{b:c}}}", "p::before{content:counter(a)}",
		"p{font:1e30em/9e9 x;transform:rotate(1e30turn) scale(1e38)}", "p{background:radial-gradient(circle at calc(infinity*1%),red,blue)}",
		"p{color:color-mix(in oklch,lab(1e9 1e9 1e9),hsl(1e30 5% 5%))}", "p{opacity:calc(log(-1));letter-spacing:1e38%}", "p{width:round(1e30px,1e-30px)}",
		"p{zoom:calc(sign(1em));animation:x calc(sign(1em) * 1s)}@font-face{font-family:x;src:url(y);font-weight:calc(sign(1em)*400);font-stretch:calc(1% * sign(1em))}@page{margin:2em;size:calc(1em)}@media (width>calc(1em)){a{}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sheet string) {
		if len(sheet) > 4096 {
			t.Skip()
		}
		d, err := dom.FromTree(&dom.Tree{Tag: "div", Style: []dom.Attr{{Name: "color", Value: "red"}}, Children: []*dom.Tree{
			{Tag: "style", Text: sheet}, {Tag: "p", ID: "t", Text: "x", Children: []*dom.Tree{{Tag: "b", Text: "y"}}}}}, "/document", dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := Compute(d, Options{Width: 100, Height: 50})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range a.Styles {
			if s != nil {
				checkFinite(t, reflect.ValueOf(*s), d.Nodes[i].Path)
				continue
			}
			n := &d.Nodes[i]
			if n.Type == dom.Element && n.Parent != dom.None {
				if p := a.Styles[n.Parent]; p != nil && p.Display != DisplayNone {
					t.Fatalf("%s has no style", n.Path)
				}
			}
		}
		b, _ := Compute(d, Options{Width: 100, Height: 50})
		if !reflect.DeepEqual(a.Warnings, b.Warnings) {
			t.Fatalf("the warnings differ between two runs: %v and %v", a.Warnings, b.Warnings)
		}
		if i := len(a.Styles) - 2; a.Styles[i] != nil && !reflect.DeepEqual(a.Styles[i].Width, b.Styles[i].Width) {
			t.Fatal("the styles differ between two runs")
		}
	})
}

// checkFinite reports NaN and infinite floats in a value.
func checkFinite(t *testing.T, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			t.Fatalf("%s is %v", path, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			checkFinite(t, v.Field(i), path+"."+v.Type().Field(i).Name)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			checkFinite(t, v.Index(i), path)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			checkFinite(t, v.Elem(), path)
		}
	}
}

// FuzzProperties parses arbitrary values of every property: an accepted value is accepted again after its tokens are
// serialized and tokenized.
func FuzzProperties(f *testing.F) {
	for _, s := range []string{"red", "1px solid", "repeat(2, [a] 1fr)", "calc(1px + 2%)", "a 1s, b 2s", `"a b" 1fr / auto`, "url(x) center / cover", "italic 1px/2 x", "rotate(1deg)", "none"} {
		f.Add(s)
	}
	names := make([]string, 0, len(props.props)+len(props.shorthands))
	for _, p := range props.props[1:] {
		names = append(names, p.name)
	}
	for n := range props.shorthands { // every name is tried: the order does not matter
		names = append(names, n)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 1024 {
			t.Skip()
		}
		toks, _ := css.Tokenize(in)
		for _, tok := range toks {
			switch tok.Kind {
			case css.BadString, css.BadURL, css.Semicolon:
				t.Skip()
			}
		}
		toks = css.Trim(toks)
		again, _ := css.Tokenize(css.Serialize(toks))
		for _, n := range names {
			if supports(n, toks) && !supports(n, css.Trim(again)) {
				t.Fatalf("%s: %q is accepted, but its serialization %q is not", n, in, css.Serialize(toks))
			}
		}
	})
}
