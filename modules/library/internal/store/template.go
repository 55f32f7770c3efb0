package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Template is a row of library.template.
type Template struct {
	bun.BaseModel `bun:"table:library.template,alias:t"`
	ID            string    `bun:"id,pk"`
	WorkspaceID   string    `bun:"workspace_id"`
	BrandID       string    `bun:"brand_id,nullzero"`
	Name          string    `bun:"name"`
	Slug          string    `bun:"slug"`
	Description   string    `bun:"description"`
	Tags          []string  `bun:"tags,array"`
	Published     int       `bun:"published_version,nullzero"`
	Latest        int       `bun:"latest_version"`
	Live          bool      `bun:"live"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt     time.Time `bun:"updated_at,nullzero,default:svc_now()"`
}

// Version is a row of library.template_version.
type Version struct {
	bun.BaseModel `bun:"table:library.template_version,alias:v"`
	TemplateID    string          `bun:"template_id,pk"`
	Version       int             `bun:"version,pk"`
	HTML          string          `bun:"html"`
	Document      json.RawMessage `bun:"document,type:jsonb,nullzero"`
	CSS           string          `bun:"css"`
	Variables     json.RawMessage `bun:"variables,type:jsonb"`
	Sizes         []string        `bun:"sizes,array"`
	Notes         string          `bun:"notes"`
	SHA256        string          `bun:"sha256"`
	Actor         string          `bun:"actor"`
	CreatedAt     time.Time       `bun:"created_at,nullzero,default:svc_now()"`
	PublishedAt   *time.Time      `bun:"published_at"`
}

// InsertTemplate stores a template. ErrTaken: another template has its slug.
func (s *Store) InsertTemplate(ctx context.Context, t *Template) error {
	return insert(ctx, s, "storing a template", t, "created_at, updated_at")
}

// InsertVersion stores a version.
func (s *Store) InsertVersion(ctx context.Context, v *Version) error {
	return insert(ctx, s, "storing a template version", v, "created_at")
}

// Template returns a template by its id or its slug.
func (s *Store) Template(ctx context.Context, t ident.Tenant, name string) (*Template, error) {
	row := new(Template)
	cond, args := t.Whole(shared)
	err := s.db.Conn(ctx).NewSelect().Model(row).Where(cond, args...).Where("id = ? OR slug = ?", name, name).Scan(ctx)
	if err == nil {
		err = t.CheckShared(row.BrandID)
	}
	return row, wrap("reading a template", err)
}

// AdoptTemplate marks a template live.
func (s *Store) AdoptTemplate(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(branded)
	_, err := s.db.Conn(ctx).NewUpdate().Model((*Template)(nil)).Set("live = true").Where(cond, args...).Where("id = ?", id).Exec(ctx)
	return wrap("adopting a template", err)
}

// LockTemplate is like Template and locks the row until the transaction ends.
func (s *Store) LockTemplate(ctx context.Context, t ident.Tenant, name string) (*Template, error) {
	row := new(Template)
	cond, args := t.Whole(shared)
	err := s.db.Conn(ctx).NewSelect().Model(row).Where(cond, args...).Where("id = ? OR slug = ?", name, name).For("UPDATE").Scan(ctx)
	if err == nil {
		err = t.CheckShared(row.BrandID)
	}
	return row, wrap("reading a template", err)
}

// Templates returns the rows of a page.
func (s *Store) Templates(ctx context.Context, t ident.Tenant, tag string, p page.Request) ([]*Template, error) {
	return list[Template](ctx, s, "listing templates", t, branded, p, func(q *bun.SelectQuery) *bun.SelectQuery {
		if tag != "" {
			q = q.Where("? = ANY (tags)", tag)
		}
		return q
	})
}

// UpdateTemplate updates the columns that clients may change. ErrTaken: another template has the slug.
func (s *Store) UpdateTemplate(ctx context.Context, t *Template) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(t).Column("name", "slug", "description", "tags", "brand_id", "published_version", "latest_version", "live").
		Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a template", err)
}

// DeleteTemplate deletes a template and its versions.
func (s *Store) DeleteTemplate(ctx context.Context, t ident.Tenant, id string) error {
	return remove[Template](ctx, s, "deleting a template", t, branded, id)
}

// TemplateVersion returns a version of a template; the template's tenant was checked when it was read.
func (s *Store) TemplateVersion(ctx context.Context, t *Template, version int) (*Version, error) {
	row := new(Version)
	err := s.db.Conn(ctx).NewSelect().Model(row).Where("template_id = ? AND version = ?", t.ID, version).Scan(ctx)
	return row, wrap("reading a template version", err)
}

// TemplateVersions returns the rows of a page of a template's versions; the template's tenant was checked when it was
// read.
func (s *Store) TemplateVersions(ctx context.Context, t *Template, p page.Request) ([]*Version, error) {
	var rows []*Version
	cond, args, order := p.Where()
	inner := s.db.Conn(ctx).NewSelect().Model((*Version)(nil)).ColumnExpr("v.*").ColumnExpr("lpad(version::text, 10, '0') AS id").Where("template_id = ?", t.ID)
	err := s.db.Conn(ctx).NewSelect().ColumnExpr("template_id, version, html, document, css, variables, sizes, notes, sha256, actor, created_at, published_at").
		TableExpr("(?) AS v", inner).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx, &rows)
	return rows, wrap("listing template versions", err)
}

// VersionKey returns the sort key of a version in lists.
func VersionKey(version int) string { return fmt.Sprintf("%010d", version) }

// Publish marks a version as published now, unless it is already published.
func (s *Store) Publish(ctx context.Context, v *Version) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(v).Set("published_at = coalesce(published_at, svc_now())").WherePK().Returning("published_at").Exec(ctx)
	return wrap("publishing a template version", err)
}
