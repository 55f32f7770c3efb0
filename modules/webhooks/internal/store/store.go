// Package store keeps endpoints, deliveries and attempts in the schema webhooks. Every query that serves a
// client names the workspace and the mode.
package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone says that no row matched: it never existed, is another tenant's, or has moved on.
var ErrGone = errors.New("no such row")

// ErrTaken says that the URL belongs to another endpoint of the tenant.
var ErrTaken = errors.New("the URL is taken")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Owner is the tenant a row belongs to.
type Owner struct {
	Workspace string
	Livemode  bool
	// Brands narrows endpoints to those of the brands; nil does not.
	Brands []string
}

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

// interval writes a duration as Postgres reads it.
func interval(d time.Duration) string {
	return strconv.FormatInt(d.Microseconds(), 10) + " microseconds"
}
