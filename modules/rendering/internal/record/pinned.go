package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// ReadFile reads the file of an image by its id and hash.
type ReadFile func(ctx context.Context, id, sha256 string) ([]byte, error)

// RequireNew adds to the transaction of ctx that it fails with store.ErrStored if there is a result of an earlier
// identical request.
func (r *Recorder) RequireNew(ctx context.Context, p *plan.Plan) error {
	return r.Store.RequireNoResult(ctx, ident.Must(ctx).Tenant(), p.BrandID, p.Hash, p.Engine.Version)
}

// FindStored returns the recorded result of an earlier identical request; nil when there is none, or one of its files was
// deleted or is damaged. It reads the files with read if the request wants them in the response or they cannot be
// rendered again.
func (r *Recorder) FindStored(ctx context.Context, p *plan.Plan, read ReadFile) (*Result, error) {
	tenant := ident.Must(ctx).Tenant()
	row, err := r.Store.Result(ctx, tenant, p.BrandID, p.Hash, p.Engine.Version)
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out := &Result{recorded: true}
	if err := errors.Join(json.Unmarshal(row.Outputs, &out.Outputs), json.Unmarshal(row.Warnings, &out.Warnings)); err != nil {
		return nil, fmt.Errorf("reading a cached result: %w", err)
	}
	ids := make([]string, len(out.Outputs))
	for i := range out.Outputs {
		ids[i] = out.Outputs[i].ID()
	}
	if n, err := r.Store.Alive(ctx, tenant, ids); err != nil || n != len(ids) {
		return nil, err // one was deleted
	}
	for i := range out.Outputs {
		o := &out.Outputs[i]
		if p.Original.Inline || p.Engine.Name == plan.Browser {
			data, err := read(ctx, o.ID(), o.SHA256)
			if errors.Is(err, inputs.ErrDamaged) {
				return nil, nil
			}
			if err != nil {
				return nil, fmt.Errorf("reading a stored file: %w", err)
			}
			if p.Original.Inline {
				o.Data = data
			}
		}
		o.URL = r.URL(o)
	}
	return out, nil
}

// Pinned returns the result pinned by an earlier render of the same request by the same browser, nil when there is
// none. Browser output differs between machines, so the first result is kept.
func (r *Recorder) Pinned(ctx context.Context, p *plan.Plan, of Owner) (*Result, error) {
	if p.Engine.Name != plan.Browser || of.ImageID != "" || p.Original.LayoutReport {
		return nil, nil
	}
	return r.FindStored(ctx, p, r.stored)
}

// stored reads a file from the content store without repairing it, since a browser cannot reproduce it.
func (r *Recorder) stored(ctx context.Context, _, sha256 string) ([]byte, error) {
	return r.Files.Get(ctx, sha256)
}

// pin records a browser's result in the transaction of ctx unless another render was first, whose result then replaces
// this one; done reports that nothing is left to record.
func (r *Recorder) pin(ctx context.Context, p *plan.Plan, result *Result, row *store.Result) (done bool, err error) {
	first, err := r.Store.PinResult(ctx, row)
	if err != nil || first {
		return false, err
	}
	earlier, err := r.FindStored(ctx, p, r.stored)
	if err != nil || earlier == nil {
		return false, err // one of its files was deleted or is damaged: replace it
	}
	if len(result.rows) == 1 && len(earlier.Outputs) == 1 && result.named {
		// The image's id is already published: the image becomes a copy of the pinned one.
		image, err := r.Store.Image(ctx, ident.Must(ctx).Tenant(), result.rows[0].Kind, earlier.Outputs[0].ID())
		if err != nil {
			return false, err
		}
		image.ID, image.CreatedAt = result.rows[0].ID, result.rows[0].CreatedAt
		return true, r.Store.InsertImages(ctx, []*store.Image{image})
	}
	reports, timings := result.Reports, result.Timings
	*result = *earlier
	result.Reports, result.Timings = reports, timings
	return true, nil
}

// Copy returns the image of an earlier identical request of one output as a row with another id; nil
// when there is none.
func (r *Recorder) Copy(ctx context.Context, p *plan.Plan, imageID string) (*store.Image, error) {
	tenant := ident.Must(ctx).Tenant()
	row, err := r.Store.Result(ctx, tenant, p.BrandID, p.Hash, p.Engine.Version)
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var outputs []Rendered
	if err := json.Unmarshal(row.Outputs, &outputs); err != nil || len(outputs) != 1 {
		return nil, err
	}
	image, err := r.Store.Image(ctx, tenant, KindImage, outputs[0].ImageID)
	if errors.Is(err, store.ErrGone) {
		return nil, nil // deleted
	}
	if err != nil {
		return nil, err
	}
	image.ID, image.CreatedAt = imageID, time.Time{} // created when it is inserted
	return image, nil
}
