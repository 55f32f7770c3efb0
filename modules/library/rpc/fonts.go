package rpc

import (
	"context"
	"net/http"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

// Fonts implements platen.library.v1.FontService.
type Fonts struct {
	module *library.Module
	db     *pg.DB
}

// NewFonts returns the service over m.
func NewFonts(m *library.Module, db *pg.DB) *Fonts { return &Fonts{m, db} }

// CreateFont stores a face.
func (s *Fonts) CreateFont(ctx context.Context, in *libraryv1.CreateFontRequest) (*libraryv1.Font, error) {
	p, err := s.module.PrepareFont(ctx, library.NewFont{Data: in.Data, Family: in.GetFamily(), Style: wire.EnumName(in.GetStyle()), Weight: int(in.GetWeight()), LicenseID: in.GetLicenseId()})
	if err != nil {
		return nil, err
	}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*libraryv1.Font, error) {
		f, err := s.module.CreateFont(ctx, p)
		return fontMessage(f), err
	})
}

// ListFonts pages through the fonts.
func (s *Fonts) ListFonts(ctx context.Context, in *libraryv1.ListFontsRequest) (*libraryv1.ListFontsResponse, error) {
	p, err := s.module.FontList(ctx, in.GetBundled(), in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &libraryv1.ListFontsResponse{Data: page.Map(p, fontMessage).Items, Page: message.Page(p)}, nil
}

// GetFont reads a font.
func (s *Fonts) GetFont(ctx context.Context, in *libraryv1.GetFontRequest) (*libraryv1.Font, error) {
	f, err := s.module.Font(ctx, in.FontId)
	if err != nil {
		return nil, err
	}
	return fontMessage(f), nil
}

// UpdateFont changes the licence of a font.
func (s *Fonts) UpdateFont(ctx context.Context, in *libraryv1.UpdateFontRequest) (*libraryv1.Font, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*libraryv1.Font, error) {
		if old, err := s.module.Font(ctx, in.FontId); err == nil {
			audit.BeforeMessage(ctx, fontMessage(old))
		}
		f, err := s.module.UpdateFont(ctx, in.FontId, in.GetChange().LicenseId)
		return fontMessage(f), err
	})
}

// DeleteFont removes a font.
func (s *Fonts) DeleteFont(ctx context.Context, in *libraryv1.DeleteFontRequest) (*libraryv1.DeleteFontResponse, error) {
	if old, err := s.module.Font(ctx, in.FontId); err == nil {
		audit.BeforeMessage(ctx, fontMessage(old))
	}
	if err := s.module.DeleteFont(ctx, in.FontId); err != nil {
		return nil, err
	}
	return &libraryv1.DeleteFontResponse{Object: "font", Id: in.FontId, Deleted: true}, nil
}
