// Package store keeps what requests gave in the schema ai. Every query names the workspace and the mode.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone says that no row matched.
var ErrGone = errors.New("no such row")

// Store reads and writes the module's table; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Result is a row of ai.result. The first four name it.
type Result struct {
	bun.BaseModel `bun:"table:ai.result"`
	WorkspaceID   string          `bun:"workspace_id,pk"`
	Livemode      bool            `bun:"livemode,pk"`
	RequestHash   string          `bun:"request_hash,pk"`
	Maker         string          `bun:"maker,pk"`
	ImageIDs      []string        `bun:"image_ids,array"`
	Body          json.RawMessage `bun:"body,type:jsonb"`
}

// Result fills in what is known under the names of r; ErrGone for nothing.
func (s *Store) Result(ctx context.Context, r *Result) error {
	err := s.db.Conn(ctx).NewSelect().Model(r).WherePK().Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrGone
	}
	if err != nil {
		return fmt.Errorf("reading a result: %w", err)
	}
	return nil
}

// Pin stores r unless there is a result under its names, and reports whether this was the first. It waits for
// a transaction that pins the same.
func (s *Store) Pin(ctx context.Context, r *Result) (first bool, err error) {
	res, err := s.db.Conn(ctx).NewInsert().Model(r).On("CONFLICT DO NOTHING").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("pinning a result: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Replace stores r in the place of a result whose pictures were deleted.
func (s *Store) Replace(ctx context.Context, r *Result) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(r).Column("image_ids", "body").Set("created_at = svc_now()").WherePK().Exec(ctx)
	if err != nil {
		return fmt.Errorf("replacing a result: %w", err)
	}
	return nil
}
