// Package console serves the page at /console: a playground that renders what is
// typed, with the key of whoever sits there. Its files are embedded.
package console

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed static
var files embed.FS

// Handler serves the console below /console. The page may load nothing but its
// own files and call nothing but this service.
func Handler() http.Handler {
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic("console: " + err.Error()) // the folder is embedded above
	}
	pages := http.StripPrefix("/console", http.FileServerFS(static))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/console" {
			http.Redirect(w, r, "/console/", http.StatusMovedPermanently)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		pages.ServeHTTP(w, r)
	})
}
