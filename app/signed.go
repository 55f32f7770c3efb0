package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/platenhq/platen/app/rest"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/signing"
)

// signedURLs serves signed image URLs: 302 to the immutable image, which is rendered by the first fetch.
// They stand outside the check chain, because the signature takes the token's place.
type signedURLs struct {
	module *signing.Module
	log    *slog.Logger
	docURL string
}

func (s *signedURLs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, request, refused := beginPublic(w, r)
	if refused != nil {
		s.refuse(w, refused, request)
		return
	}
	h := w.Header()
	shown, err := s.module.Fetch(ctx, r.URL.Path, r.URL.RawQuery)
	if err != nil {
		if r.Context().Err() != nil {
			return // nobody is waiting any more
		}
		f := fault.From(err)
		if f.Code == fault.InternalError { // failed renders are logged once, by the module
			s.log.ErrorContext(ctx, "serving a signed URL", "error", err)
		}
		if !shown.Fallback {
			s.refuse(w, f, request)
			return
		}
		h.Set("X-Service-Error", string(f.Code))
		h.Set("Cache-Control", "no-store")
		redirect(w, shown.Location)
		return
	}
	h.Set("Cache-Control", cacheControl(shown.ExpiresAt))
	redirect(w, shown.Location)
}

// cacheControl lets a URL that never ends be kept for ever, and another one until it ends.
func cacheControl(expires time.Time) string {
	const year = 365 * 24 * time.Hour
	if expires.IsZero() {
		return "public, max-age=31536000, immutable"
	}
	left := max(0, min(year, expires.Sub(clock.Now())))
	return fmt.Sprintf("public, max-age=%d", int(left/time.Second))
}

// redirect is http.Redirect without a body: nobody reads it.
func redirect(w http.ResponseWriter, location string) {
	w.Header().Set("Location", location)
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusFound)
}

// refuse answers with the envelope, and with the code in a header too, for who looks at an image sees no
// body.
func (s *signedURLs) refuse(w http.ResponseWriter, f *fault.Error, request string) {
	h := w.Header()
	h.Set("X-Service-Error", string(f.Code))
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(rpc.Seconds(f.RetryAfter)))
		h.Set("X-RateLimit-Remaining", "0")
	}
	w.WriteHeader(rest.Status(f))
	_, _ = w.Write(rest.Envelope(rest.Error(f, request, s.docURL)))
}
