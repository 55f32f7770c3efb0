package rpc

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
)

func decision(e approvals.Entry) (*approvalsv1.Decision, error) {
	facts, err := structpb.NewStruct(e.Facts)
	if err != nil {
		return nil, fmt.Errorf("reading a decision's facts: %w", err)
	}
	return &approvalsv1.Decision{
		Object: "decision", Id: e.ID, Number: e.Number, Actor: e.Actor, Action: e.Action, Subject: e.Subject, Outcome: e.Outcome, Facts: facts,
		Livemode: e.Mode.Livemode(), CreatedAt: timestamppb.New(e.CreatedAt), PreviousHash: hex.EncodeToString(e.Previous), Hash: hex.EncodeToString(e.Hash),
	}, nil
}

// ListDecisions pages through the decisions.
func (s *Service) ListDecisions(ctx context.Context, in *approvalsv1.ListDecisionsRequest) (*approvalsv1.ListDecisionsResponse, error) {
	l := approvals.DecisionList{Limit: in.Limit, Cursor: in.Cursor, Action: in.GetAction(), Subject: in.GetSubject(), Actor: in.GetActor(), Outcome: in.GetOutcome()}
	if in.CreatedAfter != nil {
		t := in.CreatedAfter.AsTime()
		l.CreatedAfter = &t
	}
	p, err := s.module.Decisions(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &approvalsv1.ListDecisionsResponse{Page: message.Page(p)}
	for _, e := range p.Items {
		m, err := decision(e)
		if err != nil {
			return nil, err
		}
		out.Data = append(out.Data, m)
	}
	return out, nil
}

// GetDecision reads a decision.
func (s *Service) GetDecision(ctx context.Context, in *approvalsv1.GetDecisionRequest) (*approvalsv1.Decision, error) {
	e, err := s.module.Decision(ctx, in.DecisionId)
	if err != nil {
		return nil, err
	}
	return decision(e)
}

const defaultExport = 1000

// ExportDecisions returns the chain as lines of JSON.
func (s *Service) ExportDecisions(ctx context.Context, in *approvalsv1.ExportDecisionsRequest) (*approvalsv1.ExportDecisionsResponse, error) {
	limit := defaultExport
	if in.Limit != nil {
		limit = int(in.GetLimit())
	}
	lines, last, more, err := s.module.Export(ctx, ident.Must(ctx).Tenant(), in.GetAfter(), limit)
	if err != nil {
		return nil, err
	}
	out := &approvalsv1.ExportDecisionsResponse{Lines: string(lines), HasMore: more}
	if len(lines) > 0 {
		out.Last = &last
	}
	return out, nil
}

// VerifyDecisions recomputes the chain.
func (s *Service) VerifyDecisions(ctx context.Context, _ *approvalsv1.VerifyDecisionsRequest) (*approvalsv1.DecisionVerification, error) {
	c, err := s.module.Verify(ctx, ident.Must(ctx).Tenant())
	out := &approvalsv1.DecisionVerification{Object: "decision_verification", Intact: err == nil, Entries: c.Number, Hash: hex.EncodeToString(c.Hash)}
	if errors.Is(err, approvals.ErrBroken) {
		problem := err.Error()
		out.Problem, err = &problem, nil
	}
	return out, err
}
