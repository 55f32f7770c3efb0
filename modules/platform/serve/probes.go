package serve

import (
	"context"
	"io"
	"net/http"
	"time"
)

// isProbe reports whether a path is a health check of load balancers.
func isProbe(path string) bool { return path == "/livez" || path == "/readyz" }

// Probes returns the routes that need no token: /livez (the process runs), /readyz (it accepts requests)
// and /metrics. ready returns why the process is not ready, nil when it is; its error is not shown.
func Probes(ready func(ctx context.Context) error, metrics http.Handler) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if ready(ctx) != nil {
			plain(w, http.StatusServiceUnavailable, "not ready\n")
			return
		}
		plain(w, http.StatusOK, "ok\n")
	})
	mux.Handle("GET /metrics", metrics)
	return mux
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
