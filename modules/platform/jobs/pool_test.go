package jobs_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// waiting is a list of work in place of a module's table.
type waiting struct {
	mu   sync.Mutex
	work []jobs.Work
}

func (w *waiting) add(work ...jobs.Work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.work = append(w.work, work...)
}

func (w *waiting) take(context.Context) (jobs.Work, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.work) == 0 {
		return nil, false, nil
	}
	next := w.work[0]
	w.work = w.work[1:]
	return next, len(w.work) > 0, nil
}

func TestPoolPollsForWorkWithoutNotification(t *testing.T) {
	t.Parallel()
	list := &waiting{}
	start(t, pgtest.New(t), func(q *jobs.Queue) { q.Pull(jobs.Native, list.take) })
	done := make(chan bool, 1)
	list.add(func(context.Context) { done <- true })
	receive(t, done)
}

// TestPoolContinuesAfterPanicsAndErrors: neither ends a worker.
func TestPoolContinuesAfterPanicsAndErrors(t *testing.T) {
	t.Parallel()
	list := &waiting{}
	done := make(chan bool, 1)
	var failed atomic.Bool
	registry := prometheus.NewRegistry()
	start(t, pgtest.New(t), func(q *jobs.Queue) {
		q.Observe(registry)
		list.add(func(context.Context) { panic("a bug") }, func(context.Context) { done <- true })
		q.Pull(jobs.Native, func(ctx context.Context) (jobs.Work, bool, error) {
			if failed.CompareAndSwap(false, true) {
				return nil, false, errors.New("the database is away")
			}
			return list.take(ctx)
		})
	})
	receive(t, done)
	for kind, want := range map[string]float64{"take": 1, "panic": 1} {
		if got := metric(t, registry, "platen_pool_errors_total", "kind", kind); got != want {
			t.Errorf("%v errors of the kind %s are counted, want %v", got, kind, want)
		}
	}
}

// TestStopCancelsRunningWork checks that Stop cancels running work at its deadline and that no more is claimed.
func TestStopCancelsRunningWork(t *testing.T) {
	t.Parallel()
	list := &waiting{}
	q, err := jobs.New(pgtest.New(t), small(), nil)
	if err != nil {
		t.Fatal(err)
	}
	began, cancelled := make(chan bool), make(chan bool, 1)
	list.add(func(ctx context.Context) {
		began <- true
		<-ctx.Done()
		cancelled <- true
	}, func(context.Context) { t.Error("work was taken after Stop began") })
	q.Pull(jobs.Native, list.take)
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-began
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := q.Stop(over); err != nil {
		t.Fatal(err)
	}
	receive(t, cancelled)
}
