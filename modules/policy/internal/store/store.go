// Package store keeps workspaces' content policies in the schema policy.
package store

import (
	"context"
	"database/sql"
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

// Setting is a row of policy.setting.
type Setting struct {
	bun.BaseModel `bun:"table:policy.setting,alias:s"`
	WorkspaceID   string     `bun:"workspace_id,pk"`
	Categories    []string   `bun:"categories,array"`
	Deny          []string   `bun:"deny,array"`
	Allow         []string   `bun:"allow,array"`
	UpdatedAt     *time.Time `bun:"updated_at"`
	// AllCategories is true if the column is NULL.
	AllCategories bool `bun:"all_categories,scanonly"`
}

// Setting returns a workspace's row, or one with the defaults.
func (s *Store) Setting(ctx context.Context, workspace string) (*Setting, error) {
	r := new(Setting)
	err := s.db.Conn(ctx).NewSelect().Model(r).ColumnExpr("s.*").ColumnExpr("categories IS NULL AS all_categories").Where("workspace_id = ?", workspace).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return &Setting{WorkspaceID: workspace, AllCategories: true}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading a content policy: %w", err)
	}
	return r, nil
}

// Update applies change to a workspace's row, which is created if missing and locked until the transaction ends.
func (s *Store) Update(ctx context.Context, workspace string, change func(*Setting)) (*Setting, error) {
	_, err := s.db.Conn(ctx).NewRaw("INSERT INTO policy.setting AS s (workspace_id) VALUES (?) ON CONFLICT (workspace_id) DO UPDATE SET updated_at = svc_now()", workspace).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("locking a content policy: %w", err)
	}
	r, err := s.Setting(ctx, workspace)
	if err != nil {
		return nil, err
	}
	change(r)
	if r.Deny == nil {
		r.Deny = []string{}
	}
	if r.Allow == nil {
		r.Allow = []string{}
	}
	q := s.db.Conn(ctx).NewUpdate().Model(r).Column("deny", "allow")
	if !r.AllCategories {
		if r.Categories == nil {
			r.Categories = []string{}
		}
		q = q.Column("categories")
	}
	if _, err := q.WherePK().Exec(ctx); err != nil {
		return nil, fmt.Errorf("changing a content policy: %w", err)
	}
	return r, nil
}
