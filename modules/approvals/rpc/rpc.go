// Package rpc serves the approvals module to REST and Connect.
package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Service implements ApprovalService, ApprovalPolicyService, DraftService and DecisionService.
type Service struct {
	module *approvals.Executor
	db     *pg.DB
}

// New returns the service over m.
func New(m *approvals.Executor, db *pg.DB) *Service { return &Service{m, db} }

// Approval converts an approval to its API message.
func Approval(a approvals.Approval) *approvalsv1.Approval {
	m := &approvalsv1.Approval{
		Object: "approval", Id: a.ID, Action: message.Enum[approvalsv1.ApprovalAction](a.Action), Status: message.Enum[approvalsv1.ApprovalStatus](string(a.Status)),
		ReviewUrl: a.ReviewURL, RequiredApprovers: a.Approvers, RequiredApprovals: int32(a.RequiredApprovals), ApprovalsReceived: int32(a.Received),
		RequestedBy: a.RequestedBy, BrandIds: a.Brands, RequestHash: message.Optional(a.RequestHash), OnApproval: renderingv1.OnApproval_ON_APPROVAL_RETRY,
		Livemode: a.Mode.Livemode(), CreatedAt: timestamppb.New(a.CreatedAt), ExpiresAt: timestamppb.New(a.ExpiresAt), DecidedAt: message.Timestamp(a.DecidedAt),
		UsedAt: message.Timestamp(a.UsedAt), UsedBy: message.Optional(a.UsedBy), ExecutionError: message.Optional(a.ExecutionError),
	}
	if a.Execute {
		m.OnApproval = renderingv1.OnApproval_ON_APPROVAL_EXECUTE
	}
	for _, r := range a.Reviews {
		m.Reviews = append(m.Reviews, &approvalsv1.ApprovalReview{Reviewer: r.Reviewer, Verdict: message.Enum[approvalsv1.ReviewVerdict](string(r.Verdict)),
			Comment: r.Comment, CreatedAt: timestamppb.New(r.CreatedAt)})
	}
	return m
}

// withRequest converts an approval with its request.
func withRequest(a approvals.Approval) (*approvalsv1.Approval, error) {
	m := Approval(a)
	if a.Request == nil {
		return m, nil
	}
	var err error
	m.Request, err = wire.ParseObject(a.Request)
	return m, err
}

// list converts the page that fetch returns to messages.
func list[T, M any](ctx context.Context, fetch func(ctx context.Context) (page.Page[T], error), as func(T) M) ([]M, *apiv1.Page, error) {
	p, err := fetch(ctx)
	if err != nil {
		return nil, nil, err
	}
	return page.Map(p, as).Items, message.Page(p), nil
}
