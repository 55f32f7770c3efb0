package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// paged draws a document on sheets of 400 × 300 with a margin of 50: a canvas of 300 × 200 per page.
func paged(t *testing.T, html string) *Drawing {
	t.Helper()
	e := New(Options{})
	doc, err := e.Open(context.Background(), Source{HTML: html}, Settings{Paper: &Paper{Width: 400, Height: 300, Top: 50, Right: 50, Bottom: 50, Left: 50}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(context.Background(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// said returns the text on a page.
func said(l *display.List) string {
	var b strings.Builder
	for _, op := range l.Ops {
		if g, ok := op.(display.Glyphs); ok {
			b.WriteString(g.Text + " ")
		}
	}
	return b.String()
}

func TestPagesBreakWhereTheyMay(t *testing.T) {
	t.Parallel()
	const head = `<style>body{margin:0;font:10px/20px Inter}p,h2,div{margin:0;font-size:10px;line-height:20px}</style>`
	line := func(from, to int) (s string) {
		for i := from; i <= to; i++ {
			s += fmt.Sprintf("w%02d<br>", i)
		}
		return s
	}
	for name, c := range map[string]struct {
		html string
		want []string // the first word of each page
	}{
		"one page":            {head + "<p>a", []string{"a"}},
		"lines stay whole":    {head + "<p>" + line(1, 15), []string{"w01", "w11"}},
		"widows":              {head + "<p>" + line(1, 11), []string{"w01", "w10"}},
		"forced":              {head + `<p>a<p style="break-before:page">b<p style="page-break-after:always">c<p>d`, []string{"a", "b", "d"}},
		"avoid inside":        {head + "<p>" + line(1, 8) + `<div style="break-inside:avoid"><p>x<p>y<p>z</div>`, []string{"w01", "x"}},
		"heading stays":       {head + "<p>" + line(1, 9) + `<h2 style="break-after:avoid">h</h2><p>` + line(20, 24), []string{"w01", "h"}},
		"rows stay whole":     {head + "<table style='border-spacing:0'>" + strings.Repeat("<tr><td style='padding:5px'>r", 8), []string{"r", "r"}},
		"rows break inside":   {head + "<table style='border-spacing:0'><tr><td style='padding:0'>a<td style='padding:0'>" + line(1, 8) + "<tr><td style='padding:0'>b<td style='padding:0'>" + line(11, 18) + "<tr><td style='padding:0'>c<td style='padding:0'>" + line(21, 24) + "</table>", []string{"a", "w13"}},
		"nested rows break":   {head + "<table style='border-spacing:0'><tr><td style='padding:0'>" + line(1, 8) + "<tr><td style='padding:0'><table style='border-spacing:0'>" + strings.Repeat("<tr><td style='padding:0'>r", 4) + "</table></table>", []string{"w01", "r"}},
		"rows avoid breaks":   {head + "<table style='border-spacing:0'><tr><td style='padding:0'>" + line(1, 8) + "<tr style='break-inside:avoid'><td style='padding:0'>" + line(11, 18) + "</table>", []string{"w01", "w11"}},
		"trailing space":      {head + `<div style="height:190px">a</div><p style="margin-top:30px"></p>`, []string{"a"}},
		"clipped content":     {head + `<div style="height:50px;overflow:hidden">a<div style="height:900px">b</div></div>`, []string{"a"}},
		"absolute goes along": {head + `<div style="position:absolute;top:230px">b</div>a`, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := paged(t, c.html)
			if p.Pages() != len(c.want) {
				t.Fatalf("got %d pages, want %d", p.Pages(), len(c.want))
			}
			for i, want := range c.want {
				if got := said(p.pages[i]); !strings.HasPrefix(got, want+" ") {
					t.Errorf("page %d has the text %q, want it to begin with %q", i+1, got, want)
				}
			}
		})
	}
}

// TestEveryWordIsOnExactlyOnePage checks that pagination neither loses nor duplicates content.
func TestEveryWordIsOnExactlyOnePage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "<p style='margin:%dpx 0'>word%03d", i%7, i)
	}
	p := paged(t, b.String())
	all := ""
	for _, l := range p.pages {
		all += said(l)
	}
	for i := range 200 {
		if n := strings.Count(all, fmt.Sprintf("word%03d ", i)); n != 1 {
			t.Errorf("word%03d is there %d times", i, n)
		}
	}
}

func TestTaggedPDF(t *testing.T) {
	t.Parallel()
	p := paged(t, `<html lang="de"><title>Übersicht</title><h1>Title</h1><p>Text with <b>bold</b></p><ul><li>one</ul><svg aria-label="A dot" width="9" height="9"><circle r="4"/></svg>`)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	text := pdftest.Text(f.Bytes)
	for _, want := range []string{"/MarkInfo << /Marked true >>", "/S /H1", "/S /P", "/S /L ", "/S /LI", "/S /Figure", "/Alt <FEFF004100200064006F0074>", "/Lang <FEFF00640065>", "/Title <FEFF00DC", "/StructParents 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %q", want)
		}
	}
}

// TestTaggedWordsAreSeparated: the white space at the end of a line has no glyph, but is in the text of the line's last
// letter; where a word is divided there is none.
func TestTaggedWordsAreSeparated(t *testing.T) {
	t.Parallel()
	p := paged(t, `<p style="width:50px;font:16px Inter">xxxxq<br>xxxxy xxxxj<p style="width:50px;font:16px Inter;word-break:break-all">xxxxxxxv xxxxxxw`)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	text := pdftest.Text(f.Bytes)
	for letter, want := range map[string]bool{"q": true, "y": true, "j": false, "x": false, "w": false} {
		if got := strings.Contains(text, fmt.Sprintf("<%04X0020>", letter[0])); got != want {
			t.Errorf("a space follows %s: %v, want %v", letter, got, want)
		}
	}
}

func TestTooManyPages(t *testing.T) {
	t.Parallel()
	e := New(Options{})
	doc, err := e.Open(context.Background(), Source{HTML: `<div style="height:100000px">`}, Settings{Paper: &Paper{Width: 100, Height: 100}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := doc.Draw(context.Background(), NoFiles{}); err == nil || !strings.Contains(err.Error(), "max_pages") {
		t.Errorf("got %v, want max_pages", err)
	}
}

// TestPageAreaContainsItsSize checks that the page area is rounded up, as in Chromium, and that the rounding of the sheet and of
// its margins does not add up. A page of 148 × 210 mm with margins of 15 mm has an area of 445.98 × 680.31 px.
func TestPageAreaContainsItsSize(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string][2]int{
		"size:A5;margin:15mm":                         {446, 681},
		"size:A5 landscape;margin:15mm":               {681, 446},
		"size:A4;margin:20mm":                         {643, 972},
		"size:A4;margin:10mm":                         {719, 1047},
		"size:100mm 100mm;margin:0":                   {378, 378},
		"size:letter;margin:.75in":                    {672, 912},
		"size:A5;margin:0;padding:15mm":               {446, 681},
		"size:120mm 180mm;margin:18mm 18mm 12mm 12mm": {341, 567},
	} {
		doc, err := New(Options{}).Open(t.Context(), Source{HTML: "<style>@page{" + rule + "}</style><p>x"},
			Settings{Width: 794, Height: 1123, Scale: 1, Paper: &Paper{Width: 794, Height: 1123, OpenSize: true, OpenMargin: true}})
		if err != nil {
			t.Fatal(err)
		}
		p := doc.Paper()
		if got := [2]int{p.Width - p.Left - p.Right, p.Height - p.Top - p.Bottom}; got != want {
			t.Errorf("%s has an area of %v, want %v", rule, got, want)
		}
	}
}

// TestFooterIsBelowADividedRow: the repeated footer of a table ends the page on which a row is divided, and the row's
// cells begin at its top whatever their vertical-align.
func TestFooterIsBelowADividedRow(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("w<br>", 15)
	p := paged(t, `<style>body{margin:0;font:10px/20px Inter}table{border-spacing:0}td{padding:0}</style>
		<table><tfoot><tr><td>foot<td></tfoot><tr><td style="vertical-align:middle">mid<td>`+lines+`</table>`)
	if p.Pages() != 2 {
		t.Fatalf("got %d pages, want 2", p.Pages())
	}
	at := map[string][]float64{}
	for _, op := range p.pages[0].Ops {
		if g, ok := op.(display.Glyphs); ok {
			at[g.Text] = append(at[g.Text], g.Glyphs[0].Y.Float())
		}
	}
	if len(at["w"]) != 9 || len(at["mid"]) != 1 || len(at["foot"]) != 1 || at["mid"][0] != at["w"][0] || at["foot"][0] != at["w"][8]+20 {
		t.Errorf("the text on the first page is at %v", at)
	}
}

// TestExactPaper: the boxes of a page have the exact size of its paper, although layout uses whole pixels: ISO 216 A5 is
// 148 × 210 mm, which is 419.53 × 595.28 points, and a bleed of 3 mm is 8.50 points.
func TestExactPaper(t *testing.T) {
	t.Parallel()
	open := &Paper{Width: 794, Height: 1123, OpenSize: true, OpenMargin: true}
	for _, c := range []struct {
		rule  string
		paper *Paper
		want  string
	}{
		{"size:A5", open, "/MediaBox [0 0 419.5276 595.2756]"},
		{"size:A5 landscape", open, "/MediaBox [0 0 595.2756 419.5276]"},
		{"size:A4", open, "/MediaBox [0 0 595.2756 841.8898]"},
		{"size:letter", open, "/MediaBox [0 0 612 792]"},
		{"size:85mm 55mm", open, "/MediaBox [0 0 240.9449 155.9055]"},
		{"size:landscape", &Paper{Width: 559, Height: 794, Exact: [2]float64{148 * 96 / 25.4, 210 * 96 / 25.4}, OpenSize: true}, "/MediaBox [0 0 595.2756 419.5276]"},
		{"size:A5;bleed:3mm", open, "/MediaBox [0 0 436.5354 612.2835] /TrimBox [8.5039 8.5039 428.0315 603.7795] /BleedBox [0 0 436.5354 612.2835]"},
		{"size:A5;bleed:3mm;marks:crop", open, "/MediaBox [0 0 475.5354 651.2835] /TrimBox [28.0039 28.0039 447.5315 623.2795] /BleedBox [19.5 19.5 456.0354 631.7835]"},
		{"margin:1cm", &Paper{Width: 100, Height: 50, OpenMargin: true}, "/MediaBox [0 0 75 37.5]"},
	} {
		e := New(Options{})
		doc, err := e.Open(t.Context(), Source{HTML: "<style>@page{background:red;" + c.rule + "}</style><p>x"}, Settings{Width: 794, Height: 1123, Scale: 1, Paper: c.paper})
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.Draw(t.Context(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.Encode(t.Context(), p, Output{Vector: PDF})
		if err != nil {
			t.Fatal(err)
		}
		if text := pdftest.Text(f.Bytes); !strings.Contains(text, c.want) {
			from := strings.Index(text, "/MediaBox")
			t.Errorf("%s: the page has no %q, but %q", c.rule, c.want, text[from:min(from+180, len(text))])
		}
	}
}
