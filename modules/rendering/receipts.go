package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Receipt returns the signed receipt of an image as JSON.
func (m *Module) Receipt(ctx context.Context, id string) ([]byte, error) {
	row, err := m.store.Image(ctx, ident.Must(ctx).Tenant(), images.name, id)
	if errors.Is(err, store.ErrGone) {
		return nil, images.missing
	}
	if err != nil {
		return nil, err
	}
	return row.Receipt, nil
}

// ErrPinned reports that a file was made by a browser or a model: its result is pinned by the request and stored, and
// cannot be reproduced byte for byte elsewhere.
var ErrPinned = draw.ErrPinned

// VerifyReceipt checks a receipt's signature against its own public key.
func VerifyReceipt(data []byte) (*Receipt, error) { return record.VerifyReceipt(data) }

// Rerender renders the file of a receipt again from its request, without a service. files holds the inputs of the
// receipt.
func Rerender(ctx context.Context, e *engine.Engine, req *Request, r *Receipt, files engine.Files) (*engine.File, error) {
	return draw.Rerender(ctx, e, req, r.Original(), files)
}

// repairs reads stored files and renders damaged ones again from their receipts: with identical bytes, free of charge,
// and once for all concurrent readers.
type repairs struct {
	module  *Module
	running cache.Flight[[]byte]
	// failed holds the files that recently could not be repaired, by hash.
	failed *cache.Cache[string, error]
}

// repairPause is the time after a failed repair before the next attempt.
const repairPause = time.Minute

func newRepairs(m *Module) *repairs {
	return &repairs{module: m, failed: cache.New[string](cache.Options[error]{Entries: 10_000, TTL: repairPause})}
}

// file returns the content of an image or PDF. For a file that is damaged and cannot be reproduced, the error is
// ErrDamaged in a retryable fault.
func (r *repairs) file(ctx context.Context, id, sha256 string) ([]byte, error) {
	data, err := r.module.needs.Files.Get(ctx, sha256)
	if !errors.Is(err, ErrDamaged) {
		return data, err
	}
	if err, ok := r.failed.Get(sha256); ok {
		return nil, err
	}
	return r.running.Do(ctx, sha256, func(ctx context.Context) ([]byte, error) {
		ctx, stop := context.WithTimeout(ctx, r.module.cfg.JobTimeout)
		defer stop()
		damage := err
		if data, err := r.module.needs.Files.Get(ctx, sha256); !errors.Is(err, ErrDamaged) {
			return data, err // repaired in the meantime
		}
		data, err := r.repair(ctx, id, sha256)
		if err != nil {
			r.module.log.ErrorContext(ctx, "a damaged file could not be rendered again", "image", id, "sha256", sha256, "error", err)
			r.failed.Add(sha256, damage)
			return nil, damage
		}
		r.module.log.WarnContext(ctx, "a damaged file was rendered again", "image", id, "sha256", sha256)
		return data, nil
	})
}

// repair renders a file from its receipt and stores it.
func (r *repairs) repair(ctx context.Context, id, sha256 string) ([]byte, error) {
	m := r.module
	row, err := m.store.Receipt(ctx, id)
	if err != nil {
		return nil, err
	}
	var receipt Receipt
	if err := json.Unmarshal(row.Receipt, &receipt); err != nil {
		return nil, fmt.Errorf("reading a receipt: %w", err)
	}
	mode := ident.Test
	if row.Livemode {
		mode = ident.Live
	}
	ctx = ident.With(ctx, ident.System(ident.Workspace(row.WorkspaceID), mode))
	data, ok, err := m.needs.Art.Redraw(ctx, &receipt)
	if !ok && err == nil {
		data, err = r.render(ctx, &receipt)
	}
	if err != nil {
		return nil, err
	}
	if got := SHA256(data); got != sha256 {
		return nil, fmt.Errorf("the file rendered again has SHA-256 %s", got)
	}
	if _, err := m.needs.Files.Store(ctx, data, row.MIMEType); err != nil {
		return nil, err
	}
	return data, nil
}

// render renders the file of a render's receipt.
func (r *repairs) render(ctx context.Context, receipt *Receipt) ([]byte, error) {
	m := r.module
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(receipt.Request, &members); err != nil {
		return nil, fmt.Errorf("reading a receipt's request: %w", err)
	}
	members["operation"] = json.RawMessage(`"preview"`) // a receipt's request has no operation
	wire, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	req, err := m.decode(wire)
	if err != nil {
		return nil, fmt.Errorf("reading a receipt's request: %w", err)
	}
	files := receiptFiles{}
	for _, in := range receipt.Inputs {
		if in.Kind == "background" {
			files[in.Name], _, err = m.needs.Art.Draw(ctx, in.Name)
		} else {
			files[in.Name], err = m.needs.Files.Get(ctx, in.SHA256)
		}
		if err != nil {
			return nil, fmt.Errorf("reading the %s %s: %w", in.Kind, in.Name, err)
		}
	}
	made, err := m.engines.Rerender(ctx, req, receipt.Original(), files)
	if err != nil {
		return nil, err
	}
	return made.Bytes, nil
}

// receiptFiles holds a receipt's inputs by URL.
type receiptFiles map[string][]byte

// File implements engine.Files.
func (f receiptFiles) File(url string) ([]byte, bool) {
	data, ok := f[url]
	return data, ok
}

var _ engine.Files = receiptFiles{}
