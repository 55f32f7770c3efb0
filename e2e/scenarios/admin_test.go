package scenarios

import (
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestAdmin covers the overview, keys from GET but not from HEAD or prefetches, and live keys from POST for live tokens.
func TestAdmin(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_ADMIN": "100/1000"})
	admin := s.Key(t, "live", "admin:write", "render:write")
	for _, path := range []string{"/admin/", "/admin"} {
		a := s.Do(t, http.MethodGet, path, admin, "")
		if a.Status != 200 || !strings.Contains(string(a.Body), `"available":10000`) || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	if a := s.Do(t, http.MethodGet, "/admin/", s.Live, ""); a.Status != 403 || !strings.Contains(string(a.Body), "admin:read") {
		t.Errorf("a default key: %d %s", a.Status, a.Body)
	}
	keys := func() int {
		return strings.Count(string(s.Do(t, http.MethodGet, "/api/v1/api-keys", s.Test, "").Body), `"object"`)
	}
	before := keys()
	if a := s.Do(t, http.MethodHead, "/admin/create-key", admin, ""); a.Status != 404 || a.Header.Get("Allow") != "GET" {
		t.Errorf("HEAD: %d %v", a.Status, a.Header)
	}
	for _, h := range [][2]string{{"Sec-Purpose", "prefetch"}, {"Sec-Purpose", "prefetch;prerender"}, {"Purpose", "prefetch"}, {"X-Moz", "prefetch"}} {
		a := s.Do(t, http.MethodGet, "/admin/create-key", admin, "", h[0], h[1])
		if _, rule := a.Code(t); a.Status != 400 || rule != "prefetch" {
			t.Errorf("%v: %d %s", h, a.Status, a.Body)
		}
	}
	if got := keys(); got != before {
		t.Fatalf("looking made %d keys", got-before)
	}
	var key struct{ Secret, Mode string }
	a := s.Do(t, http.MethodGet, "/admin/create-key", admin, "")
	a.JSON(t, &key)
	if a.Status != 200 || !strings.HasPrefix(key.Secret, "svc_test_") || a.Header.Get("Cache-Control") != "no-store" || keys() != before+1 {
		t.Fatalf("create-key: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", key.Secret, `{"operation":"preview","html":"x","outputs":[{"width":32,"height":32}]}`); a.Status != 200 {
		t.Errorf("the new key does not render: %d %s", a.Status, a.Body)
	}
	a = s.Do(t, http.MethodPost, "/admin/keys", admin, `{"name":"server","scopes":["render:write"]}`)
	a.JSON(t, &key)
	if a.Status != 201 || !strings.HasPrefix(key.Secret, "svc_live_") || key.Mode != "live" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("keys: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodPost, "/admin/keys", s.Key(t, "test", "admin:write"), `{"name":"x"}`); a.Status != 403 {
		t.Errorf("a test key makes a live key: %d %s", a.Status, a.Body)
	}
}

// TestCreditsHeaders checks the credits headers of requests that charge, on both surfaces.
func TestCreditsHeaders(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	body := `{"operation":"preview","html":"<p>x</p>","outputs":[{"width":32,"height":32}]}`
	for _, c := range []struct{ path, body, charged, remaining string }{
		{"/api/v1/facade/generate", body, "1", "9999"},
		{"/api/v1/facade/generate", body, "0", "9999"},
		{"/platen.rendering.v1.RenderService/Generate", strings.Replace(body, "<p>", "<b>", 1), "1", "9998"},
		{"/api/v1/facade/generate", `{"operation":"render","html":"y","outputs":[{"width":32,"height":32}]}`, "0", "9997"},
	} {
		a := s.Do(t, http.MethodPost, c.path, s.Live, c.body)
		if a.Header.Get("X-Credits-Charged") != c.charged || a.Header.Get("X-Credits-Remaining") != c.remaining {
			t.Errorf("%s: %d charged %q, remaining %q, want %s and %s: %.200s", c.path, a.Status, a.Header.Get("X-Credits-Charged"), a.Header.Get("X-Credits-Remaining"), c.charged, c.remaining, a.Body)
		}
	}
	a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Test, body)
	if a.Header.Get("X-Credits-Charged") != "0" {
		t.Errorf("a test key is charged %q", a.Header.Get("X-Credits-Charged"))
	}
}
