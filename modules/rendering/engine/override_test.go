package engine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
)

// TestOverridesWin checks that overrides take precedence over !important in a sheet and in a style attribute.
func TestOverridesWin(t *testing.T) {
	t.Parallel()
	doc, err := engine.New(engine.Options{}).Open(context.Background(), engine.Source{
		HTML: `<p id="a" style="color:red !important">A</p><p class="q" style="color:red !important">B</p>`,
		CSS:  `#a.x,p{color:lime !important} p::before{content:"x";color:lime !important}`,
	}, engine.Settings{Width: 400, Height: 200, Overrides: []engine.Override{
		{Node: "a", Style: []dom.Attr{{Name: "color", Value: "blue !important"}}},
		{Selector: "p", Style: []dom.Attr{{Name: "color", Value: "#010203"}}},
		{Selector: "p.q::before", Style: []dom.Attr{{Name: "color", Value: "#040506"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	v := pic.View()
	find := func(id, pseudo string) int {
		return slices.IndexFunc(v.Elements, func(e inspect.Element) bool { return e.ID == id && e.Pseudo == pseudo })
	}
	for i, want := range map[int]string{find("a", ""): "#010203", find("", "before"): "#040506"} {
		if got := v.Values(i, "color")[0].Text; got != want {
			t.Errorf("%s is %s, want %s", v.Selector(i), got, want)
		}
	}
}
