package scenarios

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/platenhq/platen/e2e/harness"
)

// library is a service with test helpers for templates and uploads.
type library struct{ *harness.Service }

func startLibrary(t *testing.T) library {
	return library{harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_RATE_READ": "1000/2000", "PLATEN_RATE_MANAGE": "1000/2000", "PLATEN_RATE_PREVIEW": "1000/2000"})}
}

// ok sends a request, wants a status, and decodes the response.
func (l library) ok(t *testing.T, status int, method, path, key, body string, into any) {
	t.Helper()
	a := l.Do(t, method, "/api/v1/"+path, key, body)
	if a.Status != status {
		t.Fatalf("%s %s returns %d, want %d: %s", method, path, a.Status, status, a.Body)
	}
	if into != nil {
		a.JSON(t, into)
	}
}

// refused sends a request and checks the code and rule of its error.
func (l library) refused(t *testing.T, status int, code, rule, method, path, key, body string) *harness.Response {
	t.Helper()
	a := l.Do(t, method, "/api/v1/"+path, key, body)
	gotCode, gotRule := a.Code(t)
	if a.Status != status || gotCode != code || rule != "" && gotRule != rule {
		t.Errorf("%s %s %.200s returns %d %s %s, want %d %s %s: %.400s", method, path, body, a.Status, gotCode, gotRule, status, code, rule, a.Body)
	}
	return a
}

// multipart sends a form.
func (l library) form(t *testing.T, path, key, file string, data []byte, fields map[string]string) *harness.Response {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", file)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(data)
	for name, value := range fields {
		_ = w.WriteField(name, value)
	}
	_ = w.Close()
	return l.Do(t, "POST", "/api/v1/"+path, key, b.String(), "Content-Type", w.FormDataContentType())
}

type templateAnswer struct {
	ID, Slug, Name   string
	Builtin          bool
	PublishedVersion *int `json:"published_version"`
	LatestVersion    int  `json:"latest_version"`
	Version          *struct {
		Version int
		HTML    string
		Example map[string]any
	}
}

type renderAnswer struct {
	RequestHash string `json:"request_hash"`
	Template    *struct {
		ID      string
		Version int
	}
	Outputs  []struct{ URL, SHA256 string }
	Warnings []struct{ Code, Path string }
	Layout   []struct {
		Boxes []map[string]any
	} `json:"layout_report"`
}

const cardTemplate = `{"name":"Launch card","html":"<style>h1{color:{{ tint }}}</style><h1 id='title'>{{ title | upcase }}</h1>{% for t in tags %}<b>{{ t }}</b>{% endfor %}<i>{{ when | date: 'long' }}</i>",
	"variables":{"title":{"type":"string","required":true,"max_length":20,"example":"Launch day"},"tint":{"type":"color","default":"#0F172A"},"tags":{"type":"array","items":{"type":"string"},"max":3},
	"n":{"type":"integer","min":1,"max":5},"mode":{"type":"enum","enum":["a","b"]},"when":{"type":"date"},"fixed":{"type":"string","default":"x","locked":true}},"sizes":["og"]MORE}`

func previewOf(template string, more string) string {
	return `{"operation":"preview","template":{"id":"` + template + `"` + more + `,"outputs":[{"width":300,"height":200}]}`
}

// TestTemplatesHaveVersions walks create, render, version, publish, change and delete.
func TestTemplatesHaveVersions(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	var made templateAnswer
	l.ok(t, 201, "POST", "templates", l.Live, strings.Replace(cardTemplate, "MORE", "", 1), &made)
	if made.Slug != "launch-card" || made.PublishedVersion != nil || made.LatestVersion != 1 || made.Version.Version != 1 || made.Version.Example["title"] != "Launch day" {
		t.Errorf("made %+v", made)
	}
	// Nothing is published: requests without a version find none; with one, test keys may look.
	l.refused(t, 404, "TEMPLATE_VERSION_NOT_FOUND", "", "POST", "facade/generate", l.Live, previewOf(made.ID, `},"data":{"title":"x"}`))
	l.refused(t, 400, "VALIDATION_FAILED", "template_version_unpublished", "POST", "facade/generate", l.Live, previewOf(made.ID, `,"version":1},"data":{"title":"x"}`))
	l.ok(t, 200, "POST", "facade/generate", l.Test, previewOf(made.ID, `,"version":1},"data":{"title":"x"}`), nil)
	l.ok(t, 200, "POST", "templates/"+made.ID+"/publish", l.Live, `{}`, &made)
	var first, second, third renderAnswer
	l.ok(t, 200, "POST", "facade/generate", l.Live, previewOf("launch-card", `},"data":{"title":"Hi","extra":1}`), &first)
	if first.Template == nil || first.Template.ID != made.ID || first.Template.Version != 1 || len(first.Warnings) == 0 || first.Warnings[0].Path != "/data/extra" {
		t.Errorf("rendered %+v", first)
	}
	l.ok(t, 201, "POST", "templates/launch-card/versions", l.Live, `{"html":"<h1>{{ title }}</h1>","variables":{"title":{"type":"string","required":true}},"publish":true}`, nil)
	l.ok(t, 200, "POST", "facade/generate", l.Live, previewOf(made.ID, `},"data":{"title":"Hi"}`), &second)
	l.ok(t, 200, "POST", "facade/generate", l.Live, previewOf(made.ID, `,"version":1},"data":{"title":"Hi"}`), &third)
	if second.Template.Version != 2 || second.RequestHash == first.RequestHash || third.RequestHash != first.RequestHash {
		t.Errorf("versions: %+v %+v %+v", first, second, third)
	}
	var list struct {
		Data []struct{ Version int }
	}
	l.ok(t, 200, "GET", "templates/"+made.ID+"/versions", l.Live, "", &list)
	if len(list.Data) != 2 || list.Data[0].Version != 2 {
		t.Errorf("versions %+v", list)
	}
	l.ok(t, 200, "GET", "templates/"+made.ID+"/versions/1", l.Live, "", nil)
	l.refused(t, 404, "TEMPLATE_VERSION_NOT_FOUND", "", "GET", "templates/"+made.ID+"/versions/9", l.Live, "")
	l.refused(t, 400, "INVALID_REQUEST", "", "GET", "templates/"+made.ID+"/versions/x", l.Live, "")
	l.ok(t, 200, "PATCH", "templates/"+made.ID, l.Live, `{"name":"Other","slug":"other"}`, &made)
	l.refused(t, 409, "CONFLICT", "template_slug_taken", "PATCH", "templates/"+made.ID, l.Live, `{"slug":"quote"}`)
	l.ok(t, 200, "DELETE", "templates/"+made.ID, l.Live, "", nil)
	l.refused(t, 404, "TEMPLATE_NOT_FOUND", "", "GET", "templates/"+made.ID, l.Live, "")
	l.refused(t, 404, "TEMPLATE_NOT_FOUND", "", "POST", "facade/generate", l.Live, previewOf("other", "}"))
	// A misspelt slug gets a suggestion, with a fix that is not applied without a decision.
	a := l.Do(t, "POST", "/api/v1/facade/generate", l.Live, previewOf("quot", "}"))
	if said := string(a.Body); a.Status != 404 || !strings.Contains(said, `did you mean \"quote\"`) || !strings.Contains(said, `"path":"/template/id"`) || !strings.Contains(said, `"value":"quote"`) || strings.Contains(said, `"safe":true`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	// Connect serves the same.
	a = l.Do(t, "POST", "/platen.library.v1.TemplateService/GetTemplate", l.Live, `{"templateId":"quote"}`)
	if a.Status != 200 || !strings.Contains(string(a.Body), `"slug":"quote"`) {
		t.Errorf("Connect returns %d %.200s", a.Status, a.Body)
	}
}

// TestDataIsChecked: all broken rules are reported in a single response, and the patches fix those that need no new
// content.
func TestDataIsChecked(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	l.ok(t, 201, "POST", "templates", l.Live, strings.Replace(cardTemplate, "MORE", `,"publish":true`, 1), nil)
	for _, data := range []string{
		`{"title":"a title that is far too long","tint":"red;}","tags":["a","b","c","d"],"n":9,"mode":"z","when":"someday","fixed":"y"}`,
		`{"title":7,"tint":3,"tags":"a","n":"4","mode":1,"when":true}`, `{"n":1.5,"tags":[1]}`, `{}`,
	} {
		body := previewOf("launch-card", `},"data":`+data)
		for round := 0; ; round++ {
			a := l.Do(t, "POST", "/api/v1/facade/generate", l.Live, body)
			if a.Status == 200 {
				break
			}
			var problem struct {
				Error struct {
					Code    string
					Details []struct {
						Path     string
						FixPatch json.RawMessage `json:"fix_patch"`
					}
				}
			}
			a.JSON(t, &problem)
			if round == 0 && strings.Contains(data, "someday") && len(problem.Error.Details) != 7 {
				t.Errorf("%d of 7 rules are reported: %s", len(problem.Error.Details), a.Body)
			}
			patches := 0
			for _, d := range problem.Error.Details {
				if len(d.FixPatch) <= len("[]") {
					continue
				}
				patches++
				patch, err := jsonpatch.DecodePatch(d.FixPatch)
				if err != nil {
					t.Fatal(err)
				}
				fixed, err := patch.Apply([]byte(body))
				if err != nil {
					t.Fatalf("%s does not apply to %s: %v", d.FixPatch, body, err)
				}
				body = string(fixed)
			}
			if patches == 0 {
				break // what is left takes content
			}
			if round == 2 {
				t.Errorf("%s still has fixes after two rounds: %s", data, a.Body)
				break
			}
		}
	}
	// A missing value may be empty instead, with a warning.
	var got renderAnswer
	l.ok(t, 200, "POST", "facade/generate", l.Live, previewOf("launch-card", `},"on_missing":{"variable":"empty"}`), &got)
	if len(got.Warnings) == 0 || got.Warnings[0].Code != "variable_missing" || got.Warnings[0].Path != "/data/title" {
		t.Errorf("warned %+v", got.Warnings)
	}
	a := l.Do(t, "GET", "/api/v1/templates/launch-card/schema", l.Live, "")
	var schema struct {
		Schema     string `json:"$schema"`
		Required   []string
		Properties map[string]map[string]any
	}
	a.JSON(t, &schema)
	if a.Header.Get("Content-Type") != "application/schema+json" || schema.Schema != "https://json-schema.org/draft/2020-12/schema" || fmt.Sprint(schema.Required) != "[title]" ||
		schema.Properties["title"]["maxLength"] != 20.0 || schema.Properties["n"]["maximum"] != 5.0 {
		t.Errorf("schema %s", a.Body)
	}
}

// TestBrokenTemplatesAreRejected: mistakes are reported when a template is stored, with their lines.
func TestBrokenTemplatesAreRejected(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	for body, rule := range map[string]string{
		`"html":"{{ title }}"`: "undeclared_variable", `"html":"{% if %}"`: "template_syntax", `"html":"{% include 'a' %}"`: "template_tag",
		`"html":"<script>{{ a }}</script>","variables":{"a":{"type":"string"}}`: "template_context", `"html":"<p title={{ a }}>","variables":{"a":{"type":"string"}}`: "template_context",
		`"html":"{{ a | raw }}","variables":{"a":{"type":"string"}}`: "template_raw", `"html":"x","variables":{"a":{"type":"enum"}}`: "required",
		`"html":"x","variables":{"A b":{"type":"string"}}`: "variable_name", `"html":"x","variables":{"a":{"type":"integer","default":"x"}}`: "type", `"html":"x","sizes":["poster"]`: "enum",
		`"document":{"tag":"div","onclick":"x"}`: "unknown_field", `"html":"x","document":{"tag":"div"}`: "template_body", `"css":"a{}"`: "template_body",
	} {
		l.refused(t, 400, "VALIDATION_FAILED", rule, "POST", "templates", l.Live, `{"name":"Bad",`+body+`}`)
	}
	// A document tree fills strings; structure repeats where it says so.
	l.ok(t, 201, "POST", "templates", l.Live, `{"name":"Tree","publish":true,"document":{"tag":"ul","children":[{"tag":"li","$for":"i in items","$if":"i.name","class":"c{{ forloop.index }}","text":"{{ i.name }}"}]},
		"variables":{"items":{"type":"array","items":{"type":"object","members":{"name":{"type":"string"}}}}}}`, nil)
	var out struct {
		Request struct{ Document map[string]any }
	}
	l.ok(t, 200, "POST", "compile", l.Live, previewOf("tree", `},"data":{"items":[{"name":"<b>"},{"name":""},{"name":"z"}]}`), &out)
	var texts []string
	for _, c := range out.Request.Document["children"].([]any) {
		texts = append(texts, fmt.Sprint(c.(map[string]any)["class"], c.(map[string]any)["text"]))
	}
	if got := strings.Join(texts, " "); got != "c1<b> c3z" {
		t.Errorf("the tree is %s", got)
	}
}

// TestGalleryIsSharedByAllWorkspaces: built-in templates have ids and slugs that mean the same everywhere, and images.
func TestGalleryIsSharedByAllWorkspaces(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	var list struct {
		Data []templateAnswer
		Page struct {
			HasMore bool   `json:"has_more"`
			Next    string `json:"next_cursor"`
		}
	}
	l.ok(t, 200, "GET", "templates?builtin=true&limit=10", l.Test, "", &list)
	all := list.Data
	if len(all) != 10 || !list.Page.HasMore || all[0].Slug != "social-card" {
		t.Fatalf("the first page is %+v", list)
	}
	l.ok(t, 200, "GET", "templates?builtin=true&limit=10&cursor="+list.Page.Next, l.Test, "", &list)
	if all = append(all, list.Data...); len(all) < 12 {
		t.Errorf("%d templates", len(all))
	}
	for _, b := range all {
		a := l.Do(t, "GET", "/api/v1/templates/"+b.ID+"/preview.png", l.Test, "")
		if a.Status != 200 || a.Header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d %.200s", b.Slug, a.Status, a.Body)
			continue
		}
		if again := l.Do(t, "GET", "/api/v1/templates/"+b.Slug+"/preview.png", l.Test, "", "If-None-Match", a.Header.Get("ETag")); again.Status != 304 {
			t.Errorf("%s: asking again returns %d", b.Slug, again.Status)
		}
	}
	l.refused(t, 409, "CONFLICT", "template_builtin", "PATCH", "templates/quote", l.Live, `{"name":"Mine"}`)
	l.refused(t, 409, "CONFLICT", "template_builtin", "DELETE", "templates/"+all[0].ID, l.Live, "")
	var got renderAnswer
	l.ok(t, 200, "POST", "facade/generate", l.Live, `{"operation":"preview","template":{"id":"quote"},"data":{"quote":"Less, but better."},"outputs":[{"preset":"og"}]}`, &got)
	if got.Template.Version != 2 || !strings.HasPrefix(got.Template.ID, "tpl_00") {
		t.Errorf("rendered %+v", got.Template)
	}
}

func dot(t *testing.T, c color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 8, 4))
	for i := range 32 {
		m.Set(i%8, i/8, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestAssetsAreIdentifiedByTheirBytes: uploads by form, base64 and address; what is no image is refused; licences hold.
func TestAssetsAreIdentifiedByTheirBytes(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	red := dot(t, color.RGBA{255, 0, 0, 255})
	a := l.form(t, "assets", l.Live, "red.png", red, map[string]string{"name": "Red"})
	var asset struct {
		ID, Name, Reference, SHA256 string
		MIME                        string `json:"mime_type"`
		Width, Height               int
	}
	a.JSON(t, &asset)
	if a.Status != 201 || asset.Name != "Red" || asset.MIME != "image/png" || asset.Width != 8 || asset.Height != 4 || asset.Reference != "asset:"+asset.ID {
		t.Fatalf("uploaded %d %s", a.Status, a.Body)
	}
	id := asset.ID
	l.ok(t, 201, "POST", "assets", l.Live, `{"data":"`+base64.StdEncoding.EncodeToString(red)+`"}`, &asset)
	if asset.ID != id {
		t.Error("the same bytes are another asset")
	}
	blue := dot(t, color.RGBA{0, 0, 255, 255})
	fetches := 0
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fetches++; _, _ = w.Write(blue) }))
	defer origin.Close()
	l.ok(t, 201, "POST", "assets", l.Live, `{"url":"`+origin.URL+`/blue.png"}`, &asset)
	if asset.Name != "blue.png" || fetches != 1 {
		t.Errorf("fetched %+v %d times", asset, fetches)
	}
	if got := l.Do(t, "GET", "/api/v1/assets/"+id, l.Live, "", "Accept", "image/*"); !bytes.Equal(got.Body, red) || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the bytes come back as %s, %d of %d", got.Header.Get("Content-Type"), len(got.Body), len(red))
	}
	for name, bad := range map[string]string{
		"image_unsupported": "hello", "svg_forbidden": `<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`,
		"image_invalid": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
	} {
		if a := l.form(t, "assets", l.Live, "bad", []byte(bad), nil); a.Status != 400 {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		} else if _, rule := a.Code(t); rule != name {
			t.Errorf("%s is refused by %s", name, rule)
		}
	}
	l.refused(t, 400, "VALIDATION_FAILED", "asset_unreachable", "POST", "assets", l.Live, `{"url":"http://10.0.0.1/x.png"}`)
	l.refused(t, 400, "INVALID_REQUEST", "", "POST", "assets", l.Live, `{}`)

	use := func(src string) string {
		return `{"operation":"preview","html":"<img src='` + src + `' style='display:block;width:20px'>","outputs":[{"width":40,"height":30}]}`
	}
	var render renderAnswer
	l.ok(t, 200, "POST", "facade/generate", l.Live, use("asset:"+id), &render)
	picture := l.Do(t, "GET", render.Outputs[0].URL, "", "")
	if m, err := png.Decode(bytes.NewReader(picture.Body)); err != nil {
		t.Error(err)
	} else if r, g, b, _ := m.At(14, 12).RGBA(); r>>8 != 255 || g != 0 || b != 0 {
		t.Errorf("the asset is drawn as %d %d %d", r>>8, g>>8, b>>8)
	}
	l.refused(t, 404, "ASSET_NOT_FOUND", "asset_not_found", "POST", "facade/generate", l.Live, use("asset:asset_00000000000000000000000000"))
	l.refused(t, 404, "ASSET_NOT_FOUND", "", "POST", "facade/generate", l.Live, strings.Replace(use("asset:asset_00000000000000000000000000"), "preview", "render", 1))

	// A licence without commercial use rejects live renders, not test renders.
	var license struct{ ID string }
	l.ok(t, 201, "POST", "licenses", l.Live, `{"name":"Press","kind":"editorial","commercial_use":false}`, &license)
	l.ok(t, 200, "PATCH", "assets/"+asset.ID, l.Live, `{"license_id":"`+license.ID+`"}`, nil)
	l.refused(t, 400, "POLICY_VIOLATION", "license.commercial_use_not_permitted", "POST", "facade/generate", l.Live, use("asset:"+asset.ID))
	l.ok(t, 200, "POST", "facade/generate", l.Test, use("asset:"+asset.ID), nil)
	l.refused(t, 409, "CONFLICT", "license_in_use", "DELETE", "licenses/"+license.ID, l.Live, "")
	l.ok(t, 200, "PATCH", "licenses/"+license.ID, l.Live, `{"commercial_use":true,"expires_at":"2020-01-01T00:00:00Z"}`, nil)
	l.refused(t, 400, "POLICY_VIOLATION", "license.expired", "POST", "facade/generate", l.Live, use("asset:"+asset.ID))

	// A failed image falls back to an asset.
	var signed struct {
		Data []struct{ URL string }
	}
	l.ok(t, 200, "POST", "generate/sign", l.Live, `{"items":[{"html":"<p>x</p>","fallback":"asset:`+id+`"}]}`, &signed)
	l.refused(t, 404, "ASSET_NOT_FOUND", "", "POST", "generate/sign", l.Live, `{"items":[{"html":"<p>x</p>","fallback":"asset:asset_00000000000000000000000000"}]}`)
	l.ok(t, 200, "DELETE", "assets/"+id, l.Live, "", nil)
	l.refused(t, 404, "ASSET_NOT_FOUND", "", "GET", "assets/"+id, l.Live, "")
}

// TestFontsAreUsedByFamily: an uploaded face draws the family's text and is part of the request's hash.
func TestFontsAreUsedByFamily(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	file, err := os.ReadFile("../../modules/rendering/engine/font/testdata/recursive-cyrillic-ext-full-normal.woff2")
	if err != nil {
		t.Skip("no font file to upload: ", err)
	}
	use := `{"operation":"preview","html":"<p id='p' style='font:40px Acme Hand, Inter'>₴ ₴ ₴</p>","outputs":[{"width":300,"height":100}],"include":["layout_report"]}`
	var before, after renderAnswer
	l.ok(t, 200, "POST", "facade/generate", l.Live, use, &before)
	a := l.form(t, "fonts", l.Live, "hand.woff2", file, map[string]string{"family": "Acme Hand"})
	if a.Status != 201 {
		t.Fatalf("uploading returns %d %s", a.Status, a.Body)
	}
	l.ok(t, 200, "POST", "facade/generate", l.Live, use, &after)
	if before.RequestHash == after.RequestHash || before.Outputs[0].SHA256 == after.Outputs[0].SHA256 {
		t.Error("the font changes nothing")
	}
	if got := fmt.Sprint(after.Layout); !strings.Contains(got, "Recursive") {
		t.Errorf("the report does not name the font: %s", got)
	}
	if a := l.form(t, "fonts", l.Live, "hand.woff2", file, map[string]string{"family": "Inter"}); a.Status != 400 {
		t.Errorf("a bundled name returns %d", a.Status)
	}
	if a := l.form(t, "fonts", l.Live, "x.ttf", []byte("no font"), nil); a.Status != 400 {
		t.Errorf("no font returns %d", a.Status)
	}
}

// TestTemplatesOfBrands: a key of one brand makes templates of that brand, and uses those of no brand and its own.
func TestTemplatesOfBrands(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	var ours, theirs struct{ ID string }
	l.ok(t, 201, "POST", "brands", l.Live, `{"name":"Ours"}`, &ours)
	l.ok(t, 201, "POST", "brands", l.Live, `{"name":"Theirs"}`, &theirs)
	narrow := l.Key(t, "live", "templates:write", "render:write", "assets:write", "brand:"+ours.ID)
	const content = `"html":"<p>x</p>","publish":true}`
	l.ok(t, 201, "POST", "templates", narrow, `{"name":"Mine",`+content, nil)
	l.refused(t, 403, "FORBIDDEN", "", "POST", "templates", narrow, `{"name":"Not mine","brand_id":"`+theirs.ID+`",`+content)
	l.refused(t, 404, "BRAND_NOT_FOUND", "", "POST", "templates", l.Live, `{"name":"Nobody's","brand_id":"brand_00000000000000000000000000",`+content)
	l.ok(t, 201, "POST", "templates", l.Live, `{"name":"Other","brand_id":"`+theirs.ID+`",`+content, nil)
	l.ok(t, 201, "POST", "templates", l.Live, `{"name":"Common",`+content, nil)
	var list struct{ Data []templateAnswer }
	l.ok(t, 200, "GET", "templates", narrow, "", &list)
	if len(list.Data) != 2 || list.Data[0].Slug != "common" || list.Data[1].Slug != "mine" {
		t.Errorf("a narrowed key sees %+v", list.Data)
	}
	l.refused(t, 403, "FORBIDDEN", "", "GET", "templates/other", narrow, "")
	l.refused(t, 403, "FORBIDDEN", "", "POST", "facade/generate", narrow, previewOf("other", "}"))
	l.refused(t, 403, "FORBIDDEN", "", "PATCH", "templates/common", narrow, `{"name":"Taken"}`)
	l.ok(t, 200, "POST", "facade/generate", narrow, previewOf("common", "}"), nil)
	l.ok(t, 200, "POST", "facade/generate", narrow, previewOf("mine", "}"), nil)
}

// TestLibraryKeysAreIdempotent: a repeated creation, by JSON or as a form, happens once.
func TestLibraryKeysAreIdempotent(t *testing.T) {
	t.Parallel()
	l := startLibrary(t)
	const key = "6f1c3a52-6a0e-4a52-9d7b-1d5b3c1f7a10"
	var first, second templateAnswer
	for _, into := range []*templateAnswer{&first, &second} {
		a := l.Do(t, "POST", "/api/v1/templates", l.Live, `{"name":"Once","html":"<p>x</p>"}`, "Idempotency-Key", key)
		if a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		a.JSON(t, into)
	}
	if first.ID != second.ID {
		t.Error("the template was made twice")
	}
	if a := l.Do(t, "POST", "/api/v1/templates", l.Live, `{"name":"Twice","html":"<p>x</p>"}`, "Idempotency-Key", key); a.Status != 409 {
		t.Errorf("another body under the key returns %d", a.Status)
	}
}
