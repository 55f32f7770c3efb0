package brands

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs is what the module asks of others; app adapts them. Every member is required.
type Needs struct {
	Styles    Styles
	Announcer Announcer
	Renderer  Renderer
	Gate      Gate
	Assets    Assets
}

// Assets knows the workspace's uploaded pictures.
type Assets interface {
	// Known reports whether the caller may use an asset of that id.
	Known(ctx context.Context, id string) (bool, error)
}

// Gate asks people before a kit version is published.
type Gate interface {
	// Allow joins the transaction of ctx. It returns nil when no policy asks for approval, or uses up one that was
	// given; otherwise an ApprovalRequired or Conflict fault.
	Allow(ctx context.Context, kit KitVersion) error
}

// Announcer tells receivers of webhooks, in the transaction of ctx.
type Announcer interface {
	// KitPublished is called once for every version that is published.
	KitPublished(ctx context.Context, ws ident.Workspace, mode ident.Mode, kit KitVersion) error
}

// Renderer lays out a render request and has it judged by the kit it names; nothing is kept or charged.
type Renderer interface {
	Judge(ctx context.Context, request []byte) ([]fault.Detail, []Warning, error)
}
