// Package store keeps policies, approvals, drafts and the decision log in the schema approvals. Every query
// that serves a client takes an ident.Tenant.
package store

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched: it never existed, belongs to another tenant, or has changed state.
var ErrGone = errors.New("no such row")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// The tenant columns of the tables. Policies are shared by live and test mode.
var (
	approvalRows = ident.Rows{Workspace: "workspace_id", Livemode: "livemode", Brands: "brands"}
	brandRows    = ident.Rows{Workspace: "workspace_id", Livemode: "livemode", Brand: "brand_id"}
	policyRows   = ident.Rows{Workspace: "workspace_id", Brand: "brand_id"}
)

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
