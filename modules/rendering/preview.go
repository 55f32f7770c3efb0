package rendering

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// preview renders a plan now: a claim and a hold in one transaction, the render outside any transaction, then files,
// charge, decision and response in another. The first transaction fails if there is a result of an earlier identical
// request, which is then the response.
func (m *Module) preview(ctx context.Context, p *plan.Plan, docs *draw.Documents, approval string, respond Respond) (out Result, err error) {
	id := ident.New(ident.Render)
	var hold string
	done := false
	defer func() { // also after a panic or when the client disconnected
		if done {
			return
		}
		settle, stop := context.WithTimeout(context.WithoutCancel(ctx), queue.SettleTime)
		defer stop()
		if releaseErr := m.needs.Approvals.Release(settle, approval, id); releaseErr != nil {
			err = errors.Join(err, fmt.Errorf("releasing an approval: %w", releaseErr))
		}
		if voidErr := m.void(settle, hold); voidErr != nil {
			err = errors.Join(err, voidErr)
		}
	}()
	hold, err = m.beginPreview(ctx, p, id, approval, !p.Original.LayoutReport) // reports are not stored
	if errors.Is(err, store.ErrStored) {
		if r, err := m.respondStored(ctx, p, approval, respond); err != nil || r.Render != nil {
			done = true
			return r, err
		}
		hold, err = m.beginPreview(ctx, p, id, approval, false)
	}
	if err != nil {
		return Result{}, err
	}
	if out, err = m.renderPreview(ctx, p, docs, id, hold, approval, respond); err != nil {
		return out, err
	}
	done = true
	return out, nil
}

// beginPreview claims the idempotency key, reserves the approval and holds the credits of a preview. With onlyNew the
// error is store.ErrStored, and nothing was done, if there is a result of an earlier identical request.
func (m *Module) beginPreview(ctx context.Context, p *plan.Plan, id, approval string, onlyNew bool) (hold string, err error) {
	who := ident.Must(ctx)
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if onlyNew {
			if err := m.recorder.RequireNew(ctx, p); err != nil {
				return err
			}
		}
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Reserve(ctx, approval, id); err != nil {
			return err
		}
		if who.Mode != ident.Live {
			return nil
		}
		var err error
		hold, err = m.needs.Credits.HoldFor(ctx, who.Workspace, p.Credits, id, m.cfg.previewHold())
		return err
	})
	return hold, err
}

// void releases the hold of a render that failed.
func (m *Module) void(ctx context.Context, hold string) error {
	if hold == "" {
		return nil
	}
	if err := m.needs.Credits.Void(ctx, hold); err != nil {
		return fmt.Errorf("voiding a hold: %w", err)
	}
	return nil
}

func (m *Module) renderPreview(ctx context.Context, p *plan.Plan, docs *draw.Documents, id, hold, approval string, respond Respond) (Result, error) {
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	result, err := m.render(limited, p, docs, record.Owner{RenderID: id}, func(draw.Progress) {})
	if err != nil {
		return Result{}, err
	}
	r := newRender(ctx, p, id)
	r.Reports, r.Timings = result.Reports, result.Timings
	if hold != "" {
		r.CreditsCharged = p.Credits
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.needs.Approvals.Use(ctx, approval, id); err != nil {
			return err
		}
		if hold != "" {
			if err := m.needs.Credits.Capture(ctx, hold, p.Credits); err != nil {
				return err
			}
		}
		r.DecisionID = ident.New(ident.Decision)
		if err := m.recorder.Save(ctx, p, result); err != nil {
			return err
		}
		r.Outputs, r.Warnings = result.Outputs, result.Warnings
		if err := respond(ctx, Result{Render: r}); err != nil {
			return err
		}
		return m.recorder.Decide(ctx, p, result, r.DecisionID, "render.preview", id)
	})
	return Result{Render: r}, err
}

// render renders a plan and stores its files, which the caller then records.
func (m *Module) render(ctx context.Context, p *plan.Plan, docs *draw.Documents, of record.Owner, progress func(draw.Progress)) (*record.Result, error) {
	if r, err := m.recorder.Pinned(ctx, p, of); err != nil || r != nil {
		return r, err
	}
	drawn, err := docs.Render(ctx, ident.Must(ctx).Mode == ident.Test, progress)
	if err != nil {
		return nil, err
	}
	return m.recorder.StoreFiles(ctx, p, drawn, of)
}

// respondStored responds with the result of an earlier identical request, free of charge; a zero Result means that
// there is none.
func (m *Module) respondStored(ctx context.Context, p *plan.Plan, approval string, respond Respond) (Result, error) {
	earlier, err := m.recorder.FindStored(ctx, p, m.repairs.file)
	if err != nil || earlier == nil {
		return Result{}, err
	}
	r := newRender(ctx, p, ident.New(ident.Render))
	r.Cached, r.Outputs, r.Warnings = true, earlier.Outputs, earlier.Warnings
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Use(ctx, approval, r.ID); err != nil {
			return err
		}
		r.DecisionID = ident.New(ident.Decision)
		if err := respond(ctx, Result{Render: r}); err != nil {
			return err
		}
		return m.recorder.DecideCached(ctx, p, r.DecisionID, "render.preview", r.ID)
	})
	return Result{Render: r}, err
}

func newRender(ctx context.Context, p *plan.Plan, id string) *Render {
	return &Render{
		ID: id, Mode: ident.Must(ctx).Mode, RequestHash: p.Hash, EngineName: p.Engine.Name, EngineVersion: p.Engine.Version, Seed: p.Seed,
		Pins: p.Pins, Metadata: p.Original.Metadata,
	}
}

// Draft renders a request of one output as a PNG that is neither stored nor charged, with the test mark if marked: the
// preview of a template. It applies the checks of a render except approvals and credits.
func (m *Module) Draft(ctx context.Context, req *Request, marked bool) ([]byte, error) {
	p, docs, err := m.plan(ctx, req, plan.Options{Unowned: true})
	defer docs.Close()
	if err != nil {
		return nil, err
	}
	if len(p.Outputs) != 1 {
		return nil, fmt.Errorf("a draft has %d outputs", len(p.Outputs))
	}
	ctx, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	file, err := docs.Draft(ctx, 0, marked)
	if err != nil {
		return nil, err
	}
	return file.Bytes, nil
}

// ReviewImage is an image for approvers.
type ReviewImage struct {
	Name          string
	Format        string // of the rendered output
	Width, Height int    // of the PNG, in pixels
	PNG           []byte
}

// maxReviewSide is the maximal longer side of an image for review, in pixels.
const maxReviewSide = 1600

// ReviewImage renders one output of a request as a watermarked PNG, in either mode, without requiring approval. Nothing
// is stored or charged. An output that does not exist is an ImageNotFound fault.
func (m *Module) ReviewImage(ctx context.Context, req *Request, output int) (_ ReviewImage, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = request.EngineFault(request.Recovered(v), output)
		}
	}()
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	p, docs, err := m.plan(limited, req, plan.Options{ApproveLocks: true})
	defer docs.Close()
	if err != nil {
		return ReviewImage{}, err
	}
	if output < 0 || output >= len(p.Outputs) {
		return ReviewImage{}, fault.NotFound(fault.ImageNotFound)
	}
	file, err := docs.Review(limited, output, maxReviewSide)
	if err != nil {
		return ReviewImage{}, err
	}
	o := &p.Outputs[output]
	return ReviewImage{Name: o.Name, Format: o.Format, Width: file.Width, Height: file.Height, PNG: file.Bytes}, nil
}
