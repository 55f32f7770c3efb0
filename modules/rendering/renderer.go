package rendering

import (
	"context"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// renderer draws pages: the native engine, or a browser. One suite holds both to
// the same sizes, formats, marks and errors.
type renderer interface {
	// Name and Version are the engine in answers, receipts and the cache of results.
	Name() string
	Version() string
	// Render makes the file of a page. A refusal that the request can mend is an
	// [*engine.Error] or a fault.
	Render(ctx context.Context, p *sheet) (*engine.File, []Warning, error)
}

// sheet is one output of a request, ready to be drawn.
type sheet struct {
	output *Output
	index  int // among the request's outputs
	doc    *engine.Document
	// picture lays the document out natively, once.
	picture func() (*engine.Picture, error)
	// marked asks for the test mark.
	marked bool
	locale string
	files  *sheetFiles
}

// sheetFiles hands the files of a request to a browser by the addresses it asks for: what is there already, and
// whatever else the service can read and pin.
type sheetFiles struct {
	mu    sync.Mutex
	have  func(url string) ([]byte, bool)
	fetch func(ctx context.Context, url string) ([]byte, bool)
}

// File implements chromium.Files.
func (f *sheetFiles) File(ctx context.Context, url string) ([]byte, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	url = fromBrowser(url)
	if data, ok := f.have(url); ok {
		return data, true
	}
	return f.fetch(ctx, url)
}

// nativeRenderer is the engine of this program.
type nativeRenderer struct{ film film }

// Name implements renderer.
func (nativeRenderer) Name() string { return engineName }

// Version implements renderer.
func (nativeRenderer) Version() string { return engineVersion() }

// Render implements renderer.
func (r nativeRenderer) Render(ctx context.Context, s *sheet) (*engine.File, []Warning, error) {
	pic, err := s.picture()
	if err != nil {
		return nil, nil, err
	}
	file, err := r.film.encode(ctx, s.output, s.doc, pic, engineFiles{s.files}, s.marked)
	return file, toWarnings(pic.Warnings), err
}
