package rest

import (
	"context"

	"github.com/go-faster/jx"
)

// GetApiVersions lists the API's versions.
func (h *handlers) GetApiVersions(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.GetApiVersions)
}

// GetFacadeHealth responds as soon as the API does.
func (h *handlers) GetFacadeHealth(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.GetHealth)
}

// GetHealth responds as soon as the process serves.
func (h *handlers) GetHealth(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.GetHealth)
}

// GetDetailedHealth checks every dependency.
func (h *handlers) GetDetailedHealth(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.GetDetailedHealth)
}

// GetBrowserHealth returns the health of the browser engine.
func (h *handlers) GetBrowserHealth(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.GetBrowserHealth)
}

// ReinitBrowser restarts the browser engine.
func (h *handlers) ReinitBrowser(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.System.ReinitBrowser)
}
