// Package store is the SQL of the auth module.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Workspace is a row of auth.workspaces.
type Workspace struct {
	bun.BaseModel `bun:"table:auth.workspaces"`

	ID         string `bun:",pk"`
	Name       string
	APIVersion string
	CreatedAt  time.Time
}

// Key is a row of auth.api_keys, with the database time of the read.
type Key struct {
	bun.BaseModel `bun:"table:auth.api_keys"`

	ID         string `bun:",pk"`
	Workspace  string
	Mode       string
	Name       string
	Hash       []byte
	Prefix     string
	LastFour   string
	Scopes     []string `bun:",array"`
	CreatedBy  string
	Roots      []string `bun:",array"`
	CreatedAt  time.Time
	Replaces   string `bun:",nullzero"`
	RotatedAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time
	LastUsedIP string    `bun:",nullzero"`
	Now        time.Time `bun:",scanonly"`
}

// KeyAndVersion is a key with the API version of its workspace.
type KeyAndVersion struct {
	Key        `bun:",extend"`
	APIVersion string `bun:",scanonly"`
}

const keyColumns = `k.id, k.workspace, k.mode, k.name, k.prefix, k.last_four, k.scopes, k.created_by, k.created_at,
	CASE WHEN k.roots = '{}' THEN ARRAY[k.id] ELSE k.roots END AS roots,
	coalesce(k.replaces, '') AS replaces, k.rotated_at, k.revoked_at, k.last_used_at, coalesce(k.last_used_ip, '') AS last_used_ip, svc_now() AS now`

// Store runs statements in the transaction of their context.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// CreateWorkspace inserts a workspace; false when the name is taken.
func (s *Store) CreateWorkspace(ctx context.Context, id, name, version string) (Workspace, bool, error) {
	var w Workspace
	err := s.db.Conn(ctx).NewRaw(`INSERT INTO auth.workspaces (id, name, api_version, created_at) VALUES (?, ?, ?, svc_now())
		ON CONFLICT (name) DO NOTHING RETURNING *`, id, name, version).Scan(ctx, &w)
	return one(w, err, "creating a workspace")
}

// Workspace returns the workspace with the value in the column (id or name).
func (s *Store) Workspace(ctx context.Context, column, value string) (Workspace, bool, error) {
	var w Workspace
	err := s.db.Conn(ctx).NewSelect().Model(&w).Where("? = ?", bun.Ident(column), value).Scan(ctx)
	return one(w, err, "reading a workspace")
}

// Workspaces returns all workspaces, oldest first.
func (s *Store) Workspaces(ctx context.Context) ([]Workspace, error) {
	var list []Workspace
	if err := s.db.Conn(ctx).NewSelect().Model(&list).OrderExpr("created_at, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("listing workspaces: %w", err)
	}
	return list, nil
}

// CreateKey inserts a key; false when its hash already exists.
func (s *Store) CreateKey(ctx context.Context, k Key) (Key, bool, error) {
	err := s.db.Conn(ctx).NewRaw(`INSERT INTO auth.api_keys AS k
		(id, workspace, mode, name, hash, prefix, last_four, scopes, created_by, roots, created_at, replaces)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, svc_now(), nullif(?, '')) ON CONFLICT (hash) DO NOTHING RETURNING `+keyColumns,
		k.ID, k.Workspace, k.Mode, k.Name, k.Hash, k.Prefix, k.LastFour, pgdialect.Array(k.Scopes), k.CreatedBy,
		pgdialect.Array(k.Roots), k.Replaces).Scan(ctx, &k)
	return one(k, err, "creating a key")
}

// Key returns a key of the workspace and mode, locked against changes when lock is set.
func (s *Store) Key(ctx context.Context, ws ident.Workspace, mode ident.Mode, id string, lock bool) (Key, bool, error) {
	suffix := ""
	if lock {
		suffix = " FOR UPDATE"
	}
	var k Key
	err := s.db.Conn(ctx).NewRaw("SELECT "+keyColumns+" FROM auth.api_keys k WHERE k.workspace = ? AND k.mode = ? AND k.id = ?"+suffix,
		string(ws), string(mode), id).Scan(ctx, &k)
	return one(k, err, "reading a key")
}

// keyRows are the tenant columns of keys: a key belongs to the brands that it is limited to.
var keyRows = ident.Rows{Workspace: "k.workspace", Mode: "k.mode", Brands: "ARRAY(SELECT substr(s, 7) FROM unnest(k.scopes) s WHERE s LIKE 'brand:%')"}

// Keys returns the rows of one page and one more when others follow.
func (s *Store) Keys(ctx context.Context, t ident.Tenant, req page.Request) ([]Key, error) {
	mine, whose := t.Where(keyRows)
	cond, args, order := req.Where()
	var list []Key
	err := s.db.Conn(ctx).NewRaw("SELECT "+keyColumns+" FROM auth.api_keys k WHERE "+mine+" AND "+cond+" ORDER BY "+order+" LIMIT ?",
		slices.Concat(whose, args, []any{req.Fetch()})...).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("listing keys: %w", err)
	}
	return list, nil
}

// ByHash returns the key with the hash.
func (s *Store) ByHash(ctx context.Context, hash []byte) (KeyAndVersion, bool, error) {
	var k KeyAndVersion
	err := s.db.Conn(ctx).NewRaw("SELECT "+keyColumns+", w.api_version FROM auth.api_keys k JOIN auth.workspaces w ON w.id = k.workspace WHERE k.hash = ?",
		hash).Scan(ctx, &k)
	return one(k, err, "looking up a key")
}

// Rotated starts a key's grace period.
func (s *Store) Rotated(ctx context.Context, id string) error {
	if _, err := s.db.Conn(ctx).NewRaw("UPDATE auth.api_keys SET rotated_at = svc_now() WHERE id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("rotating a key: %w", err)
	}
	return nil
}

// Revoke revokes a key; the time of an earlier revocation is kept.
func (s *Store) Revoke(ctx context.Context, ws ident.Workspace, mode ident.Mode, id string) (Key, bool, error) {
	var k Key
	err := s.db.Conn(ctx).NewRaw(`UPDATE auth.api_keys k SET revoked_at = coalesce(k.revoked_at, svc_now())
		WHERE k.workspace = ? AND k.mode = ? AND k.id = ? RETURNING `+keyColumns, string(ws), string(mode), id).Scan(ctx, &k)
	return one(k, err, "revoking a key")
}

// Used records that a key was used now.
func (s *Store) Used(ctx context.Context, id, ip string) error {
	if _, err := s.db.Conn(ctx).NewRaw("UPDATE auth.api_keys SET last_used_at = svc_now(), last_used_ip = ? WHERE id = ?", ip, id).Exec(ctx); err != nil {
		return fmt.Errorf("noting a key's use: %w", err)
	}
	return nil
}

// one converts "no rows" to false and wraps any other error with the name of the operation.
func one[T any](v T, err error, doing string) (T, bool, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return v, false, nil
	}
	if err != nil {
		return v, false, fmt.Errorf("%s: %w", doing, err)
	}
	return v, true, nil
}
