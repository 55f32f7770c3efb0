// Package store keeps policies, approvals, drafts and the decision log in the schema approvals. Every query
// that serves a client names the workspace.
package store

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone says that no row matched: it never existed, is another tenant's, or has moved on.
var ErrGone = errors.New("no such row")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Owner is the tenant a row belongs to.
type Owner struct {
	Workspace string
	Livemode  bool
	// Brands narrows rows to those of the brands; nil does not.
	Brands []string
}

// where adds the tenant to a query; narrow is the condition, with one placeholder, that a row is of the brands.
func (o Owner) where(q *bun.SelectQuery, narrow string, value any) *bun.SelectQuery {
	q = q.Where("workspace_id = ? AND livemode = ?", o.Workspace, o.Livemode)
	if o.Brands != nil {
		q = q.Where(narrow, value)
	}
	return q
}

func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
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
