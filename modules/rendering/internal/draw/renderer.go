package draw

import (
	"context"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// renderer renders outputs: the native engine, or a browser. The same tests run for both, since they must agree on
// sizes, formats, marks and errors.
type renderer interface {
	// Version returns the version of the engine in responses, receipts and cached results.
	Version() string
	// Render renders the file of an output. An error that the caller can fix in the request is an [*engine.Error] or a
	// fault.
	Render(ctx context.Context, t *task) (*engine.File, []request.Warning, error)
}

// task is one output of a plan, ready to be rendered.
type task struct {
	output *request.Output
	index  int // of the output in the request
	doc    *engine.Document
	// layout lays out the document natively, once.
	layout func() (*engine.Drawing, error)
	// marked adds the test mark.
	marked bool
	locale string
	files  *taskFiles
	// drawn is called with how many frames of an animation are drawn.
	drawn func(frames, of int)
}

// taskFiles serves the files of a request to a browser by URL: those read already, and those that the service can read
// and pin. It is safe for concurrent use.
type taskFiles struct {
	mu    sync.Mutex
	read  func(url string) ([]byte, bool)
	fetch func(ctx context.Context, url string) ([]byte, bool)
}

// File implements chromium.Files.
func (f *taskFiles) File(ctx context.Context, url string) ([]byte, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	url = fromBrowser(url)
	if data, ok := f.read(url); ok {
		return data, true
	}
	return f.fetch(ctx, url)
}

// engineFiles serves the files of a task to the native engine, without fetching.
type engineFiles struct{ files *taskFiles }

// File implements engine.Files.
func (f engineFiles) File(url string) ([]byte, bool) {
	f.files.mu.Lock()
	defer f.files.mu.Unlock()
	return f.files.read(url)
}

// nativeRenderer renders with the native engine.
type nativeRenderer struct{ encoder encoder }

// Version implements renderer.
func (nativeRenderer) Version() string { return engine.Version }

// Render implements renderer.
func (r nativeRenderer) Render(ctx context.Context, t *task) (*engine.File, []request.Warning, error) {
	layout, err := t.layout()
	if err != nil {
		return nil, nil, err
	}
	file, err := r.encoder.encode(ctx, &opened{t.output, t.doc, layout, engineFiles{t.files}, t.marked, t.drawn})
	warnings := request.Warnings(layout.Warnings)
	if file != nil {
		warnings = append(warnings, request.Warnings(file.Warnings)...)
	}
	return file, warnings, err
}
