// Package store keeps brands, kits and their versions in the schema brands. Every query that serves a client
// takes an ident.Tenant.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched: it never existed or is another tenant's.
var ErrGone = errors.New("no such row")

// ErrTaken is returned when the slug belongs to another brand of the workspace.
var ErrTaken = errors.New("the slug is taken")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// The tenant columns of the tables; both modes share the rows.
var (
	brandRows = ident.Rows{Workspace: "workspace_id", Brand: "id"}
	kitRows   = ident.Rows{Workspace: "workspace_id", Brand: "brand_id"}
)

// Brand is a row of brands.brand.
type Brand struct {
	bun.BaseModel `bun:"table:brands.brand,alias:b"`
	ID            string    `bun:"id,pk"`
	WorkspaceID   string    `bun:"workspace_id"`
	Name          string    `bun:"name"`
	Slug          string    `bun:"slug"`
	Domain        string    `bun:"domain"`
	DefaultKit    string    `bun:"default_kit"`
	Status        string    `bun:"status"`
	Live          bool      `bun:"live"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt     time.Time `bun:"updated_at,nullzero,default:svc_now()"`
}

// Kit is a row of brands.kit.
type Kit struct {
	bun.BaseModel `bun:"table:brands.kit,alias:k"`
	ID            string    `bun:"id,pk"`
	WorkspaceID   string    `bun:"workspace_id"`
	BrandID       string    `bun:"brand_id"`
	Name          string    `bun:"name"`
	Published     int       `bun:"published"`
	Latest        int       `bun:"latest"`
	Live          bool      `bun:"live"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt     time.Time `bun:"updated_at,nullzero,default:svc_now()"`
}

// Version is a row of brands.version.
type Version struct {
	bun.BaseModel `bun:"table:brands.version,alias:v"`
	KitID         string          `bun:"kit_id,pk"`
	Version       int             `bun:"version,pk"`
	Status        string          `bun:"status"`
	Body          json.RawMessage `bun:"body,type:jsonb"`
	SHA256        string          `bun:"sha256"`
	CreatedAt     time.Time       `bun:"created_at,nullzero,default:svc_now()"`
	PublishedAt   *time.Time      `bun:"published_at"`
	// Place is the version number in sortable form.
	Place string `bun:"id,scanonly"`
}

func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	case pg.Constraint(err) == "brand_slug":
		return ErrTaken
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func (s *Store) brands(ctx context.Context, rows any, t ident.Tenant) *bun.SelectQuery {
	cond, args := t.Where(brandRows)
	return s.db.Conn(ctx).NewSelect().Model(rows).Where(cond, args...)
}

func (s *Store) kits(ctx context.Context, rows any, t ident.Tenant) *bun.SelectQuery {
	cond, args := t.Where(kitRows)
	return s.db.Conn(ctx).NewSelect().Model(rows).Where(cond, args...)
}

// InsertBrand stores a brand. ErrTaken: another brand has its slug.
func (s *Store) InsertBrand(ctx context.Context, b *Brand) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(b).Returning("created_at, updated_at").Exec(ctx)
	return wrap("storing a brand", err)
}

// Brand returns a tenant's brand.
func (s *Store) Brand(ctx context.Context, t ident.Tenant, id string) (*Brand, error) {
	b := new(Brand)
	return b, wrap("reading a brand", s.brands(ctx, b, t).Where("id = ?", id).Scan(ctx))
}

// LockBrand is like Brand and locks the row until the transaction ends.
func (s *Store) LockBrand(ctx context.Context, t ident.Tenant, id string) (*Brand, error) {
	b := new(Brand)
	return b, wrap("reading a brand", s.brands(ctx, b, t).Where("id = ?", id).For("UPDATE").Scan(ctx))
}

// Brands returns the rows of a page.
func (s *Store) Brands(ctx context.Context, t ident.Tenant, p page.Request) ([]*Brand, error) {
	var rows []*Brand
	cond, args, order := p.Where()
	err := s.brands(ctx, &rows, t).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return rows, wrap("listing brands", err)
}

// UpdateBrand updates the columns that clients may change. ErrTaken: another brand has the slug.
func (s *Store) UpdateBrand(ctx context.Context, b *Brand) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(b).Column("name", "slug", "domain", "default_kit", "status", "live").
		Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a brand", err)
}

// DeleteBrand deletes a locked brand with its kits.
func (s *Store) DeleteBrand(ctx context.Context, b *Brand) error {
	_, err := s.db.Conn(ctx).NewDelete().Model(b).WherePK().Exec(ctx)
	return wrap("deleting a brand", err)
}

// HasPublished reports whether a version of one of a brand's kits was ever published.
func (s *Store) HasPublished(ctx context.Context, b *Brand) (bool, error) {
	var n int
	err := s.db.Conn(ctx).NewRaw(`SELECT count(*) FROM brands.version v JOIN brands.kit k ON k.id = v.kit_id WHERE k.brand_id = ? AND v.published_at IS NOT NULL`, b.ID).Scan(ctx, &n)
	return n > 0, wrap("counting published versions", err)
}

// InsertKit stores a kit.
func (s *Store) InsertKit(ctx context.Context, k *Kit) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(k).Returning("created_at, updated_at").Exec(ctx)
	return wrap("storing a kit", err)
}

// Kit returns a tenant's kit.
func (s *Store) Kit(ctx context.Context, t ident.Tenant, id string) (*Kit, error) {
	k := new(Kit)
	return k, wrap("reading a kit", s.kits(ctx, k, t).Where("id = ?", id).Scan(ctx))
}

// LockKit is like Kit and locks the row until the transaction ends.
func (s *Store) LockKit(ctx context.Context, t ident.Tenant, id string) (*Kit, error) {
	k := new(Kit)
	return k, wrap("reading a kit", s.kits(ctx, k, t).Where("id = ?", id).For("UPDATE").Scan(ctx))
}

// Kits returns the rows of a page; brandID "" includes every brand.
func (s *Store) Kits(ctx context.Context, t ident.Tenant, brandID string, p page.Request) ([]*Kit, error) {
	var rows []*Kit
	cond, args, order := p.Where()
	q := s.kits(ctx, &rows, t).Where(cond, args...)
	if brandID != "" {
		q = q.Where("brand_id = ?", brandID)
	}
	err := q.OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return rows, wrap("listing kits", err)
}

// UpdateKit updates a kit's name, mode, and published and latest version numbers.
func (s *Store) UpdateKit(ctx context.Context, k *Kit) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(k).Column("name", "published", "latest", "live").Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a kit", err)
}

// InsertVersion stores a version.
func (s *Store) InsertVersion(ctx context.Context, v *Version) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(v).Returning("created_at").Exec(ctx)
	return wrap("storing a version", err)
}

// Version returns a version of a kit; the kit's tenant was checked when it was read.
func (s *Store) Version(ctx context.Context, k *Kit, version int) (*Version, error) {
	v := new(Version)
	return v, wrap("reading a version", s.db.Conn(ctx).NewSelect().Model(v).Where("kit_id = ? AND version = ?", k.ID, version).Scan(ctx))
}

// Versions returns the rows of a page of a kit's versions; the kit's tenant was checked when it was read.
func (s *Store) Versions(ctx context.Context, k *Kit, p page.Request) ([]*Version, error) {
	var rows []*Version
	cond, args, order := p.Where()
	// Versions have no ids: zero-padded numbers sort the same way.
	err := s.db.Conn(ctx).NewRaw(`SELECT * FROM (SELECT v.*, lpad(v.version::text, 10, '0') AS id FROM brands.version v WHERE v.kit_id = ?) v
		WHERE `+cond+" ORDER BY "+order+" LIMIT ?", append(append([]any{k.ID}, args...), p.Fetch())...).Scan(ctx, &rows)
	return rows, wrap("listing versions", err)
}

// UpdateVersion updates a version's content and state.
func (s *Store) UpdateVersion(ctx context.Context, v *Version) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(v).Column("status", "body", "sha256").WherePK().Exec(ctx)
	return wrap("changing a version", err)
}

// Publish marks a draft as published now.
func (s *Store) Publish(ctx context.Context, v *Version) error {
	err := s.db.Conn(ctx).NewRaw("UPDATE brands.version SET status = 'published', published_at = svc_now() WHERE kit_id = ? AND version = ? RETURNING published_at",
		v.KitID, v.Version).Scan(ctx, &v.PublishedAt)
	v.Status = "published"
	return wrap("publishing a version", err)
}

// NewestPublished returns the number of a kit's newest published version, 0 for none.
func (s *Store) NewestPublished(ctx context.Context, k *Kit) (int, error) {
	var n int
	err := s.db.Conn(ctx).NewRaw("SELECT coalesce(max(version), 0) FROM brands.version WHERE kit_id = ? AND status = 'published'", k.ID).Scan(ctx, &n)
	return n, wrap("finding the published version", err)
}
