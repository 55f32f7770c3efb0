package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
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
	req     *Request
	outputs []Output
	hash    string // sha256:…
	seed    int32
	credits int
	unused  []Warning // members that have no effect
}

// unused names the members of a request that decide nothing in this version.
func unused(req *Request) []Warning {
	var out []Warning
	if len(req.Data) > 0 {
		out = append(out, Warning{Code: "unused_member", Path: "/data", Message: "data fills the placeholders of templates; this request names none."})
	}
	if req.Timezone != "" && req.Timezone != "UTC" {
		out = append(out, Warning{Code: "unused_member", Path: "/timezone", Message: "timezone has no effect: nothing here formats times."})
	}
	return out
}

// check applies the business rules (semantics: step 11) to a request and
// resolves its defaults. Every broken rule is reported at once.
func (m *Module) check(ctx context.Context, req *Request) (*plan, error) {
	if err := m.checkReferences(ctx, req); err != nil {
		return nil, err
	}
	outputs, details := resolveOutputs(req.Outputs)
	if req.Engine == "browser" {
		details = append(details, fault.Detail{
			Path: "/engine", Rule: "engine_unavailable", Actual: "browser", Expected: []any{"auto", "native"},
			Message: "No browser engine is configured here; use native.", FixPatch: []fault.Op{fault.Replace("/engine", "native")},
		})
	}
	if req.EngineVersion != "" && req.EngineVersion != engine.Version {
		details = append(details, fault.Detail{
			Path: "/engine_version", Rule: "engine_version_unavailable", Actual: req.EngineVersion, Expected: engine.Version,
			Message: fmt.Sprintf("This service renders with %s.", engine.Version), FixPatch: []fault.Op{fault.Replace("/engine_version", engine.Version)},
		})
	}
	if len(req.Asserts) > 0 {
		details = append(details, fault.Detail{
			Path: "/assert", Rule: "assert_unavailable", FixPatch: []fault.Op{fault.Remove("/assert")},
			Message: "Assertions are not checked by this version; read the layout report instead.",
		})
	}
	if len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	p := &plan{req: req, outputs: outputs, unused: unused(req)}
	sum := sha256.Sum256(req.Canonical)
	p.hash = "sha256:" + hex.EncodeToString(sum[:])
	p.seed = int32(binary.BigEndian.Uint32(sum[:4]) >> 1)
	if req.Seed != nil {
		p.seed = *req.Seed
	}
	for i := range outputs {
		p.credits += outputs[i].Credits()
	}
	return p, nil
}

// checkReferences checks what the request names (step 10): a brand the caller is
// not narrowed to is forbidden, a thing that does not exist is not found.
func (m *Module) checkReferences(ctx context.Context, req *Request) error {
	who := ident.Must(ctx)
	switch {
	case req.BrandID != "" && !who.Scopes.AllowBrand(req.BrandID):
		return fault.New(fault.Forbidden, "This key is limited to another brand.")
	case req.BrandID != "":
		return fault.NotFound(fault.BrandNotFound)
	case req.BrandKit != nil:
		return fault.NotFound(fault.BrandKitNotFound)
	case req.Template != nil:
		return fault.NotFound(fault.TemplateNotFound)
	}
	return nil
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
	box := &fileBox{module: m, ctx: ctx, workspace: ident.Must(ctx).Workspace, files: map[string][]byte{}}
	seen := map[Warning]bool{}
	warnings = append(warnings, p.unused...)
	for i := range p.outputs {
		d, warned, err := m.drawOutput(ctx, p, i, mode, box)
		if err != nil {
			return nil, nil, nil, err
		}
		files = append(files, d)
		for _, w := range append(warned, box.take()...) {
			if !seen[w] {
				seen[w] = true
				warnings = append(warnings, w)
			}
		}
		progress(i + 1)
	}
	return files, warnings, box.inputs, nil
}

func (m *Module) drawOutput(ctx context.Context, p *plan, i int, mode ident.Mode, box *fileBox) (drawn, []Warning, error) {
	o := &p.outputs[i]
	var d drawn
	since := clock.Now()
	doc, err := m.open(ctx, p, i)
	if err != nil {
		return drawn{}, nil, engineFault(err, i)
	}
	lap(&since, &d.timings.Open)
	if err := box.fetch(doc.References()); err != nil {
		return drawn{}, nil, err
	}
	pic, err := doc.Draw(ctx, box)
	if err != nil {
		return drawn{}, nil, engineFault(err, i)
	}
	if err := missing(p.req, pic); err != nil {
		return drawn{}, nil, err
	}
	if mode == ident.Test {
		pic = m.engine.Watermark(pic)
	}
	lap(&since, &d.timings.Draw)
	file, err := m.engine.Encode(ctx, pic, o.encoding())
	if err != nil {
		return drawn{}, nil, engineFault(err, i)
	}
	lap(&since, &d.timings.Encode)
	d.file = file
	if p.req.LayoutReport {
		d.report = Report{Output: o.Name, Width: o.Width, Height: o.Height}
		for _, b := range pic.Boxes() {
			d.report.Boxes = append(d.report.Boxes, ReportBox{Tag: b.Tag, ID: b.ID, Class: b.Class, X: b.X, Y: b.Y, Width: b.Width, Height: b.Height})
		}
	}
	warnings := toWarnings(pic.Warnings)
	if cut := pic.Cut(); o.Format == "pdf" && cut > 0 {
		warnings = append(warnings, Warning{
			Code: "content_cut", Path: fault.Pointer("outputs", i),
			Message: fmt.Sprintf("The document reaches %.0f px below its page and is cut there; PDFs have one page for now. Make the output higher.", cut),
		})
	}
	return d, warnings, nil
}

// open parses and styles the document for one output.
func (m *Module) open(ctx context.Context, p *plan, i int) (doc *engine.Document, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = recovered(v)
		}
	}()
	src := engine.Source{HTML: p.req.HTML, Tree: p.req.Document, CSS: p.req.CSS}
	return m.engine.Open(ctx, src, p.outputs[i].settings(p.req, p.seed))
}

func toWarnings(list []dom.Warning) []Warning {
	out := make([]Warning, 0, len(list))
	for _, w := range list {
		out = append(out, Warning{Code: w.Code, Path: w.Path, Message: w.Message})
	}
	return out
}

// missing applies on_missing to pictures and characters that were not to be had.
func missing(req *Request, pic *engine.Picture) error {
	var details []fault.Detail
	if req.OnMissing.Image == "" || req.OnMissing.Image == "error" {
		for _, r := range pic.Missing {
			address := r.URL
			if len(address) > 120 {
				address = address[:120] + "…"
			}
			details = append(details, fault.Detail{
				Path: r.Path, Rule: "image_unavailable", Actual: address,
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

// fileBox hands the files of one render to the engine: remote ones are read
// once, pinned in the content store and read from there ever after.
type fileBox struct {
	module    *Module
	ctx       context.Context
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
func (b *fileBox) fetch(refs []engine.Reference) error {
	for _, r := range refs {
		if _, done := b.files[r.URL]; done {
			continue
		}
		if len(b.files) >= maxRemote {
			return fault.Rules(fault.Detail{Path: r.Path, Rule: "max_remote_files", Expected: int64(maxRemote), Message: fmt.Sprintf("A request may name at most %d remote files.", maxRemote)})
		}
		data, err := b.module.remote(b.ctx, b.workspace, r.URL)
		if err != nil {
			if b.ctx.Err() != nil {
				return engineFault(b.ctx.Err(), -1)
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
