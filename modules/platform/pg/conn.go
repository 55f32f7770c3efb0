package pg

import (
	"context"
	"database/sql/driver"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connector creates the connections of database/sql from those of the pool.
type connector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	std, ok := inner.(*stdlib.Conn)
	if !ok {
		_ = inner.Close()
		return nil, fmt.Errorf("the connection is a %T", inner)
	}
	return &conn{Conn: std}, nil
}

// conn is a connection of database/sql. Statements with arguments are prepared once; those without, such as bun's, whose
// arguments are part of the text, are parsed each time, and both take one round trip. BEGIN is sent with the first
// statement of a transaction, and what Send collected with the statement or the end that follows.
type conn struct {
	*stdlib.Conn
	tx *connTx // the open transaction, nil for none
}

// connTx is a transaction on a conn.
type connTx struct {
	conn  *conn
	ctx   context.Context //nolint:containedctx // of the transaction: database/sql gives Commit and Rollback none
	begun bool            // BEGIN was sent

	mu      sync.Mutex // database/sql rolls back from another goroutine when ctx ends
	waiting []Statement
}

// add collects a statement.
func (t *connTx) add(s Statement) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, s)
}

// take returns and removes the collected statements.
func (t *connTx) take() []Statement {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.waiting
	t.waiting = nil
	return list
}

// BeginTx implements driver.ConnBeginTx. It sends nothing.
func (c *conn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if c.Conn.Conn().IsClosed() {
		return nil, driver.ErrBadConn
	}
	if o != (driver.TxOptions{}) {
		return c.Conn.BeginTx(ctx, o)
	}
	c.tx = &connTx{conn: c, ctx: ctx}
	return c.tx, nil
}

// ExecContext implements driver.ExecerContext.
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	return c.Conn.ExecContext(ctx, query, args)
}

// QueryContext implements driver.QueryerContext.
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		args = []driver.NamedValue{{Ordinal: 1, Value: pgx.QueryExecModeExec}}
	}
	return c.Conn.QueryContext(ctx, query, args)
}

// PrepareContext implements driver.ConnPrepareContext.
func (c *conn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	return c.Conn.PrepareContext(ctx, query)
}

// begin sends what must precede the next statement of the open transaction.
func (c *conn) begin(ctx context.Context) error {
	t := c.tx
	if t == nil {
		return nil
	}
	list := t.take()
	if !t.begun {
		t.begun = true
		list = append([]Statement{{SQL: "begin"}}, list...)
	}
	return c.send(ctx, list)
}

// Commit implements driver.Tx. A transaction of which nothing was sent yet is one pipeline, which the server executes as a
// transaction of its own.
func (t *connTx) Commit() error {
	c := t.conn
	c.tx = nil
	list := t.take()
	if t.begun {
		if pgconn := c.Conn.Conn().PgConn(); pgconn.TxStatus() != 'T' {
			_, _ = c.Conn.Conn().Exec(t.ctx, "rollback")
			return pgx.ErrTxCommitRollback
		}
		list = append(list, Statement{SQL: "commit"})
	}
	err := c.send(t.ctx, list)
	if err != nil && t.begun && !c.Conn.Conn().IsClosed() && c.Conn.Conn().PgConn().TxStatus() != 'I' {
		_, _ = c.Conn.Conn().Exec(t.ctx, "rollback")
	}
	return err
}

// Rollback implements driver.Tx.
func (t *connTx) Rollback() error {
	c := t.conn
	c.tx = nil
	t.take()
	if !t.begun {
		return nil
	}
	if _, err := c.Conn.Conn().Exec(t.ctx, "rollback"); err != nil {
		// In an unknown state it must not be used again.
		_ = c.Conn.Conn().Close(t.ctx)
		return err
	}
	return nil
}

// send executes statements in one round trip. A failed statement ends the execution.
func (c *conn) send(ctx context.Context, list []Statement) error {
	if len(list) == 0 {
		return nil
	}
	var b pgx.Batch
	for i := range list {
		b.Queue(list[i].SQL, list[i].Args...)
	}
	results := c.Conn.Conn().SendBatch(ctx, &b)
	var failed error
	for i := range list {
		if failed = list[i].read(results); failed != nil {
			break
		}
	}
	if err := results.Close(); failed == nil {
		failed = err
	}
	return failed
}

// read reads the result of a statement.
func (s *Statement) read(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err == nil {
		if s.Rows != nil {
			err = s.Rows(rows)
		}
		rows.Close()
		if e := rows.Err(); e != nil {
			err = e
		}
	}
	if err != nil && s.Failed != nil {
		err = s.Failed(err)
	}
	return err
}
