package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// CreateDraft creates a draft.
func (h *handlers) CreateDraft(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Drafts.CreateDraft)
}

// ListDrafts pages through the drafts.
func (h *handlers) ListDrafts(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Drafts.ListDrafts)
}

// GetDraft reads a draft.
func (h *handlers) GetDraft(ctx context.Context, _ oas.GetDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.GetDraft)
}

// UpdateDraft changes a draft.
func (h *handlers) UpdateDraft(ctx context.Context, _ oas.UpdateDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.UpdateDraft)
}

// SubmitDraft submits a draft for review.
func (h *handlers) SubmitDraft(ctx context.Context, _ oas.SubmitDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.SubmitDraft)
}

// ApproveDraft approves a draft.
func (h *handlers) ApproveDraft(ctx context.Context, _ oas.ApproveDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.ApproveDraft)
}

// RequestDraftChanges returns a draft to its author.
func (h *handlers) RequestDraftChanges(ctx context.Context, _ oas.RequestDraftChangesParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.RequestDraftChanges)
}

// PublishDraft renders an approved draft.
func (h *handlers) PublishDraft(ctx context.Context, _ oas.PublishDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.PublishDraft)
}

// ArchiveDraft archives a draft.
func (h *handlers) ArchiveDraft(ctx context.Context, _ oas.ArchiveDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.ArchiveDraft)
}

// CommentDraft comments on a draft.
func (h *handlers) CommentDraft(ctx context.Context, _ oas.CommentDraftParams) (jx.Raw, error) {
	return call(ctx, h.Drafts.CommentDraft)
}
