package scenarios

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/reference"
	"github.com/platenhq/platen/e2e/harness"
)

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// TestRightsMatrix sends every route with every kind of credential over both surfaces and compares the result with
// docs/reference/rights.md. The matrix comes from the operation table, so a new route is in it.
func TestRightsMatrix(t *testing.T) {
	t.Parallel()
	settings := map[string]string{"PLATEN_AUTH_FAILURES": "1000000", "PLATEN_ALLOW_LOOPBACK": "1"}
	for _, c := range strings.Fields("READ PREVIEW RENDER SIGN AI WEBHOOK MANAGE ADMIN STREAM SIGNED") {
		settings["PLATEN_RATE_"+c] = "100000/200000"
	}
	s := harness.Start(t, settings)
	cases, rows, err := reference.Rights()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 100 || len(cases) < 30 {
		t.Fatalf("%d routes and %d credentials", len(rows), len(cases))
	}
	revoked := makeKey(t, s, s.Key(t, "live", everyScope...), `{"mode":"live","scopes":["keys:write"]}`)
	if a := s.Do(t, "DELETE", "/api/v1/api-keys/"+revoked.ID, revoked.Secret, ""); a.Status != 200 {
		t.Fatalf("revoking: %d %s", a.Status, a.Body)
	}
	kinds := credentialKinds(t, s, cases[0].Scopes)
	none := makeKey(t, s, s.Key(t, "live", "keys:write"), `{"mode":"live","scopes":["keys:read"]}`)
	for i, c := range cases {
		credentials := map[string]string{"a key": none.Secret}
		if len(c.Scopes) > 0 {
			credentials["a key"] = s.Key(t, string(c.Mode), c.Scopes...)
		}
		// What a route takes depends on mode and scopes, whatever carries them.
		if i < 4 || i%6 == 0 {
			for name, kind := range kinds {
				credentials[name] = kind(string(c.Mode), c.Scopes)
			}
		}
		for _, r := range rows {
			want := r.Cells[i]
			managesCredentials := enough(cases, r.Cells, "keys:write", "admin:")
			if len(c.Scopes) == 0 && strings.Contains(want, "scope") && r.Method == "GET" && (strings.Contains(r.Path, "keys") || strings.Contains(r.Path, "issuers")) {
				continue // the key without scopes is one with keys:read, which the API can make
			}
			check := func(kind, via string, status int, body string) {
				t.Helper()
				want := want
				if managesCredentials && strings.HasPrefix(kind, "a JWT") {
					want = "scope" // no JWT has keys:write or the scopes of operators
				}
				refused := status == 403 && strings.Contains(body, `"rule":"scope"`) && strings.Contains(body, "lacks the scope") || status == 403 && strings.Contains(body, `"rule":"mode"`) && strings.Contains(body, "live requests are served by")
				if status == 401 || status >= 500 || refused != (want == "scope" || want == "mode") || refused && !strings.Contains(body, fmt.Sprintf(`"rule":%q`, want)) {
					t.Errorf("%s with %s, %q: %d %.300s; the matrix says %s", via, kind, c.Name, status, body, want)
				}
			}
			if r.Streaming {
				continue // an open stream has no end to wait for; its scope is checked in the same place
			}
			path := strings.ReplaceAll(pathParameter.ReplaceAllString(r.Path, "none"), "versions/none", "versions/1")
			body := ""
			if r.Method == "POST" || r.Method == "PATCH" {
				body = "{}"
			}
			for kind, key := range credentials {
				a := s.Do(t, r.Method, path, key, body)
				check(kind, "REST "+r.Method+" "+r.Path, a.Status, string(a.Body))
				a = s.Do(t, "POST", r.Procedure, key, "{}")
				check(kind, "Connect "+r.Procedure, a.Status, string(a.Body))
			}
			if i == 0 {
				if a := s.Do(t, r.Method, path, revoked.Secret, body); a.Status != 401 {
					t.Errorf("%s %s with a revoked key: %d", r.Method, r.Path, a.Status)
				}
			}
		}
	}
}

// enough reports whether every single scope that a route takes has one of the prefixes.
func enough(cases []reference.RightsCase, cells []string, prefixes ...string) bool {
	found := false
	for i, c := range cases {
		if len(c.Scopes) != 1 || cells[i] == "scope" {
			continue
		}
		found = true
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(c.Scopes[0], p) }) {
			return false
		}
	}
	return found
}

// credentialKinds returns the kinds of credentials besides an operator's key: each makes one of a mode with scopes.
func credentialKinds(t *testing.T, s *harness.Service, every []string) map[string]func(mode string, scopes []string) string {
	t.Helper()
	id := newIdentity(t)
	issuer, full := map[string]string{}, map[string]string{}
	for _, mode := range []string{"live", "test"} {
		full[mode], issuer[mode] = s.Key(t, mode, every...), "https://matrix.example/"+mode
		if a := s.Do(t, "POST", "/api/v1/jwt-issuers", full[mode], fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, issuer[mode], id.URL+"/jwks.json")); a.Status != 201 {
			t.Fatalf("registering an issuer: %d %s", a.Status, a.Body)
		}
	}
	return map[string]func(string, []string) string{
		"a key made by a key": func(mode string, scopes []string) string {
			list, _ := json.Marshal(scopes)
			return makeKey(t, s, full[mode], fmt.Sprintf(`{"mode":%q,"scopes":%s}`, mode, list)).Secret
		},
		"a key limited to a brand": func(mode string, scopes []string) string {
			return s.Key(t, mode, append(slices.Clone(scopes), "brand:brand_00000000000000000000000001")...)
		},
		"a JWT": func(mode string, scopes []string) string {
			return id.token(t, issuer[mode], "ada", strings.Join(scopes, " "))
		},
		"a JWT limited to a brand": func(mode string, scopes []string) string {
			return id.token(t, issuer[mode], "ada", strings.Join(append(slices.Clone(scopes), "brand:brand_00000000000000000000000001"), " "))
		},
	}
}
