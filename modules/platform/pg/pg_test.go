package pg_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

func count(t *testing.T, db *pg.DB, query string) int {
	t.Helper()
	var n int
	if err := db.SQL(t.Context()).QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestInTxCommitsRollsBackAndNests(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ctx := t.Context()
	insert := func(ctx context.Context, v int) error {
		_, err := db.Conn(ctx).NewRaw("INSERT INTO public.v VALUES (?)", v).Exec(ctx)
		return err
	}
	_, err := db.SQL(ctx).ExecContext(ctx, "CREATE TABLE public.v (v int)")
	must(t, err)
	boom := errors.New("boom")
	var hooks []string

	err = db.InTx(ctx, func(ctx context.Context) error {
		must(t, insert(ctx, 1))
		db.AfterCommit(ctx, func() { hooks = append(hooks, "outer") })
		must(t, db.InTx(ctx, func(ctx context.Context) error { return insert(ctx, 2) }))
		if got := count(t, db, "SELECT count(*) FROM public.v"); got != 0 {
			t.Errorf("%d rows are visible outside before the outer commit", got)
		}
		return nil
	})
	must(t, err)
	if got := count(t, db, "SELECT count(*) FROM public.v"); got != 2 || len(hooks) != 1 {
		t.Errorf("%d rows and %d hooks after the commit, want 2 and 1", got, len(hooks))
	}

	err = db.InTx(ctx, func(ctx context.Context) error {
		must(t, insert(ctx, 3))
		db.AfterCommit(ctx, func() { hooks = append(hooks, "never") })
		return boom
	})
	func() {
		defer func() { _ = recover() }()
		_ = db.InTx(ctx, func(ctx context.Context) error { must(t, insert(ctx, 4)); panic("in a use case") })
	}()
	if got := count(t, db, "SELECT count(*) FROM public.v"); !errors.Is(err, boom) || got != 2 || len(hooks) != 1 {
		t.Errorf("err %v, %d rows, %d hooks after a rollback and a panic; want boom, 2, 1", err, got, len(hooks))
	}
}

func TestDatabaseTimeMovesForEveryone(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var before time.Time
	for range 10 { // until the plan of a prepared statement is generic
		var err error
		before, err = db.Now(t.Context())
		must(t, err)
	}
	must(t, db.Advance(t.Context(), 24*time.Hour))
	must(t, db.Advance(t.Context(), time.Hour))
	after, err := db.Now(t.Context())
	must(t, err)
	if moved := after.Sub(before); moved < 25*time.Hour || moved > 25*time.Hour+time.Minute {
		t.Errorf("moved by %v, want 25 h", moved)
	}
}

// TestDatabaseTimeIsInlined checks that svc_now() costs no table access until a test moves it.
func TestDatabaseTimeIsInlined(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	plan := func() (text string) {
		rows, err := db.SQL(t.Context()).QueryContext(t.Context(), "EXPLAIN (VERBOSE, COSTS OFF) SELECT svc_now()")
		must(t, err)
		defer rows.Close()
		for rows.Next() {
			var line string
			must(t, rows.Scan(&line))
			text += line + "\n"
		}
		must(t, rows.Err())
		return text
	}
	if got := plan(); !strings.Contains(got, "statement_timestamp()") {
		t.Errorf("the plan is\n%s", got)
	}
	must(t, db.Advance(t.Context(), time.Hour))
	if got := plan(); !strings.Contains(got, "svc_now()") {
		t.Errorf("the plan after time moved is\n%s", got)
	}
}

func TestMigrateIsSerializedAndRejectsChangedFiles(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	files := fstest.MapFS{
		"platform/0001_a.sql": {Data: []byte("CREATE TABLE platform.a (); SELECT pg_sleep(0.05)")},
		"other/0001_b.sql":    {Data: []byte("CREATE TABLE other.b ()")},
		"other/0002_c.sql":    {Data: []byte("CREATE TABLE other.c (); ALTER TABLE other.b ADD x int")},
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for range 4 {
		wg.Go(func() {
			db, err := pg.Open(t.Context(), url, pg.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			applied, err := pg.Migrate(t.Context(), db, pg.Migrations{Files: files})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			total += len(applied)
			mu.Unlock()
		})
	}
	wg.Wait()
	if total != 3 {
		t.Errorf("4 processes applied %d migrations together, want 3", total)
	}
	db, err := pg.Open(t.Context(), url, pg.Options{})
	must(t, err)
	defer db.Close()
	files["other/0001_b.sql"] = &fstest.MapFile{Data: []byte("CREATE TABLE other.b (changed int)")}
	if _, err := pg.Migrate(t.Context(), db, pg.Migrations{Files: files}); err == nil {
		t.Error("a changed migration is accepted")
	}
}

func TestFailedMigrationRollsBack(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{})
	must(t, err)
	t.Cleanup(db.Close)
	files := fstest.MapFS{"m/0001_a.sql": {Data: []byte("CREATE TABLE m.a (); CREATE TABLE m.a ()")}}
	if _, err := pg.Migrate(t.Context(), db, pg.Migrations{Files: files}); err == nil {
		t.Fatal("no error")
	}
	var name sql.NullString
	must(t, db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT to_regclass('m.a')").Scan(&name))
	if name.Valid {
		t.Error("half a migration stayed")
	}
}

func TestListenerDeliversAfterCommitAndFromLateSubscriptions(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l := pg.NewListener(db, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { l.Run(ctx); close(done) }()
	defer func() { cancel(); <-done }()
	got := make(chan string, 10)
	l.Subscribe("early", func(p string) { got <- "early " + p })
	<-l.Ready()
	l.Subscribe("late", func(p string) { got <- "late " + p })
	// A subscription made while the listener waits takes effect soon, not immediately: notify until it arrives.
	for {
		must(t, db.Notify(ctx, "late", "1"))
		select {
		case v := <-got:
			if v != "late 1" {
				t.Fatalf("got %q", v)
			}
		case <-time.After(50 * time.Millisecond):
			continue
		}
		break
	}
	for len(got) > 0 {
		<-got
	}
	_ = db.InTx(ctx, func(ctx context.Context) error {
		must(t, db.Notify(ctx, "early", "rolled back"))
		return errors.New("no")
	})
	must(t, db.InTx(ctx, func(ctx context.Context) error { return db.Notify(ctx, "early", "committed") }))
	for v := range got {
		if v == "late 1" {
			continue
		}
		if v != "early committed" {
			t.Errorf("got %q, want the committed notification", v)
		}
		break
	}
}

func TestListenerTellsAboutALostConnection(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l := pg.NewListener(db, nil)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { l.Run(ctx); close(done) }()
	defer func() { cancel(); <-done }()
	got := make(chan string, 10)
	l.Subscribe("c", func(p string) { got <- p })
	<-l.Ready()
	_, err := db.SQL(ctx).ExecContext(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()")
	must(t, err)
	select {
	case p := <-got:
		if p != "" {
			t.Errorf("got %q, want the empty payload of a lost connection", p)
		}
	case <-time.After(time.Minute):
		t.Error("the lost connection was not reported")
	}
}

// TestStatementsArePlannedOnce for each connection, whatever their arguments.
func TestStatementsArePlannedOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	const sql = "SELECT count(*) FROM platform.idempotency WHERE scope = $1"
	var generic, custom int
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for range 3 {
			if err := db.Send(ctx, pg.Statement{SQL: sql, Args: []any{"a"}}); err != nil {
				return err
			}
		}
		return db.SQL(ctx).QueryRowContext(ctx, "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement = $1", sql).Scan(&generic, &custom)
	})
	if err != nil || generic != 3 || custom != 0 {
		t.Errorf("%d executions had the one plan and %d a plan of their own, %v", generic, custom, err)
	}
}
