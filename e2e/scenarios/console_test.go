package scenarios

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestConsolePageAndItsFiles loads the page and every file it refers to, with a content
// security policy that allows no others.
func TestConsolePageAndItsFiles(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for _, path := range []string{"/console/", "/console/jobs/job_1"} {
		page := s.Do(t, "GET", path, "", "")
		policy := page.Header.Get("Content-Security-Policy")
		if page.Status != 200 || !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Fatalf("%s returns %d under %q", path, page.Status, policy)
		}
		files := regexp.MustCompile(`(?:src|href)="(/console/[^"]+)"`).FindAllStringSubmatch(string(page.Body), -1)
		if len(files) < 3 {
			t.Fatalf("%s names %d files:\n%s", path, len(files), page.Body)
		}
		for _, file := range files {
			if a := s.Do(t, "GET", file[1], "", ""); a.Status != 200 || strings.HasPrefix(file[1], "/console/assets/") && !strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s returns %d, %s", file[1], a.Status, a.Header.Get("Cache-Control"))
			}
		}
	}
	if a := s.Do(t, "GET", "/console", "", ""); a.Status != 301 || a.Header.Get("Location") != "/console/" {
		t.Errorf("/console returns %d %s", a.Status, a.Header.Get("Location"))
	}
	if a := s.Do(t, "GET", "/console/assets/none.js", "", ""); a.Status != 404 {
		t.Errorf("a file that is not there returns %d", a.Status)
	}
	if a := s.Do(t, "POST", "/console/", "", "{}"); a.Status != 405 {
		t.Errorf("POST returns %d", a.Status)
	}
	packed := s.Do(t, "GET", "/console/", "", "", "Accept-Encoding", "gzip")
	z, err := gzip.NewReader(bytes.NewReader(packed.Body))
	if err != nil || packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("the page is not compressed: %v", err)
	}
	if z.Close() != nil {
		t.Error("the compressed page is broken")
	}
}

// TestConsoleSession signs in and out, and calls the API with the cookie, which the page cannot read: only with
// the session's secret, and only from the same origin.
func TestConsoleSession(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	signIn := func(token string, headers ...string) *harness.Response {
		t.Helper()
		return s.Do(t, "POST", "/console/session", "", `{"token":"`+token+`"}`, headers...)
	}
	if a := signIn("svc_test_wrong"); a.Status != 401 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("a wrong token: %d", a.Status)
	}
	if a := signIn(s.Test, "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("signing in from another site: %d", a.Status)
	}
	if a := signIn(strings.Repeat("x", 5000)); a.Status != 400 {
		t.Errorf("a long token: %d", a.Status)
	}
	in := signIn(s.Test)
	set := in.Header.Get("Set-Cookie")
	if in.Status != 200 || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Strict") || strings.Contains(set, s.Test[9:]) || bytes.Contains(in.Body, []byte(s.Test)) {
		t.Fatalf("signing in: %d %s", in.Status, set)
	}
	var state struct {
		SignedIn bool `json:"signed_in"`
		Form     string
		Live     bool
		Scopes   []string
	}
	in.JSON(t, &state)
	if !state.SignedIn || state.Live || state.Form == "" || len(state.Scopes) == 0 {
		t.Fatalf("the session: %+v", state)
	}
	cookie, _, _ := strings.Cut(set, ";")
	const jobs = "/console/api/api/v1/facade/render-jobs"
	for name, got := range map[string]struct{ response, want int }{
		"with the secret":          {s.Do(t, "GET", jobs, "", "", "Cookie", cookie, "X-Platen-Form", state.Form).Status, 200},
		"over Connect":             {s.Do(t, "POST", "/console/api/platen.auth.v1.WorkspaceService/GetWorkspace", "", "{}", "Cookie", cookie, "X-Platen-Form", state.Form).Status, 200},
		"without the secret":       {s.Do(t, "GET", jobs, "", "", "Cookie", cookie).Status, 403},
		"with another secret":      {s.Do(t, "GET", jobs, "", "", "Cookie", cookie, "X-Platen-Form", "x").Status, 403},
		"without the cookie":       {s.Do(t, "GET", jobs, "", "", "X-Platen-Form", state.Form).Status, 401},
		"with a token, no cookie":  {s.Do(t, "GET", jobs, s.Test, "", "X-Platen-Form", state.Form).Status, 401},
		"with a broken cookie":     {s.Do(t, "GET", jobs, "", "", "Cookie", cookie+"x", "X-Platen-Form", state.Form).Status, 401},
		"in another cookie":        {s.Do(t, "GET", "/review/", "", "", "Cookie", strings.Replace(cookie, "platen_console", "platen_session", 1)).Status, 401},
		"a change from elsewhere":  {s.Do(t, "POST", "/console/api/api/v1/facade/generate", "", "{}", "Cookie", cookie, "X-Platen-Form", state.Form, "Origin", "https://evil.example").Status, 403},
		"making a key as an image": {s.Do(t, "GET", "/console/api/admin/create-key", "", "", "Cookie", cookie).Status, 403},
		"beside the API":           {s.Do(t, "GET", "/console/api/metrics", "", "", "Cookie", cookie, "X-Platen-Form", state.Form).Status, 404},
		"an image":                 {s.Do(t, "GET", "/console/api/api/v1/templates/quote/preview.png", "", "", "Cookie", cookie).Status, 200},
		"a proof, signed out":      {s.Do(t, "GET", "/console/proof/apr_00000000000000000000000000/0.png", "", "").Status, 401},
		"a proof of nothing":       {s.Do(t, "GET", "/console/proof/apr_00000000000000000000000000/0.png", "", "", "Cookie", cookie).Status, 422},
		"signing out, no secret":   {s.Do(t, "DELETE", "/console/session", "", "", "Cookie", cookie).Status, 403},
	} {
		if got.response != got.want {
			t.Errorf("%s: %d, want %d", name, got.response, got.want)
		}
	}
	if a := s.Do(t, "GET", jobs, "", "", "Cookie", cookie, "X-Platen-Form", "of a former session"); a.Header.Get("X-Platen-Form") != "stale" {
		t.Errorf("a page of a former session has no header: %v", a.Header)
	}
	out := s.Do(t, "DELETE", "/console/session", "", "", "Cookie", cookie, "X-Platen-Form", state.Form)
	if out.Status != http.StatusOK || !strings.Contains(out.Header.Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("signing out: %d %s", out.Status, out.Header.Get("Set-Cookie"))
	}
}
