// Package store keeps the results of requests in the schema ai. Reads are limited to an ident.Tenant.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched.
var ErrGone = errors.New("no such row")

// Store reads and writes the module's table; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Result is a row of ai.result. The first four columns are its primary key.
type Result struct {
	bun.BaseModel `bun:"table:ai.result"`
	WorkspaceID   string          `bun:"workspace_id,pk"`
	Livemode      bool            `bun:"livemode,pk"`
	Key           string          `bun:"request_hash,pk"` // ResultKey
	Maker         string          `bun:"maker,pk"`
	ImageIDs      []string        `bun:"image_ids,array"`
	Body          json.RawMessage `bun:"body,type:jsonb"`
}

// rows are the tenant columns of results; the brand is part of the key.
var rows = ident.Rows{Workspace: "workspace_id", Livemode: "livemode"}

// ResultKey returns the key of a request's result: different brands have separate results.
func ResultKey(hash, brand string) string {
	if brand == "" {
		return hash
	}
	return hash + " " + brand
}

// Result reads the stored result of the tenant's request with r's key into r; ErrGone if there is none.
func (s *Store) Result(ctx context.Context, t ident.Tenant, r *Result) error {
	_, brand, _ := strings.Cut(r.Key, " ")
	if err := t.Check(brand); err != nil {
		return err
	}
	cond, args := t.Whole(rows)
	err := s.db.Conn(ctx).NewSelect().Model(r).WherePK().Where(cond, args...).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrGone
	}
	if err != nil {
		return fmt.Errorf("reading a result: %w", err)
	}
	return nil
}

// Pin stores r unless a result with its key exists, and reports whether r was stored. It waits for a concurrent
// transaction that pins the same key.
func (s *Store) Pin(ctx context.Context, r *Result) (first bool, err error) {
	res, err := s.db.Conn(ctx).NewInsert().Model(r).On("CONFLICT DO NOTHING").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("pinning a result: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Replace stores r in place of a result whose images were deleted.
func (s *Store) Replace(ctx context.Context, r *Result) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(r).Column("image_ids", "body").Set("created_at = svc_now()").WherePK().Exec(ctx)
	if err != nil {
		return fmt.Errorf("replacing a result: %w", err)
	}
	return nil
}
