package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	queue "github.com/platenhq/platen/modules/rendering/internal/jobs"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Answer stores the answer to a request under its idempotency key, in the
// transaction of ctx.
type Answer func(ctx context.Context, r Result) error

// Generate renders a request at once or queues it. Every check comes before
// anything is written; what is written is written with the answer.
func (m *Module) Generate(ctx context.Context, req *Request, answer Answer) (Result, error) {
	if len(req.WebhookIDs) > 0 { // references come before rules
		if err := m.needs.Announce.Known(ctx, req.WebhookIDs); err != nil {
			return Result{}, err
		}
	}
	p, err := m.check(ctx, req, approveBroken)
	if err != nil {
		return Result{}, m.refused(ctx, req, err)
	}
	if err := m.approve(ctx, p); err != nil {
		return Result{}, err
	}
	if req.Operation == Queue {
		return m.enqueue(ctx, p, answer)
	}
	return m.preview(ctx, p, answer)
}

// refused records that a policy refused a request, and returns why.
func (m *Module) refused(ctx context.Context, req *Request, why error) error {
	f := fault.From(why)
	if f.Code != fault.PolicyViolation && f.Code != fault.StyleLockViolation {
		return why
	}
	who := ident.Must(ctx)
	rules := make([]any, 0, len(f.Details))
	for i := range f.Details {
		if i < 20 {
			rules = append(rules, f.Details[i].Rule)
		}
	}
	sum := sha256.Sum256(req.Wire)
	err := m.needs.Decisions.Record(ctx, Decision{
		ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: "render." + string(req.Operation), Outcome: "refused",
		Facts: map[string]any{"code": string(f.Code), "rules": rules, "request_sha256": hex.EncodeToString(sum[:])},
	})
	if err != nil {
		return err
	}
	return why
}

// enqueue stores a job with its hold, its queue entry and its answer in one
// transaction.
func (m *Module) enqueue(ctx context.Context, p *plan, answer Answer) (Result, error) {
	if err := m.precheck(ctx, p); err != nil {
		return Result{}, err
	}
	var out Result
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		row := m.newJob(p, ident.Must(ctx))
		if err := m.needs.Approvals.Use(ctx, p.approval, row.ID); err != nil {
			return err
		}
		if err := m.queueJob(ctx, p, row); err != nil {
			return err
		}
		out = Result{Job: m.job(row)}
		return answer(ctx, out)
	})
	return out, err
}

// queueJob stores a job with its hold and its queue entry, in the transaction of ctx. The hold comes first: when
// there are too few credits nothing is written.
func (m *Module) queueJob(ctx context.Context, p *plan, row *store.Job) error {
	who := ident.Must(ctx)
	if who.Mode == ident.Live {
		hold, err := m.needs.Credits.Hold(ctx, who.Workspace, p.credits, row.ID)
		if err != nil {
			return err
		}
		row.HoldID, row.CreditsReserved = hold, p.credits
	}
	if err := m.store.InsertJob(ctx, row, queueExpiry); err != nil {
		return err
	}
	if err := queue.Enqueue(ctx, m.queue, row.ID, row.EngineName == browserName); err != nil {
		return fmt.Errorf("enqueuing a job: %w", err)
	}
	return nil
}

// Prepare checks a request that was approved, as of now, and returns the hash of what it renders and how to
// queue it as a job in the transaction of ctx, whichever operation it has. When the error of enqueue is a fault,
// nothing was written.
func (m *Module) Prepare(ctx context.Context, req *Request) (requestHash string, enqueue func(ctx context.Context) (jobID string, err error), err error) {
	p, err := m.check(ctx, req, approveBroken)
	if err != nil {
		return "", nil, err
	}
	if err := m.precheck(ctx, p); err != nil {
		return "", nil, err
	}
	return p.hash, func(ctx context.Context) (string, error) {
		row := m.newJob(p, ident.Must(ctx))
		return row.ID, m.queueJob(ctx, p, row)
	}, nil
}

// precheck opens the document once, so that a job is refused at once for what a
// preview would be refused for.
func (m *Module) precheck(ctx context.Context, p *plan) error {
	for i := range p.outputs {
		if _, err := m.open(ctx, p, i); err != nil {
			return p.fault(err, i)
		}
	}
	return nil
}

func (m *Module) newJob(p *plan, who *ident.Principal) *store.Job {
	// Strings and numbers always marshal.
	metadata, _ := json.Marshal(nonNil(p.asked.Metadata))
	pins, _ := json.Marshal(p.pins)
	warnings, _ := json.Marshal(append([]Warning{}, p.warnings...))
	return &store.Job{
		ID: ident.New(ident.Job), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Status: string(Queued),
		Request: p.req.Wire, RequestHash: p.hash, EngineName: p.renderer.Name(), EngineVersion: p.renderer.Version(), Seed: p.seed,
		Total: len(p.outputs), Outputs: json.RawMessage("[]"), Warnings: warnings, Sequence: 1,
		Metadata: metadata, Pins: pins, WebhookIDs: nonNilSlice(p.asked.WebhookIDs), Actor: who.Actor(),
	}
}

func nonNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

func nonNilSlice(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// preview renders now: a claim and a hold, the render outside any transaction,
// then files, charge, record and answer in one.
func (m *Module) preview(ctx context.Context, p *plan, answer Answer) (Result, error) {
	if r, err := m.cached(ctx, p, answer); err != nil || r.Render != nil {
		return r, err
	}
	who := ident.Must(ctx)
	id := ident.New(ident.Render)
	var hold string
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Reserve(ctx, p.approval, id); err != nil {
			return err
		}
		if who.Mode != ident.Live {
			return nil
		}
		var err error
		hold, err = m.needs.Credits.Hold(ctx, who.Workspace, p.credits, id)
		return err
	})
	if err != nil {
		return Result{}, err
	}
	out, err := m.renderPreview(ctx, p, id, hold, answer)
	if err != nil {
		settle := context.WithoutCancel(ctx)
		if releaseErr := m.needs.Approvals.Release(settle, p.approval, id); releaseErr != nil {
			err = errors.Join(err, fmt.Errorf("releasing an approval: %w", releaseErr))
		}
		if hold != "" {
			if voidErr := m.needs.Credits.Void(settle, hold); voidErr != nil {
				err = errors.Join(err, fmt.Errorf("voiding a hold: %w", voidErr))
			}
		}
	}
	return out, err
}

func (m *Module) renderPreview(ctx context.Context, p *plan, id, hold string, answer Answer) (Result, error) {
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	made, err := m.make(limited, p, owner{renderID: id}, func(int) {})
	if err != nil {
		return Result{}, err
	}
	r := &Render{
		ID: id, Mode: ident.Must(ctx).Mode, RequestHash: p.hash, EngineName: p.renderer.Name(), EngineVersion: p.renderer.Version(), Seed: p.seed,
		Pins: p.pins, Outputs: made.outputs, Warnings: made.warnings, Reports: made.reports, Metadata: p.asked.Metadata, Timings: made.timings,
	}
	if hold != "" {
		r.CreditsCharged = p.credits
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.needs.Approvals.Use(ctx, p.approval, id); err != nil {
			return err
		}
		if hold != "" {
			if err := m.needs.Credits.Capture(ctx, hold, p.credits); err != nil {
				return err
			}
		}
		r.DecisionID = ident.New(ident.Decision)
		if err := m.save(ctx, p, made); err != nil {
			return err
		}
		r.Outputs, r.Warnings = made.outputs, made.warnings
		if err := answer(ctx, Result{Render: r}); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, m.decision(ctx, p, made, r.DecisionID, "render.preview", id))
	})
	return Result{Render: r}, err
}

// cached answers from the result of an earlier identical request, free of
// charge; a zero Result means there is none.
func (m *Module) cached(ctx context.Context, p *plan, answer Answer) (Result, error) {
	if p.asked.LayoutReport {
		return Result{}, nil // reports are not kept
	}
	who := ident.Must(ctx)
	o := tenant(who)
	row, err := m.store.Result(ctx, o, p.hash, p.renderer.Version())
	if errors.Is(err, store.ErrGone) {
		return Result{}, nil
	}
	if err != nil {
		return Result{}, err
	}
	r := &Render{
		ID: ident.New(ident.Render), Mode: who.Mode, RequestHash: p.hash, EngineName: p.renderer.Name(), EngineVersion: p.renderer.Version(),
		Seed: p.seed, Pins: p.pins, Cached: true, Metadata: p.asked.Metadata,
	}
	if err := json.Unmarshal(row.Outputs, &r.Outputs); err != nil {
		return Result{}, fmt.Errorf("reading a cached result: %w", err)
	}
	if err := json.Unmarshal(row.Warnings, &r.Warnings); err != nil {
		return Result{}, fmt.Errorf("reading a cached result: %w", err)
	}
	ids := make([]string, len(r.Outputs))
	for i := range r.Outputs {
		ids[i] = r.Outputs[i].id()
	}
	if n, err := m.store.Alive(ctx, o, ids); err != nil || n != len(ids) {
		return Result{}, err // one was deleted: render again
	}
	for i := range r.Outputs {
		if p.asked.Inline {
			if r.Outputs[i].Data, err = m.needs.Files.Get(ctx, r.Outputs[i].SHA256); err != nil {
				return Result{}, fmt.Errorf("reading a stored file: %w", err)
			}
		}
		r.Outputs[i].URL = m.url(&r.Outputs[i])
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Use(ctx, p.approval, r.ID); err != nil {
			return err
		}
		r.DecisionID = ident.New(ident.Decision)
		if err := answer(ctx, Result{Render: r}); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, Decision{
			ID: r.DecisionID, Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: "render.preview", Subject: r.ID, Outcome: "cached",
			Facts: map[string]any{"request_hash": p.hash, "engine": p.renderer.Name(), "engine_version": p.renderer.Version()},
		})
	})
	return Result{Render: r}, err
}

// made is a finished render that is not recorded yet; its files are stored
// under their hashes.
type made struct {
	outputs  []Rendered
	warnings []Warning
	reports  []Report
	rows     []*store.Image
	timings  Timings
	// stored says that the outputs are those of an earlier render and recorded.
	stored bool
	// named says that the image's id was given out before it was rendered.
	named bool
}

// owner says what a file belongs to: a preview, a job, or a picture whose image
// was named before it was rendered.
type owner struct{ renderID, jobID, imageID string }

// make draws a plan and stores its files. The caller records the rows.
func (m *Module) make(ctx context.Context, p *plan, of owner, progress func(done int)) (*made, error) {
	who := ident.Must(ctx)
	if r, err := m.pinned(ctx, p, of); err != nil || r != nil {
		return r, err
	}
	files, warnings, inputs, err := m.draw(ctx, p, who.Mode, progress)
	if err != nil {
		return nil, err
	}
	since := clock.Now()
	now, err := m.db.Now(ctx)
	if err != nil {
		return nil, err
	}
	metadata, _ := json.Marshal(nonNil(p.asked.Metadata))
	out := &made{warnings: warnings, named: of.imageID != ""}
	for i := range files {
		spec, f := &p.outputs[i], files[i].file
		r := Rendered{
			Name: spec.Name, Format: spec.Format, MIMEType: formats[spec.Format].mime,
			Width: f.Width, Height: f.Height, Bytes: len(f.Bytes), SHA256: SHA256(f.Bytes), Pages: f.Pages,
		}
		kind := pictures
		switch {
		case formats[spec.Format].vector == engine.PDF && of.imageID == "":
			kind, r.PDFID = pdfs, ident.New(ident.PDF)
		case of.imageID == "":
			r.ImageID = ident.New(ident.Image)
		default:
			r.ImageID = of.imageID
		}
		if err := m.needs.Files.Put(ctx, r.SHA256, f.Bytes, r.MIMEType); err != nil {
			return nil, fmt.Errorf("storing a file: %w", err)
		}
		receipt, err := m.receipt(p, r.id(), &r, who.Mode, inputs, now)
		if err != nil {
			return nil, err
		}
		out.rows = append(out.rows, &store.Image{
			ID: r.id(), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Kind: kind.name,
			RenderID: of.renderID, JobID: of.jobID, Name: r.Name, Format: r.Format, MIMEType: r.MIMEType,
			Width: r.Width, Height: r.Height, Bytes: r.Bytes, SHA256: r.SHA256, Pages: r.Pages, RequestHash: p.hash,
			EngineName: p.renderer.Name(), EngineVersion: p.renderer.Version(), Seed: p.seed, Watermarked: who.Mode == ident.Test,
			Metadata: metadata, Receipt: receipt,
		})
		r.URL = m.url(&r)
		if p.asked.Inline {
			r.Data = f.Bytes
		}
		out.outputs = append(out.outputs, r)
		if p.asked.LayoutReport {
			out.reports = append(out.reports, files[i].report)
		}
		t := files[i].timings
		out.timings.Open, out.timings.Draw, out.timings.Encode = out.timings.Open+t.Open, out.timings.Draw+t.Draw, out.timings.Encode+t.Encode
	}
	lap(&since, &out.timings.Store)
	return out, nil
}

// save records a finished render in the transaction of ctx: its images and the
// result for the cache.
func (m *Module) save(ctx context.Context, p *plan, r *made) error {
	if r.stored {
		return nil
	}
	who := ident.Must(ctx)
	outputs, err := json.Marshal(r.outputs)
	if err != nil {
		return err
	}
	warnings, err := json.Marshal(append([]Warning{}, r.warnings...))
	if err != nil {
		return err
	}
	result := &store.Result{
		WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), RequestHash: p.hash, EngineVersion: p.renderer.Version(), Outputs: outputs, Warnings: warnings,
	}
	if p.renderer.Name() == browserName {
		if done, err := m.pin(ctx, p, r, result); err != nil || done {
			return err
		}
	}
	if err := m.store.InsertImages(ctx, r.rows); err != nil {
		return err
	}
	return m.store.SaveResult(ctx, result)
}

// decision says which engine rendered what and why.
func (m *Module) decision(ctx context.Context, p *plan, r *made, id, action, subject string) Decision {
	who := ident.Must(ctx)
	images := make([]any, len(r.outputs))
	for i := range r.outputs {
		images[i] = map[string]any{"id": r.outputs[i].id(), "sha256": r.outputs[i].SHA256}
	}
	facts := map[string]any{"request_hash": p.hash, "engine": p.renderer.Name(), "engine_version": p.renderer.Version(), "engine_reason": p.reason, "outputs": images, "warnings": int64(len(r.warnings))}
	p.pins.facts(facts)
	if len(p.overridden) > 0 {
		facts["overridden_locks"] = int64(len(p.overridden))
	}
	return Decision{
		ID: id, Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: action, Subject: subject, Outcome: "completed", Facts: facts,
	}
}

func (r *Rendered) id() string {
	if r.PDFID != "" {
		return r.PDFID
	}
	return r.ImageID
}

// url is the immutable public address of a file.
func (m *Module) url(r *Rendered) string {
	return m.cfg.BaseURL + "/cdn/" + r.id() + "." + formats[r.Format].ext
}

func tenant(who *ident.Principal) store.Owner {
	return store.Owner{Workspace: string(who.Workspace), Livemode: who.Mode.Livemode()}
}
