// Package store is the SQL of the credits module.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Account is a row of credits.accounts.
type Account struct {
	bun.BaseModel `bun:"table:credits.accounts"`

	Workspace string `bun:",pk"`
	Granted   int64
	Available int64
	Held      int64
	Spent     int64
}

// Hold is a row of credits.holds.
type Hold struct {
	bun.BaseModel `bun:"table:credits.holds"`

	ID        string `bun:",pk"`
	Workspace string
	Amount    int64
	Captured  int64
	State     string
	Subject   string
	Actor     string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Entry is a row of credits.ledger.
type Entry struct {
	bun.BaseModel `bun:"table:credits.ledger"`

	ID        string `bun:",pk"`
	Workspace string
	Kind      string
	Amount    int64
	Subject   string
	CreatedAt time.Time
}

// Store runs statements in the transaction of their context.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// Grant adds n to the account, making it when it is missing.
func (s *Store) Grant(ctx context.Context, ws ident.Workspace, n int64) error {
	_, err := s.db.Conn(ctx).NewRaw(`INSERT INTO credits.accounts AS a (workspace, granted, available) VALUES (?, ?, ?)
		ON CONFLICT (workspace) DO UPDATE SET granted = a.granted + excluded.granted, available = a.available + excluded.available`,
		string(ws), n, n).Exec(ctx)
	if err != nil {
		return fmt.Errorf("granting credits: %w", err)
	}
	return nil
}

// Hold moves n from available to held and notes the hold; false when fewer than n are available.
func (s *Store) Hold(ctx context.Context, ws ident.Workspace, id string, n int64, subject, actor string, ttl time.Duration) (bool, error) {
	res, err := s.db.Conn(ctx).NewRaw(`WITH taken AS (
			UPDATE credits.accounts SET available = available - ?, held = held + ? WHERE workspace = ? AND available >= ? RETURNING workspace)
		INSERT INTO credits.holds (id, workspace, amount, subject, actor, created_at, expires_at)
		SELECT ?, workspace, ?, ?, ?, svc_now(), svc_now() + ? * interval '1 microsecond' FROM taken`,
		n, n, string(ws), n, id, n, subject, actor, ttl.Microseconds()).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("holding credits: %w", err)
	}
	rows, err := res.RowsAffected()
	return rows == 1, err
}

// Resolve takes a hold out of 'open', capturing at most its amount; false when it is resolved already.
func (s *Store) Resolve(ctx context.Context, id, state string, captured int64) (Hold, bool, error) {
	var h Hold
	err := s.db.Conn(ctx).NewRaw(`UPDATE credits.holds SET state = ?, captured = least(greatest(?, 0), amount)
		WHERE id = ? AND state = 'open' RETURNING *`, state, captured, id).Scan(ctx, &h)
	if errors.Is(err, sql.ErrNoRows) {
		return Hold{}, false, nil
	}
	if err != nil {
		return Hold{}, false, fmt.Errorf("resolving a hold: %w", err)
	}
	return h, true, nil
}

// Settle moves a resolved hold's amount out of held: what was spent, and back what was not. It returns what the
// account has left, held credits included.
func (s *Store) Settle(ctx context.Context, ws ident.Workspace, amount, spent int64) (left int64, err error) {
	err = s.db.Conn(ctx).NewRaw(`UPDATE credits.accounts SET held = held - ?, spent = spent + ?, available = available + ? WHERE workspace = ?
		RETURNING available + held`, amount, spent, amount-spent, string(ws)).Scan(ctx, &left)
	if err != nil {
		return 0, fmt.Errorf("settling a hold: %w", err)
	}
	return left, nil
}

// Expired returns up to 500 open holds whose time is over.
func (s *Store) Expired(ctx context.Context) ([]string, error) {
	var ids []string
	err := s.db.Conn(ctx).NewRaw("SELECT id FROM credits.holds WHERE state = 'open' AND expires_at <= svc_now() ORDER BY expires_at LIMIT 500").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("looking for expired holds: %w", err)
	}
	return ids, nil
}

// Note appends to the ledger.
func (s *Store) Note(ctx context.Context, e Entry) error {
	_, err := s.db.Conn(ctx).NewRaw("INSERT INTO credits.ledger (id, workspace, kind, amount, subject, created_at) VALUES (?, ?, ?, ?, ?, svc_now())",
		e.ID, e.Workspace, e.Kind, e.Amount, e.Subject).Exec(ctx)
	if err != nil {
		return fmt.Errorf("writing the ledger: %w", err)
	}
	return nil
}

// Account returns the account, all zero when there is none.
func (s *Store) Account(ctx context.Context, ws ident.Workspace) (Account, error) {
	var a Account
	err := s.db.Conn(ctx).NewSelect().Model(&a).Where("workspace = ?", string(ws)).Scan(ctx)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return Account{}, fmt.Errorf("reading an account: %w", err)
	}
	return a, nil
}

// whole are the tenant columns of the tables: accounts are shared by both modes and all brands.
var whole = ident.Rows{Workspace: "workspace"}

// Ledger returns the rows of one page and one more when others follow.
func (s *Store) Ledger(ctx context.Context, t ident.Tenant, req page.Request) ([]Entry, error) {
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	mine, whose := t.Whole(whole)
	cond, args, order := req.Where()
	var rows []Entry
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where(mine, whose...).Where(cond, args...).
		OrderExpr(order).Limit(int64(req.Fetch())).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the ledger: %w", err)
	}
	return rows, nil
}
