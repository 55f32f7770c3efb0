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

// TestConsoleSwitchesMode signs in with a live key, adds a test key of the workspace, and switches between the two; the
// session's secret protects the switch.
func TestConsoleSwitchesMode(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	var state struct {
		Live, Both bool
		Form       string
	}
	cookie := ""
	put := func(body string, status int, live, both bool) {
		t.Helper()
		a := s.Do(t, "PUT", "/console/session", "", body, "Cookie", cookie, "X-Platen-Form", state.Form)
		if a.Status != status {
			t.Fatalf("%s: %d %s; want %d", body, a.Status, a.Body, status)
		}
		if status != 200 {
			return
		}
		state.Live, state.Both = false, false
		a.JSON(t, &state)
		cookie, _, _ = strings.Cut(a.Header.Get("Set-Cookie"), ";")
		if state.Live != live || state.Both != both || bytes.Contains(a.Body, []byte("svc_")) {
			t.Errorf("%s: %s; want live %v, both %v", body, a.Body, live, both)
		}
	}
	in := s.Do(t, "POST", "/console/session", "", `{"token":"`+s.Live+`"}`)
	in.JSON(t, &state)
	cookie, _, _ = strings.Cut(in.Header.Get("Set-Cookie"), ";")
	if !state.Live || state.Both {
		t.Fatalf("signed in: %s", in.Body)
	}
	put(`{}`, 409, false, false)
	put(`{"token":"`+s.Live+`"}`, 400, false, false)
	put(`{"token":"svc_test_wrong"}`, 401, false, false)
	put(`{"token":"`+s.Test+`"}`, 200, false, true)
	first := state.Form
	put(`{}`, 200, true, true)
	put(`{}`, 200, false, true)
	if a := s.Do(t, "PUT", "/console/session", "", `{}`, "Cookie", cookie, "X-Platen-Form", first); a.Status != 403 {
		t.Errorf("with the secret of an earlier session: %d", a.Status)
	}
	if a := s.Do(t, "PUT", "/console/session", "", `{}`, "Cookie", cookie, "X-Platen-Form", state.Form, "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("from another site: %d", a.Status)
	}
	// What is drawn in test mode is free.
	drawn := s.Do(t, "POST", "/console/api/api/v1/facade/generate", "", `{"operation":"preview","template":{"id":"quote"},"data":{"quote":"a"},"outputs":[{"preset":"og"}]}`, "Cookie", cookie, "X-Platen-Form", state.Form)
	if drawn.Status != 200 || drawn.Header.Get("X-Credits-Charged") != "0" {
		t.Errorf("a render in test mode: %d %.200s, credits %q", drawn.Status, drawn.Body, drawn.Header.Get("X-Credits-Charged"))
	}
}

// TestExpiredLinkIsRejected advances the clock beyond the validity of a link.
func TestExpiredLinkIsRejected(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	s.Advance(t, 10*time.Minute)
	if a := s.Do(t, "POST", "/console/session", "", `{"link":"`+s.SignIn()+`"}`); a.Status != 401 || a.Header.Get("Set-Cookie") != "" {
		t.Errorf("a link after ten minutes: %d %s", a.Status, a.Body)
	}
}

// TestProductionPrintsNoLink checks that the first start in production prints no sign-in link.
func TestProductionPrintsNoLink(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ENV": "production"})
	if link := s.SignIn(); link != "" {
		t.Errorf("the service prints %s", link)
	}
}
