package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// TestGapRulesLieWhereChromiumDrawsThem compares containers with rules with the same containers and absolutely
// positioned boxes in place of the rules (x, y, width and height, as measured in Chromium).
func TestGapRulesLieWhereChromiumDrawsThem(t *testing.T) {
	t.Parallel()
	const grid = "display:grid;grid-template:repeat(3,20px)/repeat(3,20px);gap:10px;"
	const all = "column-rule:2px solid #c00;row-rule:2px solid #00c;"
	items := strings.Repeat("<i></i>", 9)
	const red, blue = "#c00", "#00c"
	type rule struct {
		color      string
		x, y, w, h int
	}
	for name, c := range map[string]struct {
		style, items string
		want         []rule
	}{
		"grid":              {grid + all, items, []rule{{red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}, {blue, 0, 24, 80, 2}, {blue, 0, 54, 80, 2}}},
		"columns over rows": {grid + all + "rule-overlap:column-over-row", items, []rule{{blue, 0, 24, 80, 2}, {blue, 0, 54, 80, 2}, {red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}}},
		"spanning item":     {grid + "column-rule:2px solid #c00", "<i style='grid-column:span 2'></i>" + items[7*2:], []rule{{red, 24, 30, 2, 50}, {red, 54, 0, 2, 80}}},
		"behind items":      {grid + "column-rule:2px solid #c00;rule-break:none", "<i style='grid-column:span 2;background:none'></i>" + items[7*2:], []rule{{red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}}},
		"at intersections":  {grid + "row-rule:2px solid #00c;rule-break:intersection", items, []rule{{blue, 0, 24, 20, 2}, {blue, 30, 24, 20, 2}, {blue, 60, 24, 20, 2}, {blue, 0, 54, 20, 2}, {blue, 30, 54, 20, 2}, {blue, 60, 54, 20, 2}}},
		"insets":            {grid + "column-rule:2px solid #c00;column-rule-inset:3px -4px", items, []rule{{red, 24, 3, 2, 81}, {red, 54, 3, 2, 81}}},
		"half of the gap":   {grid + "column-rule:2px solid #c00;rule-break:intersection;rule-inset:0 / -50%", items, []rule{{red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}}},
		"join": {grid + "column-rule:2px solid #c00;row-rule:4px none;rule-break:intersection;column-rule-inset:overlap-join", "<i></i><i></i><i></i><i></i>",
			[]rule{{red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}}},
		"between items":      {grid + all + "rule-visibility-items:between", "<i></i><i></i>", []rule{{red, 24, 0, 2, 20}}},
		"around items":       {grid + "column-rule:2px solid #c00;rule-visibility-items:around", "<i></i>", []rule{{red, 24, 0, 2, 20}}},
		"a list":             {grid + "column-rule:2px solid #c00,4px solid #00c", items, []rule{{red, 24, 0, 2, 80}, {blue, 53, 0, 4, 80}}},
		"the last of a list": {grid + "column-rule:repeat(auto,2px solid #c00),4px solid #00c", items, []rule{{red, 24, 0, 2, 80}, {blue, 53, 0, 4, 80}}},
		"right to left":      {grid + "width:80px;direction:rtl;column-rule:2px solid #c00,4px solid #00c", items, []rule{{red, 54, 0, 2, 80}, {blue, 23, 0, 4, 80}}},
		"vertical":           {grid + "width:80px;writing-mode:vertical-rl;column-rule:2px solid #c00,4px solid #00c", items, []rule{{red, 0, 24, 80, 2}, {blue, 0, 53, 80, 4}}},
		"distributed space":  {"display:grid;grid-template:20px/20px 20px;width:100px;justify-content:space-between;column-rule:2px solid #c00", "<i></i><i></i>", []rule{{red, 49, 0, 2, 20}}},
		"no gap":             {"display:grid;grid-template:20px/20px 20px;column-rule:2px solid #c00", "<i style='background:none'></i><i style='background:none'></i>", []rule{{red, 19, 0, 2, 20}}},
		"collapsed tracks":   {"display:grid;grid-template:20px/repeat(auto-fit,20px);width:200px;gap:10px;column-rule:2px solid #c00", "<i></i><i></i>", []rule{{red, 24, 0, 2, 20}}},
		"flex":               {"display:flex;flex-wrap:wrap;width:80px;gap:10px;" + all, "<i></i><i></i><i></i><i></i>", []rule{{red, 24, 0, 2, 20}, {red, 54, 0, 2, 20}, {blue, 0, 24, 80, 2}}},
		"flex, reversed lines": {"display:flex;flex-wrap:wrap-reverse;width:80px;gap:10px;column-rule:2px solid #c00,2px solid #c00,4px solid #00c", "<i></i><i></i><i></i><i></i><i></i>",
			[]rule{{red, 24, 30, 2, 20}, {red, 54, 30, 2, 20}, {blue, 23, 0, 4, 20}}},
		"flex at intersections": {"display:flex;flex-wrap:wrap;width:80px;gap:10px;row-rule:2px solid #00c;rule-break:intersection", "<i></i><i style='width:30px'></i><i></i><i></i>",
			[]rule{{blue, 0, 24, 20, 2}, {blue, 30, 24, 50, 2}}},
		"flex columns": {"display:flex;flex-flow:column wrap;width:50px;height:50px;gap:10px;align-content:start;" + all, "<i></i><i></i><i></i>", []rule{{red, 24, 0, 2, 50}, {blue, 0, 24, 20, 2}}},
		"columns":      {"columns:3;column-gap:10px;width:80px;column-rule:2px solid #c00", items[:7*2] + "<i></i>", []rule{{red, 24, 0, 2, 20}, {red, 54, 0, 2, 20}}},
		"empty columns": {"columns:3;column-gap:10px;width:80px;column-rule:2px solid #c00;column-rule-visibility-items:all", "<i style='break-inside:avoid'></i>",
			[]rule{{red, 24, 0, 2, 20}, {red, 54, 0, 2, 20}}},
		"rows of columns": {"columns:2;column-height:20px;column-gap:10px;row-gap:10px;width:50px;" + all, strings.Repeat("<i style='break-inside:avoid'></i>", 4),
			[]rule{{red, 24, 0, 2, 20}, {red, 24, 30, 2, 20}, {blue, 0, 24, 50, 2}}},
		"a short row of columns": {"columns:2 / 20px;column-gap:10px;row-gap:10px;width:50px;" + all, strings.Repeat("<i style='break-inside:avoid'></i>", 3),
			[]rule{{red, 24, 0, 2, 20}, {blue, 0, 24, 20, 2}}},
		"clipped": {grid + "overflow:hidden;column-rule:2px solid #c00;rule-inset:-9px", items, []rule{{red, 24, 0, 2, 80}, {red, 54, 0, 2, 80}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const head = "<!doctype html><style>body{margin:10px}div{position:relative}i{display:block;height:20px;min-width:20px;background:#0a08}u{position:absolute;z-index:-1}body{position:relative;z-index:0}</style>"
			for _, scale := range []int{1, 2} {
				boxes := ""
				for _, r := range c.want {
					boxes += fmt.Sprintf("<u style='left:%dpx;top:%dpx;width:%dpx;height:%dpx;background:%s'></u>", r.x, r.y, r.w, r.h, r.color)
				}
				bare := c.style
				for _, name := range []string{"column-rule:", "row-rule:"} {
					for strings.Contains(bare, name) {
						before, after, _ := strings.Cut(bare, name)
						_, after, _ = strings.Cut(after, ";")
						bare = before + after
					}
				}
				got := pixelsAt(t, head+"<div style='"+c.style+"'>"+c.items+"</div>", scale)
				want := pixelsAt(t, head+"<section style='position:absolute;z-index:-1'>"+boxes+"</section><div style='"+bare+"'>"+c.items+"</div>", scale)
				if !bytes.Equal(got.Pix, want.Pix) {
					for i := 0; i < len(got.Pix); i += 4 {
						if !bytes.Equal(got.Pix[i:i+4], want.Pix[i:i+4]) {
							t.Fatalf("scale %d: pixel %d, %d is %v, want %v", scale, i/4%got.Width, i/4/got.Width, got.Pix[i:i+4], want.Pix[i:i+4])
						}
					}
				}
			}
		})
	}
}

// TestGapRulesInVectorFiles checks that the rules are in SVG and PDF files.
func TestGapRulesInVectorFiles(t *testing.T) {
	t.Parallel()
	const html = "<div style='display:grid;grid-template-columns:1fr 1fr;gap:10px;rule:2px solid #123456'><p>a<p>b<p>c<p>d</div>"
	e := engine.New(engine.Options{})
	doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 200, Height: 120})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(t.Context(), engine.NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	f, err := e.Encode(t.Context(), p, engine.Output{Vector: engine.SVG})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(f.Bytes, []byte("#123456")); n != 2 {
		t.Errorf("the SVG has %d rules, want 2", n)
	}
}

// TestManyGapRulesAreLimited draws a grid of ten thousand columns and rows: it ends with an error about its layout.
func TestManyGapRulesAreLimited(t *testing.T) {
	t.Parallel()
	const html = "<div style='display:grid;grid-template:repeat(10000,1px)/repeat(10000,1px);gap:1px;rule:1px solid red;rule-break:intersection'>x</div>"
	doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 200, Height: 120})
	if err != nil {
		t.Fatal(err)
	}
	_, err = doc.Draw(t.Context(), engine.NoFiles{})
	var exceeded *limit.Error
	if !errors.As(err, &exceeded) || exceeded.Counted != "layout_steps" {
		t.Errorf("error %v, want one about layout steps", err)
	}
}
