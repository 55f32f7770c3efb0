package app

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/platenhq/platen/app/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// beginPublic begins the answer to a request for a file that needs no token and that pages of any origin may
// show. It returns the request's id, and refuses with a fault what is not GET or HEAD.
func beginPublic(w http.ResponseWriter, r *http.Request) (ctx context.Context, request string, refused *fault.Error) {
	request = ident.New(ident.Request)
	h := w.Header()
	h.Set("X-Request-Id", request)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		refused = fault.NotFound(fault.EndpointNotFound)
	}
	return telemetry.WithRequestID(r.Context(), request), request, refused
}

// refusePublic answers with the envelope of an error and logs what is our own fault.
func refusePublic(ctx context.Context, w http.ResponseWriter, log *slog.Logger, err error, request string) {
	f := fault.From(err)
	if f.Kind() == fault.KindInternal {
		log.ErrorContext(ctx, "serving a public file", "error", err)
	}
	rest.WriteError(w, f, request, "")
}
