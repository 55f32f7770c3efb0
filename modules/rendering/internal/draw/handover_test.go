package draw

import (
	"reflect"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// TestHandOverComparesEverySetting fails when engine.Settings has a field that openingOf may have to compare.
func TestHandOverComparesEverySetting(t *testing.T) {
	t.Parallel()
	known := []string{"Width", "Height", "Scale", "Locale", "Direction", "Overrides", "Seed", "Print", "Dark", "At", "Viewport", "Paper"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[engine.Settings]()) {
		if f.IsExported() && !slices.Contains(known, f.Name) {
			t.Errorf("engine.Settings.%s is not compared", f.Name)
		}
	}
}

func TestHandOverPassesADocumentOnce(t *testing.T) {
	t.Parallel()
	e := &Engines{Native: engine.New(engine.Options{}), waiting: newHandover()}
	at := 0.5
	planOf := func(html, css string, seed int32, set func(*request.Request, *request.Output)) *plan.Plan {
		o, details := request.ResolveOutput(&request.OutputSpec{Width: 100, Height: 50}, 0, request.DefaultPixels)
		if len(details) > 0 {
			t.Fatal(details)
		}
		req := &request.Request{HTML: html, CSS: css}
		if set != nil {
			set(req, &o)
		}
		return &plan.Plan{Original: req, Request: req, Outputs: []request.Output{o}, Seed: seed}
	}
	submit := func(p *plan.Plan) *engine.Document {
		docs := e.Open(p, nil)
		defer docs.Close()
		if err := docs.OpenAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		docs.HandOver()
		return docs.opened[0]
	}
	work := func(p *plan.Plan) *engine.Document {
		docs := e.OpenQueued(p, nil)
		defer docs.Close()
		doc, err := docs.Open(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	first := submit(planOf("<p>a", "", 1, nil))
	if work(planOf("<p>a", "", 1, nil)) == first {
		t.Error("a document was kept before this process had a worker")
	}
	given := submit(planOf("<p>a", "", 1, nil))
	for name, other := range map[string]*plan.Plan{
		"html": planOf("<p>b", "", 1, nil), "css": planOf("<p>a", "p{}", 1, nil), "seed": planOf("<p>a", "", 2, nil),
		"width":  planOf("<p>a", "", 1, func(_ *request.Request, o *request.Output) { o.Width = 101 }),
		"scale":  planOf("<p>a", "", 1, func(_ *request.Request, o *request.Output) { o.Scale = 2 }),
		"at":     planOf("<p>a", "", 1, func(_ *request.Request, o *request.Output) { o.At = &at }),
		"scheme": planOf("<p>a", "", 1, func(r *request.Request, _ *request.Output) { r.ColorScheme = "dark" }),
		"locale": planOf("<p>a", "", 1, func(r *request.Request, _ *request.Output) { r.Locale = "ar" }),
	} {
		if work(other) == given {
			t.Errorf("a document with another %s was passed", name)
		}
	}
	if work(planOf("<p>a", "", 1, nil)) != given {
		t.Error("the document was opened again")
	}
	if work(planOf("<p>a", "", 1, nil)) == given {
		t.Error("the document was passed twice")
	}
	tree := func(r *request.Request, _ *request.Output) { r.HTML, r.Document = "", &dom.Tree{Tag: "p"} }
	if given = submit(planOf("", "", 1, tree)); work(planOf("", "", 1, tree)) == given {
		t.Error("a tree was passed, whose content is not compared")
	}
}
