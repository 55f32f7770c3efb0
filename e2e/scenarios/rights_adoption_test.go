package scenarios

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestWhatLiveObjectsUseIsLive: a test credential cannot change or delete what it created once a live object uses it:
// the files of a live template, the template of a live signed URL with its files, and the licence of a live file.
func TestWhatLiveObjectsUseIsLive(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_MANAGE": "1000/2000", "PLATEN_RATE_SIGN": "1000/2000"})
	live, test := s.Key(t, "live", everyScope...), s.Key(t, "test", everyScope...)
	n := 0
	picture := func(token, license string) string {
		t.Helper()
		n++
		svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>%d</title><path d="M0 0h8v8H0z"/></svg>`, n)
		return creates(t, s, token, "/api/v1/assets", fmt.Sprintf(`{"data":%q,"license_id":%q}`, base64.StdEncoding.EncodeToString([]byte(svg)), license))
	}
	license := func() string {
		t.Helper()
		return creates(t, s, test, "/api/v1/licenses", `{"name":"Terms","kind":"own","commercial_use":true}`)
	}
	page := func(token, asset string) string {
		t.Helper()
		n++
		return creates(t, s, token, "/api/v1/templates", fmt.Sprintf(`{"name":"Page %d","html":"<img src='asset:%s'>","publish":true}`, n, asset))
	}
	for name, use := range map[string]func(asset string) (template string){
		"a live template": func(asset string) string { return page(live, asset) },
		"a test template that a live credential changes": func(asset string) string {
			id := page(test, asset)
			if a := s.Do(t, "PATCH", "/api/v1/templates/"+id, live, `{"description":"x"}`); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			return id
		},
		"a live signed URL": func(asset string) string {
			if a := s.Do(t, "POST", "/api/v1/generate/sign", live, fmt.Sprintf(`{"items":[{"html":"<img src='asset:%s'>","width":64,"height":32}]}`, asset)); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			return ""
		},
		"a live signed URL of a test template": func(asset string) string {
			id := page(test, asset)
			if a := s.Do(t, "POST", "/api/v1/generate/sign", live, fmt.Sprintf(`{"items":[{"template":{"id":%q},"width":64,"height":32}]}`, id)); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			return id
		},
		"a live change of the asset": func(asset string) string {
			if a := s.Do(t, "PATCH", "/api/v1/assets/"+asset, live, `{"name":"x"}`); a.Status != 200 {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			return ""
		},
	} {
		terms := license()
		asset := picture(test, terms)
		template := use(asset)
		changes := []change{{route: "PATCH /api/v1/assets/" + asset, body: `{"name":"y"}`}, {route: "DELETE /api/v1/assets/" + asset},
			{route: "PATCH /api/v1/licenses/" + terms, body: `{"commercial_use":false}`}}
		if template != "" {
			changes = append(changes, change{route: "POST /api/v1/templates/" + template + "/versions", body: `{"html":"<p>other</p>","publish":true}`},
				change{route: "DELETE /api/v1/templates/" + template})
		}
		for _, c := range changes {
			if code, rule := c.do(t, s, test, "", false).Code(t); code != "FORBIDDEN" || rule != "mode" {
				t.Errorf("%s: %s with a test key: %s %s; want FORBIDDEN mode", name, c.route, code, rule)
			}
		}
	}

	// What a test object uses remains the test credential's, and a rejected request of a live one adopts nothing.
	terms := license()
	asset := picture(test, terms)
	page(test, asset)
	for _, c := range []change{{route: "POST /api/v1/assets", body: fmt.Sprintf(`{"url":"https://example.invalid/x.png","license_id":%q}`, terms)},
		{route: "POST /api/v1/fonts", body: fmt.Sprintf(`{"data":"AAAA","family":"Face","license_id":%q}`, terms)}} {
		if a := c.do(t, s, live, "", false); a.Status != 400 {
			t.Errorf("%s: %d %s; want 400", c.route, a.Status, a.Body)
		}
	}
	for _, c := range []change{{route: "PATCH /api/v1/licenses/" + terms, body: `{"name":"Other"}`}, {route: "DELETE /api/v1/assets/" + asset}} {
		if a := c.do(t, s, test, "", false); a.Status != 200 {
			t.Errorf("%s of an object that no live one uses: %d %s", c.route, a.Status, a.Body)
		}
	}
}
