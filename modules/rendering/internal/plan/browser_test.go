package plan

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

func TestBrowserFeaturesNamesWhatNativeDoesNotDraw(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for html, want := range map[string]string{
		`<p style="color:red">x`:                 "",
		`<p style="colr:red;-x-y:1">x`:           "",
		`<p style="color:redd">x`:                "",
		`<p style="baseline-source:last">x`:      "baseline-source",
		`<p style="-webkit-box-reflect:below">x`: "",
		`<p style="width:random(1px, 2px)">x`:    "width: random(1px, 2px)",
		`<p style="writing-mode:vertical-rl">漢`:  "",
	} {
		doc, err := e.Open(t.Context(), engine.Source{HTML: html}, engine.Settings{Width: 100, Height: 100})
		if err != nil {
			t.Fatal(err)
		}
		if got := browserFeatures(doc.Warnings()); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q (%v)", html, got, want, doc.Warnings())
		}
	}
}
