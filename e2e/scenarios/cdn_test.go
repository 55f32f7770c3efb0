package scenarios

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestPublicFiles: a plain request, which takes a fast path, has the same response as a conditional one; ranges,
// HEAD and ETags work.
func TestPublicFiles(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	var made struct {
		Outputs []struct{ URL, SHA256 string }
	}
	s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<h1>file</h1>","outputs":[{"width":200,"height":100}]}`).JSON(t, &made)
	file := made.Outputs[0].URL
	plain := s.Do(t, http.MethodGet, file, "", "")
	headers := func(a *harness.Response) string {
		h := a.Header.Clone()
		h.Del("Date")
		h.Del("X-Request-Id")
		return fmt.Sprint(a.Status, h)
	}
	etag := `"` + made.Outputs[0].SHA256 + `"`
	for _, c := range []struct{ method, header, value string }{{"GET", "If-None-Match", `"x"`}, {"HEAD", "Accept", "*/*"}} {
		if got, want := headers(s.Do(t, c.method, file, "", "", c.header, c.value)), headers(plain); got != want {
			t.Errorf("%s with %s: %s, want %s", c.method, c.header, got, want)
		}
	}
	if plain.Status != 200 || plain.Header.Get("ETag") != etag || plain.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("plain: %s", headers(plain))
	}
	if a := s.Do(t, http.MethodGet, file, "", "", "If-None-Match", etag); a.Status != 304 || len(a.Body) != 0 {
		t.Errorf("the client has it: %s", headers(a))
	}
	if a := s.Do(t, http.MethodGet, file, "", "", "Range", "bytes=1-3"); a.Status != 206 || !bytes.Equal(a.Body, plain.Body[1:4]) {
		t.Errorf("a range: %s %q", headers(a), a.Body)
	}
}
