package pg

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/platenhq/platen/modules/platform/clock"
)

// aliveFor is how long a response of the database to any statement counts as proof that it is alive.
const aliveFor = 2 * time.Second

// alive records when the database last responded. Readiness must not depend on a free connection of the pool: under
// load all of them are in use although the database is healthy.
type alive struct {
	last atomic.Int64 // Unix nanoseconds; 0 for never

	// turn is held by the one caller that probes; it guards conn, a connection outside the pool, nil while there is none.
	turn chan struct{}
	conn *pgx.Conn
}

func newAlive() *alive { return &alive{turn: make(chan struct{}, 1)} }

// responded records a response.
func (a *alive) responded() { a.last.Store(clock.Now().UnixNano()) }

// recently reports whether the database responded within aliveFor.
func (a *alive) recently() bool {
	last := a.last.Load()
	return last != 0 && clock.Now().Sub(time.Unix(0, last)) < aliveFor
}

// since reports whether the database responded after an instant.
func (a *alive) since(instant time.Time) bool { return a.last.Load() > instant.UnixNano() }

// probe probes the database on the connection outside the pool.
func (a *alive) probe(ctx context.Context, pool *pgxpool.Pool) error {
	select {
	case a.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.turn }()
	if a.recently() { // by another caller's probe, or a statement
		return nil
	}
	if a.conn != nil {
		if a.conn.Ping(ctx) == nil {
			a.responded()
			return nil
		}
		a.close()
	}
	conn, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		if Code(err) == tooManyConnections {
			a.responded()
			return nil
		}
		return fmt.Errorf("reaching the database: %w", err)
	}
	a.conn = conn
	if err := conn.Ping(ctx); err != nil {
		a.close()
		return fmt.Errorf("reaching the database: %w", err)
	}
	a.responded()
	return nil
}

// tooManyConnections is the SQLSTATE of a server that lacks connections for another client, but serves those it has.
const tooManyConnections = "53300"

func (a *alive) close() {
	if a.conn == nil {
		return
	}
	// Close without waiting for a server that does not respond.
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_ = a.conn.Close(ctx)
	a.conn = nil
}

// Alive reports whether the database responds, without a connection of the pool: a response to any statement of the
// last seconds proves it, otherwise a connection outside the pool probes it.
func (db *DB) Alive(ctx context.Context) error {
	if db.alive.recently() {
		return nil
	}
	return db.alive.probe(ctx, db.pool)
}
