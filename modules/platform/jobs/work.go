package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// HandleOptions configure a handler; the zero value is usable.
type HandleOptions[T Args] struct {
	// Timeout bounds one attempt; 0 means 60 s. The queue rescues jobs of dead workers after rescueAfter,
	// so it must stay below that.
	Timeout time.Duration
	// Backoff returns the pause after the given failed attempt (1 is the first); nil means 1 s, 4 s, 9 s…
	// with a tenth of jitter.
	Backoff func(j Job[T]) time.Duration
}

const (
	defaultTimeout = 60 * time.Second
	rescueAfter    = 3 * time.Minute
)

// Handle registers the handler of one kind of job. It must be called before Start, once per kind, and
// panics otherwise, which is a programming error in the wiring.
func Handle[T Args](q *Queue, fn func(ctx context.Context, j Job[T]) error, o HandleOptions[T]) {
	if q.running != nil {
		panic("jobs.Handle: the queue works already")
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Timeout >= rescueAfter {
		panic(fmt.Sprintf("jobs.Handle: a timeout of %v is not below the rescue time of %v", o.Timeout, rescueAfter))
	}
	river.AddWorker(q.workers, &worker[T]{fn: fn, o: o})
	q.handles = true
}

// Start starts the workers of the registered kinds, the pools and the periodic tasks. Stop ends them.
func (q *Queue) Start(ctx context.Context) error {
	// Workers outlive the start-up context; Stop ends them.
	base := context.WithoutCancel(ctx)
	r := &running{}
	if q.handles {
		var err error
		if r.worker, err = q.startWorker(base); err != nil {
			return err
		}
	}
	var taking, working context.Context
	taking, r.stopTaking = context.WithCancel(base)
	working, r.stopWorking = context.WithCancel(base)
	q.startTasks(taking, &r.all)
	for _, p := range q.pools {
		p.start(taking, working, &r.all)
	}
	q.running = r
	return nil
}

// startWorker starts the workers of the queue's entries.
func (q *Queue) startWorker(ctx context.Context) (*river.Client[pgx.Tx], error) {
	worker, err := river.NewClient(riverpgxv5.New(q.db.Pool()), &river.Config{
		Schema:               schema,
		Logger:               quiet(q.log),
		Queues:               q.cfg.queues(),
		Workers:              q.workers,
		FetchCooldown:        5 * time.Millisecond,
		FetchPollInterval:    time.Second,
		JobTimeout:           defaultTimeout,
		RescueStuckJobsAfter: rescueAfter,
		MaxAttempts:          3,
		ErrorHandler:         &errorLog{q.log},
		Middleware:           []rivertype.Middleware{&observe{}},
	})
	if err != nil {
		return nil, fmt.Errorf("making the queue's worker: %w", err)
	}
	if err := worker.Start(ctx); err != nil {
		return nil, fmt.Errorf("starting the queue's worker: %w", err)
	}
	return worker, nil
}

// running is the state of a started queue.
type running struct {
	worker                  *river.Client[pgx.Tx] // nil if no handler is registered
	all                     sync.WaitGroup        // pools and periodic tasks
	stopTaking, stopWorking func()
}

// Stop stops fetching and waits for running jobs until ctx ends; then their contexts are cancelled, which
// releases the jobs. It does nothing on a queue that was never started.
func (q *Queue) Stop(ctx context.Context) error {
	r := q.running
	if r == nil {
		return nil
	}
	r.stopTaking()
	ended := make(chan struct{})
	go func() {
		r.all.Wait()
		close(ended)
	}()
	var err error
	if r.worker != nil {
		err = r.worker.Stop(ctx)
	}
	select {
	case <-ended:
	case <-ctx.Done():
	}
	r.stopWorking()
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err != nil {
		if err := r.worker.StopAndCancel(hard); err != nil {
			return fmt.Errorf("stopping the queue's worker: %w", err)
		}
	}
	select {
	case <-ended:
		return nil
	case <-hard.Done():
		return errors.New("stopping the queue: work did not end 5 s after it was cancelled")
	}
}

type worker[T Args] struct {
	river.WorkerDefaults[T]
	fn func(ctx context.Context, j Job[T]) error
	o  HandleOptions[T]
}

func (w *worker[T]) Work(ctx context.Context, j *river.Job[T]) error { return w.fn(ctx, fromRiver(j)) }

func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.o.Timeout }

func (w *worker[T]) NextRetry(j *river.Job[T]) time.Time {
	d := time.Duration(j.Attempt*j.Attempt) * time.Second
	d += time.Duration(rand.Int64N(int64(d)/10 + 1))
	if w.o.Backoff != nil {
		d = w.o.Backoff(fromRiver(j))
	}
	if j.AttemptedAt == nil {
		return time.Time{}
	}
	return j.AttemptedAt.Add(d)
}

func fromRiver[T Args](j *river.Job[T]) Job[T] {
	return Job[T]{Args: j.Args, ID: j.ID, Attempt: j.Attempt, MaxAttempts: j.MaxAttempts, CreatedAt: j.CreatedAt}
}

// observe continues the trace and the request id of the request that enqueued the job.
type observe struct{ river.WorkerMiddlewareDefaults }

func (*observe) Work(ctx context.Context, row *rivertype.JobRow, next func(context.Context) error) error {
	ctx, end := Continue(ctx, row.Metadata, row.Kind, row.Queue, row.Attempt)
	err := next(ctx)
	end(err)
	return err
}

// errorLog logs failed attempts; the queue itself stores them with the job.
type errorLog struct{ log *slog.Logger }

func (e *errorLog) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	e.log.WarnContext(ctx, "a job failed", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "max_attempts", job.MaxAttempts, "error", err)
	return nil
}

func (e *errorLog) HandlePanic(ctx context.Context, job *rivertype.JobRow, panicVal any, stack string) *river.ErrorHandlerResult {
	e.log.ErrorContext(ctx, "a job panicked", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "panic", panicVal, "stack", stack)
	return nil
}
