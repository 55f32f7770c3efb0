package rest

import (
	"context"

	"github.com/go-faster/jx"
)

// ListAuditEntries pages through the audit log.
func (h *handlers) ListAuditEntries(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Audit.ListAuditEntries)
}

// VerifyAudit recomputes the chain of the audit log.
func (h *handlers) VerifyAudit(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Audit.VerifyAudit)
}
