// Package store keeps endpoints, deliveries and attempts in the schema webhooks. Every query that serves a
// client takes an ident.Tenant.
package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched: it never existed, is another tenant's, or its state has changed.
var ErrGone = errors.New("no such row")

// ErrTaken is returned when the URL belongs to another endpoint of the tenant.
var ErrTaken = errors.New("the URL is taken")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// The tenant columns of the tables. A delivery is within a brand limit when its endpoint and its event are: an
// endpoint may have been another brand's when the event was sent.
var (
	rows       = ident.Rows{Workspace: "workspace_id", Livemode: "livemode", Brand: "brand_id"}
	deliveries = ident.Rows{Workspace: "d.workspace_id", Livemode: "d.livemode", Brands: "ARRAY[coalesce(e.brand_id, ''), coalesce(d.brand_id, '')]"}
)

func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	case pg.Constraint(err) == "endpoint_url":
		return ErrTaken
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

// interval formats a duration as a Postgres interval.
func interval(d time.Duration) string {
	return strconv.FormatInt(d.Microseconds(), 10) + " microseconds"
}
