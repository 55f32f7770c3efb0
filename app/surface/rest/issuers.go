package rest

import (
	"context"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
)

// CreateJwtIssuer accepts the JWTs of an issuer.
func (h *handlers) CreateJwtIssuer(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Issuers.CreateJwtIssuer)
}

// ListJwtIssuers pages through the issuers.
func (h *handlers) ListJwtIssuers(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Issuers.ListJwtIssuers)
}

// GetJwtIssuer reads an issuer.
func (h *handlers) GetJwtIssuer(ctx context.Context, _ oas.GetJwtIssuerParams) (jx.Raw, error) {
	return call(ctx, h.Issuers.GetJwtIssuer)
}

// DeleteJwtIssuer deletes an issuer, whose JWTs are then rejected.
func (h *handlers) DeleteJwtIssuer(ctx context.Context, _ oas.DeleteJwtIssuerParams) (jx.Raw, error) {
	return call(ctx, h.Issuers.DeleteJwtIssuer)
}
