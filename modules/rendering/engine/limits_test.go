package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// TestLimitErrorsNameTheirUnit renders documents that exceed a limit: the error has the unit, the count, the limit and
// the element with the largest share.
func TestLimitErrorsNameTheirUnit(t *testing.T) {
	t.Parallel()
	blurs := strings.Repeat("blur(60px) ", 300)
	shadows := strings.TrimSuffix(strings.Repeat("0 0 100000px red,", 300), ",")
	for name, c := range map[string]struct {
		html, counted, path string
		vector              engine.VectorFormat
	}{
		"columns":        {html: "<div id=a style='columns:100000'>" + strings.Repeat("x ", 5000), counted: "layout_steps", path: "html/body[1]/div[1]"},
		"blurs":          {html: "<p>x<div id=a style='height:64px;background:red;filter:" + blurs + "'>", counted: "pixel_operations", path: "html/body[1]/div[1]"},
		"blurs in a PDF": {html: "<p>x<div id=a style='height:64px;background:red;filter:" + blurs + "'>", counted: "pixel_operations", vector: engine.PDF},
		"shadows":        {html: "<p>x<div id=a style='height:64px;box-shadow:" + shadows + "'>", counted: "pixel_operations", path: "html/body[1]/div[1]"},
		"overlap": {html: "<style>i{position:absolute;inset:0;background:linear-gradient(red,#0008)}</style>" + strings.Repeat("<i></i>", 1900),
			counted: "pixel_operations", path: "html/body[1]/i[1]"},
		"blending": {html: "<style>i{position:absolute;inset:0;background:red;mix-blend-mode:hue}</style>" + strings.Repeat("<i></i>", 900),
			counted: "pixel_operations", path: "html/body[1]/i[1]"},
		"generated content": {html: "<style>p::before{content:'" + strings.Repeat("A", 60_000) + "'}</style>" + strings.Repeat("<p>x", 1000), counted: "generated_characters", path: "html/body[1]/p[4]"},
		"counters":          {html: "<style>p{counter-increment:c}p::after{content:" + strings.Repeat("counters(c,'.')", 2000) + "}</style>" + strings.Repeat("<p>x", 1000), counted: "generated_characters"},
		"list markers":      {html: "<style>li{list-style:'" + strings.Repeat("A", 60_000) + "'}</style>" + strings.Repeat("<li>x", 1000), counted: "generated_characters", path: "html/body[1]/li[4]"},
		"round joins": {html: "<svg width=1200 height=630><path id=a stroke=red stroke-width=50 stroke-linejoin=round d='M0 0" + strings.Repeat("a1e7 1e7 0 1 1 .001 .001", 20_000) + "'/></svg>",
			counted: "edges", path: "html/body[1]/svg[1]"},
		"dashes": {html: "<svg width=1200 height=630><path stroke=red stroke-dasharray='.01' d='M0 0H1e6'/></svg>", counted: "dashes"},
		"noise": {html: "<svg width=1200 height=630><filter id=f x='-10' y='-10' width=50 height=50><feTurbulence baseFrequency='.01' numOctaves=1000000000 /><feMorphology operator=dilate radius=99999 /></filter><rect width=1200 height=630 filter='url(#f)'/></svg>",
			counted: "filter_operations", path: "html/body[1]/svg[1]"},
		"planes": {html: "<style>body{perspective:500px;transform-style:preserve-3d}i{position:absolute;width:1200px;height:630px;background:red;transform:rotateX(1deg)}</style>" + strings.Repeat("<i>x</i>", 200),
			counted: "texture_pixels"},
	} {
		e := engine.New(engine.Options{})
		doc, err := e.Open(t.Context(), engine.Source{HTML: c.html}, engine.Settings{Width: 1200, Height: 630})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		pic, err := doc.Draw(t.Context(), nil)
		if err == nil {
			_, err = e.Encode(t.Context(), pic, engine.Output{Format: encode.PNG, Vector: c.vector})
		}
		var refused *engine.Error
		if !errors.As(err, &refused) || refused.Rule != "max_complexity" || refused.Limit == nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if l := refused.Limit; l.Counted != c.counted || l.Limit <= 0 || l.Count <= l.Limit {
			t.Errorf("%s: %+v", name, l)
		}
		if c.path != "" && refused.Path != c.path {
			t.Errorf("%s: the element is %q, want %q", name, refused.Path, c.path)
		}
	}
}

// TestLimitsOfListsAndRepetitionAreReported renders documents in which something small is repeated: rendering succeeds
// without it, with a warning.
func TestLimitsOfListsAndRepetitionAreReported(t *testing.T) {
	t.Parallel()
	ruby := func(n int) string {
		return "<ruby>" + strings.Repeat("漢", n) + "<rt>" + strings.Repeat("か", n) + "</rt></ruby>"
	}
	for _, c := range []struct{ code, html string }{
		{"text_wrap_limit", "<p style='width:300px'>" + ruby(4000)},
		{"text_wrap_limit", "<p style='width:1px'>" + strings.Repeat(ruby(250), 12)},
		{"unsupported_value", "<style>@keyframes a{to{width:9px}}p{animation:" + strings.TrimSuffix(strings.Repeat("a 1s,", 101), ",") + "}</style><p>x"},
		{"svg_too_large", "<svg><g id=a><text>" + strings.Repeat("w", 19_000) + "</text></g>" + strings.Repeat("<use href='#a'/>", 11) + "</svg>"},
		{"too_many_reflections", "<style>div{-webkit-box-reflect:right 1px linear-gradient(red,#0003)}</style>" + strings.Repeat("<div>", 24) + "x"},
	} {
		code, html := c.code, c.html
		doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 120, Height: 63})
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		pic, err := doc.Draw(t.Context(), engine.NoFiles{})
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		if !slices.ContainsFunc(pic.Warnings, func(w dom.Warning) bool { return w.Code == code }) {
			t.Errorf("%s: the warnings are %v", code, pic.Warnings)
		}
	}
}

// TestFittingManyTextsEnds fits nested and adjacent texts: rendering succeeds, with a warning where the search for a
// size was abandoned.
func TestFittingManyTextsEnds(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	words := "Donaudampfschifffahrtsgesellschaft und 人工智能正在改变我们的工作方式 "
	for name, html := range map[string]string{
		"nested":          "<style>*{-svc-text-fit:shrink}div{height:90px;width:80px}</style>" + strings.Repeat("<div>", 20) + strings.Repeat(words, 4),
		"siblings":        "<style>*{-svc-text-fit:shrink}div{height:20px;width:200px;text-wrap:balance}</style>" + strings.Repeat("<div>"+words+"</div>", 20),
		"nested, growing": "<style>*{-svc-text-fit:grow}div{height:90px;width:500px}</style>" + strings.Repeat("<div>", 20) + words,
		"in flex":         "<style>*{-svc-text-fit:shrink;display:flex}div{height:90px;width:80px}</style>" + strings.Repeat("<div>", 12) + words,
		"balanced":        "<p style='text-wrap:balance;width:20000px'>" + strings.Repeat(words, 2000),
		"pretty":          "<p style='text-wrap:pretty;width:300px'>" + strings.Repeat(words, 2000),
		"lines":           "<pre>" + strings.Repeat("a\n", 30_000),
	} {
		doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 1200, Height: 630})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := doc.Draw(t.Context(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, w := range pic.Warnings {
			if w.Code != "text_fit_limit" && w.Code != "text_wrap_limit" {
				t.Errorf("%s: %+v", name, w)
			} else if w.Path == "" || w.Message == "" {
				t.Errorf("%s: %+v names no element", name, w)
			}
		}
	}
}
