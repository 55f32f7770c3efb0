package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/proto/openapi/conformance"
)

// wholeWorkspace are the operations on the workspace as a whole, which reject limited credentials.
var wholeWorkspace = []string{"getUsage", "listUsageDays", "listLedgerEntries", "exportDecisions", "verifyDecisions", "verifyAudit", "listSigningKeys",
	"getContentPolicy", "getAdminOverview"}

// everybodys are operations whose response is the same for every workspace, or does not refer to its objects.
var everybodys = []string{"getAiCapabilities", "listGradientStyles", "getApiVersions", "getFacadeHealth", "getReference", "getWorkspace", "getHealth", "getBrowserHealth",
	"reinitBrowser", "getDetailedHealth", "createTestKey"}

// emptyLists are lists of resources that never belong to a brand.
var emptyLists = []string{"listJwtIssuers"}

// TestBrandLimitOfLists reads every list, over REST and Connect, and checks that it has no objects of other brands.
func TestBrandLimitOfLists(t *testing.T) {
	t.Parallel()
	l := startLimits(t)
	doc, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	lists := 0
	for _, r := range doc.Routes {
		op := r.Operation["operationId"].(string)
		if r.Method != "GET" || strings.Contains(r.Template, "{") || slices.Contains(everybodys, op) {
			continue
		}
		procedure := r.Operation["x-platen-procedure"].(string)
		for name, credential := range map[string]string{"a key of B": l.keyB, "a token of B": l.tokenB, "a key of B and C": l.keyBC, "the full key": l.full} {
			for surface, read := range map[string]func() (int, []byte){
				"REST":    func() (int, []byte) { a := l.Do(t, "GET", r.Template, credential, ""); return a.Status, a.Body },
				"Connect": func() (int, []byte) { a := l.Do(t, "POST", procedure, credential, "{}"); return a.Status, a.Body },
			} {
				status, body := read()
				where := fmt.Sprintf("%s over %s with %s", op, surface, name)
				if name == "the full key" {
					if status != 200 {
						t.Errorf("%s: %d %s", where, status, cut(body))
					}
					continue
				}
				if slices.Contains(wholeWorkspace, op) {
					if status != 403 {
						t.Errorf("%s: %d; want 403", where, status)
					}
					continue
				}
				if status == 403 && name == "a token of B" && strings.Contains(string(body), `"rule":"scope"`) {
					continue // no token has the scope
				}
				if status != 200 {
					t.Errorf("%s: %d %s", where, status, cut(body))
					continue
				}
				lists++
				strangers := []owned{l.a, l.none}
				if name != "a key of B and C" {
					strangers = append(strangers, l.c)
				}
				for _, o := range strangers {
					for what, id := range o.ids {
						if what == "version" || o.brand == "" && slices.Contains(shared, what) {
							continue
						}
						if strings.Contains(string(body), id) {
							t.Errorf("%s shows the %s %s of another brand or of none", where, what, id)
						}
					}
				}
				own := slices.ContainsFunc([]string{"brand_id", "kit_id", "job_id", "image_id", "decision_id", "webhook_id", "event_id", "draft_id", "approval_id", "policy_id", "template_id", "asset_id", "key_id", "license_id"},
					func(p string) bool {
						return l.b.ids[p] != "" && strings.Contains(string(body), l.b.ids[p]) || p == "license_id" && strings.Contains(string(body), l.none.ids[p])
					})
				if !own && !slices.Contains(emptyLists, op) && op != "listFonts" {
					t.Errorf("%s shows nothing of its own brand: %s", where, cut(body))
				}
			}
		}
	}
	if lists < 60 {
		t.Errorf("%d lists were read", lists)
	}

	// A cursor is bound to the limit it was made with.
	var page struct {
		Page struct {
			NextCursor string `json:"next_cursor"`
		}
	}
	l.Do(t, "GET", jobs+"?limit=1", l.full, "").JSON(t, &page)
	if a := l.Do(t, "GET", jobs+"?limit=1&cursor="+page.Page.NextCursor, l.keyB, ""); code(t, a) != "400 INVALID_REQUEST cursor" {
		t.Errorf("the full key's cursor with a limited one: %d %s", a.Status, a.Body)
	}
	// Filters do not lift the limit.
	for _, query := range []string{"?subject=" + l.a.ids["job_id"], "?action=render.job&subject=" + l.a.ids["job_id"]} {
		if a := l.Do(t, "GET", "/api/v1/decisions"+query, l.keyB, ""); a.Status != 200 || strings.Contains(string(a.Body), "dec_") {
			t.Errorf("decisions%s: %d %s", query, a.Status, cut(a.Body))
		}
	}
}

// TestBrandLimitOfNewObjects: objects created by a limited credential belong to its brand, even if it is not named.
func TestBrandLimitOfNewObjects(t *testing.T) {
	t.Parallel()
	l := startLimits(t)
	page := func(more string) string {
		return `{"operation":"preview","html":"<p>the same</p>","outputs":[{"width":16,"height":16}]` + more + `}`
	}
	image := func(credential, more string) string {
		t.Helper()
		var r branding
		a := l.Do(t, "POST", generate, credential, page(more))
		if a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		a.JSON(t, &r)
		return r.Outputs[0].ImageID
	}
	read := func(credential, id string) int { return l.Do(t, "GET", "/api/v1/images/"+id, credential, "").Status }

	// The same page of three tenants is three images, each free the second time.
	unbranded, ofB, ofA := image(l.full, ""), image(l.keyB, ""), image(l.full, `,"brand_id":"`+l.a.brand+`"`)
	if unbranded == ofB || ofB == ofA || image(l.keyB, "") != ofB || image(l.full, "") != unbranded || image(l.full, `,"brand_id":"`+l.b.brand+`"`) != ofB {
		t.Errorf("the images of no brand %s, of B %s and of A %s are not kept apart", unbranded, ofB, ofA)
	}
	for id, want := range map[string]int{unbranded: 403, ofA: 403, ofB: 200} {
		if got := read(l.keyB, id); got != want {
			t.Errorf("reading %s: %d, want %d", id, got, want)
		}
	}
	if a := l.Do(t, "POST", generate, l.keyBC, page("")); code(t, a) != "403 FORBIDDEN brand" {
		t.Errorf("a key of two brands that names none: %d %s", a.Status, a.Body)
	}
	if image(l.keyBC, `,"brand_id":"`+l.b.brand+`"`) != ofB {
		t.Error("a key of two brands does not make an image of the one it names")
	}
	// A render of a brand's template belongs to the brand.
	template := func(of owned) string {
		t.Helper()
		var r branding
		l.Do(t, "POST", generate, l.full, fmt.Sprintf(`{"operation":"preview","template":{"id":%q},"outputs":[{"width":16,"height":16}]}`, of.ids["template_id"])).JSON(t, &r)
		return r.Outputs[0].ImageID
	}
	if got := read(l.keyB, template(l.b)); got != 200 {
		t.Errorf("an image of the brand's template: %d", got)
	}
	if got := read(l.keyB, template(l.a)); got != 403 {
		t.Errorf("an image of another brand's template: %d", got)
	}

	// A signed URL that a limited key mints shows an image of its brand to every client.
	var signed struct {
		Data []struct {
			URL     string
			ImageID string `json:"image_id"`
		}
	}
	a := l.Do(t, "POST", "/api/v1/generate/sign", l.keyB, `{"items":[{"html":"<p>signed</p>","width":64,"height":32}]}`)
	a.JSON(t, &signed)
	if a.Status != 200 || l.Do(t, "GET", signed.Data[0].URL, "", "").Status != 302 {
		t.Fatalf("signing: %d %s", a.Status, a.Body)
	}
	if read(l.keyB, signed.Data[0].ImageID) != 200 || read(l.full, signed.Data[0].ImageID) != 200 {
		t.Error("the image of the signed URL is not the brand's")
	}
	// The same for an image generated from a prompt, and for a draft.
	var art struct{ ID string }
	l.Do(t, "POST", "/api/v1/ai/mesh-gradient", l.keyB, `{"width":256,"height":256}`).JSON(t, &art)
	if read(l.keyB, art.ID) != 200 {
		t.Error("an image made with a limited key is not the brand's")
	}
	l.Do(t, "POST", "/api/v1/ai/mesh-gradient", l.full, `{"width":256,"height":256}`).JSON(t, &art)
	if read(l.keyB, art.ID) != 403 {
		t.Error("the same image of no brand is shown to a limited key")
	}
	var draft struct{ ID string }
	l.Do(t, "POST", "/api/v1/drafts", l.keyB, `{"title":"x","request":`+page("")+`}`).JSON(t, &draft)
	if got := l.Do(t, "GET", "/api/v1/drafts/"+draft.ID, l.keyB, "").Status; got != 200 {
		t.Errorf("its own draft: %d", got)
	}
	// References to other brands' objects are rejected before anything is created.
	for name, body := range map[string]string{
		"a template":         fmt.Sprintf(`{"operation":"preview","template":{"id":%q},"outputs":[{"width":16,"height":16}]}`, l.a.ids["template_id"]),
		"an asset":           fmt.Sprintf(`{"operation":"preview","html":"<img src='asset:%s'>","outputs":[{"width":16,"height":16}]}`, l.a.ids["asset_id"]),
		"a kit":              page(`,"brand_kit":{"id":"` + l.a.ids["kit_id"] + `"}`),
		"a brand":            page(`,"brand_id":"` + l.a.brand + `"`),
		"a webhook":          page(`,"webhook_ids":["` + l.a.ids["webhook_id"] + `"]`),
		"no brand's webhook": page(`,"webhook_ids":["` + l.none.ids["webhook_id"] + `"]`),
	} {
		for _, path := range []string{generate, "/api/v1/validate", "/api/v1/compile"} {
			if strings.Contains(name, "webhook") && path != generate {
				continue
			}
			a := l.Do(t, "POST", path, l.keyB, body)
			refused := a.Status == 403
			if path == "/api/v1/validate" { // it returns the errors that a render would
				refused = a.Status == 200 && strings.Contains(string(a.Body), `"valid":false`) && strings.Contains(string(a.Body), `"code":"FORBIDDEN"`)
			}
			if !refused {
				t.Errorf("%s with %s: %d %s", path, name, a.Status, cut(a.Body))
			}
		}
	}
}

// TestBrandLimitOfReplays: a stored response is replayed only to a credential that may read it.
func TestBrandLimitOfReplays(t *testing.T) {
	t.Parallel()
	l := startLimits(t)
	page := func(brand, text string) string {
		if brand != "" {
			brand = fmt.Sprintf(`,"brand_id":%q`, brand)
		}
		return fmt.Sprintf(`{"operation":"render","html":"<p>%s</p>","outputs":[{"width":16,"height":16}]%s}`, text, brand)
	}
	const connect = "/platen.rendering.v1.RenderService/Generate"
	for _, surface := range []string{generate, connect} {
		for name, c := range map[string]struct {
			brand, first, second string
			replayed             bool
		}{
			"of another brand":                  {l.a.brand, l.full, l.keyB, false},
			"of no brand":                       {"", l.full, l.keyB, false},
			"of its brand, by the full key":     {l.b.brand, l.full, l.keyB, true},
			"of its brand, by a key of two":     {l.b.brand, l.keyBC, l.keyB, true},
			"of another of the two":             {l.c.brand, l.keyBC, l.keyB, false},
			"of its brand, by itself":           {"", l.keyB, l.keyB, true},
			"of a brand, to the full key":       {"", l.keyB, l.full, true},
			"of its brand, to a key of two":     {"", l.keyB, l.keyBC, true},
			"of another brand, to the full key": {l.a.brand, l.full, l.full, true},
		} {
			key, body := uuid.NewString(), page(c.brand, name)
			first := l.Do(t, "POST", surface, c.first, body, "Idempotency-Key", key)
			if first.Status >= 300 {
				t.Fatalf("%s %s: %d %s", surface, name, first.Status, first.Body)
			}
			second := l.Do(t, "POST", surface, c.second, body, "Idempotency-Key", key)
			switch {
			case c.replayed && (second.Status != first.Status || second.Header.Get("Idempotent-Replayed") != "true" || string(second.Body) != string(first.Body)):
				t.Errorf("%s %s: %d %s; want a replay", surface, name, second.Status, cut(second.Body))
			case !c.replayed && (second.Status != 403 || second.Header.Get("Idempotent-Replayed") != "" || strings.Contains(string(second.Body), "job_")):
				t.Errorf("%s %s: %d %s; want 403", surface, name, second.Status, cut(second.Body))
			}
		}
	}
	// The secret of a new key is replayed only to a credential with the rights of that key.
	key, body := uuid.NewString(), `{"name":"x","mode":"live","scopes":["render:write","assets:write"]}`
	first := l.Do(t, "POST", "/api/v1/api-keys", l.full, body, "Idempotency-Key", key)
	if first.Status != 201 {
		t.Fatalf("%d %s", first.Status, first.Body)
	}
	for name, scopes := range map[string][]string{"no other scope": {"keys:write"}, "one of the two": {"keys:write", "render:write"}} {
		if a := l.Do(t, "POST", "/api/v1/api-keys", l.Key(t, "live", scopes...), body, "Idempotency-Key", key); a.Status != 403 || strings.Contains(string(a.Body), "svc_live_") {
			t.Errorf("a key with %s: %d %s", name, a.Status, cut(a.Body))
		}
	}
	if a := l.Do(t, "POST", "/api/v1/api-keys", l.full, body, "Idempotency-Key", key); a.Status != 201 || string(a.Body) != string(first.Body) {
		t.Errorf("the same key again: %d %s", a.Status, cut(a.Body))
	}
}
