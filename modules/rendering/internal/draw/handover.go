package draw

import (
	"strings"
	"sync/atomic"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// handover passes the documents that were opened when a job was submitted to the worker that renders it, if both are in
// one process: parsing and styling a document takes a tenth of its render. It is safe for concurrent use.
type handover struct {
	// working is set once a worker of this process looked for a document: other processes keep none.
	working atomic.Bool
	docs    *cache.Cache[opening, handed]
}

// handoverBytes bounds the memory of the documents that wait for their workers.
const handoverBytes = 16 << 20

// opening is what an opened document depends on.
type opening struct {
	html, css string
	settings  comparableSettings
}

// comparableSettings are the settings of a document that is not on paper and has no overrides.
type comparableSettings struct {
	width, height, viewport int
	scale                   float64
	locale, direction       string
	seed                    uint32
	print, dark, at         bool
	seconds                 float64
}

// handed is a document with an estimate of its memory in bytes.
type handed struct {
	doc  *engine.Document
	cost int
}

func newHandover() *handover {
	return &handover{docs: cache.New[opening](cache.Options[handed]{MaxCost: handoverBytes, Cost: func(h handed) int { return h.cost }})}
}

// openingOf returns what the document of an output depends on; ok is false for documents that are not handed over.
func openingOf(req *request.Request, o *request.Output, seed int32) (key opening, ok bool) {
	set := o.Settings(req, seed)
	if req.Document != nil || set.Paper != nil || len(set.Overrides) > 0 {
		return key, false
	}
	s := comparableSettings{width: set.Width, height: set.Height, viewport: set.Viewport, scale: set.Scale, locale: set.Locale, direction: set.Direction, seed: set.Seed, print: set.Print, dark: set.Dark}
	if set.At != nil {
		s.at, s.seconds = true, *set.At
	}
	return opening{req.HTML, req.CSS, s}, true
}

// put keeps a document for the worker of its job.
func (h *handover) put(req *request.Request, o *request.Output, seed int32, doc *engine.Document) {
	if !h.working.Load() {
		return
	}
	if key, ok := openingOf(req, o, seed); ok {
		const perElement = 4 << 10
		h.docs.Add(key, handed{doc, 4<<10 + 2*len(key.html) + len(key.css) + perElement*strings.Count(key.html, "<")})
	}
}

// take removes and returns the document of an output, nil if there is none.
func (h *handover) take(req *request.Request, o *request.Output, seed int32) *engine.Document {
	h.working.Store(true)
	key, ok := openingOf(req, o, seed)
	if !ok {
		return nil
	}
	d, _ := h.docs.Get(key)
	h.docs.Remove(key)
	return d.doc
}
