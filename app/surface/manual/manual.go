// Package manual serves the documentation: the API reference with its viewer at /docs, every page of the folder docs
// as HTML below it, the REST document, and llms.txt for language models. It loads nothing from other hosts.
package manual

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/platform/serve"
	"github.com/platenhq/platen/proto/openapi"
)

//go:embed viewer/scalar.js.gz
var viewer []byte

//go:embed viewer/start.js
var start []byte

//go:embed viewer/index.html
var index []byte

//go:embed viewer/page.css
var style []byte

// pagePolicy is for pages of text; viewerPolicy also lets the viewer run, set styles and call this service.
const (
	pagePolicy   = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	viewerPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
		"connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// aliases are short addresses and those in responses.
var aliases = map[string]string{"errors": "reference/errors.md", "guides": "README.md", "configuration": "reference/configuration.md",
	"events": "reference/events.md", "scopes": "reference/scopes.md", "css": "reference/css.md", "cli": "reference/cli.md", "changelog": "api-changelog.md"}

// Handler serves files, which is the folder docs, and the API reference.
func Handler(files fs.FS) (http.Handler, error) {
	mux := http.NewServeMux()
	put := func(at, contentType, policy string, body []byte) {
		mux.Handle("GET "+at, content(contentType, policy, func() ([]byte, error) { return body, nil }))
	}
	var whole bytes.Buffer
	pages, err := pagesOf(files)
	if err != nil {
		return nil, err
	}
	for _, name := range pages {
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("reading docs/%s: %w", name, err)
		}
		// Rendering all pages would take a tenth of the start.
		page := content("text/html; charset=utf-8", pagePolicy, func() ([]byte, error) { return render(name, source) })
		mux.Handle("GET "+address(name), page)
		for short, target := range aliases {
			if target == name {
				mux.Handle("GET /docs/"+short, page)
			}
		}
		put("/docs/"+name, "text/markdown; charset=utf-8", pagePolicy, source)
		if inFull(name) {
			fmt.Fprintf(&whole, "<!-- docs/%s -->\n%s\n", name, source)
		}
	}
	docs := http.StripPrefix("/docs/", http.FileServerFS(files))
	mux.HandleFunc("GET /docs/pictures/", func(w http.ResponseWriter, r *http.Request) {
		if path.Ext(r.URL.Path) != ".png" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=300")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		docs.ServeHTTP(w, r)
	})
	put("/docs", "text/html; charset=utf-8", viewerPolicy, index)
	put("/docs/{$}", "text/html; charset=utf-8", viewerPolicy, index)
	put("/docs/viewer/start.js", "text/javascript; charset=utf-8", pagePolicy, start)
	put("/docs/viewer/page.css", "text/css; charset=utf-8", pagePolicy, style)
	script, err := newScript(viewer)
	if err != nil {
		return nil, err
	}
	mux.Handle("GET /docs/viewer/scalar.js", script)
	put("/openapi.json", "application/json", pagePolicy, openapi.JSON)
	put("/openapi.yaml", "application/yaml", pagePolicy, openapi.YAML)
	llms, err := fs.ReadFile(files, "llms.txt")
	if err != nil {
		return nil, fmt.Errorf("reading docs/llms.txt: %w", err)
	}
	put("/llms.txt", "text/plain; charset=utf-8", pagePolicy, llms)
	put("/llms-full.txt", "text/plain; charset=utf-8", pagePolicy, whole.Bytes())
	return mux, nil
}

// Paths returns the mux patterns of Handler.
func Paths() []string {
	return []string{"/docs", "/docs/", "/openapi.json", "/openapi.yaml", "/llms.txt", "/llms-full.txt"}
}

// pagesOf lists the pages, guides first.
func pagesOf(files fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(p) == ".md" && !strings.HasPrefix(p, "pictures/") {
			names = append(names, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing the documentation: %w", err)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return strings.Compare(order(a)+a, order(b)+b)
	})
	return names, nil
}

func order(name string) string {
	switch {
	case name == "README.md":
		return "0"
	case strings.HasPrefix(name, "guides/"):
		return "1"
	case strings.HasPrefix(name, "reference/"), strings.HasPrefix(name, "decisions/"):
		return "3"
	default:
		return "2"
	}
}

// inFull reports whether a page is for users of the service and short enough to be included in full.
func inFull(name string) bool {
	return !strings.HasPrefix(name, "decisions/") && name != "supported.md" && name != "reference/contract.md" && name != "architecture.md"
}

// address returns the path at which a page is served.
func address(name string) string { return "/docs/" + strings.TrimSuffix(name, ".md") }

// content serves what body returns, which is called at the first request.
func content(contentType, policy string, body func() ([]byte, error)) http.Handler {
	whole := sync.OnceValues(func() (tagged, error) {
		b, err := body()
		return tagged{b, etag(b)}, err
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := whole()
		if err != nil { // the pages are embedded: a test renders each
			http.Error(w, "The page cannot be rendered.", http.StatusInternalServerError)
			return
		}
		body, tag := c.body, c.tag
		headers(w, contentType, policy, tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(body)
	})
}

// tagged is a body with its entity tag.
type tagged struct {
	body []byte
	tag  string
}

func headers(w http.ResponseWriter, contentType, policy, tag string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("ETag", tag)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", policy)
}

func etag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// newScript serves the viewer compressed, as it is stored, and uncompressed to clients without gzip.
func newScript(packed []byte) (http.Handler, error) {
	if _, err := gzip.NewReader(bytes.NewReader(packed)); err != nil {
		return nil, fmt.Errorf("opening the viewer: %w", err)
	}
	tag := etag(packed)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headers(w, "text/javascript; charset=utf-8", pagePolicy, tag)
		w.Header().Set("Vary", "Accept-Encoding")
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		if serve.AcceptsGzip(r) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed)
			return
		}
		if z, err := gzip.NewReader(bytes.NewReader(packed)); err == nil {
			_, _ = io.Copy(w, z)
		}
	}), nil
}
