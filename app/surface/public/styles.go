package public

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/ai"
)

// StylesPrefix is the path prefix of style previews.
const StylesPrefix = ai.StylesPrefix

// StylePreviews renders the previews of styles.
type StylePreviews interface {
	// Preview returns the preview of a tone; the error is ai.ErrStyleNotFound for an unknown one.
	Preview(ctx context.Context, tone string) (*ai.Preview, error)
}

// Styles serves the previews of tones: /cdn/styles/{tone}.png. They are public and the same from every process.
func Styles(previews StylePreviews, log *slog.Logger) http.Handler { return &styles{previews, log} }

type styles struct {
	previews StylePreviews
	log      *slog.Logger
}

func (s *styles) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, request, rejected := begin(w, r)
	if rejected != nil {
		reject(ctx, w, s.log, rejected, request)
		return
	}
	h := w.Header()
	tone, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, ai.StylesPrefix), ".png")
	if !ok {
		reject(ctx, w, s.log, ai.ErrStyleNotFound, request)
		return
	}
	p, err := s.previews.Preview(ctx, tone)
	if err != nil {
		reject(ctx, w, s.log, err, request)
		return
	}
	h.Set("Content-Type", "image/png")
	h.Set("ETag", `"`+p.SHA256+`"`)
	// Not immutable: a new version of the generator may render it differently.
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.PNG))
}
