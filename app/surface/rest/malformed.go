package rest

import (
	"net/http"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/serve"
)

// Malformed returns the envelope for a request that is not valid HTTP (RFC 9112), and the id of the request.
func Malformed(status int, reason string) (body []byte, requestID string) {
	message := "The request is not valid HTTP."
	detail := fault.Detail{Rule: "malformed_http", Message: message}
	switch {
	case status == http.StatusRequestTimeout:
		detail = fault.Detail{Path: "header:", Rule: "header_timeout", Message: "The headers did not arrive in time. Send the request again on a new connection."}
	case status == http.StatusRequestHeaderFieldsTooLarge:
		detail = fault.Detail{Path: "header:", Rule: "max_headers", Message: "The headers are larger than 16 KiB."}
	case status == http.StatusNotImplemented:
		detail = fault.Detail{Path: "header:Transfer-Encoding", Rule: "transfer_encoding", Message: "Transfer-Encoding must be chunked or absent."}
	case status == http.StatusHTTPVersionNotSupported:
		detail.Message = "The HTTP version must be 1.0, 1.1 or 2."
	case strings.Contains(reason, "header"):
		detail.Path, detail.Message = "header:", "A header is not valid: "+reason+"."
	case reason != "":
		detail.Message = "The request is not valid HTTP: " + reason + "."
	}
	detail.Context = map[string]any{"status": int64(status)}
	id := ident.New(ident.Request)
	return Envelope(Error(fault.Invalid(detail), id, "")), id
}

// Busy returns the handler of requests that come when too many connections are open. docURL is the page that describes
// errors.
func Busy(docURL string) func(http.ResponseWriter, *http.Request, serve.Busy) {
	return func(w http.ResponseWriter, r *http.Request, why serve.Busy) {
		f := fault.New(fault.RateLimitExceeded, "Too many connections are open. Retry after 1 s.").After(time.Second).
			With(fault.Detail{Rule: "max_connections", Message: "The limit of open connections of the process, or of the client address, is reached.",
				Context: map[string]any{"limit_of": string(why)}})
		id := ident.New(ident.Request)
		h := w.Header()
		h.Set("X-Request-Id", id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-RateLimit-Remaining", "0")
		serve.Refusing(w, r)
		WriteError(w, f, id, docURL)
	}
}
