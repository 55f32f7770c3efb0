package credits

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs are the module's dependencies on others; app adapts them.
type Needs struct {
	// Announcer may be nil in a process that runs no jobs.
	Announcer Announcer
}

// Announcer enqueues webhook events, in the transaction of ctx.
type Announcer interface {
	// CreditsLow is called once each time spending reduces a workspace's balance below the threshold.
	CreditsLow(ctx context.Context, ws ident.Workspace, left Balance, threshold int64) error
}
