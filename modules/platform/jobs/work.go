package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/platenhq/platen/modules/platform/telemetry"
)

// HandleOptions tune a handler; the zero value works.
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
// panics otherwise: wiring is wrong then.
func Handle[T Args](q *Queue, fn func(ctx context.Context, j Job[T]) error, o HandleOptions[T]) {
	if q.worker != nil {
		panic("jobs.Handle: the queue works already")
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Timeout >= rescueAfter {
		panic(fmt.Sprintf("jobs.Handle: a timeout of %v is not below the rescue time of %v", o.Timeout, rescueAfter))
	}
	river.AddWorker(q.workers, &worker[T]{fn: fn, o: o})
}

// Discard marks err as final: the job fails and is not tried again.
func Discard(err error) error { return river.JobCancel(err) }

// Snooze returns the error that puts a job back for d without counting an attempt.
func Snooze(d time.Duration) error { return river.JobSnooze(d) }

// Every enqueues args each interval, on one process of all that work, and at its start. It must be called
// before Start. An enqueued run that is not finished is not doubled.
func (q *Queue) Every(interval time.Duration, args Args, o Options) {
	o.Unique = false
	q.periodic = append(q.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) {
			opts := o.river(context.Background())
			opts.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: unfinished}
			return args, opts
		}, &river.PeriodicJobOpts{RunOnStart: true, ID: args.Kind()}))
}

var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Start begins to work the registered kinds. Stop ends it.
func (q *Queue) Start(ctx context.Context) error {
	worker, err := river.NewClient(riverpgxv5.New(q.db.Pool()), &river.Config{
		Schema:               schema,
		Logger:               q.log,
		Queues:               q.cfg.queues(),
		Workers:              q.workers,
		PeriodicJobs:         q.periodic,
		FetchCooldown:        5 * time.Millisecond,
		FetchPollInterval:    time.Second,
		JobTimeout:           defaultTimeout,
		RescueStuckJobsAfter: rescueAfter,
		MaxAttempts:          3,
		ErrorHandler:         &errorLog{q.log},
		WorkerMiddleware:     []rivertype.WorkerMiddleware{&observe{}},
	})
	if err != nil {
		return fmt.Errorf("making the queue's worker: %w", err)
	}
	// The worker outlives the start-up context: it ends by Stop.
	if err := worker.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("starting the queue's worker: %w", err)
	}
	q.worker = worker
	return nil
}

// Stop stops fetching and waits for running jobs until ctx ends; then their contexts are cancelled, which
// hands them back. It does nothing on a queue that was never started.
func (q *Queue) Stop(ctx context.Context) error {
	if q.worker == nil {
		return nil
	}
	err := q.worker.Stop(ctx)
	if err == nil {
		return nil
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := q.worker.StopAndCancel(hard); err != nil {
		return fmt.Errorf("stopping the queue's worker: %w", err)
	}
	return nil
}

type worker[T Args] struct {
	river.WorkerDefaults[T]
	fn func(ctx context.Context, j Job[T]) error
	o  HandleOptions[T]
}

func (w *worker[T]) Work(ctx context.Context, j *river.Job[T]) error { return w.fn(ctx, ours(j)) }

func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.o.Timeout }

func (w *worker[T]) NextRetry(j *river.Job[T]) time.Time {
	d := time.Duration(j.Attempt*j.Attempt) * time.Second
	d += time.Duration(rand.Int64N(int64(d)/10 + 1))
	if w.o.Backoff != nil {
		d = w.o.Backoff(ours(j))
	}
	if j.AttemptedAt == nil {
		return time.Time{}
	}
	return j.AttemptedAt.Add(d)
}

func ours[T Args](j *river.Job[T]) Job[T] {
	return Job[T]{Args: j.Args, ID: j.ID, Attempt: j.Attempt, MaxAttempts: j.MaxAttempts, CreatedAt: j.CreatedAt}
}

// observe continues the trace and the request id of the request that enqueued the job.
type observe struct{ river.WorkerMiddlewareDefaults }

func (*observe) Work(ctx context.Context, row *rivertype.JobRow, next func(context.Context) error) error {
	meta := map[string]any{}
	_ = json.Unmarshal(row.Metadata, &meta)
	carrier := propagation.MapCarrier{}
	for k, v := range meta {
		if s, ok := v.(string); ok {
			carrier[k] = s
		}
	}
	ctx = otel.GetTextMapPropagator().Extract(ctx, carrier)
	if id := carrier["request_id"]; id != "" {
		ctx = telemetry.WithRequestID(ctx, id)
	}
	ctx, span := otel.Tracer("platen/jobs").Start(ctx, "job "+row.Kind, oteltrace.WithSpanKind(oteltrace.SpanKindConsumer),
		oteltrace.WithAttributes(attribute.String("queue", row.Queue), attribute.Int("attempt", row.Attempt)))
	defer span.End()
	err := next(ctx)
	if err != nil {
		span.SetStatus(codes.Error, "job failed")
	}
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
