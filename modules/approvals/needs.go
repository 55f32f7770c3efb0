package approvals

import "context"

// Needs are the module's dependencies on others; app adapts them. Every member is required, except for users of the
// decision log alone.
type Needs struct {
	Announce Announcer
}

// The events of an approval.
const (
	EventRequested = "approval.requested"
	EventDecided   = "approval.decided"
)

// Announcer enqueues webhook events for approvals, in the transaction of ctx.
type Announcer interface {
	// Approval is called with approval.requested or approval.decided.
	Approval(ctx context.Context, event string, a Approval) error
}

// Renders runs render requests, which this module stores as JSON.
type Renders interface {
	// Check validates a request as a render would.
	Check(ctx context.Context, request []byte) error
	// Prepare validates a request against the current state and returns the hash of the resolved request and a function
	// that queues it as a job: enqueue joins the transaction of ctx and writes nothing when its error is a fault.
	Prepare(ctx context.Context, request []byte) (requestHash string, enqueue func(ctx context.Context) (jobID string, err error), err error)
	// Render renders a request synchronously. done runs in the transaction that records the render, with the render as
	// clients see it; an error of done rolls that transaction back.
	Render(ctx context.Context, request []byte, done func(ctx context.Context, render []byte) error) error
}
