// Package rpc serves the brands module to REST and Connect.
package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
)

// Brands implements platen.brands.v1.BrandService.
type Brands struct {
	module *brands.Module
	db     *pg.DB
}

// NewBrands returns the service over m.
func NewBrands(m *brands.Module, db *pg.DB) *Brands { return &Brands{m, db} }

// CreateBrand creates a brand.
func (s *Brands) CreateBrand(ctx context.Context, in *brandsv1.CreateBrandRequest) (*brandsv1.Brand, error) {
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*brandsv1.Brand, error) {
		b, err := s.module.CreateBrand(ctx, in.Name, in.GetSlug(), in.GetDomain())
		return brand(b), err
	})
}

// ListBrands pages through the brands.
func (s *Brands) ListBrands(ctx context.Context, in *brandsv1.ListBrandsRequest) (*brandsv1.ListBrandsResponse, error) {
	p, err := s.module.Brands(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &brandsv1.ListBrandsResponse{Data: page.Map(p, brand).Items, Page: message.Page(p)}, nil
}

// GetBrand reads a brand.
func (s *Brands) GetBrand(ctx context.Context, in *brandsv1.GetBrandRequest) (*brandsv1.Brand, error) {
	b, err := s.module.Brand(ctx, in.BrandId)
	if err != nil {
		return nil, err
	}
	return brand(b), nil
}

// UpdateBrand changes the given fields.
func (s *Brands) UpdateBrand(ctx context.Context, in *brandsv1.UpdateBrandRequest) (*brandsv1.Brand, error) {
	c := in.GetChange()
	change := brands.BrandChange{Name: c.Name, Slug: c.Slug, Domain: c.Domain, DefaultKit: c.DefaultKit}
	if c.Status != nil {
		archived := *c.Status == brandsv1.BrandStatus_BRAND_STATUS_ARCHIVED
		change.Archived = &archived
	}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*brandsv1.Brand, error) {
		b, err := s.module.UpdateBrand(ctx, in.BrandId, change)
		return brand(b), err
	})
}

// DeleteBrand removes a brand.
func (s *Brands) DeleteBrand(ctx context.Context, in *brandsv1.DeleteBrandRequest) (*brandsv1.DeleteBrandResponse, error) {
	if err := s.module.DeleteBrand(ctx, in.BrandId); err != nil {
		return nil, err
	}
	return &brandsv1.DeleteBrandResponse{Object: "brand", Id: in.BrandId, Deleted: true}, nil
}

func brand(b brands.Brand) *brandsv1.Brand {
	m := &brandsv1.Brand{Object: "brand", Id: b.ID, Name: b.Name, Slug: b.Slug, Domain: message.Optional(b.Domain), DefaultKit: message.Optional(b.DefaultKit),
		Status: brandsv1.BrandStatus_BRAND_STATUS_ACTIVE, CreatedAt: timestamppb.New(b.CreatedAt), UpdatedAt: timestamppb.New(b.UpdatedAt)}
	if b.Archived {
		m.Status = brandsv1.BrandStatus_BRAND_STATUS_ARCHIVED
	}
	return m
}
