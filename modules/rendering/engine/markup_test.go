package engine_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

func markup(t *testing.T, src engine.Source, set engine.Settings) string {
	t.Helper()
	if set.Width == 0 {
		set.Width, set.Height = 400, 300
	}
	doc, err := engine.New(engine.Options{}).Open(t.Context(), src, set)
	if err != nil {
		t.Fatal(err)
	}
	out, err := doc.Markup(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMarkupKeepsTheDocument(t *testing.T) {
	t.Parallel()
	got := markup(t, engine.Source{
		HTML: `<style>p>b{color:red}</style><p id=a title='"&<'>a &lt; b&nbsp;c<br><b>d</b></p><svg viewBox="0 0 1 1"><linearGradient id=g /></svg><pre>
		
x</pre>`, CSS: `p::before{content:"</style><i>"}`,
	}, engine.Settings{Locale: "ar", Direction: "rtl"})
	for _, want := range []string{
		`<html dir="rtl" lang="ar">`, `<style>p>b{color:red}</style>`, `title="&quot;&amp;&lt;"`, `a &lt; b&nbsp;c<br><b>d</b></p>`,
		`<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient></svg>`, `p::before{content:"<\/style><i>"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	again := markup(t, engine.Source{HTML: got}, engine.Settings{})
	if twice := markup(t, engine.Source{HTML: again}, engine.Settings{}); strings.Count(twice, "<b>d</b>") != 1 {
		t.Errorf("parsing and writing again changes the document:\n%s", twice)
	}
}

func TestMarkupAppliesExtensionsUnknownToBrowsers(t *testing.T) {
	t.Parallel()
	text := "new"
	got := markup(t, engine.Source{
		HTML: `<body class="tw"><h1 id=h class="p-4">old</h1><qr-code value="x" style="width:100px"></qr-code><p style="width:100px;height:20px;font-size:80px;-svc-text-fit:shrink">Fitted text</p>`,
	}, engine.Settings{Overrides: []engine.Override{
		{Node: "h", Text: &text, Style: []dom.Attr{{Name: "color", Value: "red"}}},
		{Selector: "h1::before", Style: []dom.Attr{{Name: "content", Value: `"x"`}}},
	}})
	for _, want := range []string{
		`>new</h1>`, `color:red !important`, `data-overridden="1"`, `::before{content:"x" !important;}`, `.p-4`,
		`;content:url(data:image/svg+xml;base64,`, `font-size:`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, ">old") {
		t.Error("the overridden text is still there")
	}
}

func TestMarkupRemovesScriptsAndLoads(t *testing.T) {
	t.Parallel()
	evil := &dom.Tree{Tag: "div", Attrs: []dom.Attr{{Name: "onclick", Value: "x()"}, {Name: `a"><script>`, Value: "1"}}, Children: []*dom.Tree{
		{Tag: "style", Text: "</style><script>alert(1)</script>"},
		{Tag: "iframe", Attrs: []dom.Attr{{Name: "srcdoc", Value: "<script>alert(2)</script>"}}},
		{Tag: "p", Text: "</p><script>alert(3)</script>"},
		{Tag: "title", Text: "</title><script>alert(4)</script>"},
		{Tag: "textarea", Text: "</textarea><script>alert(5)</script>"},
		{Tag: "xmp", Text: "</xmp><script>alert(6)</script>"},
		{Tag: "noscript", Text: "</noscript><script>alert(7)</script>"},
		{Tag: "meta", Attrs: []dom.Attr{{Name: "http-equiv", Value: "refresh"}}},
		{Tag: "link", Attrs: []dom.Attr{{Name: "rel", Value: "stylesheet"}, {Name: "href", Value: "https://x.example/"}}},
	}}
	for _, src := range []engine.Source{{Tree: evil}, {HTML: `<body onload="x()"><script>alert(0)</script><p>a</p><meta http-equiv=refresh content="0;url=x"><base href="//x"><object data="x"></object>`}} {
		got := markup(t, src, engine.Settings{})
		// The remainder of a script is style sheet text, which no parser treats as markup.
		again := markup(t, engine.Source{HTML: got}, engine.Settings{})
		doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: again}, engine.Settings{Width: 100, Height: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range doc.Warnings() {
			if w.Code == "script_ignored" {
				t.Errorf("a script is in\n%s", got)
			}
		}
		for _, bad := range []string{"onclick", "onload", "<iframe", "<meta", "<link", "<base", "<object"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s is in\n%s", bad, got)
			}
		}
	}
}
