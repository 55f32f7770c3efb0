package style

import (
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// TestRecoloredGradientsReadBack checks that a serialized gradient parses to the same gradient.
func TestRecoloredGradientsReadBack(t *testing.T) {
	t.Parallel()
	layers := func(value string) []Layer {
		doc, err := dom.ParseHTML(`<div></div>`, dom.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		div := doc.Node(doc.Body).FirstChild
		doc.Node(div).Inline = "background-image:" + value
		tree, err := Compute(doc, Options{Width: 800, Height: 600})
		if err != nil {
			t.Fatal(err)
		}
		return tree.Styles[div].Background
	}
	for _, value := range []string{
		"linear-gradient(red, blue)", "linear-gradient(45deg, red 10%, 30%, blue 90px)", "linear-gradient(to top left, red, lime, blue)", "linear-gradient(to right, red, blue)",
		"repeating-linear-gradient(0.25turn in oklab, red, blue 20px)", "radial-gradient(red, blue)", "radial-gradient(circle closest-side at 10px 20%, red, blue 80%)",
		"radial-gradient(40px 20% at center, #ff000080, blue)", "radial-gradient(30px, red, blue)", "conic-gradient(from 30deg at 20% 30%, red, blue 50%, red)",
		"url(a.png), linear-gradient(red, blue)", "linear-gradient(in hsl longer hue, red, blue)",
	} {
		want := layers(value)
		text, ok := Recolored(want, func(c Color) Color { return c })
		if !ok {
			t.Errorf("Recolored fails for %s", value)
			continue
		}
		if got := layers(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is serialized as %s, which parses to\n%+v, want\n%+v", value, text, got, want)
		}
	}
}
