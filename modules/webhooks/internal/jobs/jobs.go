// Package jobs defines the webhooks module's work on the queue: delivery attempts, the sweep for due deliveries
// that no worker has taken, and the cleanup of the log.
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

// Handlers are the module's handlers of the jobs.
type Handlers struct {
	Deliver func(ctx context.Context, deliveryID string) error
	Sweep   func(ctx context.Context) error
	Clean   func(ctx context.Context) error
}

// Register adds the handlers to the queue. timeout bounds one attempt.
func Register(q *jobs.Queue, h Handlers, timeout, sweepEvery, cleanEvery time.Duration) {
	jobs.Handle(q, func(ctx context.Context, j jobs.Job[Deliver]) error { return h.Deliver(ctx, j.Args.DeliveryID) }, jobs.HandleOptions[Deliver]{Timeout: timeout})
	q.Every("webhooks.sweep", sweepEvery, func(ctx context.Context, _ jobs.Tick) error { return h.Sweep(ctx) })
	q.Every("webhooks.clean", cleanEvery, func(ctx context.Context, _ jobs.Tick) error { return h.Clean(ctx) })
}

// Enqueue inserts an attempt of a delivery after the delay, in the transaction of ctx.
func Enqueue(ctx context.Context, q *jobs.Queue, deliveryID string, delay time.Duration) error {
	return q.Insert(ctx, Deliver{DeliveryID: deliveryID}, jobs.Options{Queue: jobs.Webhook, MaxAttempts: 3, Delay: delay})
}
