package plan

import (
	"context"
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// nativeOnly represents a process without a browser and ffmpeg.
type nativeOnly struct{}

func (nativeOnly) BrowserAvailable() bool { return false }

func (nativeOnly) Version(name string) string {
	if name == Browser {
		return ""
	}
	return engine.Version
}

func (nativeOnly) Formats() []string { return request.Formats() }

// noFonts represents a workspace without uploaded fonts.
type noFonts struct{}

func (noFonts) Faces(context.Context, func(string) bool) (string, error) { return "", nil }

// noDocuments is a Documents for requests whose checks do not use it.
type noDocuments struct{ Documents }

func (noDocuments) FetchUploads(context.Context) error { return nil }
func (noDocuments) Fit(context.Context, int) error     { return nil }

// TestStoredPlan checks that decisions made when a job was queued apply to its documents from the start and to the
// complete plan.
func TestStoredPlan(t *testing.T) {
	t.Parallel()
	ctx := ident.With(t.Context(), ident.System("ws_test", ident.Live))
	b := &Builder{Fonts: noFonts{}, Engines: nativeOnly{}}
	req := &request.Request{
		HTML: "<p>x", Engine: Native, Canonical: []byte(`{"html":"<p>x"}`), Wire: []byte(`{"html":"<p>x"}`),
		Outputs: []request.OutputSpec{{Name: "a", Width: 32, Height: 32}, {Name: "b", Width: 3000, Height: 3000}},
	}
	stored := Stored{
		Hash: "sha256:stored", Seed: 7, BrandID: "brd_1", Engine: Browser, Pins: Pins{Template: &request.Ref{ID: "tpl_1", Version: 3}},
		Warnings: []request.Warning{{Code: "unused_member"}},
	}
	for _, c := range []struct {
		name   string
		stored *Stored
	}{{"new", nil}, {"stored", &stored}} {
		var opened Plan
		p, err := b.Build(ctx, req, Options{Stored: c.stored}, func(p *Plan) Documents {
			opened = *p
			return noDocuments{}
		})
		if err != nil {
			t.Fatal(err)
		}
		if opened.Hash != p.Hash || opened.Seed != p.Seed || opened.Request != p.Request || len(opened.Outputs) != 2 {
			t.Errorf("%s: the documents were opened for %s with the seed %d, the plan has %s and %d", c.name, opened.Hash, opened.Seed, p.Hash, p.Seed)
		}
		if p.Credits != 3 {
			t.Errorf("%s: %d credits, want 1 for the small output and 2 for that of 9 megapixels", c.name, p.Credits)
		}
		if c.stored == nil {
			if p.Hash == stored.Hash || p.Engine.Name != Native || p.Engine.Reason != "the request asks for native" {
				t.Errorf("%s: %s with %+v", c.name, p.Hash, p.Engine)
			}
			continue
		}
		got := Stored{Hash: p.Hash, Seed: p.Seed, BrandID: p.BrandID, Engine: p.Engine.Name, Pins: p.Pins, Warnings: p.Warnings}
		if !reflect.DeepEqual(got, stored) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, stored)
		}
	}
}

// oneFont represents a workspace with one uploaded font.
type oneFont struct{}

func (oneFont) Faces(_ context.Context, mentioned func(string) bool) (string, error) {
	if mentioned("Brand Sans") {
		return "@font-face{font-family:Brand Sans;src:url(font:font_1)}", nil
	}
	return "", nil
}

// TestStoredRequestsAreNotResolvedAgain checks that a queued job renders the content of its hash, regardless of fonts
// uploaded in the meantime, and that its receipt has the request of the hash.
func TestStoredRequestsAreNotResolvedAgain(t *testing.T) {
	t.Parallel()
	ctx := ident.With(t.Context(), ident.System("ws_test", ident.Live))
	decoded := 0
	b := &Builder{Fonts: oneFont{}, Engines: nativeOnly{}, Decode: func(wire []byte) (*request.Request, error) {
		decoded++
		return &request.Request{Wire: wire, Canonical: wire, Engine: Native}, nil
	}}
	open := func(*Plan) Documents { return noDocuments{} }
	wire := []byte(`{"html":"<p style='font-family:brand sans'>x"}`)
	req := &request.Request{Engine: Native, Canonical: wire, Wire: wire, Outputs: []request.OutputSpec{{Name: "a", Width: 32, Height: 32}}}
	queued, err := b.Build(ctx, req, Options{}, open)
	if err != nil || decoded != 1 || queued.Request == req {
		t.Fatalf("the font is not added to a new request: decoded %d times, %v", decoded, err)
	}
	job := *queued.Request
	job.Outputs = req.Outputs
	again, err := b.Build(ctx, &job, Options{Stored: &Stored{Hash: queued.Hash, Seed: queued.Seed, Engine: Native}}, open)
	if err != nil || decoded != 1 || again.Request != &job {
		t.Errorf("the stored request is resolved again: decoded %d times, %v", decoded, err)
	}
}

// TestWithOutputLeavesThePlanUnchanged checks that WithOutput does not modify its receiver.
func TestWithOutputLeavesThePlanUnchanged(t *testing.T) {
	t.Parallel()
	p := &Plan{Outputs: []request.Output{{Name: "a"}, {Name: "b"}}}
	other := p.WithOutput(1, request.Output{Name: "c"})
	if p.Outputs[1].Name != "b" || other.Outputs[1].Name != "c" || other.Outputs[0].Name != "a" {
		t.Errorf("the plan has %v, its copy %v", p.Outputs, other.Outputs)
	}
}

// TestPathsOfProblems checks that errors in a filled-in document are reported at the request's template.
func TestPathsOfProblems(t *testing.T) {
	t.Parallel()
	filled := &Plan{Pins: Pins{Template: &request.Ref{ID: "tpl_1", Version: 1}}}
	for path, want := range map[string]string{"/html": "/template", "/document/children/0": "/template", "/outputs/0": "/outputs/0", "/documents": "/documents"} {
		if got := filled.Place(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
		if got := (&Plan{}).Place(path); got != path {
			t.Errorf("%s without a template: got %s", path, got)
		}
	}
}
