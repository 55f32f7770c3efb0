package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Checked is what checking a request found out.
type Checked struct {
	// Hash names what the request renders.
	Hash string
	// Brands are the brands it touches, and Bound the versions it was resolved with.
	Brands, Bound []string
}

// Check applies every check to a request that a preview would, but for approval and credits.
func (m *Module) Check(ctx context.Context, req *Request) (Checked, error) {
	p, err := m.check(ctx, req, refuseBroken)
	if err != nil {
		return Checked{}, err
	}
	return Checked{Hash: p.hash, Brands: p.brands(), Bound: p.bound()}, m.precheck(ctx, p)
}

// RenderNamed renders a request of one output as the image of the given id, charging it, or takes the
// bytes of an earlier identical render, which is free. done runs in the transaction that records the
// image; its error undoes everything.
func (m *Module) RenderNamed(ctx context.Context, req *Request, imageID string, done func(ctx context.Context) error) error {
	p, err := m.check(ctx, req, refuseBroken)
	if err != nil {
		return err
	}
	if len(p.outputs) != 1 {
		return fmt.Errorf("a named image has %d outputs", len(p.outputs))
	}
	if known, err := m.copyResult(ctx, p, imageID, done); err != nil || known {
		return err
	}
	who := ident.Must(ctx)
	hold := ""
	if who.Mode == ident.Live {
		if hold, err = m.needs.Credits.Hold(ctx, who.Workspace, p.credits, imageID); err != nil {
			return err
		}
	}
	err = m.renderNamed(ctx, p, imageID, hold, done)
	if err != nil && hold != "" {
		if voidErr := m.needs.Credits.Void(context.WithoutCancel(ctx), hold); voidErr != nil {
			err = errors.Join(err, fmt.Errorf("voiding a hold: %w", voidErr))
		}
	}
	return err
}

func (m *Module) renderNamed(ctx context.Context, p *plan, imageID, hold string, done func(ctx context.Context) error) error {
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	made, err := m.make(limited, p, owner{imageID: imageID}, func(int) {})
	if err != nil {
		return err
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		if hold != "" {
			if err := m.needs.Credits.Capture(ctx, hold, p.credits); err != nil {
				return err
			}
		}
		if err := m.save(ctx, p, made); err != nil {
			return err
		}
		if err := done(ctx); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, m.decision(ctx, p, made, ident.New(ident.Decision), "render.signed", imageID))
	})
}

// copyResult records an image that shows what an identical request gave before; false when there is
// nothing to copy.
func (m *Module) copyResult(ctx context.Context, p *plan, imageID string, done func(ctx context.Context) error) (bool, error) {
	who := ident.Must(ctx)
	row, err := m.store.Result(ctx, tenant(who), p.hash, p.renderer.Version())
	if errors.Is(err, store.ErrGone) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var outputs []Rendered
	if err := json.Unmarshal(row.Outputs, &outputs); err != nil || len(outputs) != 1 {
		return false, err
	}
	image, err := m.store.Image(ctx, tenant(who), pictures.name, outputs[0].ImageID)
	if errors.Is(err, store.ErrGone) {
		return false, nil // deleted: render again
	}
	if err != nil {
		return false, err
	}
	image.ID, image.CreatedAt = imageID, time.Time{} // stored as of now
	return true, m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.store.InsertImages(ctx, []*store.Image{image}); err != nil {
			return err
		}
		if err := done(ctx); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, Decision{
			ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: "render.signed", Subject: imageID, Outcome: "cached",
			Facts: map[string]any{"request_hash": p.hash, "engine": p.renderer.Name(), "engine_version": p.renderer.Version()},
		})
	})
}
