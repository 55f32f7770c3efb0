package rest

import (
	"context"

	"github.com/go-faster/jx"
)

// GetUsage reads the workspace's credits.
func (h *handlers) GetUsage(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Usage.GetUsage)
}

// ListLedgerEntries pages through the movements of credits.
func (h *handlers) ListLedgerEntries(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Usage.ListLedgerEntries)
}

// ListUsageDays pages through the credits spent by day, caller and operation.
func (h *handlers) ListUsageDays(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Usage.ListUsageDays)
}
