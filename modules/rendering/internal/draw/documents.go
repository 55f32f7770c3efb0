package draw

import (
	"bytes"
	"context"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Documents opens and lays out the documents of a plan's outputs, each at most once. It implements plan.Documents. It is
// not safe for concurrent use.
type Documents struct {
	engines *Engines
	plan    *plan.Plan
	inputs  *inputs.Set
	outputs []request.Output // with the paper resolved from their documents
	opened  []*engine.Document
	layouts []*engine.Drawing
	memory  *engine.ImageMemory
	drawn   func(frames, of int) // see task
	queued  bool                 // the plan is that of a job, see HandOver
}

// Open returns the documents of a plan, which read files from a set of inputs. The plan must have its outputs and its
// resolved request; the other fields are used when the outputs are rendered.
func (e *Engines) Open(p *plan.Plan, files *inputs.Set) *Documents {
	n := len(p.Outputs)
	return &Documents{engines: e, plan: p, inputs: files, outputs: slices.Clone(p.Outputs), opened: make([]*engine.Document, n), layouts: make([]*engine.Drawing, n), memory: e.Native.ImageMemory()}
}

// Close releases the memory of the documents' images. Documents that were never opened may be nil.
func (d *Documents) Close() {
	if d != nil {
		d.memory.Close()
	}
}

// WithOutput returns the documents of a copy of the plan with output i replaced; both share the inputs and the memory
// of images.
func (d *Documents) WithOutput(i int, o request.Output) *Documents {
	with := d.engines.Open(d.plan.WithOutput(i, o), d.inputs)
	with.memory = d.memory
	return with
}

// Output implements plan.Documents.
func (d *Documents) Output(i int) *request.Output { return &d.outputs[i] }

// Open implements plan.Documents.
func (d *Documents) Open(ctx context.Context, i int) (doc *engine.Document, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = d.plan.Fault(request.Recovered(v), i)
		}
	}()
	if d.opened[i] == nil && d.queued {
		d.opened[i] = d.engines.waiting.take(d.plan.Request, &d.outputs[i], d.plan.Seed)
	}
	if d.opened[i] == nil {
		if d.opened[i], err = openOutput(ctx, d.engines.Native, d.plan.Request, &d.outputs[i], d.plan.Seed); err != nil {
			return nil, d.plan.Fault(err, i)
		}
	}
	return d.opened[i], nil
}

// Fit implements plan.Documents.
func (d *Documents) Fit(ctx context.Context, i int) error {
	o := &d.outputs[i]
	doc, err := d.Open(ctx, i)
	if err != nil {
		return err
	}
	if err := d.inputs.Fetch(ctx, doc.References()); err != nil {
		return err
	}
	if err := fit(d.memory.Context(ctx), d.engines.Native, d.plan.Request, o, d.plan.Seed, d.inputs); err != nil {
		return d.plan.Fault(err, i)
	}
	d.opened[i], d.layouts[i] = nil, nil
	return nil
}

// fit sets the height of an output to that of the request's document.
func fit(ctx context.Context, e *engine.Engine, req *request.Request, o *request.Output, seed int32, files engine.Files) (err error) {
	viewport := o.Height
	o.Height, err = e.FitHeight(ctx, sourceOf(req), o.Settings(req, seed), files, o.MaxHeight())
	o.Viewport = viewport
	return err
}

func sourceOf(req *request.Request) engine.Source {
	return engine.Source{HTML: req.HTML, Tree: req.Document, CSS: req.CSS}
}

// OpenAll opens the document of every output, so that jobs and previews are rejected for the same errors.
func (d *Documents) OpenAll(ctx context.Context) error {
	for i := range d.outputs {
		if _, err := d.Open(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// HandOver keeps the opened documents of a plan that was queued as a job until a worker of this process opens them again.
func (d *Documents) HandOver() {
	for i, doc := range d.opened {
		if doc != nil {
			d.engines.waiting.put(d.plan.Request, &d.outputs[i], d.plan.Seed, doc)
		}
	}
}

// OpenQueued is Open for the plan of a job: a document that its submission handed over is not opened again.
func (e *Engines) OpenQueued(p *plan.Plan, files *inputs.Set) *Documents {
	d := e.Open(p, files)
	d.queued = true
	return d
}

// openOutput opens a request's document for one output. Where the request leaves the paper of a PDF open, the
// document's @page rules determine it; o is then modified.
func openOutput(ctx context.Context, e *engine.Engine, req *request.Request, o *request.Output, seed int32) (*engine.Document, error) {
	doc, err := e.Open(ctx, sourceOf(req), o.Settings(req, seed))
	if err != nil || o.Paper == nil {
		return doc, err
	}
	if o.Paper = doc.Paper(); o.Paper != nil {
		o.Width, o.Height = o.Paper.Width, o.Paper.Height
	}
	return doc, nil
}

// FetchUploads implements plan.Documents.
func (d *Documents) FetchUploads(ctx context.Context) error {
	if !mentionsUpload(d.plan.Request.Wire) {
		return nil
	}
	for i := range d.outputs {
		doc, err := d.Open(ctx, i)
		if err != nil {
			return err
		}
		var refs []engine.Reference
		for _, r := range doc.References() {
			if inputs.Uploaded(r.URL) {
				refs = append(refs, r)
			}
		}
		if err := d.inputs.Fetch(ctx, refs); err != nil {
			return d.plan.Relocate(err)
		}
	}
	return nil
}

// mentionsUpload reports whether a request contains "asset:" or "font:". It looks for colons, which are rare in the base64
// of embedded images.
func mentionsUpload(wire []byte) bool {
	for from := 0; ; from++ {
		i := bytes.IndexByte(wire[from:], ':')
		if i < 0 {
			return false
		}
		from += i
		if bytes.HasSuffix(wire[:from], []byte("asset")) || bytes.HasSuffix(wire[:from], []byte("font")) {
			return true
		}
	}
}

// Layout implements plan.Documents. A missing image or glyph that the request does not permit is a fault.
func (d *Documents) Layout(ctx context.Context, i int) (*engine.Drawing, error) {
	if d.layouts[i] != nil {
		return d.layouts[i], nil
	}
	doc, err := d.Open(ctx, i)
	if err != nil {
		return nil, err
	}
	if err := d.inputs.Fetch(ctx, doc.References()); err != nil {
		return nil, err
	}
	layout, err := doc.Draw(d.memory.Context(ctx), d.inputs)
	if err != nil {
		return nil, d.plan.Fault(err, i)
	}
	d.layouts[i] = layout
	return layout, checkMissing(d.plan, layout)
}

// Report returns the layout report of output i, which must be laid out.
func (d *Documents) Report(i int) Report { return reportOf(&d.outputs[i], d.layouts[i]) }

// Warnings returns the distinct warnings of the plan, of the layouts made so far and of the inputs, with paths into the
// request that the caller sent. The warnings of the inputs are returned only once.
func (d *Documents) Warnings() []request.Warning {
	var out warningList
	out.add(d.plan.Warnings)
	for i, layout := range d.layouts {
		if layout == nil {
			continue
		}
		out.add(request.Warnings(layout.Warnings))
		if cut := layout.Cut(); cut > 0 && (d.outputs[i].Format == "pdf" || d.outputs[i].AutoHeight) {
			out.add([]request.Warning{cutWarning(&d.outputs[i], i, cut)})
		}
	}
	out.add(d.inputs.TakeWarnings())
	for i := range out.list {
		out.list[i].Path = d.plan.Place(out.list[i].Path)
	}
	return out.list
}

// warningList collects distinct warnings.
type warningList struct {
	list []request.Warning
	seen map[request.Warning]bool
}

func (l *warningList) add(list []request.Warning) {
	for _, w := range list {
		if l.seen == nil {
			l.seen = map[request.Warning]bool{}
		}
		if !l.seen[w] {
			l.seen[w] = true
			l.list = append(l.list, w)
		}
	}
}
