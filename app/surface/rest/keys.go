package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// CreateApiKey creates a key.
func (h *handlers) CreateApiKey(ctx context.Context) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Keys.CreateApiKey)
}

// ListApiKeys pages through the keys.
func (h *handlers) ListApiKeys(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Keys.ListApiKeys)
}

// GetApiKey reads a key.
func (h *handlers) GetApiKey(ctx context.Context, _ oas.GetApiKeyParams) (jx.Raw, error) {
	return call(ctx, h.Keys.GetApiKey)
}

// RotateApiKey replaces a key.
func (h *handlers) RotateApiKey(ctx context.Context, _ oas.RotateApiKeyParams) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Keys.RotateApiKey)
}

// RevokeApiKey revokes a key.
func (h *handlers) RevokeApiKey(ctx context.Context, _ oas.RevokeApiKeyParams) (jx.Raw, error) {
	return call(ctx, h.Keys.RevokeApiKey)
}

// GetWorkspace reads the token's workspace.
func (h *handlers) GetWorkspace(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Workspaces.GetWorkspace)
}
