package brands

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Directory looks up which brands exist. It is separate from Module because modules that Module needs use it. It is safe
// for concurrent use.
type Directory struct{ store *store.Store }

// NewDirectory returns the directory of a database.
func NewDirectory(db *pg.DB) *Directory { return &Directory{store.New(db)} }

// Exists reports whether a workspace has a brand.
func (d *Directory) Exists(ctx context.Context, ws ident.Workspace, id string) (bool, error) {
	_, err := d.store.Brand(ctx, ident.System(ws, ident.Live).Tenant(), id)
	if errors.Is(err, store.ErrGone) {
		return false, nil
	}
	return err == nil, err
}
