// Package public serves files that need no token: rendered images and assets under /cdn/, style previews, and signed image
// URLs. They are outside the check chain of the API.
package public

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// begin sets the headers of a response that needs no token and that pages of any origin may show. It returns the
// request's id, and a fault for methods other than GET and HEAD.
func begin(w http.ResponseWriter, r *http.Request) (ctx context.Context, request string, rejected *fault.Error) {
	request = ident.New(ident.Request)
	h := w.Header()
	h.Set("X-Request-Id", request)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		rejected = fault.NotFound(fault.EndpointNotFound)
	}
	return telemetry.WithRequestID(r.Context(), request), request, rejected
}

// reject responds with an error envelope and logs internal errors.
func reject(ctx context.Context, w http.ResponseWriter, log *slog.Logger, err error, request string) {
	f := pg.Fault(ctx, err)
	if f.Kind() == fault.KindInternal {
		log.ErrorContext(ctx, "serving a public file", "error", err)
	}
	rest.WritePublicError(w, f, request, "")
}
