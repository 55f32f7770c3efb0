// Package store keeps templates, assets, fonts and licences in the schema library. Every query is limited to a
// workspace, except those for publicly accessible files.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched: it never existed or is another tenant's.
var ErrGone = errors.New("no such row")

// ErrTaken is returned when another row of the tenant has a value that must be unique: a slug, or a face.
var ErrTaken = errors.New("taken")

// ErrUsed is returned when other rows reference the row.
var ErrUsed = errors.New("in use")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	}
	switch pg.Constraint(err) {
	case "template_slug", "font_face", "template_version_pkey", "asset_content":
		return ErrTaken
	case "asset_license_id_fkey", "font_license_id_fkey":
		return ErrUsed
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// requireRow returns ErrGone unless the statement changed a row.
func requireRow(doing string, res sql.Result, err error) error {
	if err != nil {
		return wrap(doing, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return ErrGone
	}
	return nil
}

// The tenant columns of the tables; both modes share the rows. Templates and assets belong to a brand, or to none and
// are then available to every brand. Fonts and licences are available to every brand.
var (
	branded = ident.Rows{Workspace: "workspace_id", Brand: "brand_id", Shared: true}
	shared  = ident.Rows{Workspace: "workspace_id", Shared: true}
)

// owned is a row that may belong to a brand.
type owned interface{ brand() string }

func (a *Asset) brand() string { return a.BrandID }
func (*Font) brand() string    { return "" }
func (*License) brand() string { return "" }

// get returns a tenant's row; ident.ErrBrand if it belongs to another brand.
func get[T any, P interface {
	*T
	owned
}](ctx context.Context, s *Store, doing string, t ident.Tenant, id string, lock bool) (*T, error) {
	row := new(T)
	cond, args := t.Whole(shared)
	q := s.db.Conn(ctx).NewSelect().Model(row).Where(cond, args...).Where("id = ?", id)
	if lock {
		q = q.For("UPDATE")
	}
	err := q.Scan(ctx)
	if err == nil {
		err = t.CheckShared(P(row).brand())
	}
	return row, wrap(doing, err)
}

func list[T any](ctx context.Context, s *Store, doing string, t ident.Tenant, of ident.Rows, p page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]*T, error) {
	var rows []*T
	mine, whose := t.Where(of)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&rows).Where(mine, whose...).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch()))
	if narrow != nil {
		q = narrow(q)
	}
	return rows, wrap(doing, q.Scan(ctx))
}

func insert(ctx context.Context, s *Store, doing string, row any, returning string) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(row).Returning(returning).Exec(ctx)
	return wrap(doing, err)
}

// remove deletes a tenant's row; a tenant limited to brands cannot delete rows shared by all brands.
func remove[T any](ctx context.Context, s *Store, doing string, t ident.Tenant, of ident.Rows, id string) error {
	of.Shared = false
	cond, args := t.Where(of)
	res, err := s.db.Conn(ctx).NewDelete().Model((*T)(nil)).Where(cond, args...).Where("id = ?", id).Exec(ctx)
	return requireRow(doing, res, err)
}
