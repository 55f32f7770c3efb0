package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
)

// ListDecisions pages through the decisions.
func (h *handlers) ListDecisions(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Decisions.ListDecisions)
}

// GetDecision reads a decision.
func (h *handlers) GetDecision(ctx context.Context, _ oas.GetDecisionParams) (jx.Raw, error) {
	return call(ctx, h.Decisions.GetDecision)
}

// VerifyDecisions recomputes the chain.
func (h *handlers) VerifyDecisions(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Decisions.VerifyDecisions)
}

// ExportDecisions responds with the chain as JSON lines, or as one object if requested.
func (h *handlers) ExportDecisions(ctx context.Context, w http.ResponseWriter) error {
	in, err := input[approvalsv1.ExportDecisionsRequest](ctx)
	if err != nil {
		return err
	}
	out, err := h.Decisions.ExportDecisions(ctx, in)
	if err != nil {
		return err
	}
	if strings.HasPrefix(httpRequest(ctx).Header.Get("Accept"), "application/json") {
		return writeJSON(w, http.StatusOK, wire.Encode(out))
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	if out.Last != nil {
		w.Header().Set("X-Last-Number", strconv.FormatInt(out.GetLast(), 10))
	}
	w.Header().Set("X-Has-More", strconv.FormatBool(out.HasMore))
	_, err = w.Write([]byte(out.Lines))
	return err
}
