package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// CreateFont stores a font.
func (h *handlers) CreateFont(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Fonts.CreateFont)
}

// ListFonts pages through the fonts.
func (h *handlers) ListFonts(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Fonts.ListFonts)
}

// GetFont reads a font.
func (h *handlers) GetFont(ctx context.Context, _ oas.GetFontParams) (jx.Raw, error) {
	return call(ctx, h.Fonts.GetFont)
}

// UpdateFont changes the licence of a font.
func (h *handlers) UpdateFont(ctx context.Context, _ oas.UpdateFontParams) (jx.Raw, error) {
	return call(ctx, h.Fonts.UpdateFont)
}

// DeleteFont removes a font.
func (h *handlers) DeleteFont(ctx context.Context, _ oas.DeleteFontParams) (jx.Raw, error) {
	return call(ctx, h.Fonts.DeleteFont)
}
