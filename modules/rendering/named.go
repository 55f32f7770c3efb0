package rendering

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// RenderNamed renders a request of one output as the image with the given id and charges it, or copies the image of an
// earlier identical render, which is free. done runs in the transaction that records the image; its error rolls everything
// back.
func (m *Module) RenderNamed(ctx context.Context, req *Request, imageID string, done func(ctx context.Context) error) (err error) {
	p, docs, err := m.plan(ctx, req, plan.Options{})
	defer docs.Close()
	if err != nil {
		return err
	}
	if len(p.Outputs) != 1 {
		return fmt.Errorf("a named image has %d outputs", len(p.Outputs))
	}
	if copied, err := m.copyNamed(ctx, p, imageID, done); err != nil || copied {
		return err
	}
	who := ident.Must(ctx)
	hold, ok := "", false
	defer func() { // also after a panic or when the client disconnected
		if ok {
			return
		}
		settle, stop := context.WithTimeout(context.WithoutCancel(ctx), queue.SettleTime)
		defer stop()
		if voidErr := m.void(settle, hold); voidErr != nil {
			err = errors.Join(err, voidErr)
		}
	}()
	if who.Mode == ident.Live {
		if hold, err = m.needs.Credits.HoldFor(ctx, who.Workspace, p.Credits, imageID, m.cfg.previewHold()); err != nil {
			return err
		}
	}
	if err = m.renderNamed(ctx, p, docs, imageID, hold, done); err != nil {
		return err
	}
	ok = true
	return nil
}

func (m *Module) renderNamed(ctx context.Context, p *plan.Plan, docs *draw.Documents, imageID, hold string, done func(ctx context.Context) error) error {
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	result, err := m.render(limited, p, docs, record.Owner{ImageID: imageID}, func(draw.Progress) {})
	if err != nil {
		return err
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		if hold != "" {
			if err := m.needs.Credits.Capture(ctx, hold, p.Credits); err != nil {
				return err
			}
		}
		if err := m.recorder.Save(ctx, p, result); err != nil {
			return err
		}
		if err := done(ctx); err != nil {
			return err
		}
		return m.recorder.Decide(ctx, p, result, ident.New(ident.Decision), "render.signed", imageID)
	})
}

// copyNamed records a copy of the image of an earlier identical request; it returns false when there is none.
func (m *Module) copyNamed(ctx context.Context, p *plan.Plan, imageID string, done func(ctx context.Context) error) (bool, error) {
	image, err := m.recorder.Copy(ctx, p, imageID)
	if err != nil || image == nil {
		return false, err
	}
	return true, m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.store.InsertImages(ctx, []*store.Image{image}); err != nil {
			return err
		}
		if err := done(ctx); err != nil {
			return err
		}
		return m.recorder.DecideCached(ctx, p, ident.New(ident.Decision), "render.signed", imageID)
	})
}
