package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	stdimage "image"
	"image/jpeg"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// drawnOn draws a document on paper that its @page rules may modify.
func drawnOn(t *testing.T, p Paper, html string) *Drawing {
	t.Helper()
	doc, err := New(Options{}).Open(context.Background(), Source{HTML: html}, Settings{Width: p.Width, Height: p.Height, Paper: &p})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(context.Background(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	return pic
}

func TestDocumentChoosesItsPaper(t *testing.T) {
	t.Parallel()
	card := Paper{Width: 1200, Height: 630, OpenSize: true, OpenMargin: true, Optional: true}
	fixed := Paper{Width: 400, Height: 300, Top: 10}
	for name, c := range map[string]struct {
		paper         Paper
		css           string
		width, height int
		pages         int
	}{
		"A4":                    {card, "@page{size:A4;margin:20mm}", 794, 1123, 3},
		"landscape":             {card, "@page{size:A4 landscape}", 1123, 794, 3},
		"two lengths":           {card, "@page{size:100mm 50mm}", 378, 189, 11},
		"turned":                {card, "@page{size:portrait}", 630, 1200, 2},
		"print only":            {card, "@media print{@page{size:a5}}", 559, 794, 3},
		"margin alone":          {card, "@page{margin:15px}", 1200, 630, 4},
		"no rule":               {card, "", 1200, 630, 1},
		"the request wins":      {fixed, "@page{size:A4;margin:0}", 400, 300, 7},
		"margin without a page": {Paper{Width: 400, Height: 300, OpenMargin: true}, "@page{margin:200px}", 400, 300, 7},
		"too small a size":      {card, "@page{size:1mm}", 1200, 630, 4},
		"percentages":           {Paper{Width: 400, Height: 1000, OpenMargin: true}, "@page{margin:25% 10%}", 400, 1000, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := drawnOn(t, c.paper, "<style>body{margin:0}"+c.css+"</style><div style='height:2000px;background:red'>a</div>")
			w, h := p.List.Width, p.List.Height
			if p.pages != nil {
				w, h = p.pages[0].Width, p.pages[0].Height
			}
			if w != c.width || h != c.height || p.Pages() != c.pages {
				t.Errorf("got %d pages of %d × %d, want %d of %d × %d", p.Pages(), w, h, c.pages, c.width, c.height)
			}
		})
	}
}

func TestPagesOfDocument(t *testing.T) {
	t.Parallel()
	const base = `<style>@page{size:400px 300px;margin:50px}body,p,h1,h2,table{margin:0;font:10px/20px Inter}`
	lines := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "<p>w%02d</p>", i)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		html string
		want []string // the text of each page
	}{
		"page numbers":      {`@page{@bottom-center{content:counter(page) "/" counter(pages)}}</style>` + lines(1, 11), []string{"1/2 w01", "2/2 w11"}},
		"first and right":   {`@page{@top-left{content:"rest"}}@page:first{@top-left{content:"first"}}@page:left{@top-left{content:"left"}}</style>` + lines(1, 21), []string{"first w01", "left w11", "rest w21"}},
		"roman numbers":     {`@page{@top-right{content:counter(page,upper-roman)}}</style>` + lines(1, 11), []string{"I w01", "II w11"}},
		"restarted numbers": {`@page{@top-right{content:counter(page)}}.c{counter-reset:page 7;break-before:page}</style><p>a</p><p class=c>b</p><p style="break-before:page">c`, []string{"1 a", "7 b", "8 c"}},
		"named strings":     {`@page{@top-left{content:string(t,start)}}h1{string-set:t content()}</style><h1>One</h1>` + lines(1, 10) + `<h1>Two</h1>`, []string{"One One", "One w10"}},
		"named strings last": {`@page{@top-left{content:string(t,last)}}h1{string-set:t content()}</style><h1>One</h1>` + lines(1, 10) + `<h1>Two</h1>`,
			[]string{"One One", "Two w10"}},
		"running element":  {`@page{@top-center{content:element(head)}}.h{position:running(head)}</style><p class=h>Head</p>` + lines(1, 11), []string{"Head w01", "Head w11"}},
		"blank page":       {`@page:blank{@top-left{content:"blank"}}</style><p>a</p><p style="break-before:right">b`, []string{"a", "blank", "b"}},
		"named page":       {`@page wide{@top-left{content:"wide"}}.w{page:wide}</style><p>a</p><p class=w>b</p><p class=w>c</p><p>d`, []string{"a", "wide b", "d"}},
		"pages by number":  {`@page :nth(2n+1){@top-left{content:"odd"}}@page :nth(2){@top-left{content:"second"}}</style>` + lines(1, 21), []string{"odd w01", "second w11", "odd w21"}},
		"named by number":  {`@page :nth(2 of x){@top-left{content:"again"}}.x{page:x}</style><p>a</p>` + `<div class=x>` + lines(1, 11) + `</div>`, []string{"a", "w01", "again w11"}},
		"columns":          {`</style><div style="columns:2">` + lines(1, 50) + `</div>`, []string{"w01", "w21", "w41"}},
		"balanced columns": {`</style><p>a</p><div style="columns:2">` + lines(1, 24) + `</div>b`, []string{"a w01", "w19"}},
		"filled columns":   {`</style><div style="columns:2;column-fill:auto">` + lines(1, 24) + `</div>`, []string{"w01", "w21"}},
		"spanning heading": {`h1{column-span:all}</style><div style="columns:2">` + lines(1, 36) + `<h1>x</h1>` + lines(41, 42) + `</div>`, []string{"w01", "w21"}},
		"fixed box":        {`</style><div style="position:fixed;top:0;right:0">F</div>` + lines(1, 11), []string{"w01", "w11"}},
		"table header":     {`</style><table style="border-spacing:0"><thead><tr><th style="padding:0">Head</thead>` + strings.Repeat(`<tr><td style="padding:0">r`, 12) + "</table>", []string{"Head r", "Head r"}},
		"heading alone":    {`h2{break-after:avoid}</style>` + lines(1, 9) + `<h2>h</h2>` + lines(20, 24), []string{"w01", "h w20"}},
		"flex items":       {`</style><div style="display:flex;flex-wrap:wrap">` + strings.Repeat(`<p style="width:100%;height:90px;break-inside:avoid">i</p>`, 3) + `</div>`, []string{"i i", "i"}},
		"grid rows":        {`</style><div style="display:grid;gap:20px">` + strings.Repeat(`<div style="height:120px;break-inside:avoid">i</div>`, 3) + `</div>`, []string{"i", "i", "i"}},
		"tall row":         {`</style><table><tr><td><p>` + strings.Repeat("w<br>", 15) + `</table>`, []string{"w", "w"}},
		"two columns":      {`</style><div style="display:flex"><div>` + lines(1, 14) + `</div><div>` + lines(31, 42) + `</div></div>`, []string{"w01", "w11"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := drawnOn(t, Paper{Width: 1200, Height: 630, OpenSize: true, OpenMargin: true, Optional: true}, base+c.html)
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

// TestRunningElementsLeaveTheFlow checks that a running element is painted in the margin only, with what it positions.
func TestRunningElementsLeaveTheFlow(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, `<style>@page{size:400px 300px;margin:50px;@top-center{content:element(head)}}.h{position:running(head)}</style>
		<p>a</p><div class=h>Head <b style="position:relative">bold</b></div><p>b</p>`)
	if got := said(p.pages[0]); strings.Count(got, "Head") != 1 || strings.Count(got, "bold") != 1 {
		t.Errorf("the page has the text %q", got)
	}
}

// TestPagesOfDifferentWidths checks that content with a page type of its own is laid out at the width of its pages.
func TestPagesOfDifferentWidths(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		html string
		want []int // the right edge of the widest box of each page, in CSS pixels
	}{
		"wide pages between":  {`<p>a</p><div class=w><p>b</p></div><p>c</p>`, []int{350, 550, 350}},
		"wide pages first":    {`<div class=w>a</div><p>b</p>`, []int{550, 350}},
		"nested in a section": {`<section style="margin:0 20px"><p>a</p><div class=w><p>b</p></div></section>`, []int{330, 530}},
		"narrow in wide":      {`<div class=w style="background:none"><p>a</p><div class=n style="background:none"><p>b</p></div></div>`, []int{550, 250}},
		"a table":             {`<p>a</p><table class=w width=100%><tr><td>b</table>`, []int{350, 550}},
	} {
		p := drawnOn(t, Paper{Width: 1200, Height: 630, OpenSize: true, OpenMargin: true, Optional: true}, `<style>@page{size:400px 300px;margin:50px}@page wide{size:600px 300px}@page narrow{size:300px}
			body,p,table{margin:0;border-spacing:0}.w{page:wide}.n{page:narrow}p,.w{background:#eee}</style>`+c.html)
		if len(p.pages) != len(c.want) || len(p.Warnings) > 0 {
			t.Errorf("%s: %d pages, want %d: %v", name, len(p.pages), len(c.want), p.Warnings)
			continue
		}
		for i, l := range p.pages {
			right := display.Coord(0)
			for _, op := range l.Ops {
				if r, ok := op.(display.FillRect); ok {
					right = max(right, r.Rect.X1)
				}
			}
			if got := int(right.Float()) + 50; got != c.want[i] {
				t.Errorf("%s: page %d reaches to %d, want %d", name, i+1, got, c.want[i])
			}
		}
	}
}

func TestLeaders(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300}, `<style>body{margin:0;font:16px Inter}p::after{content:leader(dotted) target-counter("#b",page)}</style><p>Go<p>A longer title<h2 id=b style="break-before:page">Chapter`)
	if got := said(p.pages[0]); strings.Count(got, "....................") < 2 || !strings.Contains(got, "2") {
		t.Errorf("page 1 has the text %q", got)
	}
	var ends []display.Coord
	for _, op := range p.pages[0].Ops {
		if g, ok := op.(display.Glyphs); ok && strings.HasPrefix(g.Text, "..") {
			ends = append(ends, g.Glyphs[len(g.Glyphs)-1].X)
		}
	}
	if len(ends) != 2 || ends[0] != ends[1] {
		t.Errorf("the dots end at %v", ends)
	}
}

func TestReferencesToPages(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300}, `<style>a::after{content:" on " target-counter(attr(href), page) " of " target-text(attr(href))}</style><a href="#b">See</a><h2 id=b style="break-before:page">Chapter`)
	if got := said(p.pages[0]); !strings.Contains(got, "on 2 of Chapter") {
		t.Errorf("page 1 has the text %q", got)
	}
}

func TestPDFDescribesItself(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300}, `<html lang="en"><title>Report</title><meta name="author" content="A. Writer"><meta name="description" content="Numbers &amp; words"><meta name="keywords" content="a, b">
<p><a href="#two">Go</a> <a href="#nowhere">Nowhere</a></p><h1>One</h1><h2>Sub</h2><h3 style="bookmark-level:none">Hidden</h3><h1 id="two" style="break-before:page;bookmark-label:'Second'">Two</h1>`)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	text := pdftest.Text(f.Bytes)
	for want, n := range map[string]int{
		"/Author <FEFF0041002E0020005700720069007400650072>": 1, "/Subject <FEFF": 1, "/Keywords <FEFF0061002C00200062>": 1,
		"<dc:creator><rdf:Seq><rdf:li>A. Writer<": 1, "Numbers &amp; words": 1, "<rdf:li>b</rdf:li>": 1,
		"/Subtype /Link": 1, "/Type /Outlines /First": 1, "/Title <FEFF004F006E0065> /Parent": 1, "/Title <FEFF005300750062> /Parent": 1,
		"/Title <FEFF005300650063006F006E0064> /Parent": 1, "/Title <FEFF00480069006400640065006E>": 0, "/Dest [": 4,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("the file has %q %d times, want %d", want, got, n)
		}
	}
}

// TestPhotosAreNotEncodedAgain checks that a JPEG is embedded in the PDF once, without re-encoding, and without its
// metadata.
func TestPhotosAreNotEncodedAgain(t *testing.T) {
	t.Parallel()
	pixels := stdimage.NewYCbCr(stdimage.Rect(0, 0, 64, 48), stdimage.YCbCrSubsampleRatio420)
	for i := range pixels.Y {
		pixels.Y[i] = byte(i * 7)
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, pixels, nil); err != nil {
		t.Fatal(err)
	}
	plain := file.Bytes()
	secret := append([]byte{0xff, 0xd8, 0xff, 0xed, 0, 8}, "secret"...)
	source := base64.StdEncoding.EncodeToString(append(secret, plain[2:]...))
	p := drawnOn(t, Paper{Width: 400, Height: 300}, `<img src="data:image/jpeg;base64,`+source+`"><img src="data:image/jpeg;base64,`+source+`">`)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(f.Bytes, plain[2:]); n != 1 {
		t.Errorf("the photo is in the file %d times, want once", n)
	}
	if bytes.Contains(f.Bytes, []byte("secret")) {
		t.Error("the file has the photo's metadata")
	}
}

// TestPagesWarn checks that unsupported features of paged media are reported.
func TestPagesWarn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ css, want string }{
		"marks":            {"@page{marks:dots}", "none, crop, cross"},
		"nth":              {"@page :nth(x){margin:0}", ":first, :left, :right, :blank and :nth()"},
		"size":             {"@page{size:huge}", "size: huge"},
		"margin box":       {"@page{@top-middle{content:'x'}}", "@top-middle"},
		"footnote":         {"p,b{float:footnote}", "in a footnote"},
		"footnotes inline": {"p{footnote-display:inline}", "footnotes are blocks"},
		"clone":            {"@page{margin:0}body{columns:2}p{box-decoration-break:clone;border:1px solid}", "between columns"},
		"reference":        {"p::after{content:target-counter('#nothing', page)}", "#nothing"},
		"different widths": {"@page{margin:10px}@page:first{margin:40px}p{break-after:page}", "page 1 is laid out at another width"},
	} {
		p := drawnOn(t, Paper{Width: 400, Height: 300, OpenMargin: true}, "<style>"+c.css+"</style><p>a</p><p><b>b</b></p>")
		found := false
		for _, w := range p.Warnings {
			found = found || strings.Contains(w.Message, c.want)
		}
		if !found {
			t.Errorf("%s: got %v, want a warning with %q", name, p.Warnings, c.want)
		}
	}
}

// TestContentOfTheNextPageIsOmitted checks that content that begins exactly at the end of a page is not on that page.
func TestContentOfTheNextPageIsOmitted(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 200, Height: 100}, `<style>body{margin:0}div{height:100px;box-sizing:border-box;border:1px dashed red;border-radius:5px}</style><p style="margin:0;height:100px"></p><div>a</div>`)
	for _, op := range p.pages[0].Ops {
		switch op.(type) {
		case display.StrokePath, display.FillPath, display.Glyphs:
			t.Errorf("page 1 has %T of page 2", op)
		}
	}
}

func TestFixedBoxIsOnEveryPage(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 300, Height: 100}, `<div style="position:fixed;bottom:0">Foot</div><div style="height:350px">`)
	if p.Pages() != 4 {
		t.Fatalf("got %d pages, want 4", p.Pages())
	}
	for i, l := range p.pages {
		if n := strings.Count(said(l), "Foot"); n != 1 {
			t.Errorf("page %d has the content %d times", i+1, n)
		}
	}
}

// TestExactMargins checks that margins of the request leave the same page area as those of an @page rule, which is not that of
// rounded margins: 148 mm without twice 20 mm is 408.19 px, and lines break at 409 px.
func TestExactMargins(t *testing.T) {
	t.Parallel()
	for margin, edges := range map[string][4]float64{"20mm": {20, 20, 20, 20}, "12.3mm 17mm 9mm 14.9mm": {12.3, 17, 9, 14.9}, "0": {}} {
		for i := range edges {
			edges[i] = edges[i] * 96 / 25.4
		}
		asked := Paper{Width: 559, Height: 794, Exact: [2]float64{148 * 96 / 25.4, 210 * 96 / 25.4}}
		rule := asked
		rule.OpenMargin = true
		asked.SetMargins(edges)
		const body = `<style>body{margin:0;font:16px/20px Inter}</style><p style="background:red">` + "some words that fill lines " + `<i style="display:block;height:1700px">x</i>`
		got, want := drawnOn(t, asked, body), drawnOn(t, rule, "<style>@page{margin:"+margin+"}</style>"+body)
		lines := func(d *Drawing) (out []string) {
			for _, op := range d.pages[0].Ops {
				if g, ok := op.(display.Glyphs); ok {
					out = append(out, fmt.Sprint(g.Text, g.Glyphs[0].X, g.Glyphs[0].Y))
				}
			}
			return out
		}
		if got.Pages() != want.Pages() || got.List.Width != want.List.Width || len(lines(got)) == 0 || !slices.Equal(lines(got), lines(want)) {
			t.Errorf("%s: %d pages of content %d px wide, want %d and %d", margin, got.Pages(), got.List.Width, want.Pages(), want.List.Width)
		}
	}
}

// TestVariablesOfPagesEnd checks that a page whose custom properties refer to each other twice each is drawn: their text
// grows exponentially.
func TestVariablesOfPagesEnd(t *testing.T) {
	t.Parallel()
	var vars strings.Builder
	for i := range 60 {
		fmt.Fprintf(&vars, "--v%d:var(--v%d)var(--v%d);", i+1, i, i)
	}
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenMargin: true}, "<style>@page{--v0:1px;"+vars.String()+"margin:var(--v60)}</style><p>a")
	if p.List.Width != 400 || !slices.ContainsFunc(p.Warnings, func(w dom.Warning) bool { return strings.Contains(w.Message, "var(--v60)") }) {
		t.Errorf("the content is %d px wide, warnings %v", p.List.Width, p.Warnings)
	}
}

// TestPageReferences draws pages whose @page rules must look the same.
func TestPageReferences(t *testing.T) {
	t.Parallel()
	draw := func(css string) string {
		p := drawnOn(t, Paper{Width: 400, Height: 300, OpenMargin: true}, "<style>@page{margin:60px;"+css+"}</style><p>a")
		f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
		if err != nil {
			t.Fatal(err)
		}
		return pdftest.Text(f.Bytes)
	}
	const right = "@top-right{content:'other';background:red}"
	for name, c := range map[string]struct{ css, reference string }{
		"the last width wins": {"@top-left{content:'a';background:blue;width:auto;width:100px}" + right, "@top-left{content:'a';background:blue;width:100px}" + right},
		"a width is reset":    {"@top-left{content:'a';background:blue;width:100px;width:auto}" + right, "@top-left{content:'a';background:blue}" + right},
		"no limit":            {"@top-left{content:'a';background:blue;max-width:none}" + right, "@top-left{content:'a';background:blue}" + right},
		"a logical limit":     {"@top-left{content:'a';background:blue;max-inline-size:9px}" + right, "@top-left{content:'a';background:blue;max-width:9px}" + right},
		"a shadow alone":      {"box-shadow:0 0 0 9px red", "box-shadow:0 0 0 9px red;outline:0"},
	} {
		if got, want := draw(c.css), draw(c.reference); got != want {
			t.Errorf("%s: the pages differ:\n%s\n%s", name, got, want)
		}
	}
}

// TestMarginBoxesInherit checks that margin boxes inherit from the page and the page from the root element (CSS Paged Media 3
// §6), that lengths in em and rem refer to the page and the root element, and that custom properties apply to every declaration.
func TestMarginBoxesInherit(t *testing.T) {
	t.Parallel()
	const root = `:root{--m:60px 50px;--size:500px 300px;--word:"word";color:#ff0000;font:30px Inter}body{color:#000;font-size:10px}`
	for name, c := range map[string]struct {
		css, want string
	}{
		"the root's style":         {"@top-center{content:'word'}", "30 #ff0000"},
		"the page's style":         {"color:#00ff00;font-size:20px;@top-center{content:'word'}", "20 #00ff00"},
		"the box's own":            {"font-size:20px;@top-center{content:'word';color:#0000ff;font-size:1.5em}", "30 #0000ff"},
		"rem":                      {"font-size:20px;@top-center{content:'word';font-size:.5rem}", "15 #ff0000"},
		"content of a variable":    {"@top-center{content:var(--word)}", "30 #ff0000"},
		"a variable of the page":   {"--own:var(--word);@top-center{content:var(--own)}", "30 #ff0000"},
		"a fallback":               {"@top-center{content:var(--none, 'word')}", "30 #ff0000"},
		"a cycle":                  {"--own:var(--b);--b:var(--own);@top-center{content:var(--own, 'word')}", "30 #ff0000"},
		"another box's variable":   {"@top-left{--own:'word';content:'a'}@top-center{content:var(--own, 'b')}@bottom-center{content:'word'}", "30 #ff0000"},
		"a comment in a string":    {"@top-center{content:var(--none, 'wo/**/rd')}@bottom-center{content:'word'}", "30 #ff0000"},
		"a variable without value": {"@top-center{content:var(--none)}@bottom-center{content:'word';color:#0000ff}", "30 #0000ff"},
	} {
		p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, "<style>"+root+"@page{size:var(--size);margin:var(--m);"+c.css+"}</style><p>a")
		var got []string
		for _, op := range p.pages[0].Ops {
			if g, ok := op.(display.Glyphs); ok && g.Text == "word" {
				s := g.Brush.(display.Solid).Color
				got = append(got, fmt.Sprintf("%g #%02x%02x%02x", g.Size.Float(), s.R, s.G, s.B))
			}
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: the text is %q, want %s", name, got, c.want)
		}
		warned := slices.ContainsFunc(p.Warnings, func(w dom.Warning) bool { return strings.Contains(w.Message, "var(--none)") })
		if p.pages[0].Width != 500 || p.List.Width != 400 || warned != (name == "a variable without value") {
			t.Errorf("%s: the page is %d px wide and its content %d, warnings %v", name, p.pages[0].Width, p.List.Width, p.Warnings)
		}
	}
}

// TestMarginBoxesOfOwnWidth checks where margin boxes with a width are, as Chromium prints them: at their end of the edge.
func TestMarginBoxesOfOwnWidth(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{
		"@top-right{content:'r';width:20px}":                                                    "r 330",
		"@top-left{content:'l';width:20px}@top-right{content:'r';text-align:left}":              "l 50 r 70",
		"@top-center{content:'c';width:20px;text-align:left}@top-right{content:'r';width:30px}": "c 190 r 320",
	} {
		p := drawnOn(t, Paper{Width: 400, Height: 300, OpenMargin: true}, "<style>@page{margin:50px;"+strings.ReplaceAll(css, "width:", "text-align:left;width:")+"}</style><p>a")
		var got []string
		for _, op := range p.pages[0].Ops {
			if g, ok := op.(display.Glyphs); ok && g.Text != "a" {
				got = append(got, fmt.Sprint(g.Text, " ", math.Round(g.Glyphs[0].X.Float())))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: the boxes are at %q, want %q", css, s, want)
		}
	}
}

// TestBorderOfPages checks that the border of a page is between its margin and its padding, and that its background covers the
// sheet.
func TestBorderOfPages(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenMargin: true}, "<style>@page{margin:40px 50px 30px 20px;padding:10px;border:4px solid #ff0000;background:#0000ff}</style><p>a")
	var got []string
	for _, op := range p.pages[0].Ops {
		at := func(b display.Brush, r display.Rect) {
			if s, ok := b.(display.Solid); ok && s.Color.G == 0 && s.Color.R != s.Color.B {
				got = append(got, fmt.Sprintf("#%02x%02x%02x %g %g %g %g", s.Color.R, s.Color.G, s.Color.B, r.X0.Float(), r.Y0.Float(), r.X1.Float(), r.Y1.Float()))
			}
		}
		switch o := op.(type) {
		case display.FillRect:
			at(o.Brush, o.Rect)
		case display.FillRRect:
			at(o.Brush, o.RRect.Rect)
		}
	}
	if want := []string{"#0000ff 0 0 400 300", "#ff0000 20 40 350 270"}; !slices.Equal(got, want) {
		t.Errorf("the page draws %q, want %q", got, want)
	}
}

// TestGapRulesOnPages breaks a grid and columns with rules between pages: rules between columns are on every page, and
// there is none where a page begins between two rows.
func TestGapRulesOnPages(t *testing.T) {
	t.Parallel()
	rules := func(l *display.List) (out []string) {
		for _, op := range l.Ops {
			if f, ok := op.(display.FillRect); ok {
				if c, ok := f.Brush.(display.Solid); ok && c.Color.R == 204 {
					r := f.Rect
					out = append(out, fmt.Sprintf("%v,%v %v×%v", r.X0.Float(), r.Y0.Float(), (r.X1-r.X0).Float(), (r.Y1-r.Y0).Float()))
				}
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		html string
		want [][]string
	}{
		"grid": {"<style>body{margin:0}i{height:80px}</style><div style='display:grid;grid-template-columns:1fr 1fr;gap:20px;rule:2px solid #c00'>" + strings.Repeat("<i></i>", 6) + "</div>",
			[][]string{{"149,0 2×280", "0,89 300×2"}, {"149,0 2×280"}}},
		"grid with a row that moves": {"<style>body{margin:0}i{height:90px}</style><div style='display:grid;gap:20px;row-rule:2px solid #c00'>" + strings.Repeat("<i></i>", 4) + "</div>",
			[][]string{{"0,99 300×2"}, {"0,299 300×2"}}},
		"columns": {"<style>body{margin:0;font:10px/20px Inter}</style><div style='columns:2;column-gap:20px;column-rule:2px solid #c00'>" + strings.Repeat("word<br>", 30) + "</div>",
			[][]string{{"149,0 2×200"}, {"149,200 2×100"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := paged(t, c.html)
			for i, want := range c.want {
				if got := rules(p.pages[i]); !slices.Equal(got, want) {
					t.Errorf("page %d has the rules %v, want %v", i+1, got, want)
				}
			}
		})
	}
}
