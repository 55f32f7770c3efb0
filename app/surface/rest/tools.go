package rest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Validate checks a render request.
func (h *handlers) Validate(ctx context.Context) (jx.Raw, error) { return call(ctx, h.Tools.Validate) }

// Compile resolves a render request.
func (h *handlers) Compile(ctx context.Context) (jx.Raw, error) { return call(ctx, h.Tools.Compile) }

// GetReference responds with the service's capabilities, or 304 when the client's copy is current.
func (h *handlers) GetReference(ctx context.Context, w http.ResponseWriter) error {
	out, err := h.Tools.GetReference(ctx, &renderingv1.GetReferenceRequest{})
	if err != nil {
		return err
	}
	body := wire.Encode(out)
	sum := sha256.Sum256(body)
	return writeFile(w, httpRequest(ctx), "application/json; charset=utf-8", hex.EncodeToString(sum[:]), body)
}
