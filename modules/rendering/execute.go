package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// plan is a checked request: what is left is to draw it.
type plan struct {
	// asked is the request as it came; req is the same with its template filled in and its kit's tokens in
	// its style sheet: it names nothing that can change.
	asked, req *Request
	outputs    []Output
	hash       string // sha256:… of req
	seed       int32
	credits    int
	pins       Pins
	kit        *Kit // nil for none
	renderer   renderer
	reason     string // why this renderer
	approval   string
	overridden []string // the rules of broken locks that the approval allows
	warnings   []Warning
	// documents and pictures are what the checks opened and drew, by output; nil for what they did not need.
	documents []*engine.Document
	pictures  []*engine.Picture
	box       *fileBox
}

// check applies the checks of a request from its references to its policies (semantics: steps 10 and 11) and
// resolves its defaults. Of each step every broken rule is reported at once.
func (m *Module) check(ctx context.Context, asked *Request, broken brokenLocks) (*plan, error) {
	p := &plan{asked: asked}
	if err := m.findReferences(ctx, p); err != nil {
		return nil, err
	}
	outputs, details := resolveOutputs(asked.Outputs)
	p.outputs = outputs
	details = append(details, m.checkEngine(asked, outputs)...)
	details = append(details, film{m.engine, m.video}.check(outputs)...)
	details = append(details, checkOverrides(asked)...)
	found, err := m.resolve(ctx, p)
	if err != nil {
		return nil, err
	}
	if details = append(details, found...); len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	sum := sha256.Sum256(p.req.Canonical)
	p.hash = "sha256:" + hex.EncodeToString(sum[:])
	p.seed = seedOf(asked, sum)
	p.box = &fileBox{module: m, workspace: ident.Must(ctx).Workspace, files: map[string][]byte{}}
	p.documents, p.pictures = make([]*engine.Document, len(outputs)), make([]*engine.Picture, len(outputs))
	if err := m.findUploads(ctx, p); err != nil {
		return nil, err
	}
	for i := range outputs {
		times, found, err := m.measure(ctx, p, i)
		if err != nil {
			return nil, err
		}
		details = append(details, found...)
		p.credits += outputs[i].Credits(times)
	}
	if len(details) > 0 {
		return p, fault.Rules(details...)
	}
	if err := m.chooseEngine(ctx, p); err != nil {
		return p, err
	}
	if err := m.checkAsserts(ctx, p); err != nil {
		return p, err
	}
	if err := m.checkLocks(ctx, p, broken); err != nil {
		return p, err // with the warnings, for Judge
	}
	return p, m.checkPolicy(ctx, p)
}

// measure returns how many times an output costs what one picture of its size does: once, but for the pages of
// a document on paper and the frames of an animation.
func (m *Module) measure(ctx context.Context, p *plan, i int) (times int, found []fault.Detail, err error) {
	o := &p.outputs[i]
	switch {
	case o.Paper != nil:
		if err := m.lay(ctx, p, i); err != nil {
			return 0, nil, err
		}
		return p.pictures[i].Pages(), nil, nil
	case formats[o.Format].film:
		doc, err := m.open(ctx, p, i)
		if err != nil {
			return 0, nil, p.fault(err, i)
		}
		times, found := checkFilm(o, doc, i)
		return times, found, nil
	}
	return 1, nil, nil
}

// Timings say where the time of a render went, over all its outputs.
type Timings struct {
	Open, Draw, Encode, Store time.Duration
}

// lap adds the time since the last lap to where it belongs.
func lap(since *time.Time, to *time.Duration) {
	now := clock.Now()
	*to += now.Sub(*since)
	*since = now
}

// drawn is one finished file with what its render told.
type drawn struct {
	file    *engine.File
	report  Report
	timings Timings
}

// draw renders every output of a plan; progress is called after each. Warnings
// come once, whichever outputs they are about.
func (m *Module) draw(ctx context.Context, p *plan, mode ident.Mode, progress func(done int)) (files []drawn, warnings []Warning, inputs []input, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = engineFault(recovered(v), -1)
		}
	}()
	seen := map[Warning]bool{}
	warnings = append(warnings, p.warnings...)
	for i := range p.outputs {
		d, warned, err := m.drawOutput(ctx, p, i, mode)
		if err != nil {
			return nil, nil, nil, err
		}
		files = append(files, d)
		for _, w := range append(warned, p.box.take()...) {
			if !seen[w] {
				seen[w] = true
				warnings = append(warnings, w)
			}
		}
		progress(i + 1)
	}
	return files, warnings, p.box.inputs, nil
}

// lay opens and lays out the document of one output, unless that is done.
func (m *Module) lay(ctx context.Context, p *plan, i int) error {
	if p.pictures[i] != nil {
		return nil
	}
	doc, err := m.open(ctx, p, i)
	if err != nil {
		return p.fault(err, i)
	}
	if err := p.box.fetch(ctx, doc.References()); err != nil {
		return err
	}
	pic, err := doc.Draw(ctx, p.box)
	if err != nil {
		return p.fault(err, i)
	}
	p.pictures[i] = pic
	return missing(p, pic)
}

func (m *Module) drawOutput(ctx context.Context, p *plan, i int, mode ident.Mode) (drawn, []Warning, error) {
	o := &p.outputs[i]
	var d drawn
	since := clock.Now()
	doc, err := m.open(ctx, p, i)
	if err != nil {
		return drawn{}, nil, p.fault(err, i)
	}
	lap(&since, &d.timings.Open)
	if err := p.box.fetch(ctx, doc.References()); err != nil {
		return drawn{}, nil, err
	}
	if p.renderer.Name() == engineName || p.asked.LayoutReport {
		if err := m.lay(ctx, p, i); err != nil {
			return drawn{}, nil, err
		}
	}
	lap(&since, &d.timings.Draw)
	file, warnings, err := p.renderer.Render(ctx, m.sheet(ctx, p, i, mode))
	if err != nil {
		return drawn{}, nil, p.fault(err, i)
	}
	lap(&since, &d.timings.Encode)
	d.file = file
	pic := p.pictures[i]
	if p.asked.LayoutReport {
		d.report = reportOf(o, pic)
	}
	if p.renderer.Name() != engineName {
		if p.asked.LayoutReport {
			warnings = append(warnings, Warning{Code: "layout_report_native", Path: "/include", Message: "The layout report is the native engine's; the browser's layout may differ."})
		}
		return d, warnings, m.missingFrom(p, i)
	}
	if cut := pic.Cut(); o.Format == "pdf" && cut > 0 {
		warnings = append(warnings, cutWarning(i, cut))
	}
	return d, warnings, nil
}

func cutWarning(output int, by float64) Warning {
	return Warning{
		Code: "content_cut", Path: fault.Pointer("outputs", output),
		Message: fmt.Sprintf("The document reaches %.0f px below its page and is cut there. Ask for paper (page, or the preset a4 or letter) to have it flow over pages, or make the output higher.", by),
	}
}

// sheet hands an output to a renderer.
func (m *Module) sheet(ctx context.Context, p *plan, i int, mode ident.Mode) *sheet {
	return &sheet{
		output: &p.outputs[i], index: i, doc: p.documents[i], marked: mode == ident.Test, locale: p.req.Locale,
		picture: func() (*engine.Picture, error) {
			err := m.lay(ctx, p, i)
			return p.pictures[i], err
		},
		files: &sheetFiles{have: p.box.File, fetch: func(ctx context.Context, url string) ([]byte, bool) {
			// What only the browser found, such as a poster or a source set.
			if err := p.box.fetch(ctx, []engine.Reference{{URL: url, Kind: engine.ImageReference}}); err != nil {
				return nil, false
			}
			return p.box.File(url)
		}},
	}
}

// missingFrom applies on_missing to pictures a browser asked for in vain.
func (m *Module) missingFrom(p *plan, i int) error {
	var lost []engine.Reference
	for _, r := range p.documents[i].References() {
		if _, ok := p.box.File(r.URL); !ok && r.Kind == engine.ImageReference {
			lost = append(lost, r)
		}
	}
	return missing(p, &engine.Picture{Missing: lost})
}

// open parses and styles the document for one output, unless that is done.
func (m *Module) open(ctx context.Context, p *plan, i int) (doc *engine.Document, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = recovered(v)
		}
	}()
	if p.documents[i] != nil {
		return p.documents[i], nil
	}
	p.documents[i], err = openOutput(ctx, m.engine, p.req, &p.outputs[i], p.seed)
	return p.documents[i], err
}

func toWarnings(list []dom.Warning) []Warning {
	out := make([]Warning, 0, len(list))
	for _, w := range list {
		out = append(out, Warning{Code: w.Code, Path: w.Path, Message: w.Message})
	}
	return out
}

// missing applies on_missing to pictures and characters that were not to be had.
func missing(p *plan, pic *engine.Picture) error {
	req := p.req
	var details []fault.Detail
	if req.OnMissing.Image == "" || req.OnMissing.Image == "error" {
		for _, r := range pic.Missing {
			address := r.URL
			if len(address) > 120 {
				address = address[:120] + "…"
			}
			details = append(details, fault.Detail{
				Path: p.place(r.Path), Rule: "image_unavailable", Actual: address,
				Message:  fmt.Sprintf("The picture %s could not be read.", address),
				FixPatch: []fault.Op{fault.Add("/on_missing", map[string]any{"image": "placeholder"})},
			})
		}
	}
	if req.OnMissing.Glyph == "error" && len(pic.Glyphs) > 0 {
		names := make([]string, len(pic.Glyphs))
		for i, r := range pic.Glyphs {
			names[i] = fmt.Sprintf("U+%04X", r)
		}
		details = append(details, fault.Detail{Rule: "glyph_missing", Actual: strings.Join(names, " "), Message: "No font has " + strings.Join(names, ", ") + "."})
	}
	if len(details) > 0 {
		return fault.Rules(details...)
	}
	return nil
}

// input is a file that decided the picture, for receipts.
type input struct{ Kind, Name, SHA256 string }

// fileBox hands the files of one request to the engine: remote ones are read
// once, pinned in the content store and read from there ever after.
type fileBox struct {
	module    *Module
	workspace ident.Workspace
	files     map[string][]byte
	inputs    []input
	warnings  []Warning
}

// maxRemote is how many remote files one request may name, and their size.
const (
	maxRemote      = 40
	maxRemoteBytes = 10 << 20
)

// File implements engine.Files.
func (b *fileBox) File(url string) ([]byte, bool) {
	data, ok := b.files[url]
	return data, ok && data != nil
}

func (b *fileBox) take() []Warning {
	w := b.warnings
	b.warnings = nil
	return w
}

// fetch reads the references that are not there yet. One that cannot be had is
// remembered as missing; what that means is the request's to say.
func (b *fileBox) fetch(ctx context.Context, refs []engine.Reference) error {
	for _, r := range refs {
		if _, done := b.files[r.URL]; done {
			continue
		}
		if len(b.files) >= maxRemote {
			return fault.Rules(fault.Detail{Path: r.Path, Rule: "max_remote_files", Expected: int64(maxRemote), Message: fmt.Sprintf("A request may name at most %d remote files.", maxRemote)})
		}
		if uploaded(r.URL) {
			if err := b.open(ctx, r); err != nil {
				return err
			}
			continue
		}
		if strings.HasPrefix(r.URL, engine.ArtScheme) {
			if err := b.draw(ctx, r); err != nil {
				return err
			}
			continue
		}
		data, err := b.module.remote(ctx, b.workspace, r.URL)
		if err != nil {
			if ctx.Err() != nil {
				return engineFault(ctx.Err(), -1)
			}
			b.files[r.URL] = nil
			b.warnings = append(b.warnings, Warning{Code: "asset_unreachable", Path: r.Path, Message: r.URL + " could not be read."})
			continue
		}
		b.files[r.URL] = data
		kind := "image"
		if r.Kind == engine.FontReference {
			kind = "font"
		}
		b.inputs = append(b.inputs, input{Kind: kind, Name: r.URL, SHA256: SHA256(data)})
		b.warnings = append(b.warnings, Warning{Code: "asset_pinned", Path: r.Path, Message: r.URL + " has no integrity; the content read first is used for ever."})
	}
	slices.SortFunc(b.inputs, func(x, y input) int { return strings.Compare(x.Kind+x.Name, y.Kind+y.Name) })
	return nil
}
