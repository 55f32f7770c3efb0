package engine

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestEndsOfBoxesAtPageEnds checks how many lines of a block stay on a page that ends inside it, as Chromium prints: the padding of a
// box stays with its last line, and a table row is not divided in the padding of its cells.
func TestEndsOfBoxesAtPageEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		box   string // its lines are "w", of 20 px each
		above int    // the space before it, in px, on a page of 200 px
		want  [2]int // the lines on the first two pages
	}{
		"one line fits":               {`<div class=p>w</div>`, 160, [2]int{1, 0}},
		"padding does not fit":        {`<div class=p>w</div>`, 165, [2]int{0, 1}},
		"padding of the parent":       {`<section class=p style="padding-top:0"><p>w</section>`, 175, [2]int{0, 1}},
		"border does not fit":         {`<div style="border-bottom:10px solid">w</div>`, 175, [2]int{0, 1}},
		"a flex item":                 {`<div style="display:flex"><div class=p>w</div></div>`, 165, [2]int{0, 1}},
		"a grid item":                 {`<div style="display:grid"><div class=p>w</div></div>`, 165, [2]int{0, 1}},
		"a table row":                 {`<table><tr><td class=p>w</table>`, 165, [2]int{0, 1}},
		"a table row of three lines":  {`<table><tr><td style="height:5px"><tr><td class=p>w<br>w<br>w</table>`, 120, [2]int{0, 3}},
		"a divided table row":         {`<table><tr><td style="height:5px"><tr><td class=p>w<br>w<br>w</table>`, 140, [2]int{2, 1}},
		"last line leaves":            {`<div class=p>w<br>w<br>w</div>`, 125, [2]int{2, 1}},
		"a box higher than its text":  {`<div class=p style="height:60px">w</div>`, 165, [2]int{1, 0}},
		"both orphans and widows":     {`<div>w<br>w<br>w<br>w</div>`, 135, [2]int{2, 2}},
		"orphans before widows":       {`<div>w<br>w<br>w</div>`, 155, [2]int{2, 1}},
		"more orphans than fit":       {`<div style="orphans:3">w<br>w<br>w<br>w</div>`, 155, [2]int{0, 4}},
		"widows leave enough orphans": {`<div style="widows:3">w<br>w<br>w<br>w<br>w<br>w</div>`, 95, [2]int{3, 3}},
	} {
		p := drawnOn(t, Paper{Width: 300, Height: 200}, fmt.Sprintf(`<style>body,p{margin:0;font:16px/20px Inter}table{border-spacing:0}td{padding:0}.p{padding:10px}
			i{display:block;height:%dpx}</style><i></i>%s`, c.above, c.box))
		var got [2]int
		for i, l := range p.pages[:min(len(p.pages), 2)] {
			for _, op := range l.Ops {
				if g, ok := op.(display.Glyphs); ok {
					got[i] += strings.Count(g.Text, "w")
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %v lines are on the pages, want %v", name, got, c.want)
		}
	}
}

// TestUndividedRowKeepsItsAlignment checks that a row beside a cell that continues on the next page aligns its own cells as usual.
func TestUndividedRowKeepsItsAlignment(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 300, Height: 200}, `<style>body{margin:0;font:16px/20px Inter}table{border-spacing:0}td{padding:0}</style>
		<table><tr><td rowspan=2>span<td>a<br>b<br>c<td style="vertical-align:middle">mid<tr><td style="height:160px;background:red">d<td>e</table>`)
	at := map[string]float64{}
	for _, op := range p.pages[0].Ops {
		if g, ok := op.(display.Glyphs); ok {
			at[g.Text] = g.Glyphs[0].Y.Float()
		}
	}
	if len(p.pages) != 2 || at["mid"] != at["b"] {
		t.Errorf("of %d pages the first has its text at %v", len(p.pages), at)
	}
}

// TestLimitsOfReports checks that a document on paper may have as many elements as its pages hold, and one for an image may not.
func TestLimitsOfReports(t *testing.T) {
	t.Parallel()
	rows := "<table>" + strings.Repeat("<tr><td>a<td>b<td>c", 800) + "</table>"
	for _, c := range []struct {
		html  string
		paper bool
		rule  string
	}{
		{"<style>@page{size:A4}</style>" + rows, true, ""},
		{"<style>@page{size:A4}</style>" + rows, false, "max_nodes"},
		{rows, true, "max_nodes"}, // an image on a page of its size
	} {
		var paper *Paper
		if c.paper {
			paper = &Paper{Width: 1200, Height: 630, OpenSize: true, OpenMargin: true, Optional: true}
		}
		doc, err := New(Options{}).Open(t.Context(), Source{HTML: c.html}, Settings{Width: 1200, Height: 630, Scale: 1, Paper: paper})
		if (err == nil) != (c.rule == "") || err != nil && !strings.Contains(err.Error(), "elements") {
			t.Fatalf("paper %v: %v, want %q", c.paper, err, c.rule)
		}
		if err != nil {
			continue
		}
		p, err := doc.Draw(t.Context(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Pages() < 10 {
			t.Errorf("the table is on %d pages", p.Pages())
		}
	}
}

// TestStaticPositionOnPages: a positioned box without offsets stays where its content is, whatever the containing block is and
// however far the content after it moves, and so does a running element.
func TestStaticPositionOnPages(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 400)
	for name, body := range map[string]string{
		"first":             `<p id="x">here</p><p>` + long + `<p>` + long,
		"between":           `<p>a<p id="x">here</p><p>` + long + `<p>` + long,
		"before a new page": `<p id="x">here</p><div>` + long + `</div><div class="wide">b</div><p>` + long,
		"nested":            `<div><section><p>a<p id="x">here</p><p>` + long + `</section></div><div class="wide">b</div>`,
		"inline":            `<p>a <span id="x">here</span> ` + long + `<div class="wide">b</div>`,
		"in a cell":         `<table><tr><td>a<p id="x">here</p>` + long + `<td>b</table><div class="wide">b</div>`,
		"in flex":           `<div style="display:flex;flex-wrap:wrap"><div><p id="x">here</p>` + long + `</div><div>` + long + `</div></div><div class="wide">b</div>`,
	} {
		p := paged(t, `<style>@page wide{size:300px 100px}.wide{page:wide}body{margin:0;font:10px/14px Inter}p{margin:9px 0}#x{position:absolute}</style>`+body)
		if p.Pages() < 3 {
			t.Fatalf("%s: %d pages", name, p.Pages())
		}
		on := 0
		for i, page := range p.pages {
			for _, op := range page.Ops {
				if g, ok := op.(display.Glyphs); ok && g.Text == "here" {
					on = i + 1
				}
			}
		}
		if on != 1 {
			t.Errorf("%s: the box is on page %d, want 1", name, on)
		}
	}
	// On a later page: after its heading, which moved there.
	p := paged(t, `<style>@page wide{size:300px 100px}.wide{page:wide}body{margin:0;font:10px/14px Inter}#x{position:absolute}</style><div>`+long+`</div><div class="wide">b</div><div><b>head</b><span id="x">here</span></div><div>`+long)
	at := map[string]int{}
	for i, page := range p.pages {
		for _, op := range page.Ops {
			if g, ok := op.(display.Glyphs); ok {
				at[g.Text] = i
			}
		}
	}
	if at["here"] != at["head"] || at["here"] < 2 {
		t.Errorf("the box is on page %d, its line on page %d", at["here"]+1, at["head"]+1)
	}
}

// TestOverflowOfTheRootOnPages checks that content continues on the next page whatever the overflow of the root and of body is,
// which is that of the viewport, even when they are less high than their content.
func TestOverflowOfTheRootOnPages(t *testing.T) {
	t.Parallel()
	for _, css := range []string{"html{overflow:hidden}", "html,body{overflow:hidden}", "html{overflow:hidden;height:100%}body{height:100%}", "html{overflow:clip}body{height:50px}",
		"body{overflow:hidden;height:50px}", "html,body{overflow-x:hidden}", "html{overflow:auto;height:50px}"} {
		p := drawnOn(t, Paper{Width: 300, Height: 210}, `<style>body,p{margin:0;font:16px/20px Inter}`+css+`</style>`+strings.Repeat("<p>w</p>", 25))
		var got []int
		for _, l := range p.pages {
			n := 0
			for _, op := range l.Ops {
				if g, ok := op.(display.Glyphs); ok {
					n += strings.Count(g.Text, "w")
				}
			}
			got = append(got, n)
		}
		if fmt.Sprint(got) != "[10 10 5]" {
			t.Errorf("%s: the pages have %v lines", css, got)
		}
	}
}

// TestPiecesBesideRepeatedHeaders checks that a box that continues on the next page is drawn around what is repeated there, a
// table's header or the edges of a cloned box, and that its specified height is divided too, as Chromium prints it.
func TestPiecesBesideRepeatedHeaders(t *testing.T) {
	t.Parallel()
	const head = "<style>body{margin:0;font:16px/20px Inter}table{border-spacing:0;width:100%}td{padding:0;background:#ff0000}th{height:30px;padding:0}</style>"
	table := "<table><thead><tr><th>h</thead>"
	lines := strings.Repeat("w<br>", 15)
	for name, c := range map[string]struct {
		html string
		want string // the red rectangles on the pages, from top to bottom
	}{
		"a row":              {table + "<tr><td>" + lines + "</table>", "30-200 30-170"},
		"a row's background": {table + "<tr style='background:#ff0000'><td style='background:none'>" + lines + "</table>", "30-200 30-170"},
		"a spanning cell":    {table + "<tr><td rowspan=2>w<td style='background:none'>" + lines + "<tr></table>", "30-200 30-170"},
		"a specified height": {table + "<tr><td style='height:300px'>w</table>", "30-200 30-160"},
		"a block in a cell":  {table + "<tr><td style='background:none'><div style='background:#ff0000'>" + lines + "</div></table>", "30-200 30-170"},
		"a height in a cell": {table + "<tr><td style='background:none'><div style='background:#ff0000;height:300px'></div></table>", "30-200 30-160"},
		"without a header":   {"<table><tr><td style='height:300px'>w</table>", "0-200 0-100"},
		"in a cloned box":    {"<div style='box-decoration-break:clone;border:10px solid #0000ff'><div style='background:#ff0000'>" + lines + "</div></div>", "10-190 10-130"},
	} {
		p := drawnOn(t, Paper{Width: 300, Height: 200}, head+c.html)
		var got []string
		for _, l := range p.pages {
			dy := l.Ops[0].(display.PushTransform).Matrix.F
			for _, op := range l.Ops {
				if r, ok := op.(display.FillRect); ok && r.Brush == (display.Solid{Color: display.Color{R: 255, A: 255}}) {
					got = append(got, fmt.Sprintf("%g-%g", max(0, r.Rect.Y0.Float()+dy), min(200, r.Rect.Y1.Float()+dy)))
				}
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: the rectangles are %s, want %s", name, s, c.want)
		}
	}
}
