// Package surface routes requests to what the process serves: the API over REST and Connect, public files, pages for people
// and probes. Each has a package below this one.
package surface

import (
	"net/http"
	"path"
	"strings"

	"github.com/platenhq/platen/app/surface/manual"
	"github.com/platenhq/platen/app/surface/mcp"
	"github.com/platenhq/platen/app/surface/public"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// Handlers are the surfaces of a process. A worker has Probes only.
type Handlers struct {
	// Probes serves /livez, /readyz and /metrics.
	Probes http.Handler
	// REST serves /api/ and every path of no other surface; Connect serves /platen.…, and GRPC reflection and
	// grpc.health.v1.
	REST, Connect, GRPC http.Handler
	// Signed serves signed URLs, CDN stored files, and Styles the previews of styles.
	Signed, CDN, Styles http.Handler
	// Manual serves the documentation, Review the review pages, and Console the console.
	Manual, Review, Console http.Handler
	// MCP serves tools for language models.
	MCP http.Handler
}

// Routes returns the handler of a process. m counts requests for public files.
func Routes(h Handlers, m *rpc.Metrics) http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		mux.Handle(path, h.Probes)
	}
	if h.REST == nil {
		return mux
	}
	api := h.API()
	mux.Handle("/", api)
	mux.Handle("/{$}", home(api))
	for _, path := range manual.Paths() {
		mux.Handle(path, h.Manual)
	}
	mux.Handle("/review", h.Review)
	mux.Handle("/review/", h.Review)
	mux.Handle(mcp.Path, h.MCP)
	mux.Handle("/console", h.Console)
	mux.Handle("/console/", h.Console)
	mux.Handle(public.StylesPrefix, m.Around("public", public.StylesPrefix, h.Styles))
	mux.Handle("/cdn/", m.Around("public", "/cdn/", h.CDN))
	signed := m.Around("public", public.SignedPrefix, h.Signed)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Signed URLs bypass the mux, which would redirect an unclean path to a clean one.
		if underSigned(r.URL.Path) {
			signed.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// API returns the handler of the API over REST, Connect and gRPC.
func (h Handlers) API() http.Handler {
	mux := http.NewServeMux() // redirects unclean paths
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/platen."):
			h.Connect.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/grpc."):
			h.GRPC.ServeHTTP(w, r)
		default:
			h.REST.ServeHTTP(w, r)
		}
	})
	return mux
}

// underSigned reports whether a path is any spelling of a signed URL's: the handler rejects those that are not canonical,
// which the mux would redirect.
func underSigned(at string) bool {
	begins := func(s string) bool {
		return len(s) >= len(public.SignedPrefix) && strings.EqualFold(s[:len(public.SignedPrefix)], public.SignedPrefix)
	}
	return begins(at) || len(at) > 1 && at[0] == '/' && begins(path.Clean(at)+"/")
}
