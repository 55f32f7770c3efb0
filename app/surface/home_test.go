package surface

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHome: / redirects browsers to the console, describes the service to programs, and is no route of other methods.
func TestHome(t *testing.T) {
	t.Parallel()
	h := home(http.NotFoundHandler())
	for _, c := range []struct {
		method, accept string
		status         int
		location, text string
	}{
		{"GET", "text/html,application/xhtml+xml,*/*;q=0.8", 302, "/console", ""},
		{"GET", "*/*", 200, "", "/api/v1/facade/generate"},
		{"GET", "", 200, "", "/docs"},
		{"POST", "text/html", 404, "", ""},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(c.method, "/", http.NoBody)
		r.Header.Set("Accept", c.accept)
		h.ServeHTTP(w, r)
		if w.Code != c.status || w.Header().Get("Location") != c.location || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s %q: %d %v %s", c.method, c.accept, w.Code, w.Header(), w.Body)
		}
	}
}
