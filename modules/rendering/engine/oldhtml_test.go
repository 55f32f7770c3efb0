package engine_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
)

// boxesOf lays out a document on a canvas of 400 × 300 and returns the boxes of elements with a tag.
func boxesOf(t *testing.T, html, tag string) (out []inspect.Box) {
	t.Helper()
	doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 400, Height: 300})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(t.Context(), engine.NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range pic.Boxes() {
		if b.Tag == tag {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no box of %s in %s", tag, html)
	}
	return out
}

// TestQuirksMarginsOfCells compares the heights of table cells in quirks mode with those of Chromium, which drops the
// first margin of paragraphs, headings, quotations and lists, and the last one of paragraphs and preformatted text only.
func TestQuirksMarginsOfCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag    string
		margin float64
	}{
		{"p", 0}, {"pre", 0}, {"xmp", 0}, {"blockquote", 16}, {"dl", 16}, {"ul", 16}, {"ol", 16}, {"menu", 16}, {"h1", 10.7}, {"h4", 21.28},
		{"figure", 32},
	} {
		html := `<html><body><table cellpadding=0><tr><td><` + c.tag + ` style="height:20px;font-size:16px"></` + c.tag + `></table></body></html>`
		if got := boxesOf(t, html, "td")[0].Height - 20; got < c.margin-0.05 || got > c.margin+0.05 {
			t.Errorf("%s: margins of %v in the cell, want %v", c.tag, got, c.margin)
		}
	}
}

// TestFrameAttribute compares the sizes of tables with a frame attribute with those of Chromium.
func TestFrameAttribute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		attributes string
		w, h       float64
	}{
		{`frame=hsides rules=rows`, 100, 52}, {`frame=box rules=none`, 102, 52}, {`frame=void rules=rows`, 100, 50},
		{`frame=box border=6`, 112, 62}, {`frame=hsides border=6`, 100, 62}, {`frame=hsides`, 100, 52},
	} {
		html := `<!doctype html><table cellspacing=0 cellpadding=0 ` + c.attributes + `><tr><td style="border:0;width:100px;height:50px"></table>`
		if b := boxesOf(t, html, "table")[0]; b.Width != c.w || b.Height != c.h {
			t.Errorf("%s: %v × %v, want %v × %v", c.attributes, b.Width, b.Height, c.w, c.h)
		}
	}
}

// TestMissingImages compares the boxes of images without a source with those of Chromium.
func TestMissingImages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode, img string
		w, h      float64 // 0 is any
	}{
		{"<!doctype html>", `<img alt="Alt" width=120 height=80>`, 0, 20},
		{"<!doctype html>", `<img alt="Alt" width=120 height=80 style="display:block">`, 120, 80},
		{"<!doctype html>", `<div style="display:flex"><img alt="Alt" width=120 height=80></div>`, 120, 80},
		{"<!doctype html>", `<img alt="Alt" style="display:block">`, 400, 20},
		{"<!doctype html>", `<img width=50 height=20>`, 50, 20},
		{"<!doctype html>", `<img src="data:," width=40>`, 16, 16},
		{"<!doctype html>", `<img alt="" src="data:,">`, 0, 0},
		{"", `<img alt="Alt" width=120 height=80>`, 120, 80},
		{"", `<img alt="Alt" width=40>`, 40, 40},
		{"", `<img alt="Alt" height=40>`, 40, 40},
		{"", `<img alt="Alt">`, 0, 20},
	} {
		b := boxesOf(t, c.mode+`<html><body style="margin:0;font:16px/20px Inter">`+c.img, "img")[0]
		if c.w != 0 && b.Width != c.w || b.Height != c.h {
			t.Errorf("%s%s: %v × %v, want %v × %v", c.mode, c.img, b.Width, b.Height, c.w, c.h)
		}
	}
}

// TestQuirksListItems compares the positions of list items' text with those in Chromium: in quirks mode the marker of an
// item outside of a list is inside of it.
func TestQuirksListItems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		html string
		x    float64
	}{
		{`<!doctype html><body><li><span>x</span>`, 8},
		{`<html><body style="font:16px/20px Inter"><li><span>x</span>`, 30},
		{`<html><body><ul><li><span>x</span></ul>`, 48},
		{`<html><body><li><ul><li><span>x</span></ul>`, 48},
		{`<html><body style="font:16px/20px Inter"><ul style="list-style-position:inside"><li><span>x</span></ul>`, 70},
	} {
		if got := boxesOf(t, c.html, "span")[0].X; got != c.x {
			t.Errorf("%s: text at %v, want %v", c.html, got, c.x)
		}
	}
}

// TestRuleWithoutShade compares the color of an hr with noshade with that of Chromium, which is not CSS's darkgray.
func TestRuleWithoutShade(t *testing.T) {
	t.Parallel()
	pm := pixelsAt(t, `<!doctype html><style>body{margin:0}</style><hr noshade size=20 style="margin:0">`, 1)
	for _, y := range []int{0, 10} {
		if got := [4]byte(pm.Pix[(y*pm.Width+50)*4:]); got != [4]byte{0x80, 0x80, 0x80, 255} {
			t.Errorf("row %d is %v", y, got)
		}
	}
}
