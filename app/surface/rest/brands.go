package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// ListFacadeBrands pages through the brands, in the contract's form.
func (h *handlers) ListFacadeBrands(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Brands.ListBrands)
}

// CreateBrand creates a brand.
func (h *handlers) CreateBrand(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Brands.CreateBrand)
}

// ListBrands pages through the brands.
func (h *handlers) ListBrands(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Brands.ListBrands)
}

// GetBrand reads a brand.
func (h *handlers) GetBrand(ctx context.Context, _ oas.GetBrandParams) (jx.Raw, error) {
	return call(ctx, h.Brands.GetBrand)
}

// UpdateBrand changes a brand.
func (h *handlers) UpdateBrand(ctx context.Context, _ oas.UpdateBrandParams) (jx.Raw, error) {
	return call(ctx, h.Brands.UpdateBrand)
}

// DeleteBrand removes a brand.
func (h *handlers) DeleteBrand(ctx context.Context, _ oas.DeleteBrandParams) (jx.Raw, error) {
	return call(ctx, h.Brands.DeleteBrand)
}

// CreateBrandKit creates a kit.
func (h *handlers) CreateBrandKit(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.BrandKits.CreateBrandKit)
}

// ListBrandKits pages through the kits.
func (h *handlers) ListBrandKits(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.BrandKits.ListBrandKits)
}

// ImportBrandKit creates a kit from a file.
func (h *handlers) ImportBrandKit(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.BrandKits.ImportBrandKit)
}

// GetBrandKit reads a kit.
func (h *handlers) GetBrandKit(ctx context.Context, _ oas.GetBrandKitParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.GetBrandKit)
}

// ListBrandKitVersions pages through the versions of a kit.
func (h *handlers) ListBrandKitVersions(ctx context.Context, _ oas.ListBrandKitVersionsParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.ListBrandKitVersions)
}

// CreateBrandKitVersion creates a draft.
func (h *handlers) CreateBrandKitVersion(ctx context.Context, _ oas.CreateBrandKitVersionParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.CreateBrandKitVersion)
}

// GetBrandKitVersion reads a version.
func (h *handlers) GetBrandKitVersion(ctx context.Context, _ oas.GetBrandKitVersionParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.GetBrandKitVersion)
}

// UpdateBrandKitVersion changes a draft.
func (h *handlers) UpdateBrandKitVersion(ctx context.Context, _ oas.UpdateBrandKitVersionParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.UpdateBrandKitVersion)
}

// PublishBrandKitVersion publishes a draft.
func (h *handlers) PublishBrandKitVersion(ctx context.Context, _ oas.PublishBrandKitVersionParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.PublishBrandKitVersion)
}

// ArchiveBrandKitVersion archives a version.
func (h *handlers) ArchiveBrandKitVersion(ctx context.Context, _ oas.ArchiveBrandKitVersionParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.ArchiveBrandKitVersion)
}

// DiffBrandKit compares two versions.
func (h *handlers) DiffBrandKit(ctx context.Context, _ oas.DiffBrandKitParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.DiffBrandKit)
}

// CheckBrandKit checks a document against a kit's locks.
func (h *handlers) CheckBrandKit(ctx context.Context, _ oas.CheckBrandKitParams) (jx.Raw, error) {
	return call(ctx, h.BrandKits.CheckBrandKit)
}
