// Package pg is the service's Postgres: one pool, transactions that travel in the context, migrations,
// notifications and database time.
//
// A use case opens a transaction with InTx and passes the context on; stores call Conn(ctx) and thereby join the
// open transaction. bun (for module stores), database/sql (for infrastructure) and pgx (for workers and listeners)
// share one pool.
//
// Time: promises about money, grace, expiry and limits are computed by the SQL function svc_now(), never
// by the machine's clock. Tests move it with Advance.
package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Options configure Open; the zero value is usable.
type Options struct {
	// MaxConns bounds the pool; 0 means 20.
	MaxConns int32
	// Tracer observes every statement; nil for none.
	Tracer pgx.QueryTracer
	// Name is the application_name that pg_stat_activity shows; "" means "platen".
	Name string
}

// connectTimeout bounds one attempt to connect.
const connectTimeout = 10 * time.Second

// DB is an open database. It is safe for concurrent use.
type DB struct {
	pool  *pgxpool.Pool
	sql   *sql.DB
	bun   *bun.DB
	alive *alive
}

// Open connects to the database at url and checks that it responds. The caller closes the DB.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		// The parser's message repeats the URL with its password masked.
		return nil, fmt.Errorf("reading the database URL: %w", err)
	}
	cfg.MaxConns = o.MaxConns
	if cfg.MaxConns == 0 {
		cfg.MaxConns = 20
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.HealthCheckPeriod = 15 * time.Second
	heard := newAlive()
	cfg.ConnConfig.Tracer = tracer{o.Tracer, heard}
	cfg.ConnConfig.ConnectTimeout = min(cfg.ConnConfig.ConnectTimeout, connectTimeout)
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTimeout
	}
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		name := o.Name
		if name == "" {
			name = "platen"
		}
		cfg.ConnConfig.RuntimeParams["application_name"] = name
	}
	cfg.ConnConfig.RuntimeParams["timezone"] = "UTC"
	cfg.AfterConnect = planOnce
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("opening the database pool: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reaching the database: %w", err)
	}
	sqlDB := sql.OpenDB(connector{stdlib.GetPoolConnector(pool)})
	sqlDB.SetMaxIdleConns(0) // the pool keeps idle connections
	return &DB{pool: pool, sql: sqlDB, bun: bun.NewDB(sqlDB, pgdialect.New()), alive: heard}, nil
}

// planOnce makes a connection plan each prepared statement once, for any arguments. By default PostgreSQL plans it for the
// arguments of every execution as long as it estimates that such plans are cheaper, which it does for small tables without
// statistics; planning then takes longer than executing a lookup by a key. Consequently, a statement that needs a partial
// index must contain the index's condition as a constant, not compare the column with an argument.
func planOnce(ctx context.Context, c *pgx.Conn) error {
	ctx, stop := context.WithTimeout(ctx, connectTimeout) // the pool sets no limit
	defer stop()
	_, err := c.Exec(ctx, "SET plan_cache_mode = force_generic_plan")
	return err
}

// Close releases every connection; it waits for the ones in use.
func (db *DB) Close() {
	_ = db.bun.Close()
	db.alive.turn <- struct{}{} // never released: a closed database is not probed
	db.alive.close()
	db.pool.Close()
}

// Pool returns the pgx pool for drivers that need it (workers, listeners). The DB owns it.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Stdlib returns the database/sql view of the pool. The DB owns it.
func (db *DB) Stdlib() *sql.DB { return db.sql }

// tx is an open transaction in a context. One transaction belongs to one goroutine.
type tx struct {
	db     *DB
	sent   *connTx
	raw    func(func(driverConn any) error) error
	bun    bun.Tx
	before []func(ctx context.Context) error
	after  []func()
}

type txKey struct{}

func (db *DB) tx(ctx context.Context) *tx {
	if t, _ := ctx.Value(txKey{}).(*tx); t != nil && t.db == db {
		return t
	}
	return nil
}

// commitLimit bounds a commit, which the caller's context does not.
const commitLimit = 10 * time.Second

var errCommitTime = fmt.Errorf("the database did not commit within %v", commitLimit)

// InTx runs fn in a transaction that stores obtain from the context. It commits when fn returns nil and
// rolls back on an error or a panic. Inside an open transaction it joins that one: the outermost InTx
// commits. fn must not use ctx from other goroutines.
//
// The end of ctx ends the wait for a connection and the statements of fn, and so the transaction; it does not end a
// commit that has begun. A disconnected caller never leaves it unknown whether something was committed.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	if db.tx(ctx) != nil {
		return fn(ctx)
	}
	life, end := context.WithCancelCause(context.WithoutCancel(ctx))
	defer end(nil)
	beginning := context.AfterFunc(ctx, func() { end(context.Cause(ctx)) })
	t, release, err := db.beginTx(life)
	beginning()
	if err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	defer release()
	done := false
	defer func() {
		if !done {
			limit := time.AfterFunc(commitLimit, func() { end(errCommitTime) })
			_ = t.bun.Rollback()
			limit.Stop()
		}
	}()
	inside := context.WithValue(ctx, txKey{}, t)
	if err := fn(inside); err != nil {
		return err
	}
	for i := 0; i < len(t.before); i++ { // a step may add another
		if err := t.before[i](inside); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before committing: %w", err)
	}
	limit := time.AfterFunc(commitLimit, func() { end(errCommitTime) })
	defer limit.Stop()
	if err := t.bun.Commit(); err != nil {
		if errors.Is(context.Cause(life), errCommitTime) {
			err = errCommitTime
		}
		return fmt.Errorf("committing: %w", err)
	}
	done = true
	for _, f := range t.after {
		f()
	}
	return nil
}

// BeforeCommit runs f as a last step of the open transaction, or immediately in its own transaction when
// none is open. An error of f rolls back. It is for steps that take a contended lock: taken last it is held
// for the shortest time, and always after other locks, which avoids deadlocks.
func (db *DB) BeforeCommit(ctx context.Context, f func(ctx context.Context) error) error {
	if t := db.tx(ctx); t != nil {
		t.before = append(t.before, f)
		return nil
	}
	return db.InTx(ctx, f)
}

// AfterCommit runs f when the open transaction has committed, or immediately when none is open. A rolled back
// transaction never runs it. f must be quick and must not fail.
func (db *DB) AfterCommit(ctx context.Context, f func()) {
	if t := db.tx(ctx); t != nil {
		t.after = append(t.after, f)
		return
	}
	f()
}

// Conn returns the connection for the queries of a store: the open transaction of ctx, or the pool when none is open.
func (db *DB) Conn(ctx context.Context) bun.IDB {
	if t := db.tx(ctx); t != nil {
		return t.bun
	}
	return db.bun
}

// Querier is database/sql with $1 placeholders, for the statements of platform packages.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// SQL returns the open transaction of ctx, or the pool when none is open.
func (db *DB) SQL(ctx context.Context) Querier {
	if t := db.tx(ctx); t != nil {
		return t.bun.Tx
	}
	return db.sql
}

// Tx returns the open transaction of ctx as a database/sql transaction, nil if none is open.
func (db *DB) Tx(ctx context.Context) *sql.Tx {
	if t := db.tx(ctx); t != nil {
		return t.bun.Tx
	}
	return nil
}

// Outside returns a context without the transaction of ctx, for work that must survive a rollback.
func Outside(ctx context.Context) context.Context {
	return context.WithValue(ctx, txKey{}, (*tx)(nil))
}

// Now returns database time, the only clock for money, grace, expiry and limits.
func (db *DB) Now(ctx context.Context) (time.Time, error) {
	var t time.Time
	if err := db.SQL(ctx).QueryRowContext(ctx, "SELECT svc_now()").Scan(&t); err != nil {
		return time.Time{}, fmt.Errorf("reading database time: %w", err)
	}
	return t.UTC(), nil
}

// Advance moves database time by d for every connection, from the next statement on. It is only for tests.
func (db *DB) Advance(ctx context.Context, d time.Duration) error {
	_, err := db.SQL(ctx).ExecContext(ctx,
		`INSERT INTO platform.clock AS c (skew) VALUES ($1 * interval '1 microsecond')
		 ON CONFLICT (one) DO UPDATE SET skew = c.skew + excluded.skew`, d.Microseconds())
	if err != nil {
		return fmt.Errorf("moving database time: %w", err)
	}
	return nil
}

// Code returns the SQLSTATE of err, "" when it does not come from Postgres.
func Code(err error) string {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe.Code
	}
	return ""
}

// Constraint returns the name of the constraint that err violates, "" for none.
func Constraint(err error) string {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe.ConstraintName
	}
	return ""
}

// SQLSTATE values that callers react to (PostgreSQL manual, appendix A).
const (
	UniqueViolation = "23505"
	CheckViolation  = "23514"
	LockTimeout     = "55P03"
)

// SQLSTATE values that statements of the service raise with svc_require.
const (
	// Taken: another execution holds what the transaction needs.
	Taken = "PL409"
	// Gone: the row that the transaction changes is no longer its own.
	Gone = "PL410"
	// TooFew: fewer units are available than the transaction takes; the detail is their number.
	TooFew = "PL402"
)

// Detail returns the detail of an error that comes from Postgres, "" for others.
func Detail(err error) string {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe.Detail
	}
	return ""
}
