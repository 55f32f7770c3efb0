package engine

import (
	"strings"
	"testing"
)

// TestSVGHasTitleAndDescription checks that an SVG is titled and described as its document is.
func TestSVGHasTitleAndDescription(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		`<title> Tides &amp; <b> </title><meta name=description content='Of the "lower" river'>a`: `viewBox="0 0 100 50"><title>Tides &amp; &lt;b&gt;</title><desc>Of the &quot;lower&quot; river</desc>`,
		`<title>Tides</title>a`: `<title>Tides</title><defs>`,
		`a`:                     `viewBox="0 0 100 50"><defs>`,
	} {
		e := New(Options{})
		doc, err := e.Open(t.Context(), Source{HTML: html}, Settings{Width: 100, Height: 50})
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.Draw(t.Context(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.Encode(t.Context(), p, Output{Vector: SVG})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(f.Bytes); !strings.Contains(got, want) {
			t.Errorf("%s: the file is %.300s, want %s", html, got, want)
		}
	}
}
