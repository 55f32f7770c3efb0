package style

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// TestCascade checks documents in which #t must have the colour green or another value, each for one rule of the
// cascade.
func TestCascade(t *testing.T) {
	t.Parallel()
	const green = "rgb(0, 128, 0)"
	for _, c := range []struct{ name, html, prop, want string }{
		{"specificity", `<style>#t{color:green} p.a{color:red}</style><p id=t class=a>`, "color", green},
		{"order", `<style>.a{color:red} .a{color:green}</style><p id=t class=a>`, "color", green},
		{"inline beats sheets", `<style>#t{color:red}</style><p id=t style="color:green">`, "color", green},
		{"important beats inline", `<style>p{color:green!important}</style><p id=t style="color:red">`, "color", green},
		{"important inline beats important", `<style>#t{color:red!important}</style><p id=t style="color:green!important">`, "color", green},
		{"an invalid value leaves the earlier one", `<style>#t{color:green;color:12px}</style><p id=t>`, "color", green},
		{"author beats hints", `<style>font{color:green}</style><font id=t color=red>`, "color", green},
		{"hints beat the user agent", `<p id=t align=right>`, "text-align", "-webkit-right"},
		{"unlayered beats layers", `<style>@layer a{#t{color:red}} p{color:green}</style><p id=t>`, "color", green},
		{"later layers win", `<style>@layer a{#t{color:red}} @layer b{p{color:green}}</style><p id=t>`, "color", green},
		{"layer order is declared", `<style>@layer b,a;@layer a{p{color:green}} @layer b{#t{color:red}}</style><p id=t>`, "color", green},
		{"nested layers come before their parent", `<style>@layer a{p{color:green} @layer b{#t{color:red}}}</style><p id=t>`, "color", green},
		{"layer names with dots", `<style>@layer a.b{p{color:red}} @layer c{p{color:green}} @layer a.b{#t{color:red}}</style><p id=t>`, "color", green},
		{"important layers are reversed", `<style>@layer a{p{color:green!important}} @layer b{#t{color:red!important}} #t{color:red!important}</style><p id=t>`, "color", green},
		{"revert", `<style>p{display:inline} #t{display:revert}</style><p id=t>`, "display", "block"},
		{"revert rolls hints back too", `<style>p{text-align:revert}</style><p id=t align=right>`, "text-align", "start"},
		{"revert-layer", `<style>@layer a{p{color:green}} @layer b{p{color:red} #t{color:revert-layer}}</style><p id=t>`, "color", green},
		{"inline revert-layer", `<style>#t{color:green}</style><p id=t style="color:red;color:revert-layer">`, "color", green},
		{"inherit", `<div style="border:3px solid green"><p id=t style="border:inherit">`, "border-top-width", "3px"},
		{"initial of an inherited property", `<div style="visibility:hidden"><p id=t style="visibility:initial">`, "visibility", "visible"},
		{"unset inherits", `<div style="color:green"><p id=t style="color:red;color:unset">`, "color", green},
		{"all", `<div style="color:green"><p id=t style="display:flex;margin:3px;all:unset">`, "display", "inline"},
		{"all keeps currentcolor", `<div style="color:red"><p id=t style="all:unset;color:green">`, "-webkit-text-fill-color", green},
		{"all keeps direction", `<p id=t style="direction:rtl;all:initial">`, "direction", "rtl"},
		{"shorthand resets", `<p id=t style="background-color:red;background:none">`, "background-color", "rgba(0, 0, 0, 0)"},
		{"shorthand with important", `<p id=t style="margin:3px!important;margin-left:5px">`, "margin-left", "3px"},
		{"logical after physical", `<p id=t style="margin-left:1px;margin-inline-start:2px">`, "margin-left", "2px"},
		{"physical after logical", `<p id=t style="margin-inline-start:2px;margin-left:1px">`, "margin-left", "1px"},
		{"logical in rtl", `<p id=t dir=rtl style="margin-inline-start:2px">`, "margin-right", "2px"},
		{"logical in vertical", `<p id=t style="writing-mode:vertical-rl;margin-block-start:2px">`, "margin-right", "2px"},
		{"logical revert", `<style>p{margin-left:1px} @layer x{p{margin-left:7px}}</style><p id=t style="margin-inline-start:revert-layer">`, "margin-left", "1px"},
		{"nesting", `<style>div{& p{color:red} .a &{color:red} > p{color:green}}</style><div><p id=t></p></div>`, "color", green},
		{"nesting without ampersand", `<style>div{p{color:green}}</style><div><p id=t>`, "color", green},
		{"nesting has the specificity of its parent list", `<style>#x,div{p{color:green}} div p.c{color:red}</style><div><p id=t class=c>`, "color", green},
		{"declarations behind nested rules come later", `<style>p{&{color:red} color:green}</style><p id=t>`, "color", green},
		{"nested media", `<style>p{@media (min-width:1px){color:green}}</style><p id=t>`, "color", green},
		{"media", `<style>p{color:green}@media (max-width:1000px){p{color:red}}@media print{p{color:red}}</style><p id=t>`, "color", green},
		{"media attribute", `<style>p{color:green}</style><style media=print>p{color:red}</style><p id=t>`, "color", green},
		{"supports", `<style>@supports (display:grid) and (not (display:frob)){p{color:green}} @supports (foo:bar){p{color:red}}</style><p id=t>`, "color", green},
		{"supports selector", `<style>@supports selector(:has(a)){p{color:green}} @supports selector(:frob){p{color:red}}</style><p id=t>`, "color", green},
		{"overflow visible beside hidden", `<p id=t style="overflow-x:hidden">`, "overflow-y", "auto"},
		{"border without style has no width", `<p id=t style="border-width:3px">`, "border-top-width", "0px"},
		{"currentcolor of a border follows", `<p id=t style="border:1px solid;color:green">`, "border-top-color", green},
		{"inherited currentcolor shadow follows", `<div style="color:red;text-shadow:1px 1px"><p id=t style="color:green">`, "text-shadow", "rgb(0, 128, 0) 1px 1px 0px"},
		{"em of the font size is the parent's", `<div style="font-size:20px"><p id=t style="font-size:2em;margin:1em">`, "margin-top", "40px"},
		{"line-height number inherits as a factor", `<div style="font-size:10px;line-height:2"><p id=t style="font-size:20px">`, "line-height", "40px"},
		{"line-height inherit takes the factor", `<div style="font-size:10px;line-height:2"><p id=t style="font-size:20px;line-height:inherit">`, "line-height", "40px"},
		{"font inherit takes the factor", `<div style="font:10px/2 Inter"><button id=t style="font:inherit;font-size:20px">`, "line-height", "40px"},
		{"line-height percentage inherits as a length", `<div style="font-size:10px;line-height:200%"><p id=t style="font-size:20px">`, "line-height", "20px"},
		{"rem", `<html style="font-size:10px"><p id=t style="margin:2rem">`, "margin-top", "20px"},
		{"rem on the root is the initial size", `<html id=t style="font-size:2rem">`, "font-size", "32px"},
		{"monospace is smaller", `<code id=t>`, "font-size", "13px"},
		{"monospace with a second family is not", `<code id=t style="font-family:monospace,serif">`, "font-size", "16px"},
		{"monospace of an absolute size is not", `<p style="font-size:20px"><code id=t>`, "font-size", "20px"},
		{"float blockifies", `<span id=t style="float:left">`, "display", "block"},
		{"flex items blockify", `<div style="display:flex"><b id=t style="display:inline-grid">`, "display", "grid"},
		{"through contents", `<div style="display:flex"><p style="display:contents"><b id=t>`, "display", "block"},
		{"items do not float", `<div style="display:flex"><b id=t style="float:left">`, "float", "none"},
		{"absolute does not float", `<b id=t style="float:left;position:absolute">`, "float", "none"},
		{"the root is a block", `<html id=t style="display:inline">`, "display", "block"},
		{"line clamp box is a block", `<p id=t style="display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical">`, "display", "flow-root"},
		{"cellpadding", `<table cellpadding=7><tr><td id=t>`, "padding-top", "7px"},
		{"align center stops at tables", `<center><table id=t>`, "text-align", "start"},
	} {
		tree := compute(t, c.html)
		if got := computedText[c.prop](styleOf(t, tree, "t")); got != c.want {
			t.Errorf("%s: %s\n%s: got %s, want %s", c.name, c.html, c.prop, got, c.want)
		}
	}
}

func TestOverridesAndExtraSheets(t *testing.T) {
	t.Parallel()
	d, err := dom.ParseHTML(`<style>p{color:red}</style><p id=t style="color:red;margin:1px">`, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	id := dom.NodeID(len(d.Nodes) - 1)
	tree, err := Compute(d, Options{Width: 10, Height: 10, ExtraSheets: []dom.Sheet{{Text: "p{color:blue;padding:2px}"}},
		Overrides: []Override{{Node: id, Declarations: "color:green"}}})
	if err != nil {
		t.Fatal(err)
	}
	s := tree.Styles[id]
	if s.Color != (Color{G: 128, A: 255}) || s.Margin[0].Px != 1 || s.Padding[0].Px != 2 {
		t.Errorf("got colour %v, margin %v, padding %v", s.Color, s.Margin[0], s.Padding[0])
	}
	if _, err := Compute(d, Options{}); err == nil {
		t.Error("a canvas without a size is accepted")
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, html, prop, want string }{
		{"inherited", `<div style="--a:3px"><p id=t style="margin:var(--a)">`, "margin-top", "3px"},
		{"fallback", `<p id=t style="margin:var(--a, 3px)">`, "margin-top", "3px"},
		{"nested fallback", `<p id=t style="margin:var(--a, var(--b, 3px))">`, "margin-top", "3px"},
		{"empty fallback", `<p id=t style="font-family:var(--a,) serif">`, "font-family", "serif"},
		{"missing makes it unset", `<div style="color:green"><p id=t style="color:red;color:var(--a)">`, "color", "rgb(0, 128, 0)"},
		{"in a shorthand", `<p id=t style="--a:1px 2px;margin:var(--a) 3px">`, "margin-bottom", "3px"},
		{"in calc", `<p id=t style="--a:2;margin:calc(var(--a) * 3px)">`, "margin-top", "6px"},
		{"of variables", `<p id=t style="--a:var(--b);--b:3px;margin:var(--a)">`, "margin-top", "3px"},
		{"cycle", `<p id=t style="--a:var(--b);--b:var(--a);margin:var(--a, 3px)">`, "margin-top", "3px"},
		{"self cycle with fallback", `<p id=t style="--a:var(--a, 1px);margin:var(--a, 3px)">`, "margin-top", "3px"},
		{"initial is invalid", `<div style="--a:1px"><p id=t style="--a:initial;margin:var(--a, 3px)">`, "margin-top", "3px"},
		{"names keep their case", `<p id=t style="--a:1px;--A:3px;margin:var(--A)">`, "margin-top", "3px"},
		{"important", `<style>p{--a:3px!important}</style><p id=t style="--a:1px;margin:var(--a)">`, "margin-top", "3px"},
		{"tokens do not join", `<p id=t style="--a:3;margin:5px;margin:var(--a)px">`, "margin-top", "0px"},
		{"css-wide", `<div style="color:green"><p id=t style="--a:inherit;color:red;color:var(--b, inherit)">`, "color", "rgb(0, 128, 0)"},
		{"braces and commas", `<p id=t style="--a:rgb(0, 128, 0);color:var(--a)">`, "color", "rgb(0, 128, 0)"},
		{"registered initial", `<style>@property --a{syntax:"<length>";inherits:false;initial-value:3px}</style><div style="--a:1px"><p id=t style="margin:var(--a)">`, "margin-top", "3px"},
		{"registered refuses", `<style>@property --a{syntax:"<length>";inherits:false;initial-value:3px}</style><p id=t style="--a:red;margin:var(--a)">`, "margin-top", "3px"},
		{"registered is relative to the element that declares it", `<style>@property --a{syntax:"<length>";inherits:true;initial-value:3px}</style><div style="font-size:20px;--a:2em;--b:calc(var(--a) * 2)"><p id=t style="font-size:10px;margin:var(--a) var(--b)">`, "margin-top", "40px"},
		{"what depends on a registered one", `<style>@property --a{syntax:"<length>";inherits:true;initial-value:3px}</style><div style="font-size:20px;--a:2em;--b:calc(var(--a) * 2)"><p id=t style="font-size:10px;margin:var(--a) var(--b)">`, "margin-right", "80px"},
		{"zoomed registered", `<style>@property --a{syntax:"<length>";inherits:true;initial-value:3px}</style><p id=t style="zoom:2;font-size:10px;--a:2em;margin:var(--a)">`, "margin-top", "40px"},
		{"range of a container's style", `<style>div{--a:12px;--n:5} @container style(4 < --n <= 5) and style(--a > 10px) and (not style(--a = 13px)){p{margin:3px}}</style><div><p id=t>`, "margin-top", "3px"},
		{"range of another type", `<style>div{--a:12px} @container style(--a > 10){p{margin:3px}}</style><div><p id=t style="margin:1px">`, "margin-top", "1px"},
		{"range in if()", `<p id=t style="--n:5;margin:if(style(--n >= 5): 3px; else: 1px)">`, "margin-top", "3px"},
		{"style query of a registered colour", `<style>@property --c{syntax:"<color>";inherits:true;initial-value:red}div{--c:#00f}@container style(--c: blue){p{margin:3px}}</style><div><p id=t>`, "margin-top", "3px"},
		{"style query of text as it is written", `<style>div{--c:010}@container style(--c: 10){p{margin:3px}}</style><div><p id=t style="margin:1px">`, "margin-top", "1px"},
		{"env", `<p id=t style="margin:env(safe-area-inset-top, 9px)">`, "margin-top", "0px"},
		{"attr with a unit", `<style>p{margin:attr(data-m px)}</style><p data-m=5><p id=t data-m=3>`, "margin-top", "3px"},
		{"attr with a type", `<p id=t data-c=green style="color:red;color:attr(data-c type(<color>))">`, "color", "rgb(0, 128, 0)"},
		{"attr fallback", `<p id=t style="margin:attr(data-m px, 3px)">`, "margin-top", "3px"},
		{"attr that does not fit", `<p id=t data-m=x style="margin:attr(data-m px, 3px)">`, "margin-top", "3px"},
		{"env fallback", `<p id=t style="margin:env(foo, 3px)">`, "margin-top", "3px"},
	} {
		tree := compute(t, c.html)
		if got := computedText[c.prop](styleOf(t, tree, "t")); got != c.want {
			t.Errorf("%s: %s\n%s: got %s, want %s", c.name, c.html, c.prop, got, c.want)
		}
	}
	// A value that doubles at every step must be bounded.
	bomb := "--v0:xxxxxxxxxxxxxxxx;"
	for i := 1; i < 40; i++ {
		bomb += "--v" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + ":var(--v" + prevName(i) + ") var(--v" + prevName(i) + ");"
	}
	s := styleOf(t, compute(t, `<p id=t style="`+bomb+`margin:var(--v39, 3px)">`), "t")
	for name, v := range s.Vars {
		if len(v) > maxVarLength {
			t.Errorf("%s has %d bytes", name, len(v))
		}
	}
}

// TestLongVariables: a variable may hold an image; variables that multiply one are ignored with a warning.
func TestLongVariables(t *testing.T) {
	t.Parallel()
	image := "url(data:image/png;base64," + strings.Repeat("A", 300<<10) + ")"
	for _, c := range []struct{ name, css, want string }{
		{"alone", "--p:" + image + ";background-image:var(--p)", ""},
		{"passed on", "--p:" + image + ";--q:var(--p);background-image:var(--q)", ""},
		{"with others", "--p:" + image + ";background:linear-gradient(red,blue),var(--p) center/cover", ""},
		{"multiplied", "--p:" + image + ";--q:var(--p),var(--p),var(--p),var(--p);--r:var(--q),var(--q),var(--q);background-image:var(--r)", "is too long with its variables; it was ignored"},
	} {
		tree := compute(t, `<p id=t style="`+c.css+`">`)
		layers := styleOf(t, tree, "t").Background
		shown := len(layers) > 0 && layers[len(layers)-1].Image != nil && len(layers[len(layers)-1].Image.URL) > 300<<10
		if shown != (c.want == "") {
			t.Errorf("%s: an image is shown: %v", c.name, shown)
		}
		var got string
		for _, w := range tree.Warnings {
			got += w.Message
		}
		if !strings.HasSuffix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: warnings %.300q, want %q", c.name, got, c.want)
		}
	}
}

func prevName(i int) string {
	if i == 1 {
		return "0"
	}
	return string(rune('0'+(i-1)/10)) + string(rune('0'+(i-1)%10))
}

func TestGeneratedContent(t *testing.T) {
	t.Parallel()
	tree := compute(t, `<style>p::before{content:"a" attr(title) counter(n, lower-roman);color:green} p::after{content:none} li::marker{color:red} q{quotes:"<" ">"} div::before{display:flex}</style>
<p id=t title=T>x<ul><li id=li>y</ul><q id=q>z</q><div id=d></div>`)
	find := func(id string) dom.NodeID {
		for i := range tree.Doc.Nodes {
			if tree.Doc.Nodes[i].ID == id {
				return dom.NodeID(i)
			}
		}
		return dom.None
	}
	p := tree.Before[find("t")]
	if p == nil || len(p.Content) != 3 || p.Content[1].Text != "T" || p.Content[2].Counter != "n" || p.Style.Color.G != 128 {
		t.Errorf("::before is %+v", p)
	}
	if tree.After[find("t")] != nil || tree.Before[find("d")] != nil {
		t.Error("content: none or normal made a box")
	}
	if m := tree.Marker[find("li")]; m == nil || m.Style.Color.R != 255 {
		t.Errorf("::marker is %+v", m)
	}
	if q := tree.Before[find("q")]; q == nil || q.Content[0].Kind != ContentOpenQuote || q.Style.Quotes[0] != "<" {
		t.Errorf("q::before is %+v", q)
	}
}

func TestEqualElementsShareAStyle(t *testing.T) {
	t.Parallel()
	tree := compute(t, `<style>li{color:red}</style><ul><li>a<li>b<li style="color:blue">c</ul>`)
	var lis []*Computed
	for i := range tree.Doc.Nodes {
		if tree.Doc.Nodes[i].Tag == "li" {
			lis = append(lis, tree.Styles[i])
		}
	}
	if lis[0] != lis[1] || lis[0] == lis[2] {
		t.Errorf("equal styles must be shared, others not: %p %p %p", lis[0], lis[1], lis[2])
	}
}

// TestObliqueAngles: text below 14 degrees is upright, as in browsers.
func TestObliqueAngles(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Slant{
		"oblique": SlantOblique, "oblique 14deg": SlantOblique, "oblique .25turn": SlantOblique, "oblique calc(10deg + 5deg)": SlantOblique,
		"oblique 13.9deg": SlantNormal, "oblique 0deg": SlantNormal, "oblique -20deg": SlantNormal, "italic": SlantItalic,
	} {
		if got := styleOf(t, compute(t, `<p id=t style="font-style:`+value+`">`), "t").Font.Slant; got != want {
			t.Errorf("%s: slant %d, want %d", value, got, want)
		}
	}
}
