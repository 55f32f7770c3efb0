package webhooks

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs are the module's dependencies on others; app adapts them. Every member is required.
type Needs struct {
	Brands     Brands
	Workspaces Workspaces
	Examples   Examples
}

// Brands looks up brands.
type Brands interface {
	Exists(ctx context.Context, ws ident.Workspace, brandID string) (bool, error)
}

// Workspaces returns the API version that a workspace is pinned to, in which its payloads are written.
type Workspaces interface {
	APIVersion(ctx context.Context, ws ident.Workspace) (string, error)
}

// Examples provides the data of the test call.
type Examples interface {
	// Completed returns the data of a render.completed as it would be for a real job.
	Completed(ctx context.Context, ws ident.Workspace, mode ident.Mode) (json.RawMessage, error)
}
