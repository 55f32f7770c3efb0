package scenarios

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// TestOwnerSignsInByLink exchanges the link that the service prints, as the console's page does, and makes an API key
// and a signing key through the console.
func TestOwnerSignsInByLink(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	redeem := func(link string, headers ...string) *harness.Response {
		t.Helper()
		return s.Do(t, "POST", "/console/session", "", `{"link":"`+link+`"}`, headers...)
	}
	link := s.SignIn()
	if a := redeem(link, "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("from another site: %d", a.Status)
	}
	in := redeem(link)
	set := in.Header.Get("Set-Cookie")
	var state struct {
		SignedIn bool `json:"signed_in"`
		Live     bool
		Form     string
		Scopes   []string
	}
	in.JSON(t, &state)
	if in.Status != 200 || !state.SignedIn || !state.Live || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Strict") || strings.Contains(set, link) || bytes.Contains(in.Body, []byte("svc_")) {
		t.Fatalf("signing in: %d %s %s", in.Status, set, in.Body)
	}
	if a := redeem(link); a.Status != 401 || a.Header.Get("Set-Cookie") != "" || !bytes.Contains(a.Body, []byte("platen console")) {
		t.Errorf("a link used twice: %d %s", a.Status, a.Body)
	}
	cookie, _, _ := strings.Cut(set, ";")
	as := []string{"Cookie", cookie, "X-Platen-Form", state.Form}
	var key struct{ Secret string }
	made := s.Do(t, "POST", "/console/api/api/v1/api-keys", "", `{"mode":"test","name":"website"}`, as...)
	made.JSON(t, &key)
	if made.Status != 201 || s.Do(t, "GET", "/api/v1/facade/render-jobs", key.Secret, "").Status != 200 {
		t.Errorf("an API key: %d %s", made.Status, made.Body)
	}
	if a := s.Do(t, "POST", "/console/api/api/v1/signing-keys", "", `{}`, as...); a.Status != 201 || !bytes.Contains(a.Body, []byte(`"secret"`)) {
		t.Errorf("a signing key: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "DELETE", "/console/session", "", "", as...); a.Status != 200 {
		t.Errorf("signing out: %d", a.Status)
	}
	if a := s.Do(t, "GET", "/console/api/api/v1/facade/render-jobs", "", "", as...); a.Status != 401 {
		t.Errorf("the cookie after signing out: %d", a.Status)
	}
	if key.Secret != "" && s.Do(t, "GET", "/api/v1/facade/render-jobs", key.Secret, "").Status != 200 {
		t.Error("the API key ended with the session")
	}
}

// TestExpiredLinkIsRejected waits for longer than a link works.
func TestExpiredLinkIsRejected(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	s.Advance(t, 10*time.Minute)
	if a := s.Do(t, "POST", "/console/session", "", `{"link":"`+s.SignIn()+`"}`); a.Status != 401 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("a link after ten minutes: %d %s", a.Status, a.Body)
	}
}

// TestProductionPrintsNoLink holds what is logged in production to the keys of the first start.
func TestProductionPrintsNoLink(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ENV": "production"})
	if link := s.SignIn(); link != "" {
		t.Errorf("the service prints %s", link)
	}
}
