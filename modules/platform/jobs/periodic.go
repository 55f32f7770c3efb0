package jobs

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Tick describes a run of a periodic task.
type Tick struct {
	// Steady is how long the runs of the task, on any process, have followed each other without a gap. It is short
	// after an outage of the database and after all processes were down: what looks abandoned then may only be late.
	Steady time.Duration
}

// periodic is a task that runs each interval on one of the worker processes.
type periodic struct {
	name     string
	interval time.Duration
	fn       func(ctx context.Context, t Tick) error
}

// taskTimeout bounds one run.
const taskTimeout = 60 * time.Second

// Every runs fn about once each interval, on one of the worker processes, and at their start. It must be called
// before Start, once per name.
//
// Each process has a timer of its own. A run holds an advisory lock of the database, which ends with its connection,
// and nothing else: a process that crashes in the middle of a run delays the task by at most one interval. fn must be
// safe to run concurrently with itself, because a lock can be lost while its holder still runs.
func (q *Queue) Every(name string, interval time.Duration, fn func(ctx context.Context, t Tick) error) {
	if q.running != nil {
		panic("jobs.Every: the queue works already")
	}
	for _, t := range q.tasks {
		if t.name == name {
			panic("jobs.Every: two tasks are called " + name)
		}
	}
	q.tasks = append(q.tasks, &periodic{name, interval, fn})
}

// startTasks runs the timers until ctx ends. A run holds one connection besides those that the task uses: few run
// concurrently when the pool is small.
func (q *Queue) startTasks(ctx context.Context, running *sync.WaitGroup) {
	slots := make(chan struct{}, max(1, int(q.db.Pool().Config().MaxConns)/2-1))
	for _, t := range q.tasks {
		running.Go(func() {
			for {
				slots <- struct{}{}
				wait := t.interval
				if !q.tick(ctx, t) {
					wait /= 2 // so that a process that starts soon after a run does not delay the next one by a whole interval
				}
				<-slots
				if !pause(ctx, jitter(wait)) {
					return
				}
			}
		})
	}
}

// tick runs a task unless another process is running it or ran it less than half an interval ago, and reports whether it
// was tried.
func (q *Queue) tick(ctx context.Context, t *periodic) bool {
	began := clock.Now()
	ran, err := q.runTask(ctx, t)
	if ctx.Err() != nil || !ran && err == nil {
		return ran
	}
	took := clock.Now().Sub(began)
	q.metrics.duration.WithLabelValues(t.name).Observe(took.Seconds())
	if err != nil {
		q.metrics.periodic.WithLabelValues(t.name, "error").Inc()
		q.log.WarnContext(ctx, "a periodic task failed; it runs again", "task", t.name, "next", t.interval, "error", err)
		return true
	}
	q.metrics.periodic.WithLabelValues(t.name, "ok").Inc()
	q.metrics.succeeded.WithLabelValues(t.name).SetToCurrentTime()
	q.log.DebugContext(ctx, "a periodic task ran", "task", t.name, "duration", took)
	return true
}

func (q *Queue) runTask(ctx context.Context, t *periodic) (ran bool, err error) {
	limited, stop := context.WithTimeout(ctx, taskTimeout)
	defer stop()
	var failure error
	err = q.db.InTx(limited, func(tx context.Context) error {
		var free bool
		if err := q.db.SQL(tx).QueryRowContext(tx, "SELECT pg_try_advisory_xact_lock(hashtext('platform.periodic'), hashtext($1))", t.name).Scan(&free); err != nil {
			return fmt.Errorf("locking a periodic task: %w", err)
		}
		if !free {
			return nil
		}
		due, steady, err := q.due(tx, t)
		if err != nil || !due {
			return err
		}
		began := clock.Now()
		ran, failure = true, t.call(pg.Outside(limited), Tick{Steady: steady})
		return q.ranTask(tx, t, clock.Now().Sub(began), steady, failure)
	})
	if failure != nil {
		err = failure
	}
	return ran, err
}

// due reports whether a task's last run is at least half an interval ago, and how long its runs have been steady.
func (q *Queue) due(tx context.Context, t *periodic) (due bool, steady time.Duration, err error) {
	var sinceEnd, sinceSteady float64
	var known bool
	err = q.db.SQL(tx).QueryRowContext(tx, `SELECT count(*) > 0, coalesce(max(extract(epoch FROM clock_timestamp() - finished_at)), 0)::float8,
		coalesce(max(extract(epoch FROM clock_timestamp() - steady_from)), 0)::float8 FROM platform.periodic WHERE name = $1`, t.name).Scan(&known, &sinceEnd, &sinceSteady)
	if err != nil {
		return false, 0, fmt.Errorf("reading when a periodic task last ran: %w", err)
	}
	gap := seconds(sinceEnd)
	if known && gap < 3*t.interval+time.Second {
		steady = seconds(sinceSteady)
	}
	return !known || gap >= t.interval/2, steady, nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// ranTask records a run.
func (q *Queue) ranTask(tx context.Context, t *periodic, took, steady time.Duration, failure error) error {
	var text *string
	failed := 0
	if failure != nil {
		s := failure.Error()
		text, failed = &s, 1
	}
	_, err := q.db.SQL(tx).ExecContext(tx, `INSERT INTO platform.periodic AS p (name, steady_from, finished_at, duration_ms, failures, last_error)
		VALUES ($1, clock_timestamp() - $2 * interval '1 microsecond', clock_timestamp(), $3, $4, $5)
		ON CONFLICT (name) DO UPDATE SET steady_from = excluded.steady_from, finished_at = excluded.finished_at, duration_ms = excluded.duration_ms,
			runs = p.runs + 1, failures = p.failures + excluded.failures, last_error = coalesce(excluded.last_error, p.last_error)`,
		t.name, (steady + took).Microseconds(), took.Milliseconds(), failed, text)
	if err != nil {
		return fmt.Errorf("recording a periodic task: %w", err)
	}
	return nil
}

func (t *periodic) call(ctx context.Context, tick Tick) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return t.fn(ctx, tick)
}
