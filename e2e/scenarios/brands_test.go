package scenarios

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

const someKit = `"colors":{"palette":{"ink":"#0F172A","sky":"#38BDF8","paper":"#FFFFFF"},"roles":{"primary":"ink","accent":"sky","background":"paper","on-primary":"paper"},"neutrals_allowed":true},
 "typography":{"fonts":[{"family":"Inter","fallback":["Noto Sans","Noto Sans Arabic"]}],"roles":{"heading":{"family":"Inter","weight":700},"body":{"family":"Inter","weight":400}}},
 "logos":[],"layout":{"safe_area":"5%","corner_radius":["0","8px","16px"]},
 "locks":[{"id":"lck_1","property":"color","mode":"allow","value":["ink","sky","paper"]},
          {"id":"lck_2","selector":"#headline","property":"color","mode":"exact","value":"ink"},
          {"id":"lck_3","selector":".title","property":"font-size","mode":"range","min":"40px","max":"96px"},
          {"id":"lck_4","property":"font-family","mode":"allow","value":["Inter"]},
          {"id":"lck_5","target":"layout.safe_area","mode":"min","value":"5%"},{"id":"lck_6","target":"contrast","mode":"min","value":4.5,"severity":"warn"}]`

// branded is a service with one brand, which has a published kit.
type branded struct {
	*harness.Service
	brand, kit string
}

func startBranded(t *testing.T) *branded {
	t.Helper()
	b := &branded{Service: harness.Start(t, nil)}
	b.brand = b.made(t, "/api/v1/brands", `{"name":"Acme","slug":"acme","domain":"acme.example"}`)
	b.kit = b.made(t, "/api/v1/brand-kits", `{"brand_id":"`+b.brand+`","name":"Acme 2026",`+someKit+`}`)
	return b
}

func (b *branded) made(t *testing.T, path, body string) string {
	t.Helper()
	a := b.Do(t, "POST", path, b.Live, body)
	if a.Status != 201 {
		t.Fatalf("POST %s returns %d %s", path, a.Status, a.Body)
	}
	var v struct{ ID string }
	a.JSON(t, &v)
	return v.ID
}

func (b *branded) want(t *testing.T, status int, rule, method, path, key, body string) *harness.Response {
	t.Helper()
	a := b.Do(t, method, path, key, body)
	got := ""
	if a.Status >= 400 {
		_, got = a.Code(t)
	}
	if a.Status != status || got != rule {
		t.Errorf("%s %s %s returns %d %q, want %d %q\n%s", method, path, body, a.Status, got, status, rule, a.Body)
	}
	return a
}

// TestBrandsAndKitsAreManaged walks brands, kits and versions through their life cycles, over REST and Connect.
func TestBrandsAndKitsAreManaged(t *testing.T) {
	t.Parallel()
	b := startBranded(t)
	b.want(t, 409, "brand_slug_taken", "POST", "/api/v1/brands", b.Live, `{"name":"Other","slug":"acme"}`)
	other := b.made(t, "/api/v1/brands", `{"name":"Ünïcode & Söhne"}`)
	var list struct {
		Data []struct {
			ID, Slug, Status string
			DefaultKit       *string `json:"default_kit"`
		}
		Page struct {
			HasMore    bool    `json:"has_more"`
			NextCursor *string `json:"next_cursor"`
		}
	}
	b.want(t, 200, "", "GET", "/api/v1/facade/brands?limit=1", b.Live, "").JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].ID != other || !list.Page.HasMore || list.Page.NextCursor == nil || list.Data[0].DefaultKit != nil {
		t.Errorf("the first page is %+v", list)
	}
	b.want(t, 200, "", "GET", "/api/v1/facade/brands?limit=1&cursor="+*list.Page.NextCursor, b.Live, "").JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].ID != b.brand || list.Data[0].Slug != "acme" || list.Page.HasMore {
		t.Errorf("the second page is %+v", list)
	}
	// A brand-scoped key sees and uses only its brand; a missing one responds as another's does.
	key := b.Key(t, "live", "brands:write", "brand_kits:write", "render:write", "brand:"+b.brand)
	b.want(t, 200, "", "GET", "/api/v1/facade/brands", key, "").JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].ID != b.brand {
		t.Errorf("a brand-scoped key sees %+v", list)
	}
	b.want(t, 200, "", "GET", "/api/v1/brands/"+b.brand, key, "")
	b.want(t, 403, "brand", "GET", "/api/v1/brands/"+other, key, "")
	b.want(t, 403, "brand", "GET", "/api/v1/brands/brand_00000000000000000000000000", key, "")
	b.want(t, 403, "brand", "POST", "/api/v1/brands", key, `{"name":"Mine"}`)
	b.want(t, 403, "brand", "POST", "/api/v1/brand-kits", key, `{"brand_id":"`+other+`","name":"x"}`)
	b.want(t, 403, "brand", "POST", "/api/v1/facade/generate", key, `{"operation":"preview","html":"x","brand_id":"`+other+`","outputs":[{"width":16,"height":16}]}`)
	b.want(t, 404, "brand_not_found", "GET", "/api/v1/brands/brand_00000000000000000000000000", b.Live, "")
	b.want(t, 404, "brand_kit_not_found", "GET", "/api/v1/brand-kits/kit_00000000000000000000000000", b.Live, "")

	// Everything that is wrong with a kit is reported in a single response, and patches fix what they can.
	bad := b.Do(t, "POST", "/api/v1/brand-kits", b.Live, `{"brand_id":"`+b.brand+`","name":"Bad","colors":{"palette":{"ink":"0F172A","1x":"#FFF"},"roles":{"primary":"inkk"}},
		"typography":{"fonts":[{"family":"Inter"}],"roles":{"body":{"family":"Intr","weight":1200}}},"locks":[{"property":"colour","mode":"exact","value":"ink"},{"property":"font-size","mode":"range","min":"96px","max":"40px"},
		{"property":"font-size","mode":"min","value":"2em"},{"selector":"a[","property":"color","mode":"allow","value":["ink"]},{"target":"contrasts","mode":"min","value":3},{"mode":"exact","value":"x"}]}`)
	var fault struct {
		Error struct {
			Code    string
			Details []lockDetail
		}
	}
	bad.JSON(t, &fault)
	var rules []string
	for _, d := range fault.Error.Details {
		rules = append(rules, d.Path+" "+d.Context.Rule)
	}
	for _, want := range []string{"/colors/palette/ink color", "/colors/palette/1x token_name", "/colors/roles/primary color_reference", "/typography/roles/body/family font_reference",
		"/typography/roles/body/weight font_weight", "/locks/0/property lock_property", "/locks/1/min lock_range", "/locks/2/value lock_value", "/locks/3/selector selector", "/locks/4/target lock_target", "/locks/5 lock_subject"} {
		if !strings.Contains(strings.Join(rules, "\n"), want) {
			t.Errorf("%s is not said of the kit: %q", want, rules)
		}
	}

	// Versions: a draft is mutable and for test keys only; a published version is immutable.
	kit := "/api/v1/brand-kits/" + b.kit
	page := `{"operation":"preview","html":"<h1 id='headline' style='margin:60px'>Hi</h1>","brand_kit":{"id":"` + b.kit + `","version":1},"outputs":[{"width":400,"height":200}]}`
	b.want(t, 400, "brand_kit_draft", "POST", "/api/v1/facade/generate", b.Live, page)
	b.want(t, 200, "", "PATCH", kit+"/versions/1", b.Live, `{"layout":{"safe_area":"4%"}}`)
	b.want(t, 200, "", "POST", kit+"/versions/1/publish", b.Live, "{}")
	b.want(t, 409, "brand_kit_published", "PATCH", kit+"/versions/1", b.Live, `{"layout":{"safe_area":"5%"}}`)
	var brand struct {
		DefaultKit string `json:"default_kit"`
	}
	b.want(t, 200, "", "GET", "/api/v1/brands/"+b.brand, b.Live, "").JSON(t, &brand)
	if brand.DefaultKit != b.kit {
		t.Errorf("the first published kit is not the default: %+v", brand)
	}
	b.want(t, 201, "", "POST", kit+"/versions", b.Live, `{"colors":{"palette":{"ink":"#111827","sky":"#38BDF8","paper":"#FFFFFF"}},"locks":[{"id":"lck_1","property":"color","mode":"allow","value":["ink"]}]}`)
	var diff struct {
		Against, Version int
		Changes          []struct{ Path, Change string }
	}
	b.want(t, 200, "", "GET", kit+"/diff?against=1", b.Live, "").JSON(t, &diff)
	if got := fmt.Sprint(diff.Changes); diff.Version != 2 || !strings.Contains(got, "{/colors/palette/ink changed}") || !strings.Contains(got, "{/locks/lck_2 removed}") || !strings.Contains(got, "{/colors/roles/primary removed}") {
		t.Errorf("the difference is %+v", diff)
	}
	var versions struct{ Data []struct{ Version int } }
	b.want(t, 200, "", "GET", kit+"/versions?limit=1", b.Live, "").JSON(t, &versions)
	if len(versions.Data) != 1 || versions.Data[0].Version != 2 {
		t.Errorf("the versions are %+v", versions)
	}
	b.want(t, 409, "brand_in_use", "DELETE", "/api/v1/brands/"+b.brand, b.Live, "")
	b.want(t, 200, "", "DELETE", "/api/v1/brands/"+other, b.Live, "")
	b.want(t, 200, "", "POST", kit+"/versions/1/archive", b.Live, "{}")
	b.want(t, 400, "brand_kit_archived", "POST", "/api/v1/facade/generate", b.Live, page)

	// Connect serves the same.
	a := b.Do(t, "POST", "/platen.brands.v1.BrandService/ListBrands", key, "{}", "Content-Type", "application/json")
	if a.Status != 200 || !strings.Contains(string(a.Body), b.brand) {
		t.Errorf("Connect returns %d %s", a.Status, a.Body)
	}
	a = b.Do(t, "POST", "/platen.brands.v1.BrandService/GetBrand", key, `{"brand_id":"brand_00000000000000000000000000"}`, "Content-Type", "application/json")
	if a.Status != 403 {
		t.Errorf("Connect returns %d %s", a.Status, a.Body)
	}
	// A mutation repeated with its idempotency key is executed once.
	id := "7f0c1a6e-3b7e-4f43-9d0a-0f0b5a1c9e11"
	first := b.Do(t, "POST", "/api/v1/brands", b.Live, `{"name":"Once"}`, "Idempotency-Key", id)
	second := b.Do(t, "POST", "/api/v1/brands", b.Live, `{"name":"Once"}`, "Idempotency-Key", id)
	if first.Status != 201 || string(first.Body) != string(second.Body) {
		t.Errorf("a repeated create returns %d %s, then %s", first.Status, first.Body, second.Body)
	}
}

type lockDetail struct {
	Path, Message string
	Context       struct {
		Rule     string
		LockID   string `json:"lock_id"`
		Node     string
		Expected any
		Actual   any
	}
	FixPatch []struct {
		Op, Path string
		Value    any
	} `json:"fix_patch"`
}

// applyPatches applies the patches of a response to a body.
func applyPatches(t *testing.T, body string, details []lockDetail) string {
	t.Helper()
	var doc any
	if err := json.Unmarshal([]byte(body), &doc); err != nil {
		t.Fatal(err)
	}
	for _, d := range details {
		for _, op := range d.FixPatch {
			at, parts := doc, strings.Split(op.Path, "/")[1:]
			for _, p := range parts[:len(parts)-1] {
				switch v := at.(type) {
				case map[string]any:
					at = v[p]
				case []any:
					var i int
					fmt.Sscan(p, &i)
					at = v[i]
				}
			}
			last := parts[len(parts)-1]
			m, ok := at.(map[string]any)
			if !ok || last == "-" {
				t.Fatalf("%s %s is not understood by this test", op.Op, op.Path)
			}
			m[last] = op.Value
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (b *branded) violations(t *testing.T, path, key, body string) []lockDetail {
	t.Helper()
	a := b.Do(t, "POST", path, key, body)
	var v struct {
		Error struct {
			Code    string
			Details []lockDetail
		}
	}
	a.JSON(t, &v)
	if a.Status != 400 || v.Error.Code != "STYLE_LOCK_VIOLATION" {
		t.Fatalf("%s returns %d %s", path, a.Status, a.Body)
	}
	return v.Error.Details
}

// TestLocksHoldForEverySource: a render, a job, a signed URL and a check name every broken lock, with patches
// that are accepted; the tokens reach documents.
func TestLocksHoldForEverySource(t *testing.T) {
	t.Parallel()
	b := startBranded(t)
	b.want(t, 200, "", "POST", "/api/v1/brand-kits/"+b.kit+"/versions/1/publish", b.Live, "{}")
	tree := `{"tag":"div","style":{"padding":"60px"},"children":[{"tag":"h1","id":"headline","class":"title","style":{"color":"#FF0000","font-size":"20px","font-family":"Georgia"},"text":"Launch day"}]}`
	size := `"outputs":[{"width":600,"height":315}]`
	document := `{"operation":"preview","document":` + tree + `,"brand_id":"` + b.brand + `",` + size + `}`
	details := b.violations(t, "/api/v1/facade/generate", b.Live, document)
	seen := map[string]lockDetail{}
	for _, d := range details {
		seen[d.Context.LockID] = d
	}
	if len(details) != 4 || seen["lck_2"].Path != "/document/children/0/style/color" || seen["lck_2"].Context.Rule != "brand_lock.color.exact" || seen["lck_2"].Context.Expected != "#0F172A" ||
		seen["lck_2"].Context.Actual != "#FF0000" || seen["lck_2"].Context.Node != "#headline" || seen["lck_3"].Context.Rule != "brand_lock.font-size.range" || seen["lck_4"].Path != "/document/children/0/style/font-family" {
		t.Errorf("broken are %+v", details)
	}
	fixed := applyPatches(t, document, details)
	if a := b.Do(t, "POST", "/api/v1/facade/generate", b.Live, fixed); a.Status != 200 || !strings.Contains(string(a.Body), `"brand_kit":{"id":"`+b.kit+`","version":1}`) {
		t.Errorf("fixed it returns %d %s", a.Status, a.Body)
	}
	for name, body := range map[string]string{
		"html":     `{"operation":"render","html":"<h1 id='headline' style='color:#FF0000 !important;margin:60px'>Launch day</h1>","brand_kit":{"id":"` + b.kit + `"},` + size + `}`,
		"css":      `{"operation":"preview","html":"<p>Launch day</p>","css":"p{color:#FF0000 !important;margin:60px}","brand_id":"` + b.brand + `",` + size + `}`,
		"override": `{"operation":"preview","html":"<p id='a' style='margin:60px'>Launch day</p>","overrides":[{"node":"a","style":{"color":"#FF0000"}}],"brand_id":"` + b.brand + `",` + size + `}`,
	} {
		details := b.violations(t, "/api/v1/facade/generate", b.Live, body)
		if a := b.Do(t, "POST", "/api/v1/facade/generate", b.Live, applyPatches(t, body, details)); a.Status != 200 && a.Status != 202 {
			t.Errorf("%s: fixed it returns %d %s", name, a.Status, a.Body)
		}
		if want := map[string]string{"override": "/overrides/0/style/color", "css": "/css", "html": "/html"}[name]; details[0].Path != want {
			t.Errorf("%s: the violation is at %s, want %s", name, details[0].Path, want)
		}
	}
	// A key of the brand need not name it; the locks hold all the same.
	key := b.Key(t, "live", "render:write", "brand:"+b.brand)
	b.violations(t, "/api/v1/facade/generate", key, `{"operation":"preview","html":"<p style='margin:60px;color:red'>x</p>",`+size+`}`)
	// Signed URLs are judged when they are minted.
	items := `{"items":[{"html":"<p style='margin:60px'>fine</p>","brand_id":"` + b.brand + `"},{"html":"<p style='margin:60px;color:#FF0000'>x</p>","brand_id":"` + b.brand + `"},
		{"html":"<p style='margin:60px;color:#00FF00'>y</p>","brand_id":"` + b.brand + `"}]}`
	details = b.violations(t, "/api/v1/generate/sign", b.Live, items)
	if len(details) != 2 || details[0].Path != "/items/1/html" || details[1].Path != "/items/2/html" {
		t.Errorf("the items' violations are %+v", details)
	}
	if a := b.Do(t, "POST", "/api/v1/generate/sign", b.Live, applyPatches(t, items, details)); a.Status >= 300 {
		t.Errorf("fixed items return %d %s", a.Status, a.Body)
	}
	// The check is free and reports the same violations, and warnings.
	var verdict struct {
		Valid            bool
		Errors, Warnings []json.RawMessage
	}
	b.want(t, 200, "", "POST", "/api/v1/brand-kits/"+b.kit+"/check", b.Live, `{"document":`+tree+`}`).JSON(t, &verdict)
	if verdict.Valid || len(verdict.Errors) != 4 {
		t.Errorf("the check says %+v", verdict)
	}
	b.want(t, 200, "", "POST", "/api/v1/brand-kits/"+b.kit+"/check", b.Live, `{"html":"<p style='margin:80px;color:#38BDF8'>pale</p>"}`).JSON(t, &verdict)
	if !verdict.Valid || len(verdict.Warnings) == 0 {
		t.Errorf("pale text is worth no warning: %+v", verdict)
	}
	// Tokens: a variable is the brand's colour.
	a := b.Do(t, "POST", "/api/v1/facade/generate", b.Live, `{"operation":"preview","html":"<p style='margin:60px;color:var(--brand-primary);font-family:var(--brand-font-heading)'>token</p>","brand_id":"`+b.brand+`",`+size+`}`)
	if a.Status != 200 {
		t.Errorf("a document of tokens returns %d %s", a.Status, a.Body)
	}
	// The rejections are in the decision log.
	if a := b.Do(t, "GET", "/api/v1/decisions", b.Live, ""); a.Status != 200 || !strings.Contains(string(a.Body), `"refused"`) {
		t.Errorf("the decisions are %d %.300s", a.Status, a.Body)
	}
}

// TestKitsAreImported reads a brand.yml and design tokens.
func TestKitsAreImported(t *testing.T) {
	t.Parallel()
	b := startBranded(t)
	var kit struct {
		ID, Name string
		Current  struct {
			Version    int
			Colors     struct{ Palette, Roles map[string]string }
			Typography struct {
				Fonts []struct{ Family string }
				Roles map[string]struct {
					Family string
					Weight int
				}
			}
			Layout struct {
				CornerRadius []string `json:"corner_radius"`
			}
			Locks []json.RawMessage
		}
		Warnings []struct{ Path string }
	}
	yml := "meta:\n  name: {short: Posit}\nlogo: {small: logo.png}\ncolor:\n  palette: {orange: '#FF9400', blue: '#447099'}\n  foreground: '#151515'\n  primary: blue\n  danger: orange\ntypography:\n  fonts:\n    - {family: Open Sans, source: google}\n  base: Open Sans\n  headings: {family: Inter, weight: bold}\n"
	body, _ := json.Marshal(map[string]any{"brand_id": b.brand, "format": "brand_yml", "content": yml})
	a := b.Do(t, "POST", "/api/v1/brand-kits/import", b.Live, string(body))
	if a.Status != 201 {
		t.Fatalf("the import returns %d %s", a.Status, a.Body)
	}
	a.JSON(t, &kit)
	if kit.Name != "Posit" || kit.Current.Colors.Palette["orange"] != "#FF9400" || kit.Current.Colors.Roles["primary"] != "blue" || kit.Current.Colors.Roles["foreground"] != "#151515" ||
		kit.Current.Typography.Roles["heading"].Weight != 700 || kit.Current.Typography.Roles["body"].Family != "Open Sans" || len(kit.Warnings) != 2 {
		t.Errorf("a brand.yml is %+v", kit)
	}
	tokens := `{"brand":{"$type":"color","blue":{"$value":"#0000FF"},"link":{"$value":"{brand.blue}"},"sky":{"$value":{"colorSpace":"srgb","components":[0,0.5,1]}}},
		"font":{"body":{"$type":"fontFamily","$value":["Inter","Noto Sans"]}},"radius":{"card":{"$type":"dimension","$value":{"value":8,"unit":"px"}}},"space":{"s":{"$type":"dimension","$value":"4px"}}}`
	body, _ = json.Marshal(map[string]any{"kit_id": b.kit, "format": "dtcg", "content": tokens})
	a = b.Do(t, "POST", "/api/v1/brand-kits/import", b.Live, string(body))
	if a.Status == 400 {
		// The locks of the kit name colours that the tokens do not have: that is said of the content.
		if _, rule := a.Code(t); rule != "color_reference" {
			t.Errorf("tokens return %s", a.Body)
		}
	} else {
		t.Errorf("tokens that leave locks without their colours return %d", a.Status)
	}
	body, _ = json.Marshal(map[string]any{"brand_id": b.brand, "name": "Tokens", "format": "dtcg", "content": tokens})
	b.want(t, 201, "", "POST", "/api/v1/brand-kits/import", b.Live, string(body)).JSON(t, &kit)
	if p := kit.Current.Colors.Palette; p["brand-blue"] != "#0000FF" || p["brand-link"] != "#0000FF" || p["brand-sky"] != "#0080FF" || fmt.Sprint(kit.Current.Layout.CornerRadius) != "[8px]" {
		t.Errorf("tokens are %+v", kit)
	}
	b.want(t, 400, "import_format", "POST", "/api/v1/brand-kits/import", b.Live, `{"brand_id":"`+b.brand+`","format":"dtcg","content":"nonsense"}`)
}

// TestBrandsPageIsCurrent runs the requests of docs/brands.md in order. A line "→ STATUS" says what each
// responds; ids of earlier responses stand in for $brand and $kit.
func TestBrandsPageIsCurrent(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/brands.md")
	if err != nil {
		t.Fatal(err)
	}
	s := harness.Start(t, nil)
	example := regexp.MustCompile("(?s)```http\n(GET|POST|PATCH) (\\S+)\n(.*?)```\n+→ (\\d+)")
	ids := strings.NewReplacer()
	names := map[string]string{}
	found := example.FindAllStringSubmatch(string(text), -1)
	if len(found) < 5 {
		t.Fatalf("the page has %d examples", len(found))
	}
	for _, x := range found {
		a := s.Do(t, x[1], ids.Replace(x[2]), s.Live, ids.Replace(strings.TrimSpace(x[3])))
		if fmt.Sprint(a.Status) != x[4] {
			t.Errorf("%s %s returns %d, the page says %s\n%s", x[1], x[2], a.Status, x[4], a.Body)
		}
		var v struct{ Object, ID string }
		_ = json.Unmarshal(a.Body, &v)
		if name := map[string]string{"brand": "$brand", "brand_kit": "$kit"}[v.Object]; name != "" {
			names[name] = v.ID
			ids = strings.NewReplacer("$brand", names["$brand"], "$kit", names["$kit"])
		}
	}
}

// TestPatternOfALogo: the document of docs/brands.md draws the logo of a kit as a pattern in one of the kit's colours, away from the text.
func TestPatternOfALogo(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/brands.md")
	if err != nil {
		t.Fatal(err)
	}
	_, html, _ := strings.Cut(string(page), "```html\n")
	html, _, found := strings.Cut(html, "```")
	if !found {
		t.Fatal("docs/brands.md has no document")
	}
	b := startBranded(t)
	data := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="24"/></svg>`))
	logo := b.made(t, "/api/v1/assets", `{"name":"mark.svg","data":"`+data+`"}`)
	kit := b.made(t, "/api/v1/brand-kits", `{"brand_id":"`+b.brand+`","name":"With a logo","colors":{"palette":{"ink":"#0F172A","sky":"#38BDF8"},"roles":{"primary":"ink","accent":"sky"}},"logos":[{"name":"mark","asset":"`+logo+`"}]}`)
	if a := b.Do(t, "POST", "/api/v1/brand-kits/"+kit+"/versions/1/publish", b.Live, `{}`); a.Status != 200 {
		t.Fatalf("publishing returns %d %s", a.Status, a.Body)
	}
	body, _ := json.Marshal(map[string]any{"html": html, "brand_kit": map[string]any{"id": kit, "version": 1}, "outputs": []any{map[string]any{"preset": "og"}}})
	var made struct {
		Warnings []any
		Outputs  []struct{ URL string }
	}
	b.Do(t, "POST", "/api/v1/facade/generate", b.Live, string(body)).JSON(t, &made)
	if len(made.Outputs) != 1 || len(made.Warnings) > 0 {
		t.Fatalf("%+v", made)
	}
	image, _ := decodePNG(t, "the pattern", b.Do(t, "GET", strings.TrimPrefix(made.Outputs[0].URL, b.URL), "", "").Body)
	// Dots at the right, in a mixture of the kit's colours; nothing but the background at the left.
	colours := map[string]int{}
	for y := range 630 {
		for x := range 1200 {
			r, g, bl, _ := image.At(x, y).RGBA()
			switch ink := r>>8 == 0x0f && g>>8 == 0x17 && bl>>8 == 0x2a; {
			case x < 80 && y < 300 && !ink:
				t.Fatalf("%d, %d is %x %x %x", x, y, r>>8, g>>8, bl>>8)
			case x > 1000 && ink:
				colours["ink"]++
			case x > 1000:
				colours["sky"]++
			}
		}
	}
	if colours["ink"] < 20_000 || colours["sky"] < 20_000 {
		t.Errorf("at the right are %v", colours)
	}
}

// TestLogosOfAKitAreAssets: a logo that was never uploaded is rejected, because a lock's patch could not insert it.
func TestLogosOfAKitAreAssets(t *testing.T) {
	t.Parallel()
	b := startBranded(t)
	kit := func(asset string) string {
		return `{"brand_id":"` + b.brand + `","name":"With a logo","logos":[{"name":"main","asset":"` + asset + `"}]}`
	}
	a := b.want(t, 400, "asset_unknown", "POST", "/api/v1/brand-kits", b.Live, kit("asset_00000000000000000000000001"))
	if !strings.Contains(string(a.Body), `"path":"/logos/0/asset"`) {
		t.Errorf("refused as %s", a.Body)
	}
	logo := b.made(t, "/api/v1/assets", `{"name":"dot.png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}`)
	made := b.made(t, "/api/v1/brand-kits", kit(logo))
	b.want(t, 400, "asset_unknown", "PATCH", "/api/v1/brand-kits/"+made+"/versions/1", b.Live, `{"logos":[{"name":"main","asset":"asset_00000000000000000000000002"}]}`)
}
