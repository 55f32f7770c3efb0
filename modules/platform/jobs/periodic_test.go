package jobs_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

func TestPeriodicTasksRunAtStart(t *testing.T) {
	t.Parallel()
	ran := make(chan jobs.Tick, 10)
	start(t, pgtest.New(t), func(q *jobs.Queue) {
		q.Every("test.sweep", time.Hour, func(_ context.Context, tick jobs.Tick) error {
			ran <- tick
			return nil
		})
	})
	if tick := receive(t, ran); tick.Steady != 0 {
		t.Errorf("the first run is steady since %v", tick.Steady)
	}
}

// TestPeriodicTaskRunsOnOneProcessAndFailsOver runs two processes: while one is in a run the other does not begin
// one, and when the connection of the first ends, as with kill -9, the other takes over before the first finished.
func TestPeriodicTaskRunsOnOneProcessAndFailsOver(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	release := make(chan bool)
	defer close(release)
	type run struct{ process string }
	runs := make(chan run, 1000)
	process := func(name string, fn func(ctx context.Context) error) {
		own, err := pg.Open(t.Context(), db.Pool().Config().ConnString(), pg.Options{MaxConns: 8, Name: name})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(own.Close)
		start(t, own, func(q *jobs.Queue) {
			q.Every("test.sweep", 20*time.Millisecond, func(ctx context.Context, _ jobs.Tick) error {
				runs <- run{name}
				return fn(ctx)
			})
		})
	}
	process("first", func(ctx context.Context) error {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return nil
	})
	if r := receive(t, runs); r.process != "first" {
		t.Fatalf("the first run is %v", r)
	}
	seconds := make(chan bool, 1000)
	process("second", func(context.Context) error { seconds <- true; return nil })
	// The lock's holder is the connection of the first that is idle in a transaction.
	const holders = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'first' AND state = 'idle in transaction' AND datname = current_database()"
	for n := 0; n == 0; {
		if err := db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'second' AND datname = current_database()").Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if len(seconds) != 0 {
		t.Error("the second process ran the task while the first was in it")
	}
	var ended int
	if err := db.SQL(t.Context()).QueryRowContext(t.Context(), holders).Scan(&ended); err != nil || ended != 1 {
		t.Fatalf("%d connections held the lock (%v)", ended, err)
	}
	receive(t, seconds)
	receive(t, seconds)
}

func TestFailingPeriodicTaskIsRetriedAndReported(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ran := make(chan bool, 100)
	registry := prometheus.NewRegistry()
	start(t, db, func(q *jobs.Queue) {
		q.Observe(registry)
		n := 0
		q.Every("test.sweep", 5*time.Millisecond, func(context.Context, jobs.Tick) error {
			ran <- true
			switch n++; n {
			case 1:
				return errors.New("not today")
			case 2:
				panic("nor now")
			}
			return nil
		})
	})
	for range 4 {
		receive(t, ran)
	}
	var failures, runs int
	if err := db.SQL(t.Context()).QueryRowContext(t.Context(), "SELECT runs, failures FROM platform.periodic WHERE name = 'test.sweep'").Scan(&runs, &failures); err != nil {
		t.Fatal(err)
	}
	if runs < 3 || failures != 2 {
		t.Errorf("%d runs and %d failures are recorded", runs, failures)
	}
	if got := metric(t, registry, "platen_periodic_runs_total", "outcome", "error"); got != 2 {
		t.Errorf("the metric counts %v failures", got)
	}
}

// metric returns the value of the counter that has the label.
func metric(t *testing.T, r *prometheus.Registry, name, label, value string) float64 {
	t.Helper()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if l.GetName() == label && l.GetValue() == value {
					return m.GetCounter().GetValue()
				}
			}
		}
	}
	return 0
}
