package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

const noteHead = `<style>@page{@footnote{margin:0;border-top:1px solid red;padding-top:9px}}body{margin:0;font:10px/20px Inter}p,h2,div{margin:0;font-size:10px;line-height:20px}
 .n{float:footnote;line-height:20px}.n::footnote-call{content:"c" counter(footnote)}.n::footnote-marker{content:"m" counter(footnote) " "}</style>`

func noted(name string, lines int) string {
	s := `<span class="n">` + name
	for i := 1; i < lines; i++ {
		s += fmt.Sprintf("<br>%s%d", name, i)
	}
	return s + "</span>"
}

func textLines(from, to int) (s string) {
	for i := from; i <= to; i++ {
		s += fmt.Sprintf("w%02d<br>", i)
	}
	return s
}

// TestFootnotes checks that footnotes are on the page of their calls, below its content, and continue on later pages
// where they do not fit. A page has ten lines, of which the edges of the area occupy half a line.
func TestFootnotes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		html string
		want []string // what is on each page, in order
	}{
		"one":           {"<p>a" + noted("x", 1) + "<p>b", []string{"a c1 b m1 x"}},
		"several":       {"<p>a" + noted("x", 1) + noted("y", 2) + "<p>b" + noted("z", 1), []string{"a c1 c2 b c3 m1 x m2 y y1 m3 z"}},
		"takes room":    {"<p style='orphans:1;widows:1'>a" + noted("x", 2) + "<br>" + textLines(1, 9), []string{"a c1 w01 w02 w03 w04 w05 w06 m1 x x1", "w07 w08 w09"}},
		"follows call":  {"<p style='orphans:1;widows:1'>" + textLines(1, 9) + "a" + noted("x", 1), []string{"w01 w02 w03 w04 w05 w06 w07 w08 w09", "a c1 m1 x"}},
		"goes on":       {"<p style='orphans:1;widows:1'>" + textLines(1, 4) + "a" + noted("x", 6) + "<br>b", []string{"w01 w02 w03 w04 a c1 m1 x x1 x2 x3", "b x4 x5"}},
		"line":          {"<p style='orphans:1;widows:1'>" + textLines(1, 5) + "a" + strings.Replace(noted("x", 6), `"n"`, `"n" style="footnote-policy:line"`, 1), []string{"w01 w02 w03 w04 w05", "a c1 m1 x x1 x2 x3 x4 x5"}},
		"block":         {"<p>" + textLines(1, 4) + "<p style='orphans:1;widows:1'>b<br>a" + strings.Replace(noted("x", 4), `"n"`, `"n" style="footnote-policy:block"`, 1), []string{"w01 w02 w03 w04", "b a c1 m1 x x1 x2 x3"}},
		"in a table":    {"<table style='border-spacing:0'>" + strings.Repeat("<tr><td style='padding:0'>r", 8) + "<tr><td style='padding:0'>a" + noted("x", 1) + "<tr><td style='padding:0'>b" + noted("y", 1), []string{"r r r r r r r r", "a c1 b c2 m1 x m2 y"}},
		"in columns":    {"<div style='columns:2;orphans:1;widows:1'>" + textLines(1, 5) + "a" + noted("x", 1) + "<br>" + textLines(6, 10) + "b" + noted("y", 3) + "<br>c</div>", []string{"w01 w02 w03 w04 w05 a c1 w06 w07 w08 w09 w10 b c2 c m1 x m2 y", "y1 y2"}},
		"of a fixed":    {"<p>a<div style='position:fixed;top:0'>f" + noted("x", 1) + "</div>", []string{"a m1 x f c1"}},
		"of a float":    {"<div style='float:right'>f" + noted("x", 1) + "</div><p>a", []string{"f c1 a m1 x"}},
		"hidden":        {"<p>a<span style='display:none'>" + noted("x", 1) + "</span>", []string{"a"}},
		"no call":       {"<style>.n::footnote-call{display:none}</style><p>a" + noted("x", 1), []string{"a m1 x"}},
		"of an item":    {"<div style='display:flex'><div>f" + noted("x", 1) + "</div></div><p>a", []string{"f c1 a m1 x"}},
		"per page":      {"<style>@page{counter-reset:footnote}</style><p>a" + noted("x", 1) + noted("y", 1) + "<p style='break-before:page'>b" + noted("z", 1), []string{"a c1 c2 m1 x m2 y", "b c1 m1 z"}},
		"at most":       {"<style>@page{@footnote{max-height:20px}}</style><p>a" + noted("x", 2) + "<p>b", []string{"a c1 b m1 x", "x1"}},
		"on a new side": {"<p style='orphans:1;widows:1'>" + textLines(1, 7) + "a" + noted("x", 6) + "<p style='break-before:left'>b", []string{"w01 w02 w03 w04 w05 w06 w07 a c1 m1 x", "b x1 x2 x3 x4 x5"}},
		"own blocks":    {"<div>a<div class=n><p>x</p><p>y</p></div></div><p>b", []string{"a c1 b m1 x y"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := paged(t, noteHead+c.html)
			var got []string
			for _, l := range p.pages {
				got = append(got, strings.Join(strings.Fields(said(l)), " "))
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got\n%q, want\n%q", got, c.want)
			}
		})
	}
}

// TestFootnotesLoseNothing checks that every footnote is drawn, regardless of the position of its call, and that none
// overlaps other content.
func TestFootnotesLoseNothing(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 60 {
		n := noted(fmt.Sprintf("note%02d.", i), 1+i%4)
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "<p>text %s and more<br>second<br>third", n)
		case 1:
			fmt.Fprintf(&b, "<table><tr><td>cell<br>two %s<td>other", n)
		case 2:
			fmt.Fprintf(&b, "<div style='columns:2'>one<br>two %s<br>three<br>four</div>", n)
		case 3:
			fmt.Fprintf(&b, "<div style='display:grid;grid-template-columns:1fr 1fr'><p>left %s<p>right<br>more</div>", n)
		case 4:
			fmt.Fprintf(&b, "<div style='break-inside:avoid'><p>%s<p>a<p>b</div>", n)
		}
	}
	p := paged(t, noteHead+b.String())
	all := ""
	for _, l := range p.pages {
		all += said(l)
	}
	for i := range 60 {
		if n := strings.Count(all, fmt.Sprintf("note%02d. ", i)); n != 1 {
			t.Errorf("footnote %d is drawn %d times", i, n)
		}
	}
	for i, page := range p.pagination.pages {
		top := (page.Top + page.Height - page.Notes).Float()
		for _, piece := range p.layout.TextPieces(p.doc) {
			if r := piece.Rect; p.tree.Styles[piece.Node] != nil && !inNote(p, piece.Node) && r.Y < page.Top+page.Height && r.MaxY() > page.Top && r.MaxY().Float() > top+0.5 && page.Notes > 0 {
				t.Errorf("page %d: %q reaches to %v, where the footnotes begin at %v", i+1, piece.Text, r.MaxY(), top)
			}
		}
	}
}

func TestFootnotesAreTagged(t *testing.T) {
	t.Parallel()
	p := paged(t, noteHead+"<p>a"+noted("x", 1)+"<p>b"+noted("y", 1))
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	text := pdftest.Text(f.Bytes)
	if n := strings.Count(text, "/S /Note"); n != 2 || strings.Count(text, "/IDTree") != 1 {
		t.Errorf("got %d notes, want 2 with an ID tree", n)
	}
}

// TestFootnotesNeedPages checks that on a canvas a footnote stays in the flow, with a warning.
func TestFootnotesNeedPages(t *testing.T) {
	t.Parallel()
	doc, err := New(Options{}).Open(context.Background(), Source{HTML: noteHead + "<p>a" + noted("x", 1)}, Settings{Width: 300, Height: 200})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(context.Background(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	if got := said(p.List); got != "a x " || len(p.Warnings) != 1 {
		t.Errorf("got %q with %v, want the text in the flow and a warning", got, p.Warnings)
	}
}

// inNote reports whether an element is a footnote or part of one.
func inNote(p *Drawing, id dom.NodeID) bool {
	for ; id != dom.None; id = p.doc.Node(id).Parent {
		if s := p.tree.Styles[id]; s != nil && s.Note {
			return true
		}
	}
	return false
}
