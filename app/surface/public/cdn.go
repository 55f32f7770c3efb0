package public

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/serve"
	"github.com/platenhq/platen/modules/rendering"
)

// Files finds files by their unguessable ids.
type Files interface {
	// Public returns a file; the extension must match its type.
	Public(ctx context.Context, id, ext string) (*rendering.PublicFile, error)
}

// CDN serves rendered files and assets under unguessable, immutable names: /cdn/{id}.{extension}. Without a token, a cache
// in front of the service may store them forever.
func CDN(files Files, log *slog.Logger) http.Handler { return &cdn{files, log} }

type cdn struct {
	files Files
	log   *slog.Logger
}

func (c *cdn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, request, rejected := begin(w, r)
	if rejected != nil {
		reject(ctx, w, c.log, rejected, request)
		return
	}
	h := w.Header()
	id, ext, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/cdn/"), ".")
	if !ok || !ident.Valid(ident.Image, id) && !ident.Valid(ident.PDF, id) && !ident.Valid(ident.Asset, id) {
		reject(ctx, w, c.log, fault.NotFound(fault.ImageNotFound), request)
		return
	}
	file, err := c.files.Public(ctx, id, ext)
	if err != nil {
		reject(ctx, w, c.log, err, request)
		return
	}
	h.Set("Content-Type", file.MIMEType)
	h.Set("ETag", `"`+file.SHA256+`"`)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	// Images must not run as pages, whatever an SVG contains.
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	serve.Sending(w, len(file.Data))
	if !plain(r) {
		http.ServeContent(w, r, "", file.Modified, bytes.NewReader(file.Data))
		return
	}
	// The same as ServeContent without copying through a buffer, which is twice as fast.
	h.Set("Last-Modified", file.Modified.UTC().Format(http.TimeFormat))
	h.Set("Accept-Ranges", "bytes")
	h.Set("Content-Length", strconv.Itoa(len(file.Data)))
	_, _ = w.Write(file.Data)
}

// plain reports whether a request is an unconditional one for the whole file.
func plain(r *http.Request) bool {
	if r.Method != http.MethodGet {
		return false
	}
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"} {
		if r.Header[name] != nil {
			return false
		}
	}
	return true
}
