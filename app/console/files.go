package console

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/platform/serve"
)

//go:embed all:dist
var dist embed.FS

// policy restricts the page to this service and forbids inline scripts.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// files serves the page and its files, each compressed once.
type files struct {
	root   fs.FS
	packed sync.Map // name to []byte, gzipped
}

func embedded() (*files, error) {
	root, err := fs.Sub(dist, "dist")
	return &files{root: root}, err
}

// ServeHTTP serves a file, or the page for addresses that the page routes itself.
func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "The console is read with GET.", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/console/")
	data, err := fs.ReadFile(f.root, name)
	if err != nil {
		if path.Ext(name) != "" {
			http.NotFound(w, r)
			return
		}
		name = "index.html"
		if data, err = fs.ReadFile(f.root, name); err != nil {
			http.Error(w, "The console was not built into this program.", http.StatusNotFound)
			return
		}
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") { // their names hold their hashes
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if path.Ext(name) != ".woff2" && serve.AcceptsGzip(r) {
		h.Set("Content-Encoding", "gzip")
		data = f.gzip(name, data)
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the client disconnected
	}
}

// gzip returns the compressed file, compressing it at the first request.
func (f *files) gzip(name string, data []byte) []byte {
	if packed, ok := f.packed.Load(name); ok {
		return packed.([]byte)
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic("console: " + err.Error()) // the level is valid
	}
	_, _ = z.Write(data) // a buffer does not fail
	_ = z.Close()
	packed, _ := f.packed.LoadOrStore(name, out.Bytes())
	return packed.([]byte)
}
