// Package jobs is the rendering module's work on the queue: running a render job
// and sweeping the ones whose worker died or that nobody began.
package jobs

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/platform/jobs"
)

// Run renders one job.
type Run struct {
	JobID string `json:"job_id"`
}

// Kind implements jobs.Args.
func (Run) Kind() string { return "rendering.run" }

// Sweep settles lapsed and stale jobs.
type Sweep struct{}

// Kind implements jobs.Args.
func (Sweep) Kind() string { return "rendering.sweep" }

// Handlers are what the module does.
type Handlers struct {
	Run   func(ctx context.Context, jobID string) error
	Sweep func(ctx context.Context) error
}

// Register adds the handlers to the queue. timeout bounds one attempt.
func Register(q *jobs.Queue, h Handlers, timeout, sweepEvery time.Duration) {
	jobs.Handle(q, func(ctx context.Context, j jobs.Job[Run]) error { return h.Run(ctx, j.Args.JobID) }, jobs.HandleOptions[Run]{Timeout: timeout})
	jobs.Handle(q, func(ctx context.Context, _ jobs.Job[Sweep]) error { return h.Sweep(ctx) }, jobs.HandleOptions[Sweep]{})
	q.Every(sweepEvery, Sweep{}, jobs.Options{Queue: jobs.Maintenance, MaxAttempts: 1})
}

// Enqueue inserts the run of a job in the transaction of ctx. Those that a browser draws wait in a queue of
// their own, so that they never hold up the others.
func Enqueue(ctx context.Context, q *jobs.Queue, jobID string, browser bool) error {
	queue := jobs.Native
	if browser {
		queue = jobs.HTML
	}
	return q.Insert(ctx, Run{JobID: jobID}, jobs.Options{Queue: queue, MaxAttempts: 3})
}
