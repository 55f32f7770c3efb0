package webhooks

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs is what the module asks of others; app adapts them. Every member is required.
type Needs struct {
	Brands     Brands
	Workspaces Workspaces
	Examples   Examples
}

// Brands knows which brands there are.
type Brands interface {
	Exists(ctx context.Context, ws ident.Workspace, brandID string) (bool, error)
}

// Workspaces knows the API version a workspace is pinned to, whose forms its payloads have.
type Workspaces interface {
	APIVersion(ctx context.Context, ws ident.Workspace) (string, error)
}

// Examples makes the data of the test call.
type Examples interface {
	// Completed returns the data of a render.completed as it would be for a real job.
	Completed(ctx context.Context, ws ident.Workspace, mode ident.Mode) (json.RawMessage, error)
}
