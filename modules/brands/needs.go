package brands

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs are the module's dependencies on others; app adapts them. Every member is required.
type Needs struct {
	Styles    Styles
	Announcer Announcer
	Gate      Gate
	Assets    Assets
}

// Assets looks up the workspace's uploaded images.
type Assets interface {
	// Known reports whether the caller may use an asset of that id.
	Known(ctx context.Context, id string) (bool, error)
}

// Gate requires approval before a kit version is published.
type Gate interface {
	// Allow joins the transaction of ctx. It returns nil when no policy requires approval, or consumes one that was
	// granted; otherwise it returns an ApprovalRequired or Conflict fault.
	Allow(ctx context.Context, kit KitVersion) error
}

// Announcer enqueues webhook events, in the transaction of ctx.
type Announcer interface {
	// KitPublished is called once for every version that is published.
	KitPublished(ctx context.Context, ws ident.Workspace, mode ident.Mode, kit KitVersion) error
}
