// Package store stores jobs, images, cached results and snapshots in the schema
// rendering. Every query that serves a client takes an ident.Tenant: its workspace, mode and brand limit.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone reports that no row matched: it never existed, belongs to another tenant, or is in another state.
var ErrGone = errors.New("no such row")

// Store reads and writes the module's tables; calls join the transaction of ctx.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// rows names the tenant columns of jobs and images.
var rows = ident.Rows{Workspace: "workspace_id", Livemode: "livemode", Brand: "brand_id"}

// results has no brand column: the brand is part of the key.
var results = ident.Rows{Workspace: "workspace_id", Livemode: "livemode"}

// Result is a row of rendering.result: the result of an earlier identical request of the same brand.
type Result struct {
	bun.BaseModel `bun:"table:rendering.result"`
	WorkspaceID   string          `bun:"workspace_id,pk"`
	Livemode      bool            `bun:"livemode,pk"`
	Key           string          `bun:"request_hash,pk"` // ResultKey
	EngineVersion string          `bun:"engine_version,pk"`
	Outputs       json.RawMessage `bun:"outputs,type:jsonb"`
	Warnings      json.RawMessage `bun:"warnings,type:jsonb"`
}

// ResultKey is the key of a request's result: results of different brands are different images.
func ResultKey(hash, brand string) string {
	if brand == "" {
		return hash
	}
	return hash + " " + brand
}

// SaveResult stores a result for the next identical request, in the transaction of ctx.
func (s *Store) SaveResult(ctx context.Context, r *Result) error {
	return s.db.Send(ctx, pg.Statement{
		SQL: `INSERT INTO rendering.result (workspace_id, livemode, request_hash, engine_version, outputs, warnings) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (workspace_id, livemode, request_hash, engine_version) DO UPDATE
			SET outputs = EXCLUDED.outputs, warnings = EXCLUDED.warnings, created_at = svc_now()`,
		Args:   []any{r.WorkspaceID, r.Livemode, r.Key, r.EngineVersion, string(r.Outputs), string(r.Warnings)},
		Failed: func(err error) error { return wrap("saving a result", err) },
	})
}

// PinResult stores a result unless there is one, and reports whether it was the first. It waits for a transaction that
// pins the same key.
func (s *Store) PinResult(ctx context.Context, r *Result) (first bool, err error) {
	res, err := s.db.Conn(ctx).NewInsert().Model(r).On("CONFLICT DO NOTHING").Exec(ctx)
	if err != nil {
		return false, wrap("pinning a result", err)
	}
	n, err := res.RowsAffected()
	return n == 1, wrap("pinning a result", err)
}

// Result returns the stored result of a request of a brand, "" for none; ErrGone when there is none.
func (s *Store) Result(ctx context.Context, t ident.Tenant, brand, hash, version string) (*Result, error) {
	r := new(Result)
	if err := t.Check(brand); err != nil {
		return r, err
	}
	cond, args := t.WholeAt(3, results)
	err := s.db.SQL(ctx).QueryRowContext(ctx, "SELECT outputs, warnings FROM rendering.result WHERE request_hash = $1 AND engine_version = $2 AND "+cond,
		append([]any{ResultKey(hash, brand), version}, args...)...).Scan(&r.Outputs, &r.Warnings)
	return r, wrap("reading a result", err)
}

// ErrStored reports that there is a result of an identical request.
var ErrStored = errors.New("there is a result of an identical request")

// RequireNoResult adds to the transaction of ctx that it fails with ErrStored if Result would return a result.
func (s *Store) RequireNoResult(ctx context.Context, t ident.Tenant, brand, hash, version string) error {
	if err := t.Check(brand); err != nil {
		return err
	}
	cond, args := t.WholeAt(4, results)
	return s.db.Send(ctx, pg.Statement{
		SQL:  "SELECT svc_require(NOT EXISTS (SELECT FROM rendering.result WHERE request_hash = $1 AND engine_version = $2 AND " + cond + "), $3)",
		Args: append([]any{ResultKey(hash, brand), version, pg.Taken}, args...),
		Failed: func(err error) error {
			if pg.Code(err) == pg.Taken {
				return ErrStored
			}
			return wrap("looking for a result", err)
		},
	})
}

// Snapshot is a row of rendering.snapshot.
type Snapshot struct {
	bun.BaseModel `bun:"table:rendering.snapshot"`
	WorkspaceID   string `bun:"workspace_id,pk"`
	URL           string `bun:"url,pk"`
	SHA256        string `bun:"sha256"`
	Bytes         int64  `bun:"bytes"`
}

// Snapshot returns the pinned content of a URL, ErrGone if it is new.
func (s *Store) Snapshot(ctx context.Context, workspace, url string) (*Snapshot, error) {
	r := new(Snapshot)
	err := s.db.Conn(ctx).NewSelect().Model(r).Where("workspace_id = ? AND url = ?", workspace, url).Scan(ctx)
	return r, wrap("reading a snapshot", err)
}

// Pin records the content of a URL; the first record wins and is returned.
func (s *Store) Pin(ctx context.Context, n *Snapshot) (*Snapshot, error) {
	if _, err := s.db.Conn(ctx).NewInsert().Model(n).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return nil, wrap("pinning an address", err)
	}
	return s.Snapshot(ctx, n.WorkspaceID, n.URL)
}

// Now returns database time.
func (s *Store) Now(ctx context.Context) (time.Time, error) { return s.db.Now(ctx) }

// wrap adds the operation to an error and converts an empty result to ErrGone.
func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// requireRow converts an update without affected rows to ErrGone.
func requireRow(doing string, res sql.Result, err error) error {
	if err != nil {
		return wrap(doing, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrGone, err)
	}
	return nil
}
