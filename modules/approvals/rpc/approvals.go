package rpc

import (
	"context"
	"net/http"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
)

// ListApprovals pages through the approvals.
func (s *Service) ListApprovals(ctx context.Context, in *approvalsv1.ListApprovalsRequest) (*approvalsv1.ListApprovalsResponse, error) {
	data, at, err := list(ctx, func(ctx context.Context) (page.Page[approvals.Approval], error) {
		return s.module.Approvals(ctx, approvals.ApprovalList{Limit: in.Limit, Cursor: in.Cursor, Status: approvals.Status(wire.EnumName(in.GetStatus())), Action: wire.EnumName(in.GetAction())})
	}, Approval)
	if err != nil {
		return nil, err
	}
	return &approvalsv1.ListApprovalsResponse{Data: data, Page: at}, nil
}

// GetApproval reads an approval with its request.
func (s *Service) GetApproval(ctx context.Context, in *approvalsv1.GetApprovalRequest) (*approvalsv1.Approval, error) {
	a, err := s.module.Approval(ctx, in.ApprovalId)
	if err != nil {
		return nil, err
	}
	return withRequest(a)
}

// ApproveApproval records the caller's approval.
func (s *Service) ApproveApproval(ctx context.Context, in *approvalsv1.ApproveApprovalRequest) (*approvalsv1.Approval, error) {
	return s.decide(ctx, in.ApprovalId, approvals.Approve, in.GetNote().GetComment())
}

// RejectApproval records the caller's rejection.
func (s *Service) RejectApproval(ctx context.Context, in *approvalsv1.RejectApprovalRequest) (*approvalsv1.Approval, error) {
	return s.decide(ctx, in.ApprovalId, approvals.Reject, in.GetNote().GetComment())
}

func (s *Service) decide(ctx context.Context, id string, v approvals.Verdict, comment string) (*approvalsv1.Approval, error) {
	a, err := s.module.Decide(ctx, id, v, comment, func(ctx context.Context, a approvals.Approval) error {
		m, err := withRequest(a)
		if err != nil {
			return err
		}
		return idempotency.Complete(ctx, http.StatusOK, m)
	})
	if err != nil {
		return nil, err
	}
	return withRequest(a)
}

// ReopenApproval creates a new approval of a rejected or expired request.
func (s *Service) ReopenApproval(ctx context.Context, in *approvalsv1.ReopenApprovalRequest) (*approvalsv1.Approval, error) {
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*approvalsv1.Approval, error) {
		a, err := s.module.Reopen(ctx, in.ApprovalId)
		if err != nil {
			return nil, err
		}
		return withRequest(a)
	})
}
