package rendering

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs is what the module asks of others; app adapts them. Every member is
// required.
type Needs struct {
	Credits   Credits
	Decisions Decisions
	Files     Files
	Remote    Remote
	Announce  Announcer
}

// Credits holds money for a render until its outcome is known. Calls join the
// transaction of ctx.
type Credits interface {
	// Hold reserves n credits and returns the hold's id; n of 0 returns "". Too few
	// credits is an InsufficientCredits fault.
	Hold(ctx context.Context, ws ident.Workspace, n int, reference string) (holdID string, err error)
	// Capture charges n of a hold and frees the rest. A hold that is already
	// resolved stays as it is.
	Capture(ctx context.Context, holdID string, n int) error
	// Void frees a hold.
	Void(ctx context.Context, holdID string) error
}

// Decisions keeps the append-only record of what was allowed and why. Record
// joins the transaction of ctx and is its last step: it locks the head of the
// workspace's chain.
type Decisions interface {
	Record(ctx context.Context, d Decision) error
}

// Decision is one entry of the record.
type Decision struct {
	ID        string // dec_…, made by the caller
	Workspace ident.Workspace
	Mode      ident.Mode
	Actor     string
	Action    string // render.preview, render.job
	Subject   string // rnd_… or job_…
	Outcome   string // allowed, refused, completed, failed
	// Facts are plain JSON values: engine and why, fonts, request hash, outputs.
	Facts map[string]any
}

// Files is the content store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	Put(ctx context.Context, sha256 string, data []byte, mime string) error
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote reads files from the internet through the egress guard. Problems are
// one error; callers see the rule asset_unreachable.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// Announcer tells of finished jobs, in the transaction of ctx.
type Announcer interface {
	// Known returns a WebhookNotFound fault unless the caller has every one of the webhooks.
	Known(ctx context.Context, webhookIDs []string) error
	// JobEnded is called with render.completed, render.failed or render.canceled.
	JobEnded(ctx context.Context, event string, job *Job) error
}
