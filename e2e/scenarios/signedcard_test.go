package scenarios

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestFallbackCards: a URL that verifies and cannot be rendered shows a card in the brand's colours, with the reason in a
// header; with PLATEN_SIGNED_FALLBACK=off it returns the error.
func TestFallbackCards(t *testing.T) {
	t.Parallel()
	for _, fallback := range []string{"card", "off"} {
		s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off", "PLATEN_SIGNED_FALLBACK": fallback, "PLATEN_SITE_NAME": "Example & Sons"})
		var key struct {
			KID, Secret string
		}
		s.Do(t, http.MethodPost, "/api/v1/signing-keys", s.Key(t, "live", "keys:write", "sign:write"), "").JSON(t, &key)
		signer := platen.URLSigner{BaseURL: s.URL, KID: key.KID, Secret: key.Secret}
		before := available(t, s)
		for _, c := range []struct {
			name, rest, query, code string
			status                  int
		}{
			{"an unknown template", "t/no-such@1.png", "title=Hello", "TEMPLATE_NOT_FOUND", 404},
			{"an unknown version", "t/quote@99.png", "quote=Hello", "TEMPLATE_VERSION_NOT_FOUND", 404},
			{"missing data without a default", "t/quote@1.png", "author=Me", "VALIDATION_FAILED", 400},
			{"a payload that is none", "d/AAAA.png", "", "INVALID_REQUEST", 400},
		} {
			signed := c.rest
			if strings.HasPrefix(c.rest, "t/") {
				signed += "?" + c.query
			}
			u := "/i/" + key.KID + "/" + signer.Signature(signed, "") + "/" + c.rest
			if c.query != "" {
				u += "?" + c.query
			}
			for range 2 { // the second is cached
				a := s.Do(t, http.MethodGet, u, "", "")
				if a.Header.Get("X-Service-Error") != c.code || a.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("%s, %s: %d %v %.300s", fallback, c.name, a.Status, a.Header, a.Body)
				}
				if fallback == "off" {
					if a.Status != c.status {
						t.Errorf("%s, %s: status %d", fallback, c.name, a.Status)
					}
					continue
				}
				if a.Status != 200 || a.Header.Get("Content-Type") != "image/png" {
					t.Fatalf("%s: %d %s", c.name, a.Status, a.Header.Get("Content-Type"))
				}
				card, _ := decodePNG(t, c.name, a.Body)
				if r, g, b, _ := card.At(5, 5).RGBA(); card.Bounds().Dx() != 1200 || card.Bounds().Dy() != 630 || r>>8 != 0x0f || g>>8 != 0x17 || b>>8 != 0x2a {
					t.Errorf("%s: %v, %x %x %x", c.name, card.Bounds(), r>>8, g>>8, b>>8)
				}
			}
			if a := s.Do(t, http.MethodGet, u[:len(u)-5]+"x.png", "", ""); a.Status != 401 {
				t.Errorf("%s, changed: %d", c.name, a.Status)
			}
		}
		if got := available(t, s); got != before {
			t.Errorf("cards charged %d", before-got)
		}
	}
}

// TestSignedURLsCutLongText: text that is longer than the template's variable allows is cut and ends in an ellipsis.
func TestSignedURLsCutLongText(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off"})
	var key struct {
		KID, Secret string
	}
	s.Do(t, http.MethodPost, "/api/v1/signing-keys", s.Key(t, "live", "keys:write", "sign:write"), "").JSON(t, &key)
	signer := platen.URLSigner{BaseURL: s.URL, KID: key.KID, Secret: key.Secret}
	const most = 320 // the max_length of quote
	shown := func(values map[string]string) string {
		t.Helper()
		u := strings.TrimPrefix(signer.Template("quote", 1, values, time.Time{}), s.URL)
		a := s.Do(t, http.MethodGet, u, "", "")
		if a.Status != http.StatusFound {
			t.Fatalf("%d %v", a.Status, a.Header)
		}
		return string(s.Do(t, http.MethodGet, strings.TrimPrefix(a.Header.Get("Location"), s.URL), "", "").Body)
	}
	long := strings.Repeat("Less, but better. ", 30)
	if cut := long[:most-1] + "…"; shown(map[string]string{"quote": long}) != shown(map[string]string{"quote": cut}) {
		t.Error("long text is not shown as the text that is cut to the limit")
	}
	// Nothing else is changed for the viewer.
	u := strings.TrimPrefix(signer.Template("quote", 2, map[string]string{"quote": long, "mood": "none"}, time.Time{}), s.URL)
	if a := s.Do(t, http.MethodGet, u, "", ""); a.Status != http.StatusOK || a.Header.Get("X-Service-Error") != "VALIDATION_FAILED" {
		t.Errorf("an invalid mood: %d %v", a.Status, a.Header)
	}
}
