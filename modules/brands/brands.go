package brands

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module manages brands and kits and checks documents against kits. It is safe for concurrent use. Its use cases serve
// the workspace and the brands of the caller in ctx.
type Module struct {
	needs    Needs
	db       *pg.DB
	store    *store.Store
	cursors  *page.Sealer
	compiled *cache.Cache[string, *Compiled]
}

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB      *pg.DB
	Cursors *page.Sealer
}

// compiledBytes bounds the memory of compiled kits.
const compiledBytes = 8 << 20

// New returns the module. It starts nothing.
func New(needs Needs, d Deps) *Module {
	return &Module{needs: needs, db: d.DB, store: store.New(d.DB), cursors: d.Cursors, compiled: cache.New[string](cache.Options[*Compiled]{MaxCost: compiledBytes, Cost: func(c *Compiled) int { return c.cost }})}
}

func tenant(ctx context.Context) ident.Tenant { return ident.Must(ctx).Tenant() }

// Brand is the owner of brand kits.
type Brand struct {
	ID, Name, Slug, Domain string
	// DefaultKit is the kit that applies to renders that name only the brand, "" for none.
	DefaultKit           string
	Archived             bool
	CreatedAt, UpdatedAt time.Time
}

func brand(b *store.Brand) Brand {
	return Brand{ID: b.ID, Name: b.Name, Slug: b.Slug, Domain: b.Domain, DefaultKit: b.DefaultKit, Archived: b.Status == "archived", CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt}
}

var notSlug = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9]+`) })

// slugOf derives a slug from a name.
func slugOf(name string) string {
	s := strings.Trim(notSlug().ReplaceAllString(strings.ToLower(name), "-"), "-")
	if s = strings.Trim(s[:min(len(s), 64)], "-"); s == "" {
		return "brand"
	}
	return s
}

// CreateBrand creates a brand; an empty slug is derived from the name. The errors are ErrSlugTaken and ErrForbidden.
func (m *Module) CreateBrand(ctx context.Context, name, slug, domain string) (Brand, error) {
	t := tenant(ctx)
	if t.Limited() {
		return Brand{}, ErrForbidden
	}
	if slug == "" {
		slug = slugOf(name)
	}
	b := &store.Brand{ID: ident.New(ident.Brand), WorkspaceID: string(t.Workspace()), Name: name, Slug: slug, Domain: domain, Status: "active", Live: t.Livemode()}
	if err := m.store.InsertBrand(ctx, b); err != nil {
		return Brand{}, brandFault(t, err)
	}
	return brand(b), nil
}

// Brands pages through the brands, newest first.
func (m *Module) Brands(ctx context.Context, limit *int32, cursor *string) (page.Page[Brand], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(m.scope(ctx, "brands.list", ""), limit, cursor)
	if err != nil {
		return page.Page[Brand]{}, err
	}
	rows, err := m.store.Brands(ctx, t, req)
	if err != nil {
		return page.Page[Brand]{}, err
	}
	return page.Map(page.Cut(m.cursors, req, rows, func(b *store.Brand) page.Position { return page.Position{CreatedAt: b.CreatedAt, ID: b.ID} }), brand), nil
}

// scope returns the scope that a list's cursors are bound to. Brands and kits are shared by both modes.
func (m *Module) scope(ctx context.Context, route, filters string) page.Scope {
	return page.Scope{Route: route, Tenant: tenant(ctx), Filters: filters}
}

// Brand returns a brand. The errors are ErrBrandNotFound and ErrForbidden.
func (m *Module) Brand(ctx context.Context, id string) (Brand, error) {
	t := tenant(ctx)
	b, err := m.store.Brand(ctx, t, id)
	if err != nil {
		return Brand{}, brandFault(t, err)
	}
	return brand(b), nil
}

// BrandChange is a partial update of a brand; nil fields are unchanged.
type BrandChange struct {
	Name, Slug, Domain, DefaultKit *string
	Archived                       *bool
}

// UpdateBrand changes a brand. It needs an open transaction. The errors are those of CreateBrand,
// ErrBrandNotFound and ErrKitNotFound.
func (m *Module) UpdateBrand(ctx context.Context, id string, c BrandChange) (Brand, error) {
	t := tenant(ctx)
	b, err := m.store.LockBrand(ctx, t, id)
	if err != nil {
		return Brand{}, brandFault(t, err)
	}
	if err := ident.Must(ctx).MayChange(b.Live, "this brand"); err != nil {
		return Brand{}, err
	}
	b.Live = t.Livemode()
	for _, f := range []struct {
		to   *string
		from *string
	}{{&b.Name, c.Name}, {&b.Slug, c.Slug}, {&b.Domain, c.Domain}, {&b.DefaultKit, c.DefaultKit}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	if c.DefaultKit != nil && *c.DefaultKit != "" {
		k, err := m.store.Kit(ctx, t, *c.DefaultKit)
		if err == nil && k.BrandID != b.ID {
			err = store.ErrGone
		}
		if err != nil {
			return Brand{}, kitFault(t, err)
		}
	}
	if c.Archived != nil {
		b.Status = map[bool]string{false: "active", true: "archived"}[*c.Archived]
	}
	if err := m.store.UpdateBrand(ctx, b); err != nil {
		return Brand{}, brandFault(t, err)
	}
	return brand(b), nil
}

// DeleteBrand deletes a brand that has no published kits, with its drafts. The errors are ErrBrandNotFound,
// ErrForbidden and ErrInUse.
func (m *Module) DeleteBrand(ctx context.Context, id string) error {
	t := tenant(ctx)
	return m.db.InTx(ctx, func(ctx context.Context) error {
		b, err := m.store.LockBrand(ctx, t, id)
		if err != nil {
			return brandFault(t, err)
		}
		if err := ident.Must(ctx).MayChange(b.Live, "this brand"); err != nil {
			return err
		}
		used, err := m.store.HasPublished(ctx, b)
		switch {
		case err != nil:
			return err
		case used:
			return ErrInUse
		}
		return m.store.DeleteBrand(ctx, b)
	})
}
