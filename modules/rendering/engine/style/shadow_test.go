package style_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

func computeOf(t *testing.T, src string) (*dom.Document, *style.Tree) {
	t.Helper()
	doc, err := dom.ParseHTML("<!DOCTYPE html>"+src, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 100, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	return doc, tree
}

// markOf returns the order property of the element with an id, which the tests use to mark matches.
func markOf(t *testing.T, doc *dom.Document, tree *style.Tree, id string) int {
	t.Helper()
	for i := range doc.Nodes {
		if doc.Nodes[i].ID == id && tree.Styles[i] != nil {
			return int(tree.Styles[i].Order)
		}
	}
	t.Fatalf("no styled element %s", id)
	return 0
}

func TestShadowTreeSelectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, outer, inner, id string
		want                   int
	}{
		{"outer rules stay outside", "p{order:1}", "", "in", 0},
		{"inner rules stay inside", "", "i{order:1}", "light", 0},
		{"inner rules match", "", "p{order:2}", "in", 2},
		{"host", "", ":host{order:3}", "host", 3},
		{"the document wins over :host", "x-a{order:1}", ":host{order:3}", "host", 1},
		{"!important of :host wins", "x-a{order:1 !important}", ":host{order:3 !important}", "host", 3},
		{"host with an argument", "", ":host(.k){order:4}", "host", 4},
		{"host with another argument", "", ":host(.z){order:4}", "host", 0},
		{"a class does not match the host", "", ".k{order:4}", "host", 0},
		{"host and a descendant", "", ":host(.k) > p{order:5}", "in", 5},
		{"context", "", ":host-context(body){order:6}", "host", 6},
		{"slotted", "", "::slotted(i){order:7}", "light", 7},
		{"slotted of a named slot", "", "slot[name=s]::slotted(*){order:8}", "named", 8},
		{"part", "x-a::part(a b){order:9}", "", "in", 9},
		{"places count in the light tree", "i:nth-child(2){order:10}", "", "named", 10},
		{"the top of a shadow tree has places", "", "p:first-of-type{order:11}", "in", 11},
		{"is with host", "", ":is(:host, p){order:12}", "host", 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc, tree := computeOf(t, "<style>"+c.outer+"</style><x-a id=host class=k><template shadowrootmode=open><style>"+c.inner+
				"</style><p id=in part='a b'><slot></slot></p><slot name=s></slot></template><i id=light>x</i><i id=named slot=s>y</i><i slot=none></i></x-a>")
			if got := markOf(t, doc, tree, c.id); got != c.want {
				t.Errorf("order is %d, want %d", got, c.want)
			}
		})
	}
}

func TestStatesOfControls(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		selector, body string
		want           int
	}{
		{":required", "<input id=x required>", 1},
		{":optional", "<input id=x required>", 0},
		{":read-only", "<p id=x>", 1},
		{":read-write", "<textarea id=x></textarea>", 1},
		{":placeholder-shown", "<input id=x placeholder=p>", 1},
		{":placeholder-shown", "<input id=x placeholder=p value=v>", 0},
		{":invalid", "<input id=x type=email value=no>", 1},
		{":valid", "<input id=x type=email value=a@b.c>", 1},
		{":out-of-range", "<input id=x type=number max=2 value=3>", 1},
		{":disabled", "<fieldset disabled><input id=x></fieldset>", 1},
		{":enabled", "<fieldset disabled><legend><input id=x></legend></fieldset>", 1},
		{":checked", "<select><option id=x>a<option>b</select>", 1},
		{":checked", "<select><option id=x>a<option selected>b</select>", 0},
		{":default", "<form><input type=text><button id=x>go</button></form>", 1},
		{":indeterminate", "<progress id=x></progress>", 1},
		{":open", "<details open id=x></details>", 1},
		{":defined", "<x-y id=x></x-y>", 0},
	} {
		doc, tree := computeOf(t, "<style>"+c.selector+"{order:1}</style>"+c.body)
		if got := markOf(t, doc, tree, "x"); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.selector, c.body, got, c.want)
		}
	}
}

func TestRulesWithoutEffectWarn(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"<style>@font-palette-values x{font-family:A}</style>", "<style>@font-feature-values serif{}</style>", "<style>@font-feature-values A{font-display:swap;@swash{a:1}}</style>",
		"<style>p{} @import 'x.css';</style>", "<style>@unknown{}</style>", "<style>x::part(a){color:red}</style>",
		"<style>::-webkit-color-swatch{border:0}</style><input type=color>", "<style>::-webkit-calendar-picker-indicator{color:red}</style><input type=date>",
	} {
		_, tree := computeOf(t, src)
		found := false
		for _, w := range tree.Warnings {
			found = found || strings.HasPrefix(w.Code, "unsupported_")
		}
		if !found {
			t.Errorf("no warning for %s", src)
		}
	}
	if _, tree := computeOf(t, "<style>::-webkit-color-swatch{color:red}</style><input>"); len(tree.Warnings) > 0 {
		t.Errorf("a rule for a control that the document does not have warns: %v", tree.Warnings)
	}
}
