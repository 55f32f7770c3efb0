package engine_test

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// boxless holds documents whose root, body or content has no box.
var boxless = map[string]string{
	"root none":           "<style>html{display:none}</style><p>x",
	"all none":            "<style>*{display:none!important}</style><p>x",
	"body none":           "<style>body{display:none}</style><p>x",
	"children none":       "<style>body>*{display:none}</style><p>x",
	"contents":            "<style>html,body{display:contents}</style>",
	"empty":               "",
	"white space":         " \n\t",
	"doctype":             "<!doctype html>",
	"comments":            "<!-- a --><!-- b -->",
	"head only":           "<title>t</title><style>p{color:red}</style>",
	"script":              "<script>document.write(1)</script>",
	"frameset":            "<frameset><frame></frameset>",
	"none in print":       "<style>@media all{html{display:none}}</style><p>x",
	"none, fixed child":   "<style>html{display:none}p{position:fixed;inset:0;background:red}</style><p>x",
	"none, animated":      "<style>html{display:none}@keyframes a{to{opacity:0}}p{animation:a 1s}</style><p>x",
	"none, page size":     "<style>@page{size:A5}html{display:none}</style><p>x",
	"none, first letter":  "<style>html{display:none}p::first-letter{color:red}</style><p>x",
	"none, image":         "<style>html{display:none}</style><img src=x>",
	"none, generated box": "<style>html{display:none}html::before{content:'x'}</style>",
	"root none, vertical": "<style>html{display:none;writing-mode:vertical-rl}</style><p>x",
}

// TestDocumentWithoutBox renders documents without a box in every format and requests every report of them: an empty
// canvas with one warning.
func TestDocumentWithoutBox(t *testing.T) {
	e := engine.New(engine.Options{})
	ctx := t.Context()
	for name, html := range boxless {
		t.Run(name, func(t *testing.T) {
			set := engine.Settings{Width: 40, Height: 30}
			doc, err := e.Open(ctx, engine.Source{HTML: html}, set)
			if err != nil {
				t.Fatal(err)
			}
			pic, err := doc.Draw(ctx, engine.NoFiles{})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(pic.List.Ops); n != 0 {
				t.Errorf("%d operations are drawn, want none", n)
			}
			count := 0
			for _, w := range pic.Warnings {
				if w.Code == "empty_document" {
					count++
					if w.Path == "" || !strings.Contains(w.Message, "nothing is drawn") {
						t.Errorf("the warning is %+v", w)
					}
				}
			}
			if count != 1 {
				t.Errorf("%d warnings empty_document, want 1: %+v", count, pic.Warnings)
			}
			for _, o := range everyOutput() {
				if f, err := e.Encode(ctx, pic, o); err != nil || len(f.Bytes) == 0 {
					t.Errorf("%v %v: %v", o.Format, o.Vector, err)
				}
			}
			if _, err := e.Encode(ctx, e.Watermark(pic), engine.Output{Format: encode.PNG}); err != nil {
				t.Errorf("with the test mark: %v", err)
			}
			pic.Boxes()
			pic.Report()
			pic.View()
			pic.Cut()
			doc.Texts()
			doc.References()
			doc.Title()
			if _, err := doc.Markup(ctx, nil); err != nil {
				t.Errorf("markup: %v", err)
			}
			film, err := doc.Film(engine.NoFiles{}, engine.Timeline{Duration: 1, FPS: 2}, e.Watermark)
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range []encode.Format{encode.GIF, encode.WebP, encode.PNG} {
				if f, err := e.EncodeFilm(ctx, film, engine.Output{Format: format, Quality: 80}); err != nil || f.Frames != 2 {
					t.Errorf("film as %v: %+v, %v", format, f, err)
				}
			}
			paper, err := e.Open(ctx, engine.Source{HTML: html}, engine.Settings{Paper: &engine.Paper{Width: 400, Height: 300, Top: 10, Left: 10}})
			if err != nil {
				t.Fatal(err)
			}
			pages, err := paper.Draw(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			f, err := e.Encode(ctx, pages, engine.Output{Vector: engine.PDF})
			if err != nil || f.Pages != 1 {
				t.Errorf("on paper: %+v, %v", f, err)
			}
		})
	}
}

// everyOutput returns one output of every format.
func everyOutput() []engine.Output {
	return []engine.Output{
		{Format: encode.PNG}, {Format: encode.JPEG, Quality: 80}, {Format: encode.WebP, Quality: 80}, {Format: encode.WebP, Lossless: true},
		{Format: encode.GIF}, {Format: encode.AVIF, Quality: 60}, {Vector: engine.SVG}, {Vector: engine.PDF},
	}
}
