package pg_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// TestWaitBudgetIsSpentOnce: a statement without a response ends with the wait limit of its request, later statements of
// the request fail immediately, and other requests are not affected.
func TestWaitBudgetIsSpentOnce(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := pg.WithWaitLimit(t.Context(), 200*time.Millisecond)
	if _, err := db.SQL(ctx).ExecContext(ctx, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.SQL(ctx).ExecContext(ctx, "SELECT 1/0"); err == nil || fault.Rule(pg.Fault(ctx, err)) != "" {
		t.Errorf("an error of a statement is %v", pg.Fault(ctx, err))
	}
	_, slow := db.SQL(ctx).ExecContext(ctx, "SELECT pg_sleep(600)")
	err = db.InTx(context.WithoutCancel(ctx), func(ctx context.Context) error {
		t.Error("a transaction began")
		return nil
	})
	for name, err := range map[string]error{"statement": slow, "transaction": err} {
		f := pg.Fault(ctx, err)
		if !errors.Is(err, context.DeadlineExceeded) || f.Code != fault.InternalError || fault.Rule(f) != "database_unavailable" || f.RetryAfter <= 0 {
			t.Errorf("%s: %v is %v", name, err, f)
		}
	}
	if f := pg.Fault(ctx, fault.NotFound(fault.ImageNotFound)); f.Code != fault.ImageNotFound {
		t.Errorf("a fault of a use case became %v", f)
	}
	other := pg.WithWaitLimit(t.Context(), time.Minute)
	if _, err := db.SQL(other).ExecContext(other, "SELECT pg_sleep(0.3)"); err != nil {
		t.Errorf("another request: %v", err)
	}
	if n := db.Pool().Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are in use", n)
	}
}

// TestOverloadIsNoOutage: while the database responds to others, a statement that it does not execute in time and a wait for
// a connection are told from an outage.
func TestOverloadIsNoOutage(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := pg.WithWaitLimit(t.Context(), 400*time.Millisecond)
	others, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for others.Err() == nil {
			_, _ = db.SQL(others).ExecContext(others, "SELECT 1")
			time.Sleep(5 * time.Millisecond)
		}
	})
	_, slow := db.SQL(ctx).ExecContext(ctx, "SELECT pg_sleep(600)")
	if f := pg.Fault(ctx, slow); f.Code != fault.InternalError || fault.Rule(f) != "database_timeout" || f.RetryAfter <= 0 || pg.IsUnavailable(f) {
		t.Errorf("a slow statement is %v", f)
	}
	stop()
	all.Wait()
	err = db.InTx(t.Context(), func(in context.Context) error { // holds one connection
		return db.InTx(context.WithoutCancel(t.Context()), func(context.Context) error { // and the other
			all.Go(func() {
				for range 100 {
					_, _ = db.SQL(in).ExecContext(in, "SELECT 1")
					time.Sleep(5 * time.Millisecond)
				}
			})
			ctx := pg.WithWaitLimit(t.Context(), 200*time.Millisecond)
			_, err := db.SQL(ctx).ExecContext(ctx, "SELECT 1")
			if f := pg.Fault(ctx, err); f.Code != fault.RateLimitExceeded || fault.Rule(f) != "overloaded" || f.RetryAfter <= 0 {
				t.Errorf("a wait for a connection is %v", f)
			}
			all.Wait()
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// TestConnectionWaitIsBounded waits for a connection of a pool whose connections are all in use.
func TestConnectionWaitIsBounded(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.InTx(t.Context(), func(context.Context) error { // holds the only connection
		ctx := pg.WithWaitLimit(t.Context(), 50*time.Millisecond)
		_, err := db.SQL(ctx).ExecContext(ctx, "SELECT 1")
		if fault.Rule(pg.Fault(ctx, err)) != "database_unavailable" {
			t.Errorf("%v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
