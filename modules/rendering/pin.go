package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// pinned returns the result that an earlier render of the same request by the same browser left, nil when there is none. Two
// machines do not give the same bytes with a browser, so that the first result is the result.
func (m *Module) pinned(ctx context.Context, p *plan, of owner) (*made, error) {
	if p.renderer.Name() != browserName || of.imageID != "" || p.asked.LayoutReport {
		return nil, nil
	}
	return m.earlier(ctx, p)
}

// earlier reads the pinned result; nil when there is none or a file of it was deleted.
func (m *Module) earlier(ctx context.Context, p *plan) (*made, error) {
	o := tenant(ident.Must(ctx))
	row, err := m.store.Result(ctx, o, p.hash, p.renderer.Version())
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &made{stored: true}
	if err := errors.Join(json.Unmarshal(row.Outputs, &r.outputs), json.Unmarshal(row.Warnings, &r.warnings)); err != nil {
		return nil, fmt.Errorf("reading a pinned result: %w", err)
	}
	ids := make([]string, len(r.outputs))
	for i := range r.outputs {
		ids[i] = r.outputs[i].id()
	}
	if n, err := m.store.Alive(ctx, o, ids); err != nil || n != len(ids) {
		return nil, err
	}
	for i := range r.outputs {
		if p.asked.Inline {
			if r.outputs[i].Data, err = m.needs.Files.Get(ctx, r.outputs[i].SHA256); err != nil {
				return nil, fmt.Errorf("reading a stored file: %w", err)
			}
		}
		r.outputs[i].URL = m.url(&r.outputs[i])
	}
	return r, nil
}

// pin records a browser's result in the transaction of ctx unless another was first, whose result then takes the
// place of this one; done says that nothing is left to record.
func (m *Module) pin(ctx context.Context, p *plan, r *made, result *store.Result) (done bool, err error) {
	first, err := m.store.PinResult(ctx, result)
	if err != nil || first {
		return false, err
	}
	earlier, err := m.earlier(ctx, p)
	if err != nil || earlier == nil {
		return false, err // a file of it was deleted: this one takes its place
	}
	if len(r.rows) == 1 && len(earlier.outputs) == 1 && r.named {
		// The image has its name already: it shows what the pinned one shows.
		image, err := m.store.Image(ctx, tenant(ident.Must(ctx)), r.rows[0].Kind, earlier.outputs[0].id())
		if err != nil {
			return false, err
		}
		image.ID, image.CreatedAt = r.rows[0].ID, r.rows[0].CreatedAt
		return true, m.store.InsertImages(ctx, []*store.Image{image})
	}
	reports, timings := r.reports, r.timings
	*r = *earlier
	r.reports, r.timings = reports, timings
	return true, nil
}
