package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// ListApprovals pages through the approvals.
func (h *handlers) ListApprovals(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Approvals.ListApprovals)
}

// GetApproval reads an approval.
func (h *handlers) GetApproval(ctx context.Context, _ oas.GetApprovalParams) (jx.Raw, error) {
	return call(ctx, h.Approvals.GetApproval)
}

// ApproveApproval approves.
func (h *handlers) ApproveApproval(ctx context.Context, _ oas.ApproveApprovalParams) (jx.Raw, error) {
	return call(ctx, h.Approvals.ApproveApproval)
}

// RejectApproval rejects.
func (h *handlers) RejectApproval(ctx context.Context, _ oas.RejectApprovalParams) (jx.Raw, error) {
	return call(ctx, h.Approvals.RejectApproval)
}

// ReopenApproval reopens a rejected or expired approval.
func (h *handlers) ReopenApproval(ctx context.Context, _ oas.ReopenApprovalParams) (jx.Raw, error) {
	return call(ctx, h.Approvals.ReopenApproval)
}
