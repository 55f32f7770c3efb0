package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Asset is a row of library.asset.
type Asset struct {
	bun.BaseModel `bun:"table:library.asset,alias:a"`
	ID            string    `bun:"id,pk"`
	WorkspaceID   string    `bun:"workspace_id"`
	BrandID       string    `bun:"brand_id,nullzero"`
	Name          string    `bun:"name"`
	MIMEType      string    `bun:"mime_type"`
	Bytes         int64     `bun:"bytes"`
	Width         int       `bun:"width"`
	Height        int       `bun:"height"`
	SHA256        string    `bun:"sha256"`
	SourceURL     string    `bun:"source_url,nullzero"`
	LicenseID     string    `bun:"license_id,nullzero"`
	Live          bool      `bun:"live"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
}

// Font is a row of library.font.
type Font struct {
	bun.BaseModel `bun:"table:library.font,alias:f"`
	ID            string    `bun:"id,pk"`
	WorkspaceID   string    `bun:"workspace_id"`
	Family        string    `bun:"family"`
	FamilyKey     string    `bun:"family_key"`
	Style         string    `bun:"style"`
	WeightMin     int       `bun:"weight_min"`
	WeightMax     int       `bun:"weight_max"`
	Format        string    `bun:"format"`
	Bytes         int64     `bun:"bytes"`
	Glyphs        int       `bun:"glyphs"`
	SHA256        string    `bun:"sha256"`
	LicenseID     string    `bun:"license_id,nullzero"`
	Live          bool      `bun:"live"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
}

// License is a row of library.license.
type License struct {
	bun.BaseModel `bun:"table:library.license,alias:l"`
	ID            string     `bun:"id,pk"`
	WorkspaceID   string     `bun:"workspace_id"`
	Name          string     `bun:"name"`
	Kind          string     `bun:"kind"`
	CommercialUse bool       `bun:"commercial_use"`
	ExpiresAt     *time.Time `bun:"expires_at"`
	Attribution   string     `bun:"attribution"`
	URL           string     `bun:"url"`
	Live          bool       `bun:"live"`
	CreatedAt     time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt     time.Time  `bun:"updated_at,nullzero,default:svc_now()"`
	// Expired reports whether expires_at has passed, by database time.
	Expired bool `bun:"expired,scanonly"`
}

// InsertAsset stores an asset, or fills in the tenant's existing asset of that brand with the same bytes, which becomes
// live if either is.
func (s *Store) InsertAsset(ctx context.Context, a *Asset) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(a).On("CONFLICT (workspace_id, coalesce(brand_id, ''), sha256) DO UPDATE").
		Set("live = a.live OR excluded.live").Returning("*").Exec(ctx)
	return wrap("storing an asset", err)
}

// Asset returns an asset.
func (s *Store) Asset(ctx context.Context, t ident.Tenant, id string) (*Asset, error) {
	return get[Asset](ctx, s, "reading an asset", t, id, false)
}

// PublicAsset returns an asset of any workspace: only those who were shown its id know it.
func (s *Store) PublicAsset(ctx context.Context, id string) (*Asset, error) {
	row := new(Asset)
	err := s.db.Conn(ctx).NewSelect().Model(row).Where("id = ?", id).Scan(ctx)
	return row, wrap("reading a public asset", err)
}

// LockAsset is like Asset and locks the row until the transaction ends.
func (s *Store) LockAsset(ctx context.Context, t ident.Tenant, id string) (*Asset, error) {
	return get[Asset](ctx, s, "reading an asset", t, id, true)
}

// Assets returns the rows of a page.
func (s *Store) Assets(ctx context.Context, t ident.Tenant, p page.Request) ([]*Asset, error) {
	return list[Asset](ctx, s, "listing assets", t, branded, p, nil)
}

// UpdateAsset updates the columns that clients may change.
func (s *Store) UpdateAsset(ctx context.Context, a *Asset) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(a).Column("name", "license_id", "live").WherePK().Exec(ctx)
	return wrap("changing an asset", err)
}

// DeleteAsset deletes an asset.
func (s *Store) DeleteAsset(ctx context.Context, t ident.Tenant, id string) error {
	return remove[Asset](ctx, s, "deleting an asset", t, branded, id)
}

// InsertFont stores a font. ErrTaken: the tenant already has this face.
func (s *Store) InsertFont(ctx context.Context, f *Font) error {
	return insert(ctx, s, "storing a font", f, "created_at")
}

// Font returns a font.
func (s *Store) Font(ctx context.Context, t ident.Tenant, id string) (*Font, error) {
	return get[Font](ctx, s, "reading a font", t, id, false)
}

// LockFont is like Font and locks the row until the transaction ends.
func (s *Store) LockFont(ctx context.Context, t ident.Tenant, id string) (*Font, error) {
	return get[Font](ctx, s, "reading a font", t, id, true)
}

// Fonts returns the rows of a page.
func (s *Store) Fonts(ctx context.Context, t ident.Tenant, p page.Request) ([]*Font, error) {
	return list[Font](ctx, s, "listing fonts", t, shared, p, nil)
}

// AdoptLicense marks a licence live.
func (s *Store) AdoptLicense(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(shared)
	_, err := s.db.Conn(ctx).NewUpdate().Model((*License)(nil)).Set("live = true").Where(cond, args...).Where("id = ? AND NOT live", id).Exec(ctx)
	return wrap("adopting a licence", err)
}

// AdoptFiles marks the assets and fonts of some ids live, with their licences.
func (s *Store) AdoptFiles(ctx context.Context, t ident.Tenant, ids []string) error {
	for _, of := range []struct {
		table any
		rows  ident.Rows
	}{{(*Asset)(nil), branded}, {(*Font)(nil), shared}} {
		cond, args := t.Where(of.rows)
		var licenses []string
		err := s.db.Conn(ctx).NewUpdate().Model(of.table).Set("live = true").Where(cond, args...).Where("id IN (?) AND NOT live", bun.List(ids)).
			Returning("coalesce(license_id, '')").Scan(ctx, &licenses)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return wrap("adopting files", err)
		}
		for _, id := range licenses {
			if err := s.AdoptLicense(ctx, t, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// Faces returns the fonts that a tenant's documents may use by family name, at most 1,000, in the order of their ids.
// Fonts of test credentials are excluded in live mode: they must not change the appearance of live documents.
func (s *Store) Faces(ctx context.Context, t ident.Tenant) ([]*Font, error) {
	var rows []*Font
	cond, args := t.Where(shared)
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where(cond, args...).Where("live OR NOT ?", t.Livemode()).Order("id").Limit(1000).Scan(ctx)
	return rows, wrap("reading fonts", err)
}

// UpdateFont updates the columns that clients may change.
func (s *Store) UpdateFont(ctx context.Context, f *Font) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(f).Column("license_id", "live").WherePK().Exec(ctx)
	return wrap("changing a font", err)
}

// DeleteFont deletes a font.
func (s *Store) DeleteFont(ctx context.Context, t ident.Tenant, id string) error {
	return remove[Font](ctx, s, "deleting a font", t, shared, id)
}

// InsertLicense stores a licence.
func (s *Store) InsertLicense(ctx context.Context, l *License) error {
	return insert(ctx, s, "storing a licence", l, "created_at, updated_at")
}

// License returns a licence; Expired is by database time.
func (s *Store) License(ctx context.Context, t ident.Tenant, id string) (*License, error) {
	row := new(License)
	cond, args := t.Where(shared)
	err := s.db.Conn(ctx).NewSelect().Model(row).ColumnExpr("l.*").ColumnExpr("coalesce(expires_at <= svc_now(), false) AS expired").
		Where(cond, args...).Where("id = ?", id).Scan(ctx)
	return row, wrap("reading a licence", err)
}

// LockLicense is like License and locks the row until the transaction ends.
func (s *Store) LockLicense(ctx context.Context, t ident.Tenant, id string) (*License, error) {
	return get[License](ctx, s, "reading a licence", t, id, true)
}

// Licenses returns the rows of a page.
func (s *Store) Licenses(ctx context.Context, t ident.Tenant, p page.Request) ([]*License, error) {
	return list[License](ctx, s, "listing licences", t, shared, p, nil)
}

// UpdateLicense updates the columns that clients may change.
func (s *Store) UpdateLicense(ctx context.Context, l *License) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(l).Column("name", "kind", "commercial_use", "expires_at", "attribution", "url", "live").
		Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a licence", err)
}

// DeleteLicense deletes a licence. ErrUsed: an asset or font references it.
func (s *Store) DeleteLicense(ctx context.Context, t ident.Tenant, id string) error {
	return remove[License](ctx, s, "deleting a licence", t, shared, id)
}
