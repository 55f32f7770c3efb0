package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// CreateApprovalPolicy creates a policy that makes an action wait for approval.
func (h *handlers) CreateApprovalPolicy(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Policies.CreateApprovalPolicy)
}

// ListApprovalPolicies pages through the approval policies.
func (h *handlers) ListApprovalPolicies(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Policies.ListApprovalPolicies)
}

// GetApprovalPolicy reads an approval policy.
func (h *handlers) GetApprovalPolicy(ctx context.Context, _ oas.GetApprovalPolicyParams) (jx.Raw, error) {
	return call(ctx, h.Policies.GetApprovalPolicy)
}

// UpdateApprovalPolicy changes an approval policy.
func (h *handlers) UpdateApprovalPolicy(ctx context.Context, _ oas.UpdateApprovalPolicyParams) (jx.Raw, error) {
	return call(ctx, h.Policies.UpdateApprovalPolicy)
}

// DeleteApprovalPolicy deletes an approval policy.
func (h *handlers) DeleteApprovalPolicy(ctx context.Context, _ oas.DeleteApprovalPolicyParams) (jx.Raw, error) {
	return call(ctx, h.Policies.DeleteApprovalPolicy)
}

// GetContentPolicy reads the content policy.
func (h *handlers) GetContentPolicy(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.ContentPolicy.GetContentPolicy)
}

// UpdateContentPolicy changes the content policy.
func (h *handlers) UpdateContentPolicy(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.ContentPolicy.UpdateContentPolicy)
}

// CheckContent checks a text against the content policy.
func (h *handlers) CheckContent(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.ContentPolicy.CheckContent)
}
