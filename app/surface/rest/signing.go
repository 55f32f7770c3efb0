package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// Sign signs image URLs.
func (h *handlers) Sign(ctx context.Context) (jx.Raw, error) { return call(ctx, h.Signing.Sign) }

// ExplainSignedUrl returns the request of a signed URL and which part differs from what was signed.
func (h *handlers) ExplainSignedUrl(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Signing.ExplainSignedUrl)
}

// CreateSigningKey creates a signing key.
func (h *handlers) CreateSigningKey(ctx context.Context) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.SigningKeys.CreateSigningKey)
}

// ListSigningKeys pages through the signing keys.
func (h *handlers) ListSigningKeys(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.SigningKeys.ListSigningKeys)
}

// GetSigningKey reads a signing key.
func (h *handlers) GetSigningKey(ctx context.Context, _ oas.GetSigningKeyParams) (jx.Raw, error) {
	return call(ctx, h.SigningKeys.GetSigningKey)
}

// RotateSigningKey replaces a signing key.
func (h *handlers) RotateSigningKey(ctx context.Context, _ oas.RotateSigningKeyParams) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.SigningKeys.RotateSigningKey)
}

// RetireSigningKey limits a signing key to verification.
func (h *handlers) RetireSigningKey(ctx context.Context, _ oas.RetireSigningKeyParams) (jx.Raw, error) {
	return call(ctx, h.SigningKeys.RetireSigningKey)
}

// RevokeSigningKey revokes a signing key and its URLs.
func (h *handlers) RevokeSigningKey(ctx context.Context, _ oas.RevokeSigningKeyParams) (jx.Raw, error) {
	return call(ctx, h.SigningKeys.RevokeSigningKey)
}
