package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
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
