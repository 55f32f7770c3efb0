package layout_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// TestAnchoredBoxes lays out documents with anchors and compares the boxes whose id begins with p with those that Chromium
// 156 reports. The file holds a subject, a document and its boxes in groups of three lines.
func TestAnchoredBoxes(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/anchor/boxes.txt")
	if err != nil {
		t.Fatal(err)
	}
	groups := strings.Split(strings.TrimSpace(string(raw)), "\n\n")
	if len(groups) < 350 {
		t.Fatalf("got %d documents, want at least 350", len(groups))
	}
	e := layouttest.New()
	for _, g := range groups {
		lines := strings.Split(g, "\n")
		if len(lines) != 3 {
			t.Fatalf("got %d lines in %q, want 3", len(lines), g)
		}
		if got := positionedBoxes(t, e, lines[1]); got != lines[2] {
			t.Errorf("%s: %s\n got %s\nwant %s", lines[0], lines[1], got, lines[2])
		}
	}
}

// positionedBoxes returns the boxes whose id begins with p.
func positionedBoxes(t *testing.T, e *layouttest.Engine, html string) string {
	t.Helper()
	r, doc, err := e.Layout("<!DOCTYPE html><style>body{margin:0}*{box-sizing:border-box}</style>"+html, 400, 300)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, b := range r.ElementBoxes() {
		if id := doc.Node(b.Node).ID; strings.HasPrefix(id, "p") {
			out = append(out, fmt.Sprintf("%s %g,%g %g×%g", id, b.Rect.X.Float(), b.Rect.Y.Float(), b.Rect.W.Float(), b.Rect.H.Float()))
		}
	}
	return strings.Join(out, ", ")
}

// TestAnchorsInVerticalCanvas checks that alignment on the canvas follows the writing mode of the root element.
func TestAnchorsInVerticalCanvas(t *testing.T) {
	t.Parallel()
	e := layouttest.New()
	anchor := `<div style="anchor-name:--a;width:40px;height:20px;margin:30px"></div>`
	for _, c := range []struct{ root, box, want string }{
		{"writing-mode:vertical-rl", "position-area:block-end", "p 310,35 20×10"},
		{"writing-mode:vertical-rl", "position-area:top right", "p 370,20 20×10"},
		{"writing-mode:vertical-rl", "align-self:anchor-center;top:0", "p 340,0 20×10"},
		{"direction:rtl", "position-area:inline-start", "p 370,35 20×10"},
		{"direction:rtl", "position-area:top;justify-self:start", "p 380,20 20×10"},
	} {
		got := positionedBoxes(t, e, "<style>html{"+c.root+"}</style>"+anchor+`<div id=p style="position:absolute;position-anchor:--a;width:20px;height:10px;`+c.box+`"></div>`)
		if got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.root, c.box, got, c.want)
		}
	}
}

// TestAnchorVisibility checks which boxes position-visibility hides.
func TestAnchorVisibility(t *testing.T) {
	t.Parallel()
	e := layouttest.New()
	for _, c := range []struct {
		anchor, box string
		hidden      bool
	}{
		{"margin-top:10px", "", false},
		{"margin-top:60px", "", true},
		{"margin-top:45px", "", false}, // partly visible
		{"margin-top:60px", "position-visibility:always", false},
		{"margin-top:60px", "position-visibility:no-overflow", false},
		{"margin-top:60px", "position-anchor:--none", false},
		{"margin-top:10px", "position-visibility:no-overflow;width:500px", true},
		{"margin-top:10px", "position-visibility:anchors-visible no-overflow;width:500px", true},
		{"margin-top:10px", "width:500px", false},
		{"margin-top:10px", "position-visibility:no-overflow;width:500px;position-try:--narrow", false},
	} {
		html := `<!doctype html><style>body{margin:0}@position-try --narrow{width:20px}</style><div style="position:relative;height:200px"><div style="overflow:hidden;height:50px"><div style="anchor-name:--a;width:40px;height:20px;` + c.anchor +
			`"></div></div><div style="position:absolute;position-anchor:--a;position-area:bottom;width:20px;height:10px;` + c.box +
			`" id=p><div><b id=q style="position:fixed;top:0;left:0">q</b></div></div></div>`
		r, doc, err := e.Layout(html, 400, 300)
		if err != nil {
			t.Fatal(err)
		}
		found, hidden, inner := false, false, false
		walkFragments(r.Root, func(f *layout.Fragment) {
			if f.Box != nil && f.Box.Node > 0 && doc.Node(f.Box.Node).ID == "p" {
				found, hidden = true, f.Hidden
			}
			if f.Box != nil && f.Box.Node > 0 && doc.Node(f.Box.Node).ID == "q" {
				inner = inner || f.Hidden
			}
		})
		if !found || hidden != c.hidden || inner != c.hidden {
			t.Errorf("%s; %s: found %v, hidden %v, want %v", c.anchor, c.box, found, hidden, c.hidden)
		}
	}
}

func walkFragments(f *layout.Fragment, visit func(*layout.Fragment)) {
	visit(f)
	for _, c := range f.Children {
		walkFragments(c, visit)
	}
}

// TestAnchorWarnings checks that what has no effect is a warning, and that supported values are not.
func TestAnchorWarnings(t *testing.T) {
	t.Parallel()
	const anchor = `<div style="anchor-name:--a"></div>`
	for _, c := range []struct{ html, want string }{
		{`<style>@position-try --t{position-area:right;margin:2px}</style><p style="position:absolute;position-anchor:--a;position-area:top;position-try:most-width --t flip-block, flip-inline, left">`, ""},
		{`<p style="position:absolute;left:calc(anchor(--a right, 5px) + 1px);width:anchor-size(--a)">`, ""},
		{`<p style="position:absolute;position-try:--missing">`, "there is no rule @position-try --missing"},
		{`<style>@position-try --t{color:red}</style>`, "@position-try: color"},
		{`<style>@position-try t{top:0}</style>`, "needs a name"},
		{`<p style="width:anchor(left)">`, "width: anchor(left)"},
		{`<p style="left:calc(sign(anchor(--a left)) * 3px)">`, "sign(anchor"},
		{`<p style="position-area:top left right">`, "position-area"},
		{`<p style="position-area:top bottom">`, "position-area"},
		{`<p style="position-area:block-start self-inline-end">`, "position-area"},
		{`<p style="position-visibility:anchors-valid">`, "position-visibility"},
		{`<p style="anchor-name:a">`, "anchor-name"},
		{`<p style="position-try-fallbacks:flip-block flip-block">`, "position-try-fallbacks"},
		{`<p style="align-content:anchor-center">`, "align-content"},
		{`<div style="position:absolute;left:anchor(--a left)"><p style="position:absolute;left:inherit"></div>`, "not inherited as lengths"},
	} {
		doc, err := dom.ParseHTML("<!doctype html>"+anchor+c.html, dom.Limits{MaxNodes: 1000})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := style.Compute(doc, style.Options{Width: 400, Height: 300})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range tree.Warnings {
			got = append(got, w.Message)
		}
		if all := strings.Join(got, "\n"); (c.want == "") != (all == "") || !strings.Contains(all, c.want) {
			t.Errorf("%s: got the warnings %q, want %q", c.html, all, c.want)
		}
	}
}
