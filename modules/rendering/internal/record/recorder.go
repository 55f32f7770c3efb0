package record

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Recorder records renders. It is safe for concurrent use; every field is required.
type Recorder struct {
	DB         *pg.DB
	Clock      *pg.Clock
	Store      *store.Store
	Files      inputs.Files
	Credits    Credits
	Decisions  Decisions
	Events     Events
	ReceiptKey ed25519.PrivateKey
	// BaseURL is the public URL of the service, without a trailing slash.
	BaseURL string
}

// ErrFiles marks failures of the content store, which are not caused by the render.
var ErrFiles = errors.New("the content store failed")

// Owner is the owner of a file: a preview, a job, or an image whose id was published before it was rendered.
type Owner struct{ RenderID, JobID, ImageID string }

// Result is a finished render whose files are stored but whose rows are not recorded yet.
type Result struct {
	Outputs  []Rendered
	Warnings []request.Warning
	Reports  []draw.Report
	Timings  draw.Timings

	rows []*store.Image
	// recorded is set when the outputs are those of an earlier render.
	recorded bool
	// named is set when the image's id was published before it was rendered.
	named bool
}

// StoreFiles stores the files of a rendered plan under their hashes and prepares the rows, which Save records.
func (r *Recorder) StoreFiles(ctx context.Context, p *plan.Plan, drawn *draw.Result, of Owner) (*Result, error) {
	since := clock.Now()
	who := ident.Must(ctx)
	now, err := r.Clock.Now(ctx)
	if err != nil {
		return nil, err
	}
	metadata := Metadata(p.Original.Metadata)
	killpoint.Reach(killpoint.AfterRenderBeforeUpload)
	out := &Result{Warnings: drawn.Warnings, named: of.ImageID != ""}
	for i, f := range drawn.Files {
		spec := &p.Outputs[i]
		format := spec.FileFormat()
		o := Rendered{
			Name: spec.Name, Format: spec.Format, MIMEType: format.MIMEType,
			Width: f.Width, Height: f.Height, Bytes: len(f.Bytes), Pages: f.Pages,
		}
		kind := KindImage
		switch {
		case format.Vector == engine.PDF && of.ImageID == "":
			kind, o.PDFID = KindPDF, ident.New(ident.PDF)
		case of.ImageID == "":
			o.ImageID = ident.New(ident.Image)
		default:
			o.ImageID = of.ImageID
		}
		if o.SHA256, err = r.Files.Store(ctx, f.Bytes, o.MIMEType); err != nil {
			return nil, fmt.Errorf("storing a file: %w: %w", ErrFiles, err)
		}
		receipt, err := r.receipt(p, &o, who.Mode, drawn.Inputs, now)
		if err != nil {
			return nil, err
		}
		out.rows = append(out.rows, &store.Image{
			ID: o.ID(), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), BrandID: p.BrandID, Kind: kind,
			RenderID: of.RenderID, JobID: of.JobID, Name: o.Name, Format: o.Format, MIMEType: o.MIMEType,
			Width: o.Width, Height: o.Height, Bytes: o.Bytes, SHA256: o.SHA256, Pages: o.Pages, RequestHash: p.Hash,
			EngineName: p.Engine.Name, EngineVersion: p.Engine.Version, Seed: p.Seed, Watermarked: who.Mode == ident.Test,
			Metadata: metadata, Receipt: receipt,
		})
		o.URL = r.URL(&o)
		if p.Original.Inline {
			o.Data = f.Bytes
		}
		out.Outputs = append(out.Outputs, o)
		if p.Original.LayoutReport {
			out.Reports = append(out.Reports, f.Report)
		}
		out.Timings.Add(f.Timings)
	}
	draw.Lap(&since, &out.Timings.Store)
	killpoint.Reach(killpoint.AfterUploadBeforeCommit)
	return out, nil
}

// Save records a finished render in the transaction of ctx: its images and the result for the cache.
func (r *Recorder) Save(ctx context.Context, p *plan.Plan, result *Result) error {
	if result.recorded {
		return nil
	}
	who := ident.Must(ctx)
	outputs, err := json.Marshal(result.Outputs)
	if err != nil {
		return err
	}
	warnings, err := json.Marshal(append([]request.Warning{}, result.Warnings...))
	if err != nil {
		return err
	}
	row := &store.Result{
		WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), Key: store.ResultKey(p.Hash, p.BrandID), EngineVersion: p.Engine.Version, Outputs: outputs, Warnings: warnings,
	}
	if p.Engine.Name == plan.Browser {
		if done, err := r.pin(ctx, p, result, row); err != nil || done {
			return err
		}
	}
	if err := r.Store.InsertImages(ctx, result.rows); err != nil {
		return err
	}
	return r.Store.SaveResult(ctx, row)
}

// Decide records the decision about a finished render, in the transaction of ctx: what was rendered by which engine and
// why.
func (r *Recorder) Decide(ctx context.Context, p *plan.Plan, result *Result, id, action, subject string) error {
	images := make([]any, len(result.Outputs))
	for i := range result.Outputs {
		images[i] = map[string]any{"id": result.Outputs[i].ID(), "sha256": result.Outputs[i].SHA256}
	}
	facts := map[string]any{
		"request_hash": p.Hash, "engine": p.Engine.Name, "engine_version": p.Engine.Version, "engine_reason": p.Engine.Reason,
		"outputs": images, "warnings": int64(len(result.Warnings)),
	}
	p.Pins.Facts(facts)
	if len(p.Overridden) > 0 {
		facts["overridden_locks"] = int64(len(p.Overridden))
	}
	return r.decide(ctx, p, id, action, subject, "completed", facts)
}

// DecideCached records the decision about a request served from an earlier result, in the transaction of ctx.
func (r *Recorder) DecideCached(ctx context.Context, p *plan.Plan, id, action, subject string) error {
	return r.decide(ctx, p, id, action, subject, "cached", map[string]any{"request_hash": p.Hash, "engine": p.Engine.Name, "engine_version": p.Engine.Version})
}

func (r *Recorder) decide(ctx context.Context, p *plan.Plan, id, action, subject, outcome string, facts map[string]any) error {
	who := ident.Must(ctx)
	return r.Decisions.Record(ctx, Decision{
		ID: id, Workspace: who.Workspace, Mode: who.Mode, BrandID: p.BrandID, Actor: who.Actor(), Action: action, Subject: subject, Outcome: outcome, Facts: facts,
	})
}

// Metadata encodes the metadata of a request, {} if there is none.
func Metadata(m map[string]string) json.RawMessage {
	if m == nil {
		return json.RawMessage("{}")
	}
	data, _ := json.Marshal(m) // strings always marshal
	return data
}
