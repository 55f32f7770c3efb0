package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
)

func policy(p approvals.Policy) *approvalsv1.ApprovalPolicy {
	return &approvalsv1.ApprovalPolicy{
		Object: "approval_policy", Id: p.ID, Action: message.Enum[approvalsv1.ApprovalAction](p.Action),
		When:              &approvalsv1.ApprovalCondition{BrandId: message.Optional(p.When.BrandID), Livemode: p.When.Livemode, Format: message.Optional(p.When.Format)},
		RequiredApprovals: int32(p.RequiredApprovals), Approvers: p.Approvers, PreventSelfReview: p.PreventSelfReview, ExpiresAfterHours: int32(p.ExpiresAfterHours),
		CreatedAt: timestamppb.New(p.CreatedAt), UpdatedAt: timestamppb.New(p.UpdatedAt),
	}
}

func condition(c *approvalsv1.ApprovalCondition) approvals.Condition {
	if c == nil {
		return approvals.Condition{}
	}
	return approvals.Condition{BrandID: c.GetBrandId(), Livemode: c.Livemode, Format: c.GetFormat()}
}

// CreateApprovalPolicy creates a policy.
func (s *Service) CreateApprovalPolicy(ctx context.Context, in *approvalsv1.CreateApprovalPolicyRequest) (*approvalsv1.ApprovalPolicy, error) {
	n := approvals.NewPolicy{Action: wire.EnumName(in.Action), When: condition(in.When), RequiredApprovals: in.RequiredApprovals, Approvers: in.Approvers,
		PreventSelfReview: in.PreventSelfReview, ExpiresAfterHours: in.ExpiresAfterHours}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*approvalsv1.ApprovalPolicy, error) {
		p, err := s.module.CreatePolicy(ctx, n)
		return policy(p), err
	})
}

// ListApprovalPolicies pages through the policies.
func (s *Service) ListApprovalPolicies(ctx context.Context, in *approvalsv1.ListApprovalPoliciesRequest) (*approvalsv1.ListApprovalPoliciesResponse, error) {
	data, at, err := list(ctx, func(ctx context.Context) (page.Page[approvals.Policy], error) {
		return s.module.Policies(ctx, in.Limit, in.Cursor)
	}, policy)
	if err != nil {
		return nil, err
	}
	return &approvalsv1.ListApprovalPoliciesResponse{Data: data, Page: at}, nil
}

// GetApprovalPolicy reads a policy.
func (s *Service) GetApprovalPolicy(ctx context.Context, in *approvalsv1.GetApprovalPolicyRequest) (*approvalsv1.ApprovalPolicy, error) {
	p, err := s.module.Policy(ctx, in.PolicyId)
	if err != nil {
		return nil, err
	}
	return policy(p), nil
}

// UpdateApprovalPolicy changes the given fields.
func (s *Service) UpdateApprovalPolicy(ctx context.Context, in *approvalsv1.UpdateApprovalPolicyRequest) (*approvalsv1.ApprovalPolicy, error) {
	c := in.GetChange()
	change := approvals.PolicyChange{RequiredApprovals: c.RequiredApprovals, Approvers: c.Approvers, PreventSelfReview: c.PreventSelfReview, ExpiresAfterHours: c.ExpiresAfterHours}
	if c.When != nil {
		when := condition(c.When)
		change.When = &when
	}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*approvalsv1.ApprovalPolicy, error) {
		p, err := s.module.UpdatePolicy(ctx, in.PolicyId, change)
		return policy(p), err
	})
}

// DeleteApprovalPolicy deletes a policy.
func (s *Service) DeleteApprovalPolicy(ctx context.Context, in *approvalsv1.DeleteApprovalPolicyRequest) (*approvalsv1.DeleteApprovalPolicyResponse, error) {
	if err := s.module.DeletePolicy(ctx, in.PolicyId); err != nil {
		return nil, err
	}
	return &approvalsv1.DeleteApprovalPolicyResponse{Object: "approval_policy", Id: in.PolicyId, Deleted: true}, nil
}
