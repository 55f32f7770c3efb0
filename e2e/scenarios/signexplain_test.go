package scenarios

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
	platen "github.com/platenhq/platen/sdk/go"
)

// explained is the response of the explain call.
type explained struct {
	Works, Verifies bool
	Problems        []struct{ Part, Message, Fix string }
	Form, KID       string
	KeyStatus       string `json:"key_status"`
	Request         map[string]any
	State           string
	ImageID         string `json:"image_id"`
}

func explain(t *testing.T, s *harness.Service, token, address string) (out explained, text string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"url": address})
	if err != nil {
		t.Fatal(err)
	}
	a := s.Do(t, http.MethodPost, "/api/v1/generate/sign/explain", token, string(body))
	if a.Status != 200 {
		t.Fatalf("explain returns %d: %s", a.Status, a.Body)
	}
	a.JSON(t, &out)
	return out, string(a.Body)
}

// TestSignedURLsAreExplained changes one part of a URL after another and reads which part the service names.
func TestSignedURLsAreExplained(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	admin := s.Key(t, "live", "keys:write", "sign:write")
	var key, second struct{ ID, KID, Secret string }
	s.Do(t, http.MethodPost, "/api/v1/signing-keys", admin, "").JSON(t, &key)
	s.Do(t, http.MethodPost, "/api/v1/signing-keys", admin, "").JSON(t, &second)
	signer := platen.URLSigner{BaseURL: s.URL, KID: key.KID, Secret: key.Secret}
	values := map[string]string{"quote": "Less, but better.", "author": "Dieter Rams"}
	simple := signer.Template("quote", 1, values, time.Time{})
	ending := signer.Template("quote", 1, values, time.Now().Add(time.Hour))
	mixed := platen.URLSigner{BaseURL: s.URL, KID: key.KID, Secret: second.Secret}.Template("quote", 1, values, time.Time{})

	for name, c := range map[string]struct{ url, part, says string }{
		"a value":           {strings.Replace(simple, "better", "worse", 1), "signature", "differs"},
		"a parameter more":  {simple + "&size=big", "query", `"size"`},
		"link tracking":     {simple + "&utm_source=x&utm_medium=y", "query", "tracking"},
		"escaped as HTML":   {strings.ReplaceAll(simple, "&", "&amp;"), "query", "&amp;"},
		"spaces":            {strings.Replace(simple, "Dieter+Rams", "Dieter+Rams++", 1), "query", `"author"`},
		"an end":            {simple + "&exp=1999999999", "expiry", "not in what was signed"},
		"another version":   {strings.Replace(simple, "@1.png", "@2.png", 1), "template", "version 1"},
		"the key's id":      {mixed, "key", second.KID},
		"a key of no one":   {strings.Replace(simple, key.KID, "000000000000", 1), "kid", "No signing key"},
		"cut in the middle": {simple[:strings.Index(simple, "/t/")], "path", ".png"},
		"a short signature": {strings.Replace(simple, "/t/", "x/t/", 1), "path", "44 characters"},
		"another page":      {"https://example.com/card.png", "path", "/i/{kid}"},
	} {
		got, text := explain(t, s, admin, c.url)
		if got.Works || len(got.Problems) == 0 || got.Problems[0].Part != c.part || !strings.Contains(got.Problems[0].Message, c.says) {
			t.Errorf("%s: %s", name, text)
		}
		if !got.Verifies && got.Request != nil {
			t.Errorf("%s: the content of a URL that does not verify: %s", name, text)
		}
		good, _, _ := strings.Cut(strings.TrimPrefix(simple, s.URL+"/i/"+key.KID+"/"), "/")
		if !strings.Contains(c.url, good) && strings.Contains(text, good) || strings.Contains(text, "ssk_") {
			t.Errorf("%s: the response has what was not in the URL: %s", name, text)
		}
	}

	got, text := explain(t, s, admin, simple)
	if !got.Works || !got.Verifies || got.Form != "simple" || got.KeyStatus != "active" || got.State != "not_fetched" || got.Request["template"] == nil {
		t.Errorf("a good URL: %s", text)
	}
	if a := s.Do(t, http.MethodGet, simple, "", ""); a.Status != 302 {
		t.Fatalf("fetching returns %d", a.Status)
	}
	if got, text := explain(t, s, admin, strings.TrimPrefix(simple, s.URL)); got.State != "rendered" || got.ImageID == "" {
		t.Errorf("a fetched URL: %s", text)
	}
	if got, text := explain(t, s, admin, "https://cdn.example.com"+strings.TrimPrefix(simple, s.URL)); !got.Works || len(got.Problems) != 1 || got.Problems[0].Part != "origin" {
		t.Errorf("behind another origin: %s", text)
	}
	s.Advance(t, 2*time.Hour)
	eventually(t, "a URL that ended is explained so", func() bool {
		got, _ := explain(t, s, admin, ending)
		return !got.Works && got.Verifies && got.Problems[0].Part == "expiry"
	})
	// Of another mode, and of a credential that is limited to a brand.
	if got, text := explain(t, s, s.Test, simple); got.Verifies || got.KeyStatus != "" || got.Problems[0].Part != "kid" {
		t.Errorf("with a test key: %s", text)
	}
	if a := s.Do(t, http.MethodPost, "/api/v1/generate/sign/explain", s.Key(t, "live", "sign:write", "brand:brand_01jb8z3t5v9k2m4n6p8q0r1s2t"), `{"url":"`+url.PathEscape(simple)+`"}`); a.Status != 403 {
		t.Errorf("with a brand's key: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodPost, "/api/v1/signing-keys/"+key.ID+"/revoke", admin, ""); a.Status != 200 {
		t.Fatalf("revoking returns %d: %s", a.Status, a.Body)
	}
	if got, text := explain(t, s, admin, simple); got.Works || !got.Verifies || got.Problems[0].Part != "key" || got.KeyStatus != "revoked" {
		t.Errorf("after the revocation: %s", text)
	}
	broken, err := json.Marshal(got)
	if err != nil || strings.Contains(string(broken), key.Secret) {
		t.Errorf("the secret is in the explanation: %v", err)
	}
}
