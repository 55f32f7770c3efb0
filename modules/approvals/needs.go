package approvals

import "context"

// Needs is what the module asks of others; app adapts them. Every member is required but for uses of the
// decision log alone.
type Needs struct {
	Announce Announcer
}

// The events of an approval's life.
const (
	EventRequested = "approval.requested"
	EventDecided   = "approval.decided"
)

// Announcer announces approvals to webhooks, in the transaction of ctx.
type Announcer interface {
	// Approval is called with approval.requested or approval.decided.
	Approval(ctx context.Context, event string, a Approval) error
}

// Renders runs render requests, which this module keeps as JSON.
type Renders interface {
	// Check reports what a render of the request would be refused for.
	Check(ctx context.Context, request []byte) error
	// Prepare checks a request as of now and returns the hash of what it renders and how to queue it as a job:
	// enqueue joins the transaction of ctx and writes nothing when its error is a fault.
	Prepare(ctx context.Context, request []byte) (requestHash string, enqueue func(ctx context.Context) (jobID string, err error), err error)
	// Render renders a request now. done runs in the transaction that records the render, with the render as
	// clients see it; its error undoes everything.
	Render(ctx context.Context, request []byte, done func(ctx context.Context, render []byte) error) error
}
