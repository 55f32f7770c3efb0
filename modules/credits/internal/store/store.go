// Package store contains the SQL of the credits module.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
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

// Grant adds n to the account, creating it if needed.
func (s *Store) Grant(ctx context.Context, ws ident.Workspace, n int64) error {
	_, err := s.db.Conn(ctx).NewRaw(`INSERT INTO credits.accounts AS a (workspace, granted, available) VALUES (?, ?, ?)
		ON CONFLICT (workspace) DO UPDATE SET granted = a.granted + excluded.granted, available = a.available + excluded.available`,
		string(ws), n, n).Exec(ctx)
	if err != nil {
		return fmt.Errorf("granting credits: %w", err)
	}
	return nil
}

// Hold moves n from available to held and records the hold and its ledger entry, in the transaction of ctx. If too few
// are available, short returns the transaction's error, given the available number; otherwise left receives the number
// that is available afterwards.
func (s *Store) Hold(ctx context.Context, h Hold, entry string, life time.Duration, short func(available int64) error, left *int64) error {
	return s.db.Send(ctx, pg.Statement{
		SQL: `WITH clock AS MATERIALIZED (SELECT svc_now() AS now),
			taken AS (
				UPDATE credits.accounts SET available = available - $2, held = held + $2 WHERE workspace = $1 AND available >= $2 RETURNING workspace, available),
			reserved AS (
				INSERT INTO credits.holds (id, workspace, amount, subject, actor, created_at, expires_at)
				SELECT $3, workspace, $2, $4, $5, now, now + $6 * interval '1 microsecond' FROM taken, clock),
			noted AS (
				INSERT INTO credits.ledger (id, workspace, kind, amount, subject, created_at) SELECT $7, workspace, 'hold', $2, $4, now FROM taken, clock)
			SELECT (SELECT available FROM taken), CASE WHEN NOT EXISTS (SELECT FROM taken) THEN credits.refuse_hold($1) END`,
		Args: []any{h.Workspace, h.Amount, h.ID, h.Subject, h.Actor, life.Microseconds(), entry},
		Rows: func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{left, nil}, func() error { return nil })
			return err
		},
		Failed: func(err error) error {
			if pg.Code(err) == pg.TooFew {
				available, _ := strconv.ParseInt(pg.Detail(err), 10, 64)
				return short(available)
			}
			return fmt.Errorf("holding credits: %w", err)
		},
	})
}

// Capture spends N of an open hold and releases the rest, with the ledger and usage entries, in the transaction of ctx.
// Closed is the transaction's error when the hold is already resolved.
type Capture struct {
	Hold string
	N    int64
	// Entries are the ids of the two ledger entries.
	Entries [2]string
	// Categories maps the prefix of a hold's subject to the kind of work, as a JSON object.
	Categories string
	// Low is the balance below which a notice is due.
	Low    int64
	Closed error
	// Done is called with the workspace, the available credits afterwards and whether a notice is due.
	Done func(ws string, left int64, due bool)
}

// Capture executes a Capture.
func (s *Store) Capture(ctx context.Context, c Capture) error {
	return s.db.Send(ctx, pg.Statement{
		SQL: `WITH clock AS MATERIALIZED (SELECT svc_now() AS now),
			h AS (
				UPDATE credits.holds SET state = 'captured', captured = least(greatest($2, 0), amount)
				WHERE id = $1 AND state = 'open' RETURNING workspace, amount, captured, subject, actor),
			a AS (
				UPDATE credits.accounts a SET held = held - h.amount, spent = spent + h.captured, available = available + h.amount - h.captured,
					notice_due = notice_due OR (available + held >= $6 AND available + held - h.captured < $6)
				FROM h WHERE a.workspace = h.workspace RETURNING a.workspace, a.available, a.notice_due),
			noted AS (
				INSERT INTO credits.ledger (id, workspace, kind, amount, subject, created_at)
				SELECT $3, workspace, 'capture', captured, subject, now FROM h, clock WHERE captured > 0
				UNION ALL SELECT $4, workspace, 'void', amount - captured, subject, now FROM h, clock WHERE amount > captured),
			used AS (
				INSERT INTO credits.usage AS u (workspace, day, actor, category, credits, operations)
				SELECT workspace, (now AT TIME ZONE 'UTC')::date, actor, coalesce($5::jsonb ->> split_part(subject, '_', 1), 'other'), captured, 1 FROM h, clock WHERE captured > 0
				ON CONFLICT (workspace, day, actor, category) DO UPDATE SET credits = u.credits + excluded.credits, operations = u.operations + 1)
			SELECT a.workspace, a.available, a.notice_due, svc_require(EXISTS (SELECT FROM h), $7) FROM (SELECT) one LEFT JOIN a ON true`,
		Args: []any{c.Hold, c.N, c.Entries[0], c.Entries[1], c.Categories, c.Low, pg.Gone},
		Rows: func(rows pgx.Rows) error {
			var ws string
			var left int64
			var due bool
			_, err := pgx.ForEachRow(rows, []any{&ws, &left, &due, nil}, func() error { return nil })
			if err == nil && ws != "" {
				c.Done(ws, left, due)
			}
			return err
		},
		Failed: func(err error) error {
			if pg.Code(err) == pg.Gone {
				return c.Closed
			}
			return fmt.Errorf("capturing credits: %w", err)
		},
	})
}

// Due returns the workspaces with a due notice.
func (s *Store) Due(ctx context.Context) ([]string, error) {
	var list []string
	if err := s.db.Conn(ctx).NewRaw("SELECT workspace FROM credits.accounts WHERE notice_due").Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("looking for notices of low credits: %w", err)
	}
	return list, nil
}

// TakeDue clears a due notice; false when it was already cleared.
func (s *Store) TakeDue(ctx context.Context, ws string) (bool, error) {
	res, err := s.db.Conn(ctx).NewRaw("UPDATE credits.accounts SET notice_due = false WHERE workspace = ? AND notice_due", ws).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("taking a notice of low credits: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Available returns the credits that a workspace can spend.
func (s *Store) Available(ctx context.Context, ws ident.Workspace) (n int64, err error) {
	err = s.db.SQL(ctx).QueryRowContext(ctx, "SELECT coalesce(max(available), 0) FROM credits.accounts WHERE workspace = $1", string(ws)).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("reading an account: %w", err)
	}
	return n, nil
}

// Resolve changes the state of an open hold without capturing anything; false when it is already resolved.
func (s *Store) Resolve(ctx context.Context, id, state string) (Hold, bool, error) {
	var h Hold
	err := s.db.Conn(ctx).NewRaw(`UPDATE credits.holds SET state = ? WHERE id = ? AND state = 'open' RETURNING *`, state, id).Scan(ctx, &h)
	if errors.Is(err, sql.ErrNoRows) {
		return Hold{}, false, nil
	}
	if err != nil {
		return Hold{}, false, fmt.Errorf("resolving a hold: %w", err)
	}
	return h, true, nil
}

// Return moves a resolved hold's amount from held to available.
func (s *Store) Return(ctx context.Context, ws ident.Workspace, amount int64) error {
	_, err := s.db.Conn(ctx).NewRaw("UPDATE credits.accounts SET held = held - ?, available = available + ? WHERE workspace = ?", amount, amount, string(ws)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("settling a hold: %w", err)
	}
	return nil
}

// Expired returns up to 500 open holds that have expired.
func (s *Store) Expired(ctx context.Context) ([]string, error) {
	var ids []string
	err := s.db.Conn(ctx).NewRaw("SELECT id FROM credits.holds WHERE state = 'open' AND expires_at <= svc_now() ORDER BY expires_at LIMIT 500").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("looking for expired holds: %w", err)
	}
	return ids, nil
}

// InsertEntry appends an entry to the ledger.
func (s *Store) InsertEntry(ctx context.Context, e Entry) error {
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

// Ledger returns the rows of one page, plus one if more follow.
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
