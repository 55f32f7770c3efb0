package scenarios

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// shared is a kind of thing that live and test mode share: how it is made, and every way of changing it. ID stands for
// its id. A change that is last ends it.
type sharedThing struct {
	kind, make, body string
	changes          []change
}

// change is one operation on a thing, over both surfaces.
type change struct{ route, body, procedure, message string }

const (
	brandService    = "/platen.brands.v1.BrandService/"
	kitService      = "/platen.brands.v1.BrandKitService/"
	templateService = "/platen.library.v1.TemplateService/"
	assetService    = "/platen.library.v1.AssetService/"
	fontService     = "/platen.library.v1.FontService/"
	licenseService  = "/platen.library.v1.LicenseService/"
	policyService   = "/platen.approvals.v1.ApprovalPolicyService/"
)

const kitBody = `"colors":{"palette":{"ink":"#0F172A","paper":"#FFFFFF"},"roles":{"primary":"ink","background":"paper"}}`

// sharedThings are those of a mode; n keeps names and bytes apart. brand and license are ids of things of the same maker.
func sharedThings(t *testing.T, n, brand string) []sharedThing {
	t.Helper()
	font, err := os.ReadFile("../../modules/rendering/engine/font/testdata/playfair-display-vietnamese-400-normal.woff2")
	if err != nil {
		t.Fatal(err)
	}
	svg := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>` + n + `</title><path d="M0 0h8v8H0z"/></svg>`))
	things := []sharedThing{
		{"brand", "/api/v1/brands", `{"name":"Brand ` + n + `"}`, []change{
			{"PATCH /api/v1/brands/ID", `{"name":"Other ` + n + `"}`, brandService + "UpdateBrand", `{"brandId":"ID","change":{"name":"Else ` + n + `"}}`},
			{"DELETE /api/v1/brands/ID", "", brandService + "DeleteBrand", `{"brandId":"ID"}`}}},
		{"kit", "/api/v1/brand-kits", `{"brand_id":"` + brand + `","name":"Kit",` + kitBody + `}`, []change{
			{"PATCH /api/v1/brand-kits/ID/versions/1", `{` + kitBody + `}`, kitService + "UpdateBrandKitVersion", `{"kitId":"ID","version":1,"content":{` + kitBody + `}}`},
			{"POST /api/v1/brand-kits/ID/versions", `{` + kitBody + `}`, kitService + "CreateBrandKitVersion", `{"kitId":"ID","content":{` + kitBody + `}}`},
			{"POST /api/v1/brand-kits/ID/versions/1/publish", "", kitService + "PublishBrandKitVersion", `{"kitId":"ID","version":1}`},
			{"POST /api/v1/brand-kits/ID/versions/1/archive", "", kitService + "ArchiveBrandKitVersion", `{"kitId":"ID","version":1}`}}},
		{"template", "/api/v1/templates", `{"name":"Template ` + n + `","html":"<p>x</p>"}`, []change{
			{"PATCH /api/v1/templates/ID", `{"name":"Other"}`, templateService + "UpdateTemplate", `{"templateId":"ID","change":{"name":"Else"}}`},
			{"POST /api/v1/templates/ID/versions", `{"html":"<p>y</p>"}`, templateService + "CreateTemplateVersion", `{"templateId":"ID","content":{"html":"<p>z</p>"}}`},
			{"POST /api/v1/templates/ID/publish", `{"version":1}`, templateService + "PublishTemplate", `{"templateId":"ID","publication":{"version":1}}`},
			{"DELETE /api/v1/templates/ID", "", templateService + "DeleteTemplate", `{"templateId":"ID"}`}}},
		{"asset", "/api/v1/assets", `{"data":"` + svg + `","name":"dot.svg"}`, []change{
			{"PATCH /api/v1/assets/ID", `{"name":"other.svg"}`, assetService + "UpdateAsset", `{"assetId":"ID","change":{"name":"else.svg"}}`},
			{"DELETE /api/v1/assets/ID", "", assetService + "DeleteAsset", `{"assetId":"ID"}`}}},
		{"licence", "/api/v1/licenses", `{"name":"Terms","kind":"own"}`, []change{
			{"PATCH /api/v1/licenses/ID", `{"name":"Other"}`, licenseService + "UpdateLicense", `{"licenseId":"ID","change":{"name":"Else"}}`},
			{"DELETE /api/v1/licenses/ID", "", licenseService + "DeleteLicense", `{"licenseId":"ID"}`}}},
		{"policy", "/api/v1/approval-policies", `{"action":"sign","when":{"livemode":false}}`, []change{
			{"PATCH /api/v1/approval-policies/ID", `{"required_approvals":2}`, policyService + "UpdateApprovalPolicy", `{"policyId":"ID","change":{"requiredApprovals":3}}`},
			{"DELETE /api/v1/approval-policies/ID", "", policyService + "DeleteApprovalPolicy", `{"policyId":"ID"}`}}},
	}
	return append(things, sharedThing{"font", "/api/v1/fonts", `{"data":"` + base64.StdEncoding.EncodeToString(font) + `","family":"Face ` + n + `"}`, []change{
		{"PATCH /api/v1/fonts/ID", `{}`, fontService + "UpdateFont", `{"fontId":"ID","change":{}}`},
		{"DELETE /api/v1/fonts/ID", "", fontService + "DeleteFont", `{"fontId":"ID"}`}}})
}

// creates makes a thing and returns its id.
func creates(t *testing.T, s *harness.Service, token, path, body string) string {
	t.Helper()
	a := s.Do(t, "POST", path, token, body)
	var v struct{ ID string }
	a.JSON(t, &v)
	if a.Status/100 != 2 || v.ID == "" {
		t.Fatalf("making %s: %d %s", path, a.Status, a.Body)
	}
	return v.ID
}

// do runs a change over one surface.
func (c change) do(t *testing.T, s *harness.Service, token, id string, connect bool) *harness.Response {
	t.Helper()
	if connect {
		return s.Do(t, "POST", c.procedure, token, strings.ReplaceAll(c.message, "ID\"", id+"\""))
	}
	method, path, _ := strings.Cut(c.route, " ")
	return s.Do(t, method, strings.Replace(path, "/ID", "/"+id, 1), token, c.body)
}

// TestTestCredentialsChangeOnlyTheirOwnObjects: every way of changing every kind of thing that the modes share, over both
// surfaces, for things of live credentials, of test credentials, and of test credentials that a live one has changed.
func TestTestCredentialsChangeOnlyTheirOwnObjects(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_MANAGE": "1000/2000"})
	live, test := s.Key(t, "live", everyScope...), s.Key(t, "test", everyScope...)
	liveBrand, testBrand := creates(t, s, live, "/api/v1/brands", `{"name":"Live"}`), creates(t, s, test, "/api/v1/brands", `{"name":"Test"}`)
	forbidden := func(what string, a *harness.Response) {
		t.Helper()
		text := string(a.Body)
		if a.Status != 403 || !strings.Contains(text, "svc_live_") || !strings.Contains(text, "FORBIDDEN") {
			t.Errorf("%s: %d %s; want 403 that names the key it takes", what, a.Status, a.Body)
		}
	}
	for i, thing := range sharedThings(t, "one", liveBrand) {
		id := creates(t, s, live, thing.make, thing.body)
		for _, c := range thing.changes {
			forbidden("test: "+c.route+" of a live "+thing.kind, c.do(t, s, test, id, false))
			forbidden("test: "+c.procedure+" of a live "+thing.kind, c.do(t, s, test, id, true))
		}
		if a := s.Do(t, "GET", thing.make+"/"+id, test, ""); a.Status != 200 {
			t.Errorf("reading a live %s: %d %s", thing.kind, a.Status, a.Body)
		}
		for _, connect := range []bool{false, true} {
			own := sharedThings(t, fmt.Sprint("own", connect), testBrand)[i]
			id := creates(t, s, test, own.make, own.body)
			for _, c := range own.changes {
				if a := c.do(t, s, test, id, connect); a.Status/100 != 2 {
					t.Errorf("test (Connect %v): %s of its own %s: %d %s", connect, c.route, own.kind, a.Status, a.Body)
				}
			}
		}
		adopted := sharedThings(t, "adopted", creates(t, s, test, "/api/v1/brands", fmt.Sprintf(`{"name":"Adopted %d"}`, i)))[i]
		id = creates(t, s, test, adopted.make, adopted.body)
		if a := adopted.changes[0].do(t, s, live, id, false); a.Status != 200 {
			t.Errorf("live: %s of a test %s: %d %s", adopted.changes[0].route, adopted.kind, a.Status, a.Body)
		}
		for _, c := range adopted.changes {
			forbidden("test: "+c.route+" of a "+adopted.kind+" that a live key has changed", c.do(t, s, test, id, false))
		}
	}
}

// TestObjectsUsedByLiveCredentialsAreLive: a test credential cannot pull away what live things stand on, nor change what live
// requests get.
func TestObjectsUsedByLiveCredentialsAreLive(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_MANAGE": "1000/2000", "PLATEN_RATE_ADMIN": "100/200"})
	live, test := s.Key(t, "live", everyScope...), s.Key(t, "test", everyScope...)
	forbidden := func(what string, a *harness.Response) {
		t.Helper()
		if _, rule := a.Code(t); a.Status != 403 || rule != "mode" {
			t.Errorf("%s: %d %s; want 403 mode", what, a.Status, a.Body)
		}
	}
	// A brand with a live kit.
	brand := creates(t, s, test, "/api/v1/brands", `{"name":"Under a live kit"}`)
	creates(t, s, live, "/api/v1/brand-kits", `{"brand_id":"`+brand+`","name":"Kit",`+kitBody+`}`)
	forbidden("deleting a brand with a live kit", s.Do(t, "DELETE", "/api/v1/brands/"+brand, test, ""))
	// A licence of a live asset, and the bytes of one.
	const dot = `"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI4IiBoZWlnaHQ9IjgiPjxwYXRoIGQ9Ik0wIDBoOHY4SDB6Ii8+PC9zdmc+"`
	license := creates(t, s, test, "/api/v1/licenses", `{"name":"Terms","kind":"own","commercial_use":true}`)
	asset := creates(t, s, test, "/api/v1/assets", `{`+dot+`}`)
	if same := creates(t, s, live, "/api/v1/assets", `{`+dot+`,"license_id":"`+license+`"}`); same != asset {
		t.Fatalf("the same bytes are %s and %s", asset, same)
	}
	forbidden("deleting the bytes of a live asset", s.Do(t, "DELETE", "/api/v1/assets/"+asset, test, ""))
	forbidden("changing the licence of a live asset", s.Do(t, "PATCH", "/api/v1/licenses/"+license, test, `{"commercial_use":false}`))
	// The logo of a live kit.
	logo := creates(t, s, test, "/api/v1/assets", `{"data":"PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5IiBoZWlnaHQ9IjkiPjxwYXRoIGQ9Ik0wIDBoOXY5SDB6Ii8+PC9zdmc+"}`)
	creates(t, s, live, "/api/v1/brand-kits", `{"brand_id":"`+brand+`","name":"Logo",`+kitBody+`,"logos":[{"name":"primary","asset":"`+logo+`"}]}`)
	forbidden("deleting the logo of a live kit", s.Do(t, "DELETE", "/api/v1/assets/"+logo, test, ""))
	// A kit that a test credential publishes is not in force for a live brand.
	plain := creates(t, s, live, "/api/v1/brands", `{"name":"Plain"}`)
	kit := creates(t, s, test, "/api/v1/brand-kits", `{"brand_id":"`+plain+`","name":"Test",`+kitBody+`}`)
	if a := s.Do(t, "POST", "/api/v1/brand-kits/"+kit+"/versions/1/publish", test, ""); a.Status != 200 {
		t.Errorf("publishing its own kit: %d %s", a.Status, a.Body)
	}
	var b struct {
		DefaultKit string `json:"default_kit"`
	}
	if s.Do(t, "GET", "/api/v1/brands/"+plain, live, "").JSON(t, &b); b.DefaultKit != "" {
		t.Errorf("a test kit is the default of a live brand: %s", b.DefaultKit)
	}
	// A font of a test credential changes test documents only, until a live one takes it over.
	hash := func(token string) (h string) {
		t.Helper()
		var v struct {
			RequestHash string `json:"request_hash"`
		}
		a := s.Do(t, "POST", generate, token, `{"operation":"preview","html":"<p style='font-family:Face of a test key'>x</p>","outputs":[{"width":64,"height":32}]}`)
		a.JSON(t, &v)
		if a.Status != 200 || v.RequestHash == "" {
			t.Fatalf("rendering with a family: %d %s", a.Status, a.Body)
		}
		return v.RequestHash
	}
	before := hash(live)
	things := sharedThings(t, "of a test key", plain)
	face := things[len(things)-1]
	font := creates(t, s, test, face.make, face.body)
	if got := hash(live); got != before {
		t.Error("a font of a test credential changes what a live document looks like")
	}
	if hash(test) == before {
		t.Error("a font of a test credential does not change a test document")
	}
	if a := face.changes[0].do(t, s, live, font, false); a.Status != 200 || hash(live) == before {
		t.Errorf("a font that a live key took over is not used by live documents: %d %s", a.Status, a.Body)
	}
	// Policies that bind live requests, the content policy, live keys.
	for _, body := range []string{`{"action":"sign"}`, `{"action":"sign","when":{"livemode":true}}`} {
		forbidden("a policy that binds live requests", s.Do(t, "POST", "/api/v1/approval-policies", test, body))
	}
	own := creates(t, s, test, "/api/v1/approval-policies", `{"action":"sign","when":{"livemode":false}}`)
	forbidden("widening its own policy to live requests", s.Do(t, "PATCH", "/api/v1/approval-policies/"+own, test, `{"when":{"format":"png"}}`))
	forbidden("the content policy", s.Do(t, "PATCH", "/api/v1/policies/content", test, `{"deny":{"items":["word"]}}`))
	forbidden("a live key", s.Do(t, "POST", "/admin/keys", test, `{"name":"x"}`))
	if a := s.Do(t, "POST", "/platen.policy.v1.ContentPolicyService/UpdateContentPolicy", test, `{"deny":{"items":["word"]}}`); a.Status != 403 {
		t.Errorf("the content policy over Connect: %d %s", a.Status, a.Body)
	}
}
