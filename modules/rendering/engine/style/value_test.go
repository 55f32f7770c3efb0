package style

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// compute computes the styles of a document for a canvas of 1200 × 630.
func compute(t testing.TB, html string) *Tree {
	t.Helper()
	d, err := dom.ParseHTML(html, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := Compute(d, Options{Width: 1200, Height: 630})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// styleOf returns the style of the element with an id.
func styleOf(t testing.TB, tree *Tree, id string) *Computed {
	t.Helper()
	for i := range tree.Doc.Nodes {
		if tree.Doc.Nodes[i].ID == id && tree.Styles[i] != nil {
			return tree.Styles[i]
		}
	}
	t.Fatalf("no style for #%s", id)
	return nil
}

// withDeclaration computes the style of an element with one declaration.
func withDeclaration(t testing.TB, decl string) *Computed {
	t.Helper()
	d, err := dom.ParseHTML(`<!DOCTYPE html><html style="font-size:16px"><body><div style="font:20px/30px serif;color:rgb(0,128,0);width:400px"><div id=t title=tt>`, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	id := dom.NodeID(len(d.Nodes) - 1)
	d.Nodes[id].Inline = decl
	tree, err := Compute(d, Options{Width: 1200, Height: 630})
	if err != nil {
		t.Fatal(err)
	}
	return tree.Styles[id]
}

// TestComputedValues compares computed values with a browser's.
func TestComputedValues(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/values.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for n := range computedText {
		names = append(names, n)
	}
	sort.Strings(names)
	var cur *Computed
	decl := ""
	n := 0
	for _, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			decl = line
			cur = withDeclaration(t, decl)
			n++
		case line == "\tinvalid":
			if ds := css.ParseDeclarations(decl); len(ds) == 1 && supports(ds[0].Name, ds[0].Value) {
				t.Errorf("%s is accepted, want it rejected", decl)
			}
		default:
			name, want, _ := strings.Cut(line[1:], ": ")
			if got := computedText[name](cur); got != want {
				t.Errorf("%s → %s\n got %s\nwant %s", decl, name, got, want)
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d declarations were tested", n)
	}
}

// TestColors compares colours with the pixels that a browser paints; a translucent colour may differ by one, since its
// alpha is a byte here.
func TestColors(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/colors.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if line[0] == '#' {
			continue
		}
		v, px, _ := strings.Cut(line, "\t")
		var want [3]int
		if _, err := fmt.Sscan(px, &want[0], &want[1], &want[2]); err != nil {
			t.Fatal(err)
		}
		c := withDeclaration(t, "background:"+v).BackgroundColor
		for i, ch := range [3]uint8{c.R, c.G, c.B} {
			got := (int(ch)*int(c.A) + 255*(255-int(c.A)) + 127) / 255
			if got < want[i]-1 || got > want[i]+1 || got != want[i] && c.A == 255 && !strings.Contains(v, "hsl") {
				t.Errorf("%s: channel %d: got %d, want %d", v, i, got, want[i])
			}
		}
	}
}

// TestOtherVendorsAreNoWarnings: what is written for browsers of other vendors is ignored without a warning, unless it
// disables a selector that is for this engine too. So is a declaration that an empty custom property switches off.
func TestOtherVendorsAreNoWarnings(t *testing.T) {
	t.Parallel()
	for source, warns := range map[string]bool{
		`a::-moz-focus-inner, [type="button"]::-moz-focus-inner { color: red }`:  false,
		`a:not(:-ms-input-placeholder):hover { color: red }`:                     false,
		`a:not(:-ms-input-placeholder, b), i { color: red }`:                     true,
		`:-o-prefocus, .group { color: red }`:                                    true,
		`[x="::-moz-y"]:frobnicate { color: red }`:                               true,
		`a { width: -moz-max-content; width: max-content }`:                      false,
		`a { display: -ms-flexbox; background: -moz-linear-gradient(red, red) }`: false,
		`a { position: -webkit-sticky; -webkit-text-decoration-color: red }`:     false,
		`a { width: calc(-moz + 1px) }`:                                          true,
		`p { --none: ; color: var(--none) }`:                                     false,
	} {
		tree := compute(t, "<style>"+source+"</style><p>x")
		if got := len(tree.Warnings) > 0; got != warns {
			t.Errorf("%s: warnings %v, want some: %t", source, tree.Warnings, warns)
		}
	}
}

// TestWarnings checks that every unsupported part is reported once, with its location.
func TestWarnings(t *testing.T) {
	t.Parallel()
	tree := compute(t, `<style>
a { colour: red; width: 10furlongs; width: 10furlongs; -moz-foo: 1; cursor: pointer }
@import "x.css"; b:frobnicate { color: red } @frob (a) { b { c: d } }
p { color: var(--c); --c: 12px }</style><p>x<p>y<p style="overlay: auto; -webkit-box-reflect: beside">
<p style="background-position: x-start 1px y-end 2px; clip-path: circle(farthest-corner)">`)
	var got []string
	for _, w := range tree.Warnings {
		got = append(got, w.Code+" "+w.Path+" "+w.Message)
	}
	want := []string{"unsupported_property html/head[1]/style[1] 2:5", "unsupported_value html/head[1]/style[1] 2:18",
		"@import", "unsupported_selector", "@frob", "color: var(--c) becomes 12px", "overlay", "-webkit-box-reflect", "x-start", "farthest-corner"}
	for _, w := range want {
		n := 0
		for _, g := range got {
			if strings.Contains(g, w) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d warnings with %q, want one; all:\n%s", n, w, strings.Join(got, "\n"))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d warnings, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "a%d:b;", i)
	}
	if n := len(compute(t, "<p style='"+many.String()+"'>").Warnings); n != maxWarnings {
		t.Errorf("%d warnings, want the cap of %d", n, maxWarnings)
	}
}

// TestPropertiesOfOtherBrowsers checks that a declaration which Chromium does not support has no effect, and is
// reported unless the corresponding standard property is declared in the same block.
func TestPropertiesOfOtherBrowsers(t *testing.T) {
	t.Parallel()
	for declarations, warns := range map[string]bool{
		"-webkit-backdrop-filter: blur(2px)":                             true,
		"backdrop-filter: blur(1px); -webkit-backdrop-filter: blur(2px)": false,
		"-webkit-backdrop-filter: blur(2px); backdrop-filter: blur(1px)": false,
		"mask-border: linear-gradient(red, blue) 3":                      true,
	} {
		tree := compute(t, `<p style="`+declarations+`">x`)
		if got := len(tree.Warnings) > 0; got != warns {
			t.Errorf("%s: warnings %v, want some: %v", declarations, tree.Warnings, warns)
		}
	}
	filters := withDeclaration(t, "backdrop-filter: blur(1px); -webkit-backdrop-filter: none").BackdropFilter
	if len(filters) != 1 {
		t.Errorf("%d filters, want that of backdrop-filter", len(filters))
	}
}
