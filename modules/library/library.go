package library

import (
	"context"
	"errors"
	"slices"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module keeps templates, assets, fonts and licences. It is safe for concurrent use. Its use cases serve the
// workspace and brands of the caller in ctx; those that change something need an open transaction.
type Module struct {
	needs    Needs
	store    *store.Store
	cursors  *page.Sealer
	builtin  *gallery
	compiled *lru[*body]
	previews *lru[[]byte]
}

// Deps are the floor's parts the module stands on.
type Deps struct {
	DB      *pg.DB
	Cursors *page.Sealer
}

// New returns the module. It fails when a built-in template is broken, and starts nothing.
func New(needs Needs, d Deps) (*Module, error) {
	m := &Module{needs: needs, store: store.New(d.DB), cursors: d.Cursors, compiled: newLRU[*body](256, 0), previews: newLRU[[]byte](256, 24<<20)}
	var err error
	m.builtin, err = loadGallery()
	return m, err
}

func workspace(ctx context.Context) string { return string(ident.Must(ctx).Workspace) }

// visible returns ErrBrand unless the caller may use what belongs to a brand; "" belongs to none.
func visible(ctx context.Context, brandID string) error {
	if brandID != "" && !ident.Must(ctx).Scopes.AllowBrand(brandID) {
		return ErrBrand
	}
	return nil
}

// owned returns ErrBrand unless the caller may change what belongs to a brand. What belongs to none is everybody's
// to use, and only for those to change who are not limited.
func owned(ctx context.Context, brandID string) error {
	if brands := ident.Must(ctx).Scopes.Brands(); brands != nil && !slices.Contains(brands, brandID) {
		return ErrBrand
	}
	return nil
}

// brand returns the brand that something new belongs to, or why the caller may not name it. A token that is
// limited to one brand makes things of that brand.
func (m *Module) brand(ctx context.Context, id string) (string, error) {
	who := ident.Must(ctx)
	allowed := who.Scopes.Brands()
	switch {
	case id == "" && len(allowed) == 1:
		return allowed[0], nil
	case id == "" && len(allowed) > 1, id != "" && !who.Scopes.AllowBrand(id):
		return "", ErrBrand
	case id == "":
		return "", nil
	}
	ok, err := m.needs.Brands.Exists(ctx, who.Workspace, id)
	if err == nil && !ok {
		err = fault.NotFound(fault.BrandNotFound)
	}
	return id, err
}

// known turns what the store says into a fault of the module.
func known(err error, gone *fault.Error, taken *fault.Error) error {
	switch {
	case errors.Is(err, store.ErrGone):
		return gone
	case errors.Is(err, store.ErrTaken) && taken != nil:
		return taken.Because(err)
	case errors.Is(err, store.ErrUsed):
		return ErrLicenseUsed.Because(err)
	}
	return err
}

func (m *Module) pageOf(ctx context.Context, route, filters string, limit *int32, cursor *string) (page.Request, error) {
	who := ident.Must(ctx)
	return m.cursors.Request(page.Scope{Route: route, Workspace: who.Workspace, Mode: who.Mode, Filters: filters}, limit, cursor)
}
