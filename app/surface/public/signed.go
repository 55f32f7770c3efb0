package public

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/signing"
)

// SignedPrefix is the path prefix of signed URLs.
const SignedPrefix = signing.Prefix

// SignedImages resolves signed URLs.
type SignedImages interface {
	// Fetch verifies a signed URL and returns where its image is; the first fetch renders it.
	Fetch(ctx context.Context, path, query string) (signing.Shown, error)
}

// Signed serves signed image URLs: 302 to the immutable image, which the first fetch renders. They are outside the check
// chain, because the signature replaces the token. docURL is the page that describes errors.
func Signed(images SignedImages, log *slog.Logger, docURL string) http.Handler {
	return &signed{images, log, docURL}
}

type signed struct {
	images SignedImages
	log    *slog.Logger
	docURL string
}

func (s *signed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, request, rejected := begin(w, r)
	if rejected != nil {
		s.reject(w, rejected, request)
		return
	}
	h := w.Header()
	path := r.URL.EscapedPath()
	if path != r.URL.Path {
		// A signed path has one spelling, without percent-encoding: another one would be a second cache key for
		// the same image.
		s.reject(w, signing.ErrRefused, request)
		return
	}
	shown, err := s.images.Fetch(ctx, path, r.URL.RawQuery)
	if err != nil {
		if r.Context().Err() != nil {
			return // the client disconnected
		}
		f := pg.Fault(ctx, err)
		if f.Code == fault.InternalError { // failed renders are logged once, by the module
			s.log.ErrorContext(ctx, "serving a signed URL", "error", err)
		}
		if !shown.Fallback && shown.Card == nil {
			s.reject(w, f, request)
			return
		}
		h.Set("X-Service-Error", string(f.Code))
		h.Set("Cache-Control", "no-store")
		if shown.Card != nil {
			writeCard(w, shown.Card)
			return
		}
		redirect(w, shown.Location)
		return
	}
	h.Set("Cache-Control", cacheControl(shown.ExpiresAt))
	redirect(w, shown.Location)
}

// cacheControl lets caches store a URL without expiry for a year, and another one until it expires.
func cacheControl(expires time.Time) string {
	const year = 365 * 24 * time.Hour
	if expires.IsZero() {
		return "public, max-age=31536000, immutable"
	}
	left := max(0, min(year, expires.Sub(clock.Now())))
	return fmt.Sprintf("public, max-age=%d", int(left/time.Second))
}

// writeCard responds with a fallback card. Its status is 200, because the programs that read social cards show no image of
// another one.
func writeCard(w http.ResponseWriter, png []byte) {
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(len(png)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Allow-Origin", "*")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(png)
}

// redirect is http.Redirect without a body, which clients ignore.
func redirect(w http.ResponseWriter, location string) {
	w.Header().Set("Location", location)
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusFound)
}

// reject responds with the error envelope, and with the code in a header too, because an <img> element does not show the
// body.
func (s *signed) reject(w http.ResponseWriter, f *fault.Error, request string) {
	h := w.Header()
	h.Set("X-Service-Error", string(f.Code))
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(rpc.Seconds(f.RetryAfter)))
	}
	if f.Kind() == fault.KindLimited {
		h.Set("X-RateLimit-Remaining", "0")
	}
	w.WriteHeader(rest.PublicStatus(f))
	_, _ = w.Write(rest.Envelope(rest.Error(f, request, s.docURL)))
}
