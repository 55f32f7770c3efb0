// Package store keeps the decision log in the schema approvals.
package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/pg"
)

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Decision is a row of approvals.decision.
type Decision struct {
	bun.BaseModel `bun:"table:approvals.decision,alias:d"`
	ID            string          `bun:"id,pk"`
	WorkspaceID   string          `bun:"workspace_id"`
	Number        int64           `bun:"number"`
	Livemode      bool            `bun:"livemode"`
	Actor         string          `bun:"actor"`
	Action        string          `bun:"action"`
	Subject       string          `bun:"subject"`
	Outcome       string          `bun:"outcome"`
	Facts         json.RawMessage `bun:"facts,type:jsonb"`
	Body          []byte          `bun:"body"`
	Previous      []byte          `bun:"previous"`
	Hash          []byte          `bun:"hash"`
	CreatedAt     time.Time       `bun:"created_at"`
}

// Head is the end of a workspace's chain.
type Head struct {
	Number int64
	Hash   []byte
}

// LockHead returns the head of the chain, made when missing, locked until the
// transaction ends.
func (s *Store) LockHead(ctx context.Context, workspace string) (Head, error) {
	var h Head
	err := s.db.Conn(ctx).NewRaw(`INSERT INTO approvals.chain AS c (workspace_id, number, hash) VALUES (?, 0, ?)
		ON CONFLICT (workspace_id) DO UPDATE SET number = c.number RETURNING number, hash`, workspace, make([]byte, sha256.Size)).Scan(ctx, &h.Number, &h.Hash)
	if err != nil {
		return h, fmt.Errorf("locking a decision chain: %w", err)
	}
	return h, nil
}

// Head returns the head of the chain; an empty chain has number 0.
func (s *Store) Head(ctx context.Context, workspace string) (Head, error) {
	h := Head{Hash: make([]byte, sha256.Size)}
	err := s.db.Conn(ctx).NewRaw(`SELECT number, hash FROM approvals.chain WHERE workspace_id = ?`, workspace).Scan(ctx, &h.Number, &h.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return h, fmt.Errorf("reading a decision chain: %w", err)
	}
	return h, nil
}

// Append stores an entry and moves the head to it.
func (s *Store) Append(ctx context.Context, d *Decision) error {
	if _, err := s.db.Conn(ctx).NewInsert().Model(d).Exec(ctx); err != nil {
		return fmt.Errorf("storing a decision: %w", err)
	}
	_, err := s.db.Conn(ctx).NewRaw(`UPDATE approvals.chain SET number = ?, hash = ? WHERE workspace_id = ?`, d.Number, d.Hash, d.WorkspaceID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("moving a decision chain: %w", err)
	}
	return nil
}

// Each calls visit with every entry of a workspace in the order of its chain.
func (s *Store) Each(ctx context.Context, workspace string, visit func(*Decision) error) error {
	const batch = 1000
	for after := int64(0); ; {
		var rows []*Decision
		err := s.db.Conn(ctx).NewSelect().Model(&rows).Where("workspace_id = ? AND number > ?", workspace, after).OrderExpr("number").Limit(batch).Scan(ctx)
		if err != nil {
			return fmt.Errorf("reading decisions: %w", err)
		}
		for _, r := range rows {
			if err := visit(r); err != nil {
				return err
			}
			after = r.Number
		}
		if len(rows) < batch {
			return nil
		}
	}
}
