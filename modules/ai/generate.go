package ai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
)

// action is what decisions call the making of a picture.
const action = "ai.generate"

// run makes a picture: a claim and a hold, the work outside any transaction, then files, charge, record and answer
// in one.
func (m *Module) run(ctx context.Context, p *plan, answer func(ctx context.Context, i *Image) error) (*Image, error) {
	who := ident.Must(ctx)
	id, hold := ident.New(ident.Image), ""
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
		hold, err = m.needs.Credits.Hold(ctx, who.Workspace, credits[p.req.Kind], "ai_"+id)
		return err
	})
	if err != nil {
		return nil, err
	}
	i, err := m.finish(ctx, p, id, hold, answer)
	if err == nil {
		return i, nil
	}
	settle := context.WithoutCancel(ctx)
	if e := m.needs.Approvals.Release(settle, p.approval, id); e != nil {
		err = errors.Join(err, fmt.Errorf("releasing an approval: %w", e))
	}
	if hold != "" {
		if e := m.needs.Credits.Void(settle, hold); e != nil {
			err = errors.Join(err, fmt.Errorf("voiding a hold: %w", e))
		}
	}
	return nil, m.refused(settle, p, err)
}

func (m *Module) finish(ctx context.Context, p *plan, id, hold string, answer func(ctx context.Context, i *Image) error) (*Image, error) {
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
		earlier, err := m.keep(ctx, p, made)
		if err != nil {
			return err
		}
		if earlier != nil { // another request was first: its picture is the picture, and this one is free
			if hold != "" {
				if err := m.needs.Credits.Void(ctx, hold); err != nil {
					return err
				}
			}
			out = earlier
			return m.tell(ctx, p, out, "cached", answer)
		}
		out = m.dress(ctx, p, &Image{Body: made.Body})
		if hold != "" {
			out.Credits = credits[p.req.Kind]
			if err := m.needs.Credits.Capture(ctx, hold, out.Credits); err != nil {
				return err
			}
		}
		return m.tell(ctx, p, out, "completed", answer)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// keep records a picture unless another request was first, whose picture it returns then.
func (m *Module) keep(ctx context.Context, p *plan, made *made) (earlier *Image, err error) {
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
		if err := m.store.Replace(ctx, row); err != nil { // what was there had been deleted
			return nil, err
		}
	}
	return nil, m.needs.Pictures.Keep(ctx, made.files)
}

// answerEarlier answers with what the same request gave before, free of charge.
func (m *Module) answerEarlier(ctx context.Context, p *plan, i *Image, answer func(ctx context.Context, i *Image) error) (*Image, error) {
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Use(ctx, p.approval, i.ID); err != nil {
			return err
		}
		return m.tell(ctx, p, i, "cached", answer)
	})
	return i, err
}

// tell stores the answer and the decision, in the transaction of ctx.
func (m *Module) tell(ctx context.Context, p *plan, i *Image, outcome string, answer func(ctx context.Context, i *Image) error) error {
	i.DecisionID = ident.New(ident.Decision)
	if err := answer(ctx, i); err != nil {
		return err
	}
	facts := map[string]any{"kind": string(i.Kind), "request_hash": p.hash, "provider": i.Provider, "model": i.Model, "determinism": i.Determinism,
		"image_id": i.ID, "sha256": i.SHA256, "seed": int64(i.Seed), "credits": int64(i.Credits), "warnings": int64(len(i.Warnings))}
	if p.kit != nil {
		facts["brand_kit"] = map[string]any{"id": p.kit.Ref.ID, "version": int64(p.kit.Ref.Version)}
	}
	who := ident.Must(ctx)
	return m.needs.Decisions.Record(ctx, Decision{ID: i.DecisionID, Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: action,
		Subject: i.ID, Outcome: outcome, Facts: facts})
}

// refused records that the policy refused a prompt, or what a model made of it, and returns why.
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
	err := m.needs.Decisions.Record(ctx, Decision{ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: action,
		Outcome: "refused", Facts: map[string]any{"code": string(f.Code), "rules": rules, "stage": stage, "kind": string(p.req.Kind), "request_hash": p.hash}})
	if err != nil {
		return err
	}
	return why
}
