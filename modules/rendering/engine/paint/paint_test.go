package paint_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// painted returns the operations of painting a document on a canvas of 200 × 100, one per line.
func painted(t *testing.T, html string) string {
	t.Helper()
	doc, err := dom.ParseHTML("<!DOCTYPE html><body style='margin:0;font:10px Inter'>"+html, dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 200, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	engine, fonts := text.NewEngine(), font.Bundled()
	boxes, err := layout.Layout(context.Background(), layout.Input{Tree: tree, Text: engine, Fonts: fonts, Width: 200, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	list, warnings, err := paint.Paint(context.Background(), paint.Input{Tree: tree, Layout: boxes, Text: engine, Fonts: fonts, Width: 200, Height: 100})
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v, warnings %v", err, warnings)
	}
	var out []string
	for _, op := range list.Ops {
		out = append(out, describe(op))
	}
	return strings.Join(out, "\n")
}

func describe(op display.Op) string {
	switch op := op.(type) {
	case display.FillRect:
		return "fill " + rect(op.Rect) + brush(op.Brush)
	case display.FillRRect:
		hole := ""
		if op.Hole != nil {
			hole = " without " + rect(op.Hole.Rect)
		}
		return "fill " + rrect(op.RRect) + hole + brush(op.Brush)
	case display.FillPath:
		return fmt.Sprintf("fill path of %d points", len(op.Path.Points)) + brush(op.Brush)
	case display.StrokePath:
		return fmt.Sprintf("stroke %v", op.Stroke.Width.Float()) + brush(op.Brush)
	case display.Glyphs:
		return fmt.Sprintf("text %q %v", op.Text, op.Size.Float()) + brush(op.Brush)
	case display.Shadow:
		return fmt.Sprintf("shadow %s sigma %v %v", rrect(op.RRect), op.Sigma.Float(), op.Color)
	case display.PushTransform:
		return fmt.Sprintf("transform %v", op.Matrix)
	case display.PushClipRRect:
		return "clip " + rrect(op.RRect)
	default:
		return strings.TrimPrefix(fmt.Sprintf("%T", op), "display.")
	}
}

func rect(r display.Rect) string {
	return fmt.Sprintf("%v,%v–%v,%v", r.X0.Float(), r.Y0.Float(), r.X1.Float(), r.Y1.Float())
}

func rrect(r display.RRect) string {
	s := rect(r.Rect)
	if r.Radii != [4]display.Point{} {
		s += fmt.Sprintf(" r%v", r.Radii[0].X.Float())
	}
	return s
}

func brush(b display.Brush) string {
	switch b := b.(type) {
	case display.Solid:
		return fmt.Sprintf(" #%02x%02x%02x%02x", b.Color.R, b.Color.G, b.Color.B, b.Color.A)
	case *display.Gradient:
		return fmt.Sprintf(" gradient of %d stops", len(b.Stops))
	}
	return fmt.Sprintf(" %T", b)
}

// TestDisplayListsOfSmallDocuments compares the painted operations, in order, with the specifications.
func TestDisplayListsOfSmallDocuments(t *testing.T) {
	t.Parallel()
	const box = "width:50px;height:20px;background:#f00;"
	for name, c := range map[string]struct{ html, want string }{
		"nothing visible": {`<div style="height:10px"></div>`, ""},
		"background":      {`<div style="` + box + `"></div>`, "fill 0,0–50,20 #ff0000ff"},
		"the root's background covers the canvas": {`<style>html{background:#123456}</style>`, "fill 0,0–200,100 #123456ff"},
		"the body's background covers the canvas": {`<style>body{background:#123456;height:10px}</style>`, "fill 0,0–200,100 #123456ff"},
		"rounded corners":                         {`<div style="` + box + `border-radius:4px"></div>`, "fill 0,0–50,20 r4 #ff0000ff"},
		"gradient":                                {`<div style="width:50px;height:20px;background:linear-gradient(red,lime,blue)"></div>`, "fill 0,0–50,20 gradient of 3 stops"},
		"an even border is a ring":                {`<div style="width:50px;height:20px;border:2px solid #00f"></div>`, "fill 0,0–54,24 without 2,2–52,22 #0000ffff"},
		"an outline is outside of the border":     {`<div style="width:10px;height:10px;outline:1px solid #00f;outline-offset:2px"></div>`, "fill -3,-3–13,13 without -2,-2–12,12 #0000ffff"},
		"a shadow's blur is twice its deviation":  {`<div style="width:50px;height:20px;box-shadow:3px 4px 6px #000"></div>`, "shadow 3,4–53,24 sigma 3 {0 0 0 255}"},
		"a shadow is below its box":               {`<div style="` + box + `box-shadow:3px 4px 6px #000"></div>`, "shadow 3,4–53,24 sigma 3 {0 0 0 255}\nfill 0,0–50,20 #ff0000ff"},
		"text":                                    {`<p style="margin:0;color:#0f0">Hi</p>`, `text "Hi" 10 #00ff00ff`},
		"hidden overflow clips":                   {`<div style="overflow:hidden;width:50px;height:20px"><div style="width:90px;height:9px;background:#f00"></div></div>`, "clip 0,0–50,20\nfill 0,0–90,9 #ff0000ff\nPop"},
		"opacity is a layer":                      {`<div style="` + box + `opacity:.5"></div>`, "PushLayer\nfill 0,0–50,20 #ff0000ff\nPop"},
		"filter is a layer":                       {`<div style="` + box + `filter:blur(2px)"></div>`, "PushLayer\nfill 0,0–50,20 #ff0000ff\nPop"},
		"transform":                               {`<div style="` + box + `transform:translate(10px,5px)"></div>`, "transform {1 0 0 1 10 5}\nfill 0,0–50,20 #ff0000ff\nPop"},
		"visibility is inherited, not grouped":    {`<div style="` + box + `visibility:hidden"><i style="visibility:visible;display:block;height:5px;background:#00f"></i></div>`, "fill 0,0–50,5 #0000ffff"},
		// CSS 2.2 appendix E: negative layers, blocks, floats, positioned boxes, positive layers.
		"stacking order": {`<div style="position:absolute;z-index:1;width:1px;height:1px;background:#010101"></div><div style="width:1px;height:1px;background:#020202"></div>` +
			`<div style="float:left;width:1px;height:1px;background:#030303"></div><div style="position:absolute;z-index:-1;width:1px;height:1px;background:#040404"></div>` +
			`<div style="position:relative;width:1px;height:1px;background:#050505"></div>`,
			"fill 0,1–1,2 #040404ff\nfill 0,0–1,1 #020202ff\nfill 0,1–1,2 #030303ff\nfill 0,1–1,2 #050505ff\nfill 0,0–1,1 #010101ff"},
		"blocks are below text, whatever their order": {`<p style="margin:0">Hi</p><div style="margin-top:-5px;` + box + `"></div>`, "fill 0,7–50,27 #ff0000ff\ntext \"Hi\" 10 #000000ff"},
		"a layer keeps what is in it together": {`<div style="position:relative;z-index:0"><div style="position:absolute;z-index:9;width:1px;height:1px;background:#010101"></div></div>` +
			`<div style="position:absolute;z-index:1;width:1px;height:1px;background:#020202"></div>`, "fill 0,0–1,1 #010101ff\nfill 0,0–1,1 #020202ff"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := painted(t, c.html); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPaintingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	doc, err := dom.ParseHTML("<p>text", dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 10, Height: 10})
	if err != nil {
		t.Fatal(err)
	}
	engine, fonts := text.NewEngine(), font.Bundled()
	boxes, err := layout.Layout(t.Context(), layout.Input{Tree: tree, Text: engine, Fonts: fonts, Width: 10, Height: 10})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := paint.Paint(ctx, paint.Input{Tree: tree, Layout: boxes, Text: engine, Fonts: fonts, Width: 10, Height: 10}); err == nil {
		t.Error("painting continued after its context ended")
	}
}
