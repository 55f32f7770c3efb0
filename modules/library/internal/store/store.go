// Package store keeps templates, assets, fonts and licences in the schema library. Every query names the
// workspace, but that of files that are public by their name.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone says that no row matched: it never existed or is another tenant's.
var ErrGone = errors.New("no such row")

// ErrTaken says that another row of the tenant has what must be unique: a slug, or a face.
var ErrTaken = errors.New("taken")

// ErrUsed says that other rows refer to it.
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

// touched returns ErrGone unless the statement changed a row.
func touched(doing string, res sql.Result, err error) error {
	if err != nil {
		return wrap(doing, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return ErrGone
	}
	return nil
}

func get[T any](ctx context.Context, s *Store, doing, workspace, id string, lock bool) (*T, error) {
	row := new(T)
	q := s.db.Conn(ctx).NewSelect().Model(row).Where("workspace_id = ? AND id = ?", workspace, id)
	if lock {
		q = q.For("UPDATE")
	}
	return row, wrap(doing, q.Scan(ctx))
}

func list[T any](ctx context.Context, s *Store, doing, workspace string, p page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]*T, error) {
	var rows []*T
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&rows).Where("workspace_id = ?", workspace).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch()))
	if narrow != nil {
		q = narrow(q)
	}
	return rows, wrap(doing, q.Scan(ctx))
}

// branded narrows a list to what a token limited to brands may see: theirs and what belongs to none.
func branded(brands []string) func(*bun.SelectQuery) *bun.SelectQuery {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if brands == nil {
			return q
		}
		return q.Where("brand_id IS NULL OR brand_id IN (?)", bun.In(brands))
	}
}

func insert(ctx context.Context, s *Store, doing string, row any, returning string) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(row).Returning(returning).Exec(ctx)
	return wrap(doing, err)
}

func remove[T any](ctx context.Context, s *Store, doing, workspace, id string) error {
	res, err := s.db.Conn(ctx).NewDelete().Model((*T)(nil)).Where("workspace_id = ? AND id = ?", workspace, id).Exec(ctx)
	return touched(doing, res, err)
}
