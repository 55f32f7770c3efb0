package pg_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// TestDatabaseIsAliveWhileThePoolIsInUse: readiness does not wait for a connection of the pool, which a flood of
// requests keeps in use, nor for the probes of other callers.
func TestDatabaseIsAliveWhileThePoolIsInUse(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.URL(t), pg.Options{MaxConns: 2})
	must(t, err)
	t.Cleanup(db.Close)
	for range 2 {
		var c *pgxpool.Conn
		c, err = db.Pool().Acquire(t.Context())
		must(t, err)
		t.Cleanup(c.Release)
	}
	for range 3 { // with a new connection, then with the open one
		pg.Forget(db)
		responses := make(chan error, 50)
		for range cap(responses) {
			go func() { responses <- db.Alive(t.Context()) }()
		}
		for range cap(responses) {
			must(t, <-responses)
		}
	}
	_, err = db.Pool().Exec(canceled(t), "SELECT 1")
	if err == nil {
		t.Error("the pool has a free connection")
	}
}

func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}

// TestStatementsShowThatTheDatabaseIsAlive: a response to any statement, even a failing one, is sufficient, and a
// closed connection is replaced.
func TestStatementsShowThatTheDatabaseIsAlive(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	pg.Forget(db)
	if db.Alive(ended) == nil {
		t.Error("without a response and without time to ask, the database counts as alive")
	}
	for _, statement := range []string{"SELECT 1", "SELECT 1/0"} {
		pg.Forget(db)
		_, _ = db.SQL(t.Context()).ExecContext(t.Context(), statement)
		if err := db.Alive(ended); err != nil {
			t.Errorf("after %s: %v", statement, err)
		}
	}
	pg.Forget(db)
	must(t, db.Alive(t.Context()))
	_, err := db.SQL(t.Context()).ExecContext(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	must(t, err)
	pg.Forget(db)
	must(t, db.Alive(t.Context()))
}
