package rpc

import (
	"context"
	"fmt"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// brief converts a draft for a list.
func brief(d approvals.Draft) *approvalsv1.Draft {
	return &approvalsv1.Draft{Object: "draft", Id: d.ID, Title: d.Title, Status: message.Enum[approvalsv1.DraftStatus](d.Status), Author: d.Author, Revision: int32(d.Revision),
		Livemode: d.Mode.Livemode(), CreatedAt: timestamppb.New(d.CreatedAt), UpdatedAt: timestamppb.New(d.UpdatedAt), PublishedAt: message.Timestamp(d.PublishedAt)}
}

// draft converts a draft with all its fields.
func draft(d approvals.Draft) (*approvalsv1.Draft, error) {
	m := brief(d)
	for _, c := range d.Comments {
		says := &approvalsv1.DraftComment{Author: c.Author, Text: c.Text, Revision: int32(c.Revision), CreatedAt: timestamppb.New(c.CreatedAt)}
		if c.Status != "" {
			says.Status = message.Enum[approvalsv1.DraftStatus](c.Status).Enum()
		}
		m.Comments = append(m.Comments, says)
	}
	m.Request = new(renderingv1.GenerateRequest)
	if problems := wire.Decode(d.Request, m.Request); len(problems) > 0 {
		return nil, fmt.Errorf("reading a draft's request: %s", problems[0].Message)
	}
	if d.Render != nil {
		m.Render = new(renderingv1.Render)
		if problems := wire.Decode(d.Render, m.Render); len(problems) > 0 {
			return nil, fmt.Errorf("reading a draft's render: %s", problems[0].Message)
		}
	}
	return m, nil
}

// write performs a change of a draft under the idempotency key.
func (s *Service) write(ctx context.Context, status int, change func(ctx context.Context) (approvals.Draft, error)) (*approvalsv1.Draft, error) {
	return idempotency.Do(ctx, s.db, status, func(ctx context.Context) (*approvalsv1.Draft, error) {
		d, err := change(ctx)
		if err != nil {
			return nil, err
		}
		return draft(d)
	})
}

// CreateDraft creates a draft.
func (s *Service) CreateDraft(ctx context.Context, in *approvalsv1.CreateDraftRequest) (*approvalsv1.Draft, error) {
	return s.write(ctx, http.StatusCreated, func(ctx context.Context) (approvals.Draft, error) {
		return s.module.CreateDraft(ctx, in.Title, wire.Encode(in.Request))
	})
}

// ListDrafts pages through the drafts.
func (s *Service) ListDrafts(ctx context.Context, in *approvalsv1.ListDraftsRequest) (*approvalsv1.ListDraftsResponse, error) {
	data, at, err := list(ctx, func(ctx context.Context) (page.Page[approvals.Draft], error) {
		return s.module.Drafts(ctx, wire.EnumName(in.GetStatus()), in.Limit, in.Cursor)
	}, brief)
	if err != nil {
		return nil, err
	}
	return &approvalsv1.ListDraftsResponse{Data: data, Page: at}, nil
}

// GetDraft reads a draft.
func (s *Service) GetDraft(ctx context.Context, in *approvalsv1.GetDraftRequest) (*approvalsv1.Draft, error) {
	d, err := s.module.Draft(ctx, in.DraftId)
	if err != nil {
		return nil, err
	}
	return draft(d)
}

// UpdateDraft changes the given fields.
func (s *Service) UpdateDraft(ctx context.Context, in *approvalsv1.UpdateDraftRequest) (*approvalsv1.Draft, error) {
	c := approvals.DraftChange{Title: in.GetChange().Title}
	if r := in.GetChange().GetRequest(); r != nil {
		c.Request = wire.Encode(r)
	}
	return s.write(ctx, http.StatusOK, func(ctx context.Context) (approvals.Draft, error) { return s.module.UpdateDraft(ctx, in.DraftId, c) })
}

// SubmitDraft puts a draft in review.
func (s *Service) SubmitDraft(ctx context.Context, in *approvalsv1.SubmitDraftRequest) (*approvalsv1.Draft, error) {
	if err := s.module.CheckDraft(ctx, in.DraftId); err != nil {
		return nil, err
	}
	return s.write(ctx, http.StatusOK, func(ctx context.Context) (approvals.Draft, error) {
		return s.module.SubmitDraft(ctx, in.DraftId, in.GetNote().GetComment())
	})
}

// ApproveDraft approves another person's draft.
func (s *Service) ApproveDraft(ctx context.Context, in *approvalsv1.ApproveDraftRequest) (*approvalsv1.Draft, error) {
	return s.write(ctx, http.StatusOK, func(ctx context.Context) (approvals.Draft, error) {
		return s.module.ApproveDraft(ctx, in.DraftId, in.GetNote().GetComment())
	})
}

// RequestDraftChanges returns another person's draft to its author.
func (s *Service) RequestDraftChanges(ctx context.Context, in *approvalsv1.RequestDraftChangesRequest) (*approvalsv1.Draft, error) {
	return s.write(ctx, http.StatusOK, func(ctx context.Context) (approvals.Draft, error) {
		return s.module.RequestChanges(ctx, in.DraftId, in.GetNote().GetComment())
	})
}

// PublishDraft renders an approved draft.
func (s *Service) PublishDraft(ctx context.Context, in *approvalsv1.PublishDraftRequest) (*approvalsv1.Draft, error) {
	d, err := s.module.PublishDraft(ctx, in.DraftId, func(ctx context.Context, d approvals.Draft) error {
		m, err := draft(d)
		if err != nil {
			return err
		}
		return idempotency.Complete(ctx, http.StatusOK, m)
	})
	if err != nil {
		return nil, err
	}
	return draft(d)
}

// ArchiveDraft archives a draft.
func (s *Service) ArchiveDraft(ctx context.Context, in *approvalsv1.ArchiveDraftRequest) (*approvalsv1.Draft, error) {
	return s.write(ctx, http.StatusOK, func(ctx context.Context) (approvals.Draft, error) { return s.module.ArchiveDraft(ctx, in.DraftId) })
}

// CommentDraft adds a comment to a draft.
func (s *Service) CommentDraft(ctx context.Context, in *approvalsv1.CommentDraftRequest) (*approvalsv1.Draft, error) {
	return s.write(ctx, http.StatusCreated, func(ctx context.Context) (approvals.Draft, error) {
		return s.module.CommentDraft(ctx, in.DraftId, in.GetNote().GetComment())
	})
}
