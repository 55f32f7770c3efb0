package brands

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Directory looks up brands by id. It is separate from Module because modules that Module depends on use it. It is safe
// for concurrent use.
type Directory struct{ store *store.Store }

// NewDirectory returns a directory of the brands in a database.
func NewDirectory(db *pg.DB) *Directory { return &Directory{store.New(db)} }

// Exists reports whether a workspace has a brand.
func (d *Directory) Exists(ctx context.Context, ws ident.Workspace, id string) (bool, error) {
	_, err := d.store.Brand(ctx, ident.System(ws, ident.Live).Tenant(), id)
	if errors.Is(err, store.ErrGone) {
		return false, nil
	}
	return err == nil, err
}
