package rendering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/pdftool"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
)

// PDFEdit is finished work on PDFs.
type PDFEdit struct {
	Outputs        []PDFOutput
	RequestHash    string
	Mode           ident.Mode
	CreditsCharged int
	DecisionID     string
}

// PDFOutput is a stored result. From and To are the pages of a part of a split.
type PDFOutput struct {
	Rendered
	From, To int
}

// The names of PDF edits in receipts and in rows, and what one costs.
const (
	pdfEngine        = "pdfedit"
	pdfEngineVersion = "pdfedit-1"
	pdfCredits       = 1
	// pdfLife is longer than an edit with the longest permitted time limit can take.
	pdfLife = 10 * time.Minute
)

// pdfPlan is a request with its files.
type pdfPlan struct {
	req      *PDFRequest
	work     PDFWork
	brand    string
	summary  []byte // canonical: the operation, its settings without passwords, and the hashes of its files
	hash     string
	approval string
	id       string
	hold     string
}

// EditPDF merges, splits, rotates, stamps, encrypts or decrypts PDFs and stores the results. respond stores the response
// under the idempotency key, in the transaction that records them.
func (m *Module) EditPDF(ctx context.Context, req *PDFRequest, respond func(ctx context.Context, e *PDFEdit) error) (out *PDFEdit, err error) {
	p, err := m.planPDF(ctx, req)
	if err != nil {
		return nil, err
	}
	ident.Belongs(ctx, p.brand)
	a := plan.Action{Formats: []string{"pdf"}, Request: p.summary, Bound: []string{p.hash}}
	if p.brand != "" {
		a.Brands = []string{p.brand}
	}
	if p.approval, err = m.needs.Approvals.Require(ctx, a); err != nil {
		return nil, err
	}
	p.id = ident.New(ident.Render)
	done := false
	defer func() { // also after a panic or when the client disconnected
		if !done {
			err = errors.Join(err, m.abandonPDF(ctx, p))
		}
	}()
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Reserve(ctx, p.approval, p.id); err != nil {
			return err
		}
		who := ident.Must(ctx)
		if who.Mode != ident.Live {
			return nil
		}
		var err error
		p.hold, err = m.needs.Credits.HoldFor(ctx, who.Workspace, pdfCredits, p.id, pdfLife)
		return err
	})
	if err != nil {
		return nil, err
	}
	if out, err = m.runPDF(ctx, p, respond); err != nil {
		return nil, err
	}
	done = true
	return out, nil
}

// abandonPDF releases what an edit that failed has reserved.
func (m *Module) abandonPDF(ctx context.Context, p *pdfPlan) error {
	settle, stop := context.WithTimeout(context.WithoutCancel(ctx), queue.SettleTime)
	defer stop()
	err := m.void(settle, p.hold)
	if e := m.needs.Approvals.Release(settle, p.approval, p.id); e != nil {
		err = errors.Join(err, fmt.Errorf("releasing an approval: %w", e))
	}
	return err
}

// planPDF reads the files of a request and checks it.
func (m *Module) planPDF(ctx context.Context, req *PDFRequest) (*pdfPlan, error) {
	p := &pdfPlan{req: req, work: PDFWork{Operation: req.Operation, Settings: req.Settings, Mark: ident.Must(ctx).Mode == ident.Test}}
	if req.BrandID != "" {
		if _, err := m.needs.Brands.Find(ctx, req.BrandID, nil); err != nil {
			return nil, moved(err, "/target/brand_id")
		}
	}
	r := pdfReader{module: m}
	for i := range req.Files {
		data, err := r.pdf(ctx, &req.Files[i], req.Path(i))
		if err != nil {
			return nil, err
		}
		p.work.Files = append(p.work.Files, data)
	}
	var err error
	if req.Overlay != nil {
		if p.work.Overlay, err = r.pdf(ctx, req.Overlay, "/pdf"); err != nil {
			return nil, err
		}
	}
	if req.Image != nil {
		if p.work.Image, err = r.image(ctx, req.Image); err != nil {
			return nil, err
		}
	}
	brand := req.BrandID
	if brand == "" {
		brand = r.brand()
	}
	if p.brand, err = ident.Must(ctx).Tenant().Choose("/target/brand_id", brand); err != nil {
		return nil, err
	}
	if err := req.Check(); err != nil {
		return nil, err
	}
	if req.Text != "" && ident.Must(ctx).Kind != ident.KindSystem {
		if err := m.needs.Policy.Check(ctx, Content{Text: []Passage{{Path: "/text", Text: req.Text}}}); err != nil {
			return nil, err
		}
	}
	return p, p.summarise()
}

// summarise sets the summary and its hash.
func (p *pdfPlan) summarise() (err error) {
	if p.summary, err = p.req.Summary(&p.work, SHA256); err == nil {
		p.hash = "sha256:" + SHA256(p.summary)
	}
	return err
}

// runPDF does the work, stores the files outside any transaction, and records them in one.
func (m *Module) runPDF(ctx context.Context, p *pdfPlan, respond func(ctx context.Context, e *PDFEdit) error) (*PDFEdit, error) {
	parts, err := m.needs.PDFs.Edit(ctx, &p.work)
	var problem *PDFProblem
	if errors.As(err, &problem) {
		return nil, problem.Fault(p.req)
	}
	if err != nil {
		return nil, err
	}
	who := ident.Must(ctx)
	e := &PDFEdit{RequestHash: p.hash, Mode: who.Mode}
	var files []ExternalImage
	for _, part := range parts {
		o := PDFOutput{Rendered: Rendered{Name: p.req.ResultName(part), PDFID: ident.New(ident.PDF), Format: "pdf", MIMEType: "application/pdf", Bytes: len(part.Data), Pages: part.Pages}, From: part.From, To: part.To}
		if o.SHA256, err = m.Put(ctx, part.Data, o.MIMEType); err != nil {
			return nil, err
		}
		o.URL = m.recorder.URL(&o.Rendered)
		e.Outputs = append(e.Outputs, o)
		files = append(files, ExternalImage{ID: o.PDFID, Name: o.Name, Format: o.Format, MIMEType: o.MIMEType, BrandID: p.brand, Bytes: o.Bytes, Pages: o.Pages, SHA256: o.SHA256,
			Request: p.summary, RequestHash: p.hash, EngineName: pdfEngine, EngineVersion: pdfEngineVersion, Determinism: "pinned"})
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.needs.Approvals.Use(ctx, p.approval, p.id); err != nil {
			return err
		}
		if p.hold != "" {
			if err := m.needs.Credits.Capture(ctx, p.hold, pdfCredits); err != nil {
				return err
			}
			e.CreditsCharged = pdfCredits
		}
		if err := m.recorder.SaveExternal(ctx, files); err != nil {
			return err
		}
		e.DecisionID = ident.New(ident.Decision)
		if err := respond(ctx, e); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, p.decision(who, e))
	})
	return e, err
}

func (p *pdfPlan) decision(who *ident.Principal, e *PDFEdit) record.Decision {
	outputs := make([]any, len(e.Outputs))
	for i := range e.Outputs {
		o := &e.Outputs[i]
		outputs[i] = map[string]any{"id": o.PDFID, "sha256": o.SHA256, "pages": int64(o.Pages)}
	}
	return record.Decision{ID: e.DecisionID, Workspace: who.Workspace, Mode: who.Mode, BrandID: p.brand, Actor: who.Actor(), Action: "pdf." + string(p.req.Operation),
		Subject: e.Outputs[0].PDFID, Outcome: "completed", Facts: map[string]any{"request_hash": p.hash, "outputs": outputs, "credits": int64(e.CreditsCharged)}}
}

// pdfReader reads the files of a request within pdftool.MaxBytes.
type pdfReader struct {
	module *Module
	bytes  int
	brands map[string]bool // of the stored files, "" for none
}

// brand returns the brand that all stored files belong to, "" if there is none.
func (r *pdfReader) brand() string {
	if len(r.brands) != 1 {
		return ""
	}
	for b := range r.brands {
		return b
	}
	return ""
}

// pdf reads a PDF of the request at path.
func (r *pdfReader) pdf(ctx context.Context, s *PDFSource, path string) ([]byte, error) {
	if s.PDFID == "" {
		return s.Data, r.count(len(s.Data), path)
	}
	return r.stored(ctx, pdfs, s.PDFID, path+"/pdf_id")
}

func (r *pdfReader) image(ctx context.Context, i *PDFImage) ([]byte, error) {
	switch {
	case i.ImageID != "":
		return r.stored(ctx, images, i.ImageID, "/image/image_id")
	case i.AssetID != "":
		data, err := r.module.needs.Assets.Open(ctx, "asset:"+i.AssetID)
		if err != nil {
			return nil, moved(err, "/image/asset_id")
		}
		return data, r.count(len(data), "/image")
	}
	return i.Data, r.count(len(i.Data), "/image")
}

// stored reads a stored file, whose content the caller must have the right to read.
func (r *pdfReader) stored(ctx context.Context, k kind, id, path string) ([]byte, error) {
	const scope = "images:read"
	if !ident.Must(ctx).Scopes.Allow(scope) {
		return nil, fault.Newf(fault.Forbidden, "This token lacks the scope %s, which stored files need.", scope).With(
			fault.Detail{Path: path, Rule: "scope", Expected: scope, Message: "The token lacks the scope " + scope + "; send the file as data, or use a token that has it."})
	}
	ident.Requires(ctx, scope)
	row, err := r.module.row(ctx, k, id)
	if err != nil {
		return nil, moved(err, path)
	}
	if err := r.count(row.Bytes, path); err != nil {
		return nil, err
	}
	if r.brands == nil {
		r.brands = map[string]bool{}
	}
	r.brands[row.BrandID] = true
	return r.module.repairs.file(ctx, row.ID, row.SHA256)
}

// count adds a file's size.
func (r *pdfReader) count(n int, path string) error {
	if r.bytes += n; r.bytes > pdftool.MaxBytes {
		return fault.Rules(fault.Detail{Path: path, Rule: "max_bytes", Expected: int64(pdftool.MaxBytes), Actual: int64(r.bytes), Message: fmt.Sprintf("The files of a request have at most %d bytes together.", pdftool.MaxBytes)})
	}
	return nil
}

// moved returns a not-found or forbidden fault with the path of the value that is at fault.
func moved(err error, path string) error {
	f := fault.From(err)
	if f.Kind() != fault.KindNotFound && f.Kind() != fault.KindForbidden {
		return err
	}
	return fault.From(fault.Relocate(f.Explained(), func(d *fault.Detail) {
		if d.Path != "header:Authorization" {
			d.Path = path
		}
	}))
}
