package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Statement is a statement for Send.
type Statement struct {
	// SQL has $1 placeholders. Its text is the same each time, for it is prepared once a connection.
	SQL  string
	Args []any
	// Rows reads the result; nil ignores it. The transaction may have been committed by then: a condition that must roll it
	// back has to be an error of the statement, such as platform.require raises.
	Rows func(pgx.Rows) error
	// Failed maps an error of the statement; nil leaves it unchanged.
	Failed func(error) error
}

// Send adds a statement to the open transaction without waiting for it: it is executed, in order, with the next statement
// that is waited for or with the commit, in the same round trip. A transaction of only such statements is one round
// trip. An error of the statement rolls back and is returned by the call that sends it, InTx at the latest. Without an
// open transaction the statement is executed in one of its own.
func (db *DB) Send(ctx context.Context, s Statement) error {
	t := db.tx(ctx)
	if t == nil {
		return db.InTx(ctx, func(ctx context.Context) error { return db.Send(ctx, s) })
	}
	t.sent.add(s)
	return nil
}

// Do executes a statement and waits for its result, in the transaction of ctx or, when none is open, in one of its own.
// Statements collected by Send precede it in the same round trip.
func (db *DB) Do(ctx context.Context, s Statement) error {
	if t := db.tx(ctx); t != nil {
		t.sent.add(s)
		return t.raw(func(any) error { return t.sent.conn.begin(ctx) })
	}
	err := db.doOne(ctx, s)
	if err != nil && pgconn.SafeToRetry(err) { // the server had closed the connection
		err = db.doOne(ctx, s)
	}
	if err != nil && s.Failed != nil {
		err = s.Failed(err)
	}
	return err
}

func (db *DB) doOne(ctx context.Context, s Statement) error {
	rows, err := db.pool.Query(ctx, s.SQL, s.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if s.Rows != nil {
		err = s.Rows(rows)
	}
	rows.Close()
	if e := rows.Err(); e != nil {
		return e
	}
	return err
}

// beginTx begins a transaction on a connection of its own; release returns the connection to the pool.
func (db *DB) beginTx(ctx context.Context) (t *tx, release func(), err error) {
	c, err := db.bun.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	t = &tx{db: db, raw: c.Raw}
	if t.bun, err = c.BeginTx(ctx, nil); err == nil {
		err = c.Raw(func(driverConn any) error {
			if own, ok := driverConn.(*conn); ok {
				t.sent = own.tx
				return nil
			}
			return fmt.Errorf("the connection is a %T", driverConn)
		})
	}
	if err != nil {
		_ = c.Close()
		return nil, nil, err
	}
	return t, func() { _ = c.Close() }, nil
}
