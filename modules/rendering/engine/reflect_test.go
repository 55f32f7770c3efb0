package engine_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// TestReflectionIsDrawn compares pixels of an element and its reflection, and encodes the document in every vector format.
func TestReflectionIsDrawn(t *testing.T) {
	t.Parallel()
	const html = `<style>body{margin:0}div{position:absolute;left:10px;top:10px;width:20px;height:20px;background:linear-gradient(red 50%,blue 0);
		-webkit-box-reflect:below 25% linear-gradient(90deg,#000 50%,transparent 0)}</style><div>a</div>`
	e := engine.New(engine.Options{})
	doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 60, Height: 60})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(pic.Warnings) > 0 {
		t.Error(pic.Warnings)
	}
	pm, err := e.Pixels(t.Context(), pic, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y int
		want [4]byte
	}{
		{27, 12, [4]byte{255, 0, 0, 255}}, {12, 28, [4]byte{0, 0, 255, 255}}, {12, 32, [4]byte{}}, // the gap of 5 pixels
		{12, 36, [4]byte{0, 0, 255, 255}}, {18, 53, [4]byte{255, 0, 0, 255}}, {27, 53, [4]byte{}}, {12, 56, [4]byte{}},
	} {
		if got := [4]byte(pm.Pix[(c.y*pm.Width+c.x)*4:]); got != c.want {
			t.Errorf("pixel %d,%d: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
	for _, f := range []engine.VectorFormat{engine.PDF, engine.SVG} {
		out, err := e.Encode(t.Context(), pic, engine.Output{Format: encode.PNG, Vector: f})
		if err != nil || !bytes.Contains(out.Bytes, []byte("<svg")) && !bytes.HasPrefix(out.Bytes, []byte("%PDF")) {
			t.Errorf("vector format %v: %v", f, err)
		}
	}
}

// TestNestedReflectionsEnd draws reflections of reflections to a depth at which the copies are limited: it ends with a
// drawing or with an error about the complexity.
func TestNestedReflectionsEnd(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for _, style := range []string{"right 1px", "below 1px linear-gradient(red,#0003)", "left;filter:blur(1px)", "above;opacity:.9;mask-image:linear-gradient(red,blue)"} {
		html := "<style>div{-webkit-box-reflect:" + style + "}</style>" + strings.Repeat("<div>", 24) + "x"
		doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 100, Height: 60})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := doc.Draw(t.Context(), nil)
		if err == nil {
			_, err = e.Encode(t.Context(), pic, engine.Output{Format: encode.PNG})
		}
		var refused *engine.Error
		if err != nil && (!errors.As(err, &refused) || refused.Rule != "max_complexity" && refused.Rule != "max_layers") {
			t.Errorf("%s: %v", style, err)
		}
		t.Log(style, err)
	}
}

// TestReferencesOfMaskBordersAndReflections checks that their images are listed, to be fetched.
func TestReferencesOfMaskBordersAndReflections(t *testing.T) {
	t.Parallel()
	html := `<p style="-webkit-mask-box-image:url(https://a.test/m.png) 5"><p style="-webkit-box-reflect:below 0 url(https://a.test/r.png)">`
	doc, err := engine.New(engine.Options{}).Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 60, Height: 60})
	if err != nil {
		t.Fatal(err)
	}
	if refs := doc.References(); len(refs) != 2 || refs[0].URL != "https://a.test/m.png" || refs[1].URL != "https://a.test/r.png" {
		t.Errorf("%+v", refs)
	}
}
