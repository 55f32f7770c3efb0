package record

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Credits resolves the holds of renders. Calls join the transaction of ctx.
type Credits interface {
	// Capture charges n of a hold and releases the rest. A hold that is already resolved does not change, and the error is
	// a fault of the rule hold_closed: nothing was charged.
	Capture(ctx context.Context, holdID string, n int) error
	// Void releases a hold. One that is already resolved does not change.
	Void(ctx context.Context, holdID string) error
}

// Decisions is the append-only record of what was allowed and why. Record joins the transaction of ctx and is its last
// step: it locks the head of the workspace's chain.
type Decisions interface {
	Record(ctx context.Context, d Decision) error
}

// Decision is one entry of the record.
type Decision struct {
	ID        string // dec_…, made by the caller
	Workspace ident.Workspace
	Mode      ident.Mode
	BrandID   string // that the subject belongs to, "" for none
	Actor     string
	Action    string // render.preview, render.job, render.signed
	Subject   string // rnd_…, job_… or img_…
	Outcome   string // allowed, refused, completed, cached, failed
	// Facts are plain JSON values: engine and why, fonts, request hash, outputs.
	Facts map[string]any
}

// Events receives the events of jobs.
type Events interface {
	// JobEnded is called with render.completed, render.failed or render.canceled, in the transaction of ctx.
	JobEnded(ctx context.Context, event string, job *Job) error
}
