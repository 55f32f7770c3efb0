package pg_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// TestDisconnectDuringCommitDoesNotRollBack cancels the caller's context while the commit waits on the server.
func TestDisconnectDuringCommitDoesNotRollBack(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ctx := t.Context()
	for _, s := range []string{
		"CREATE TABLE public.v (v int)",
		"CREATE FUNCTION public.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NULL; END $$",
		"CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON public.v DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.wait()",
	} {
		_, err := db.SQL(ctx).ExecContext(ctx, s)
		must(t, err)
	}
	caller, leave := context.WithCancel(ctx)
	ended := make(chan error, 1)
	err := db.InTx(ctx, func(holder context.Context) error { // holds what the commit waits for
		if _, err := db.SQL(holder).ExecContext(holder, "SELECT pg_advisory_xact_lock(77)"); err != nil {
			return err
		}
		go func() {
			ended <- db.InTx(caller, func(tx context.Context) error {
				_, err := db.SQL(tx).ExecContext(tx, "INSERT INTO public.v VALUES (1)")
				return err
			})
		}()
		for count(t, db, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())") == 0 {
		}
		leave()
		return nil
	})
	must(t, err)
	if err := <-ended; err != nil {
		t.Errorf("the commit was reported as failed: %v", err)
	}
	if n := count(t, db, "SELECT count(*) FROM public.v"); n != 1 {
		t.Errorf("%d rows after the commit, want 1", n)
	}
}

func TestDisconnectBeforeCommitRollsBack(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	_, err := db.SQL(t.Context()).ExecContext(t.Context(), "CREATE TABLE public.v (v int)")
	must(t, err)
	caller, leave := context.WithCancel(t.Context())
	err = db.InTx(caller, func(tx context.Context) error {
		_, err := db.SQL(tx).ExecContext(tx, "INSERT INTO public.v VALUES (1)")
		leave()
		return err
	})
	if n := count(t, db, "SELECT count(*) FROM public.v"); !errors.Is(err, context.Canceled) || n != 0 {
		t.Errorf("%v and %d rows, want canceled and none", err, n)
	}
}

func TestOutageDistinguishesConnectionAndStatementErrors(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ctx := t.Context()
	failing := func(query string) error {
		_, err := db.SQL(ctx).ExecContext(ctx, query)
		if err == nil {
			t.Fatalf("%s did not fail", query)
		}
		return fmt.Errorf("wrapped: %w", err)
	}
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"none":                {nil, false},
		"a syntax error":      {failing("SELECT nonsense FROM nowhere"), false},
		"a full disk":         {failing("DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$"), true},
		"a constraint":        {failing("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '23505'; END $$"), false},
		"its own backend":     {failing("SELECT pg_terminate_backend(pg_backend_pid())"), true},
		"a caller who left":   {fmt.Errorf("x: %w", context.Canceled), false},
		"a plain error":       {errors.New("plain"), false},
		"a closed connection": {fmt.Errorf("x: %w", pgconn.ErrConnClosed), true},
	} {
		if got := pg.Outage(c.err); got != c.want {
			t.Errorf("%s (%v): %v, want %v", name, c.err, got, c.want)
		}
	}
	closed, err := pg.Open(ctx, "postgres://nobody@127.0.0.1:1/none?connect_timeout=2", pg.Options{})
	if err == nil {
		closed.Close()
		t.Fatal("a database responds on port 1")
	}
	if !pg.Outage(err) {
		t.Errorf("a refused connection is no outage: %v", err)
	}
}
