package brands

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module manages brands and kits and judges by them. It is safe for concurrent use. Its use cases serve the
// workspace and the brands of the caller in ctx.
type Module struct {
	needs    Needs
	db       *pg.DB
	store    *store.Store
	cursors  *page.Sealer
	compiled cache
}

// Deps are the floor's parts the module stands on.
type Deps struct {
	DB      *pg.DB
	Cursors *page.Sealer
}

// New returns the module. It starts nothing.
func New(needs Needs, d Deps) *Module {
	return &Module{needs: needs, db: d.DB, store: store.New(d.DB), cursors: d.Cursors}
}

func owner(ctx context.Context) store.Owner {
	who := ident.Must(ctx)
	return store.Owner{Workspace: string(who.Workspace), Brands: who.Scopes.Brands()}
}

// Brand is whose look the kits describe.
type Brand struct {
	ID, Name, Slug, Domain string
	// DefaultKit is the kit of renders that name the brand only, "" for none.
	DefaultKit           string
	Archived             bool
	CreatedAt, UpdatedAt time.Time
}

func brand(b *store.Brand) Brand {
	return Brand{ID: b.ID, Name: b.Name, Slug: b.Slug, Domain: b.Domain, DefaultKit: b.DefaultKit, Archived: b.Status == "archived", CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt}
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// slugOf makes a slug of a name.
func slugOf(name string) string {
	s := strings.Trim(notSlug.ReplaceAllString(strings.ToLower(name), "-"), "-")
	if s = strings.Trim(s[:min(len(s), 64)], "-"); s == "" {
		return "brand"
	}
	return s
}

// CreateBrand makes a brand; an empty slug is made of the name. The errors are ErrSlugTaken and ErrForbidden.
func (m *Module) CreateBrand(ctx context.Context, name, slug, domain string) (Brand, error) {
	o := owner(ctx)
	if o.Brands != nil {
		return Brand{}, ErrForbidden
	}
	if slug == "" {
		slug = slugOf(name)
	}
	b := &store.Brand{ID: ident.New(ident.Brand), WorkspaceID: o.Workspace, Name: name, Slug: slug, Domain: domain, Status: "active"}
	if err := m.store.InsertBrand(ctx, b); err != nil {
		return Brand{}, brandFault(o, err)
	}
	return brand(b), nil
}

// Brands pages through the brands, newest first.
func (m *Module) Brands(ctx context.Context, limit *int32, cursor *string) (page.Page[Brand], error) {
	o := owner(ctx)
	req, err := m.cursors.Request(m.scope(ctx, "brands.list", fmt.Sprint(o.Brands)), limit, cursor)
	if err != nil {
		return page.Page[Brand]{}, err
	}
	rows, err := m.store.Brands(ctx, o, req)
	if err != nil {
		return page.Page[Brand]{}, err
	}
	return page.Map(page.Cut(m.cursors, req, rows, func(b *store.Brand) page.Position { return page.Position{CreatedAt: b.CreatedAt, ID: b.ID} }), brand), nil
}

// scope is what a list's cursors are bound to. Brands and kits are the same in both modes.
func (m *Module) scope(ctx context.Context, route, filters string) page.Scope {
	return page.Scope{Route: route, Workspace: ident.Must(ctx).Workspace, Filters: filters}
}

// Brand returns a brand. The errors are ErrBrandNotFound and ErrForbidden.
func (m *Module) Brand(ctx context.Context, id string) (Brand, error) {
	o := owner(ctx)
	b, err := m.store.Brand(ctx, o, id)
	if err != nil {
		return Brand{}, brandFault(o, err)
	}
	return brand(b), nil
}

// Exists reports whether a workspace has a brand.
func (m *Module) Exists(ctx context.Context, ws ident.Workspace, id string) (bool, error) {
	_, err := m.store.Brand(ctx, store.Owner{Workspace: string(ws)}, id)
	if err == store.ErrGone {
		return false, nil
	}
	return err == nil, err
}

// BrandChange is what of a brand is to change; nil stays.
type BrandChange struct {
	Name, Slug, Domain, DefaultKit *string
	Archived                       *bool
}

// UpdateBrand changes a brand. It needs an open transaction. The errors are those of CreateBrand,
// ErrBrandNotFound and ErrKitNotFound.
func (m *Module) UpdateBrand(ctx context.Context, id string, c BrandChange) (Brand, error) {
	o := owner(ctx)
	b, err := m.store.LockBrand(ctx, o, id)
	if err != nil {
		return Brand{}, brandFault(o, err)
	}
	for _, f := range []struct {
		to   *string
		from *string
	}{{&b.Name, c.Name}, {&b.Slug, c.Slug}, {&b.Domain, c.Domain}, {&b.DefaultKit, c.DefaultKit}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	if c.DefaultKit != nil && *c.DefaultKit != "" {
		k, err := m.store.Kit(ctx, o, *c.DefaultKit)
		if err == nil && k.BrandID != b.ID {
			err = store.ErrGone
		}
		if err != nil {
			return Brand{}, kitFault(o, err)
		}
	}
	if c.Archived != nil {
		b.Status = map[bool]string{false: "active", true: "archived"}[*c.Archived]
	}
	if err := m.store.UpdateBrand(ctx, b); err != nil {
		return Brand{}, brandFault(o, err)
	}
	return brand(b), nil
}

// DeleteBrand removes a brand without published kits, and its drafts. The errors are ErrBrandNotFound,
// ErrForbidden and ErrInUse.
func (m *Module) DeleteBrand(ctx context.Context, id string) error {
	o := owner(ctx)
	return m.db.InTx(ctx, func(ctx context.Context) error {
		b, err := m.store.LockBrand(ctx, o, id)
		if err != nil {
			return brandFault(o, err)
		}
		used, err := m.store.HasPublished(ctx, id)
		switch {
		case err != nil:
			return err
		case used:
			return ErrInUse
		}
		return m.store.DeleteBrand(ctx, b)
	})
}
