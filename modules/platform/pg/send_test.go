package pg_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// table creates a table of numbers and returns a function that reads them in the order of their insertion.
func table(t *testing.T, db *pg.DB) func() string {
	t.Helper()
	if _, err := db.SQL(t.Context()).ExecContext(t.Context(), "CREATE TABLE n (at serial, n int UNIQUE)"); err != nil {
		t.Fatal(err)
	}
	return func() (list string) {
		t.Helper()
		err := db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT coalesce(string_agg(n::text, ' ' ORDER BY at), '') FROM n WHERE at > $1", 0).Scan(&list)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
}

func insert(n int) pg.Statement {
	return pg.Statement{SQL: "INSERT INTO n (n) VALUES ($1)", Args: []any{n}}
}

// TestSendKeepsTheOrderOfStatements whether or not some of them are waited for.
func TestSendKeepsTheOrderOfStatements(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	stored := table(t, db)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		first := db.Send(ctx, insert(1))
		_, err := db.Conn(ctx).NewRaw("INSERT INTO n (n) VALUES (?)", 2).Exec(ctx)
		return errors.Join(first, err, db.Send(ctx, insert(3)), db.Do(ctx, insert(4)), db.Send(ctx, insert(5)))
	})
	if got := stored(); err != nil || got != "1 2 3 4 5" {
		t.Errorf("stored %q, %v", got, err)
	}
	if err := errors.Join(db.Send(t.Context(), insert(6)), db.Do(t.Context(), insert(7))); err != nil || stored() != "1 2 3 4 5 6 7" {
		t.Errorf("outside a transaction stored %q, %v", stored(), err)
	}
}

// TestFailedStatementRollsBack tests a transaction of only Send and one with other statements, before and after it.
func TestFailedStatementRollsBack(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	stored := table(t, db)
	mine := errors.New("refused")
	refused := pg.Statement{SQL: "SELECT svc_require($1, $2, $3)", Args: []any{false, pg.Gone, "why"}, Failed: func(err error) error {
		if pg.Code(err) != pg.Gone || pg.Detail(err) != "why" {
			t.Errorf("the error is %v", err)
		}
		return mine
	}}
	for name, fn := range map[string]func(ctx context.Context) error{
		"sent": func(ctx context.Context) error {
			return errors.Join(db.Send(ctx, insert(1)), db.Send(ctx, refused), db.Send(ctx, insert(2)))
		},
		"after a query":    func(ctx context.Context) error { return errors.Join(db.Do(ctx, insert(1)), db.Send(ctx, refused)) },
		"before a query":   func(ctx context.Context) error { return errors.Join(db.Send(ctx, refused), db.Do(ctx, insert(1))) },
		"before a bun one": func(ctx context.Context) error { _ = db.Send(ctx, refused); return db.Notify(ctx, "x", "y") },
		"waited for":       func(ctx context.Context) error { return errors.Join(db.Do(ctx, insert(1)), db.Do(ctx, refused)) },
	} {
		committed := false
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			db.AfterCommit(ctx, func() { committed = true })
			return fn(ctx)
		})
		if !errors.Is(err, mine) || stored() != "" || committed {
			t.Errorf("%s: %v, stored %q, committed %v", name, err, stored(), committed)
		}
	}
	if err := db.InTx(t.Context(), func(ctx context.Context) error { return db.Send(ctx, insert(9)) }); err != nil || stored() != "9" {
		t.Errorf("afterwards: stored %q, %v", stored(), err)
	}
}

// TestCallerErrorRollsBackSentStatements checks also that collected statements are not executed.
func TestCallerErrorRollsBackSentStatements(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	stored := table(t, db)
	mine := errors.New("no")
	for range 30 { // more than there are connections: each is returned in a usable state
		err := db.InTx(t.Context(), func(ctx context.Context) error { return errors.Join(db.Send(ctx, insert(1)), mine) })
		if !errors.Is(err, mine) {
			t.Fatal(err)
		}
		err = db.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(db.Do(ctx, insert(1)), db.Send(ctx, insert(2)), mine)
		})
		if !errors.Is(err, mine) {
			t.Fatal(err)
		}
	}
	if got := stored(); got != "" {
		t.Errorf("stored %q", got)
	}
}

// TestResultsAreReadBeforeInTxReturns checks that Rows is called with the result before InTx returns.
func TestResultsAreReadBeforeInTxReturns(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var sum, after int
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		db.AfterCommit(ctx, func() { after = sum })
		return db.Send(ctx, pg.Statement{SQL: "SELECT generate_series(1, $1::int)", Args: []any{4}, Rows: func(rows pgx.Rows) error {
			var n int
			_, err := pgx.ForEachRow(rows, []any{&n}, func() error { sum += n; return nil })
			return err
		}})
	})
	if err != nil || sum != 10 || after != 10 {
		t.Errorf("read %d, %d after the commit, %v", sum, after, err)
	}
}
