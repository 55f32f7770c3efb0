package surface

import (
	"io"
	"net/http"
	"strings"
)

// homeText is the response to GET / for programs.
const homeText = `Platen renders images from HTML and CSS.

  /console      the console, for browsers
  /docs         the documentation
  /openapi.yaml the REST API
  /llms.txt     the documentation for language models

A first image:

  curl -sS $PLATEN/api/v1/facade/generate -H "Authorization: Bearer $KEY" \
    -H "Content-Type: application/json" -H "Accept: image/png" \
    -d '{"html":"<h1>Launch day</h1>"}' -o card.png
`

// home redirects browsers from / to the console and describes the service to other clients. next serves the other methods.
func home(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Vary", "Accept")
		h.Set("Cache-Control", "no-store")
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			http.Redirect(w, r, "/console", http.StatusFound)
			return
		}
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("X-Content-Type-Options", "nosniff")
		_, _ = io.WriteString(w, homeText)
	})
}
