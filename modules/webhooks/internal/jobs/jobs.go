// Package jobs is the webhooks module's work on the queue: making an attempt, finding due deliveries that
// nobody took up, and cleaning the log.
package jobs

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/platform/jobs"
)

// Deliver makes one attempt.
type Deliver struct {
	DeliveryID string `json:"delivery_id"`
}

// Kind implements jobs.Args.
func (Deliver) Kind() string { return "webhooks.deliver" }

// Sweep wakes due deliveries.
type Sweep struct{}

// Kind implements jobs.Args.
func (Sweep) Kind() string { return "webhooks.sweep" }

// Clean removes old deliveries.
type Clean struct{}

// Kind implements jobs.Args.
func (Clean) Kind() string { return "webhooks.clean" }

// Handlers are what the module does.
type Handlers struct {
	Deliver func(ctx context.Context, deliveryID string) error
	Sweep   func(ctx context.Context) error
	Clean   func(ctx context.Context) error
}

// Register adds the handlers to the queue. timeout bounds one attempt.
func Register(q *jobs.Queue, h Handlers, timeout, sweepEvery, cleanEvery time.Duration) {
	jobs.Handle(q, func(ctx context.Context, j jobs.Job[Deliver]) error { return h.Deliver(ctx, j.Args.DeliveryID) }, jobs.HandleOptions[Deliver]{Timeout: timeout})
	jobs.Handle(q, func(ctx context.Context, _ jobs.Job[Sweep]) error { return h.Sweep(ctx) }, jobs.HandleOptions[Sweep]{})
	jobs.Handle(q, func(ctx context.Context, _ jobs.Job[Clean]) error { return h.Clean(ctx) }, jobs.HandleOptions[Clean]{})
	q.Every(sweepEvery, Sweep{}, jobs.Options{Queue: jobs.Maintenance, MaxAttempts: 1})
	q.Every(cleanEvery, Clean{}, jobs.Options{Queue: jobs.Maintenance, MaxAttempts: 1})
}

// Enqueue inserts an attempt of a delivery after the delay, in the transaction of ctx.
func Enqueue(ctx context.Context, q *jobs.Queue, deliveryID string, delay time.Duration) error {
	return q.Insert(ctx, Deliver{DeliveryID: deliveryID}, jobs.Options{Queue: jobs.Webhook, MaxAttempts: 3, Delay: delay})
}
