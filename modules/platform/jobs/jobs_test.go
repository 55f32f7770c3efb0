package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

type greet struct {
	Name string `json:"name"`
}

func (greet) Kind() string { return "test.greet" }

func small() jobs.Config {
	return jobs.Config{NativeWorkers: 1, HTMLWorkers: 1, AIWorkers: 1, WebhookWorkers: 1, MaintenanceWorkers: 2}
}

func start(t *testing.T, db *pg.DB, wire func(q *jobs.Queue)) *jobs.Queue {
	t.Helper()
	q, err := jobs.New(db, small(), nil)
	if err != nil {
		t.Fatal(err)
	}
	wire(q)
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := q.Stop(ctx); err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	return q
}

func receive[T any](t *testing.T, ch <-chan T) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(time.Minute):
		t.Fatal("nothing arrived in 15 s")
		panic("unreachable")
	}
}

func TestJobExistsOnlyIfItsTransactionCommits(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	worked := make(chan string, 10)
	q := start(t, db, func(q *jobs.Queue) {
		jobs.Handle(q, func(ctx context.Context, j jobs.Job[greet]) error {
			worked <- j.Args.Name + " " + telemetry.RequestID(ctx)
			return nil
		}, jobs.HandleOptions[greet]{})
	})
	refused := errors.New("no")
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		if err := q.Insert(ctx, greet{"rolled back"}, jobs.Options{}); err != nil {
			return err
		}
		return refused
	})
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	ctx := telemetry.WithRequestID(t.Context(), "req_1")
	err = db.InTx(ctx, func(ctx context.Context) error {
		return q.Insert(ctx, greet{"committed"}, jobs.Options{})
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := receive(t, worked), "committed req_1"; got != want {
		t.Errorf("worked %q, want %q", got, want)
	}
	if len(worked) != 0 {
		t.Errorf("also worked %q", <-worked)
	}
}

// TestFailedJobIsRetried checks that a failed job is retried until it succeeds.
func TestFailedJobIsRetried(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	attempts := make(chan int, 10)
	q := start(t, db, func(q *jobs.Queue) {
		jobs.Handle(q, func(_ context.Context, j jobs.Job[greet]) error {
			attempts <- j.Attempt
			if j.Attempt == 2 {
				return nil
			}
			return errors.New("try again")
		}, jobs.HandleOptions[greet]{Backoff: func(jobs.Job[greet]) time.Duration { return 0 }})
	})
	if err := q.Insert(t.Context(), greet{"x"}, jobs.Options{MaxAttempts: 5}); err != nil {
		t.Fatal(err)
	}
	if a, b := receive(t, attempts), receive(t, attempts); a != 1 || b != 2 {
		t.Errorf("attempts %d, %d; want 1, 2", a, b)
	}
	// The state is written after the handler returns.
	var state string
	for range 100 {
		if err := db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT state FROM river.river_job").Scan(&state); err != nil {
			t.Fatal(err)
		}
		if state == "completed" {
			return
		}
		if _, err := db.SQL(t.Context()).ExecContext(t.Context(), "SELECT pg_sleep(0.05)"); err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("the job ended as %q", state)
}
