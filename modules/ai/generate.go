package ai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
)

// action is the name of image generation in decisions.
const action = "ai.generate"

// run generates an image: it takes a claim and a hold, generates outside any transaction, and then writes files,
// charge, record and response in one transaction.
func (m *Module) run(ctx context.Context, p *plan, respond func(ctx context.Context, i *Image) error) (i *Image, err error) {
	who := ident.Must(ctx)
	id, hold, done := ident.New(ident.Image), "", false
	defer func() { // even when the generator panics or the caller disconnects
		if done {
			return
		}
		settle, stop := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
		defer stop()
		if e := m.needs.Approvals.Release(settle, p.approval, id); e != nil {
			err = errors.Join(err, fmt.Errorf("releasing an approval: %w", e))
		}
		if hold == "" {
			return
		}
		if e := m.needs.Credits.Void(settle, hold); e != nil {
			err = errors.Join(err, fmt.Errorf("voiding a hold: %w", e))
		}
	}()
	err = m.db.InTx(ctx, func(ctx context.Context) error {
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
		hold, err = m.needs.Credits.HoldFor(ctx, who.Workspace, credits[p.req.Kind], "ai_"+id, m.cfg.Timeout+settleTime)
		return err
	})
	if err != nil {
		return nil, err
	}
	if i, err = m.finish(ctx, p, id, hold, respond); err != nil {
		return nil, m.refused(context.WithoutCancel(ctx), p, err)
	}
	done = true
	return i, nil
}

// settleTime is the time limit for recording the outcome, in addition to the image's; holds live for the sum of both.
const settleTime = time.Minute

func (m *Module) finish(ctx context.Context, p *plan, id, hold string, respond func(ctx context.Context, i *Image) error) (*Image, error) {
	limited, stop := context.WithTimeout(ctx, m.cfg.Timeout)
	defer stop()
	made, err := m.make(limited, p, id)
	if err != nil {
		return nil, err
	}
	var out *Image
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.needs.Approvals.Use(ctx, p.approval, id); err != nil {
			return err
		}
		earlier, err := m.record(ctx, p, made)
		if err != nil {
			return err
		}
		if earlier != nil { // an identical request finished first: its image is returned free of charge
			if hold != "" {
				if err := m.needs.Credits.Void(ctx, hold); err != nil {
					return err
				}
			}
			out = earlier
			return m.recordResponse(ctx, p, out, "cached", respond)
		}
		out = m.addRequestFields(ctx, p, &Image{Body: made.Body})
		if hold != "" {
			out.Credits = credits[p.req.Kind]
			if err := m.needs.Credits.Capture(ctx, hold, out.Credits); err != nil {
				return err
			}
		}
		return m.recordResponse(ctx, p, out, "completed", respond)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// record records an image; if an identical request was recorded first, it returns that one's image.
func (m *Module) record(ctx context.Context, p *plan, made *generatedFiles) (earlier *Image, err error) {
	now, err := m.db.Now(ctx)
	if err != nil {
		return nil, err
	}
	made.CreatedAt = now
	row := m.row(ctx, p)
	row.ImageIDs = made.ids()
	if row.Body, err = json.Marshal(&made.Body); err != nil {
		return nil, fmt.Errorf("writing a result: %w", err)
	}
	first, err := m.store.Pin(ctx, row)
	if err != nil {
		return nil, err
	}
	if !first {
		if earlier, err = m.find(ctx, p); err != nil || earlier != nil {
			return earlier, err
		}
		if err := m.store.Replace(ctx, row); err != nil { // the images of the stored result were deleted
			return nil, err
		}
	}
	for i := range made.files {
		made.files[i].BrandID = p.brand
	}
	return nil, m.needs.Images.Keep(ctx, made.files)
}

// respondStored responds with the stored result of an identical request, free of charge.
func (m *Module) respondStored(ctx context.Context, p *plan, i *Image, respond func(ctx context.Context, i *Image) error) (*Image, error) {
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Use(ctx, p.approval, i.ID); err != nil {
			return err
		}
		return m.recordResponse(ctx, p, i, "cached", respond)
	})
	return i, err
}

// recordResponse stores the response and the decision in the transaction of ctx.
func (m *Module) recordResponse(ctx context.Context, p *plan, i *Image, outcome string, respond func(ctx context.Context, i *Image) error) error {
	i.DecisionID = ident.New(ident.Decision)
	if err := respond(ctx, i); err != nil {
		return err
	}
	facts := map[string]any{"kind": string(i.Kind), "request_hash": p.hash, "provider": i.Provider, "model": i.Model, "determinism": i.Determinism,
		"image_id": i.ID, "sha256": i.SHA256, "seed": int64(i.Seed), "credits": int64(i.Credits), "warnings": int64(len(i.Warnings))}
	if p.kit != nil {
		facts["brand_kit"] = map[string]any{"id": p.kit.Ref.ID, "version": int64(p.kit.Ref.Version)}
	}
	who := ident.Must(ctx)
	return m.needs.Decisions.Record(ctx, Decision{ID: i.DecisionID, Workspace: who.Workspace, Mode: who.Mode, BrandID: p.brand, Actor: who.Actor(), Action: action,
		Subject: i.ID, Outcome: outcome, Facts: facts})
}

// refused records that the policy rejected a prompt or a model's output, and returns the reason.
func (m *Module) refused(ctx context.Context, p *plan, why error) error {
	f := fault.From(why)
	if f.Code != fault.PolicyViolation {
		return why
	}
	rules, stage := []any{}, any("input")
	for i, d := range f.Details {
		if i < 20 {
			rules = append(rules, d.Rule)
		}
		if s, ok := d.Context["stage"]; ok {
			stage = s
		}
	}
	who := ident.Must(ctx)
	err := m.needs.Decisions.Record(ctx, Decision{ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, BrandID: p.brand, Actor: who.Actor(), Action: action,
		Outcome: "refused", Facts: map[string]any{"code": string(f.Code), "rules": rules, "stage": stage, "kind": string(p.req.Kind), "request_hash": p.hash}})
	if err != nil {
		return err
	}
	return why
}
