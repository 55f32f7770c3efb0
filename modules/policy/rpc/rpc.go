// Package rpc serves the policy module to REST and Connect.
package rpc

import (
	"context"
	"net/http"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/policy"
	policyv1 "github.com/platenhq/platen/proto/gen/platen/policy/v1"
)

// Service implements platen.policy.v1.ContentPolicyService.
type Service struct {
	module *policy.Module
	db     *pg.DB
}

// New returns the service over m.
func New(m *policy.Module, db *pg.DB) *Service { return &Service{m, db} }

func setting(s policy.Setting) *policyv1.ContentPolicy {
	return &policyv1.ContentPolicy{Object: "content_policy", Categories: s.Categories, Deny: s.Deny, Allow: s.Allow, Moderated: s.Moderated,
		UpdatedAt: message.Timestamp(s.UpdatedAt)}
}

// GetContentPolicy reads the policy in force.
func (s *Service) GetContentPolicy(ctx context.Context, _ *policyv1.GetContentPolicyRequest) (*policyv1.ContentPolicy, error) {
	t := ident.Must(ctx).Tenant()
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	v, err := s.module.Setting(ctx, t.Workspace())
	if err != nil {
		return nil, err
	}
	return setting(v), nil
}

// UpdateContentPolicy changes the given fields.
func (s *Service) UpdateContentPolicy(ctx context.Context, in *policyv1.UpdateContentPolicyRequest) (*policyv1.ContentPolicy, error) {
	var c policy.Change
	if in.Categories != nil {
		c.Categories = &in.Categories.Items
	}
	if in.Deny != nil {
		c.Deny = &in.Deny.Items
	}
	if in.Allow != nil {
		c.Allow = &in.Allow.Items
	}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*policyv1.ContentPolicy, error) {
		v, err := s.module.Update(ctx, c)
		return setting(v), err
	})
}

// CheckContent returns the policy's findings for a text.
func (s *Service) CheckContent(ctx context.Context, in *policyv1.CheckContentRequest) (*policyv1.ContentVerdict, error) {
	if in.Text == nil && in.Prompt == nil {
		return nil, fault.Invalid(fault.Detail{Rule: "required", Message: "Give a text or a prompt."})
	}
	out := &policyv1.ContentVerdict{Object: "content_verdict"}
	for kind, text := range map[policy.Kind]*string{policy.Text: in.Text, policy.Prompt: in.Prompt} {
		if text == nil {
			continue
		}
		found, err := s.module.Evaluate(ctx, kind, []policy.Passage{{Path: "/" + string(kind), Text: *text}})
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			m := &policyv1.ContentFinding{Rule: f.Rule, Category: f.Category, Source: f.Source}
			if f.Match != "" {
				m.Match = &f.Match
			}
			out.Findings = append(out.Findings, m)
		}
	}
	out.Allowed = len(out.Findings) == 0
	return out, nil
}
