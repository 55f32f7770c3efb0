package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// CreateLicense stores terms.
func (h *handlers) CreateLicense(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Licenses.CreateLicense)
}

// ListLicenses pages through the licences.
func (h *handlers) ListLicenses(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Licenses.ListLicenses)
}

// GetLicense reads a licence.
func (h *handlers) GetLicense(ctx context.Context, _ oas.GetLicenseParams) (jx.Raw, error) {
	return call(ctx, h.Licenses.GetLicense)
}

// UpdateLicense changes terms.
func (h *handlers) UpdateLicense(ctx context.Context, _ oas.UpdateLicenseParams) (jx.Raw, error) {
	return call(ctx, h.Licenses.UpdateLicense)
}

// DeleteLicense removes a licence.
func (h *handlers) DeleteLicense(ctx context.Context, _ oas.DeleteLicenseParams) (jx.Raw, error) {
	return call(ctx, h.Licenses.DeleteLicense)
}
