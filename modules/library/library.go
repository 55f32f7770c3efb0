package library

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module keeps templates, assets, fonts and licences. It is safe for concurrent use. Its use cases serve the
// workspace and brands of the caller in ctx; those that change something need an open transaction.
type Module struct {
	needs    Needs
	db       *pg.DB
	store    *store.Store
	cursors  *page.Sealer
	builtin  *gallery
	compiled *cache.Cache[string, *body]
	fonts    *cache.Cache[fontsKey, []*store.Font]
}

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB       *pg.DB
	Listener *pg.Listener
	Cursors  *page.Sealer
}

// compiledBytes bounds the memory of compiled templates.
const compiledBytes = 32 << 20

// New returns the module. It fails when a built-in template is invalid, and starts nothing.
func New(needs Needs, d Deps) (*Module, error) {
	m := &Module{needs: needs, db: d.DB, store: store.New(d.DB), cursors: d.Cursors,
		compiled: cache.New[string](cache.Options[*body]{MaxCost: compiledBytes, Cost: func(b *body) int { return b.cost }}),
		fonts:    newFonts()}
	d.Listener.Subscribe(fontsChannel, func(string) { m.fonts.Drop("") })
	var err error
	m.builtin, err = loadGallery()
	return m, err
}

func workspace(ctx context.Context) string { return string(ident.Must(ctx).Workspace) }

func tenant(ctx context.Context) ident.Tenant { return ident.Must(ctx).Tenant() }

// brand returns the brand of a new object, or an error if the caller may not use it. For a token limited to one brand,
// the default is that brand.
func (m *Module) brand(ctx context.Context, id string) (string, error) {
	t := tenant(ctx)
	brand, err := t.Choose("/brand_id", id)
	if err != nil || id == "" {
		return brand, err
	}
	ok, err := m.needs.Brands.Exists(ctx, t.Workspace(), id)
	if err == nil && !ok {
		err = fault.NotFound(fault.BrandNotFound)
	}
	return brand, err
}

// storeFault maps the store's errors to the module's faults.
func storeFault(err error, gone *fault.Error, taken *fault.Error) error {
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
	return m.cursors.Request(page.Scope{Route: route, Tenant: tenant(ctx), Filters: filters}, limit, cursor)
}
