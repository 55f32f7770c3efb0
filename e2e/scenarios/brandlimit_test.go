package scenarios

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

// limits is a service with objects of two brands and without a brand, and credentials with every scope: full, limited to
// brand B, limited to B and C, and a token of brand B.
type limits struct {
	*harness.Service
	full, keyB, keyBC, tokenB string
	a, b, c, none             owned
}

// owned are the objects of one brand, by the name that routes give their ids.
type owned struct {
	brand string
	ids   map[string]string
}

// shared are the objects that every brand of a workspace may read when they belong to no brand.
var shared = []string{"template_id", "asset_id", "font_id", "license_id"}

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func startLimits(t *testing.T) *limits {
	t.Helper()
	settings := map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "100000"}
	for _, category := range []string{"READ", "PREVIEW", "RENDER", "SIGN", "AI", "WEBHOOK", "MANAGE", "ADMIN", "STREAM", "SIGNED"} {
		settings["PLATEN_RATE_"+category] = "1000/2000"
	}
	l := &limits{Service: harness.Start(t, settings)}
	var reference struct{ Scopes []string }
	l.Do(t, "GET", "/api/v1/reference", l.Live, "").JSON(t, &reference)
	var scopes []string
	for _, s := range reference.Scopes {
		if !strings.HasPrefix(s, "brand:") {
			scopes = append(scopes, s)
		}
	}
	if len(scopes) < 20 {
		t.Fatalf("the reference lists the scopes %v", scopes)
	}
	l.full = l.Key(t, "live", scopes...)
	l.a, l.b, l.c, l.none = l.objects(t, "Alpha"), l.objects(t, "Bravo"), l.objects(t, "Charlie"), l.objects(t, "")
	l.keyB = l.Key(t, "live", append(slices.Clone(scopes), "brand:"+l.b.brand)...)
	l.keyBC = l.Key(t, "live", append(slices.Clone(scopes), "brand:"+l.b.brand, "brand:"+l.c.brand)...)

	signer, provider := harness.RSAKey(t, 2048), newProvider(t)
	provider.publish(harness.JWK("k1", signer))
	const issuer = "https://id.example.com/limits"
	l.post(t, "/api/v1/jwt-issuers", fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, issuer, provider.URL+"/jwks.json"))
	l.none.ids["issuer_id"] = l.post(t, "/api/v1/jwt-issuers", fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, issuer+"/other", provider.URL+"/jwks.json"))
	now := time.Now().Unix()
	l.tokenB = harness.Token(t, signer, map[string]any{"alg": "RS256", "kid": "k1"}, map[string]any{"iss": issuer, "aud": "platen", "sub": "bob", "iat": now, "exp": now + 3600,
		"scope": strings.Join(scopes, " ") + " brand:" + l.b.brand})
	return l
}

// post creates an object with the full key and returns its id.
func (l *limits) post(t *testing.T, path, body string) string {
	t.Helper()
	a := l.Do(t, "POST", path, l.full, body)
	if a.Status >= 300 {
		t.Fatalf("POST %s %s: %d %s", path, body, a.Status, a.Body)
	}
	var made struct{ ID string }
	a.JSON(t, &made)
	return made.ID
}

// objects creates one object of each kind of a brand, with the full key; with an empty name, objects without a brand.
func (l *limits) objects(t *testing.T, name string) owned {
	t.Helper()
	o := owned{ids: map[string]string{"version": "1"}}
	of, when := "", ""
	if name != "" {
		o.brand = l.post(t, "/api/v1/brands", fmt.Sprintf(`{"name":%q}`, name))
		o.ids["brand_id"] = o.brand
		of = fmt.Sprintf(`,"brand_id":%q`, o.brand)
		when = fmt.Sprintf(`"brand_id":%q,`, o.brand)
		o.ids["kit_id"] = l.post(t, "/api/v1/brand-kits", fmt.Sprintf(`{"name":"%s kit"%s,"colors":{"palette":{"ink":"#0F172A"}}}`, name, of))
	} else {
		o.ids["font_id"] = ""
		o.ids["license_id"] = l.post(t, "/api/v1/licenses", `{"name":"House","kind":"owned","commercial_use":true}`)
		o.ids["signing_key_id"] = l.post(t, "/api/v1/signing-keys", `{}`)
		delete(o.ids, "font_id")
	}
	render := func(operation, format string) *harness.Response {
		return l.Do(t, "POST", generate, l.full, fmt.Sprintf(`{"operation":%q,"html":"<p>only for %s</p>","outputs":[{"width":16,"height":16,"format":%q}]%s}`, operation, name, format, of))
	}
	// The webhook comes first, so that the job is delivered to it. Nothing listens at its address.
	o.ids["webhook_id"] = l.post(t, "/api/v1/facade/webhooks", fmt.Sprintf(`{"url":"http://127.0.0.1:9/%s","events":["render.completed"]%s}`, name, of))
	var job branding
	render("render", "png").JSON(t, &job)
	o.ids["job_id"] = job.ID
	for range 6 {
		l.Do(t, "GET", jobs+"/"+job.ID+"?wait=10", l.full, "").JSON(t, &job)
		if job.Status == "completed" {
			break
		}
	}
	if job.Status != "completed" {
		t.Fatalf("the job of %q is %s", name, job.Status)
	}
	o.ids["image_id"], o.ids["decision_id"] = job.Outputs[0].ImageID, job.DecisionID
	var pdf branding
	render("preview", "pdf").JSON(t, &pdf)
	o.ids["pdf_id"] = pdf.Outputs[0].PDFID
	l.Exec(t, `UPDATE webhooks.delivery SET status = 'dead_letter', dead_at = svc_now(), next_attempt_at = NULL, lease_until = NULL, token = NULL WHERE webhook_id = $1`, o.ids["webhook_id"])
	var deliveries struct{ Data []delivery }
	l.Do(t, "GET", "/api/v1/facade/webhooks/"+o.ids["webhook_id"]+"/deliveries", l.full, "").JSON(t, &deliveries)
	for _, d := range deliveries.Data {
		o.ids["delivery_id"], o.ids["event_id"] = d.ID, d.EventID
	}
	o.ids["policy_id"] = l.post(t, "/api/v1/approval-policies", `{"action":"render","when":{`+when+`"format":"webp"}}`)
	var waiting struct {
		Error struct {
			Approval struct {
				ID string `json:"approval_id"`
			}
		}
	}
	render("preview", "webp").JSON(t, &waiting)
	o.ids["approval_id"] = waiting.Error.Approval.ID
	o.ids["draft_id"] = l.post(t, "/api/v1/drafts", fmt.Sprintf(`{"title":"Draft %s","request":{"operation":"preview","html":"<p>draft</p>","outputs":[{"width":16,"height":16}]%s}}`, name, of))
	o.ids["template_id"] = l.post(t, "/api/v1/templates", fmt.Sprintf(`{"name":"Template %s","html":"<p>template</p>","publish":true%s}`, name, of))
	o.ids["asset_id"] = l.post(t, "/api/v1/assets", fmt.Sprintf(`{"name":"dot.png","data":%q%s}`, onePixel, of))
	o.ids["key_id"] = l.post(t, "/api/v1/api-keys", fmt.Sprintf(`{"name":"Key %s","mode":"live","scopes":["render:write"]%s}`, name, of))
	for what, id := range o.ids {
		if id == "" {
			t.Fatalf("%q has no %s", name, what)
		}
	}
	return o
}

// branding is a preview or a job.
type branding struct {
	ID, Status string
	DecisionID string `json:"decision_id"`
	Outputs    []struct {
		ImageID string `json:"image_id"`
		PDFID   string `json:"pdf_id"`
	}
}

// bodies are the valid bodies of requests, by operationId; others send an empty object.
var bodies = map[string]string{
	"updateDraft": `{"title":"x"}`, "commentDraft": `{"comment":"x"}`, "updateBrand": `{"name":"x"}`, "updateAsset": `{"name":"x"}`, "updateTemplate": `{"name":"x"}`,
	"createTemplateVersion": `{"html":"<p>x</p>"}`, "checkBrandKit": `{"html":"<p>x</p>","outputs":[{"width":16,"height":16}]}`, "updateLicense": `{"name":"x"}`,
	"updateWebhook": `{"description":"x"}`, "requestDraftChanges": `{"comment":"x"}`, "publishTemplate": `{"version":1}`, "diffBrandKit": `{"against":1}`,
}

// attempt is one way to access an object: a route, over one surface.
type attempt struct {
	name    string
	mutates bool
	do      func(t *testing.T, credential string, ids map[string]string) (status int, body []byte)
}

// attempts returns every route of the OpenAPI document that accesses an object by id, over REST and Connect.
func (l *limits) attempts(t *testing.T) (out []attempt, params map[string][]string) {
	t.Helper()
	doc, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	params = map[string][]string{}
	for _, r := range doc.Routes {
		var names []string
		for _, segment := range strings.Split(r.Template, "/") {
			if name, ok := strings.CutPrefix(segment, "{"); ok {
				names = append(names, strings.TrimSuffix(name, "}"))
			}
		}
		if len(names) == 0 || names[0] == "tone" {
			continue
		}
		id := r.Operation["operationId"].(string)
		procedure := r.Operation["x-platen-procedure"].(string)
		wrap, _ := r.Operation["x-platen-body"].(string)
		body := "{}"
		if b := bodies[id]; b != "" {
			body = b
		}
		path := func(ids map[string]string) string {
			out := r.Template
			for _, n := range names {
				out = strings.ReplaceAll(out, "{"+n+"}", ids[n])
			}
			return out
		}
		rest := func(name, suffix string, headers ...string) attempt {
			return attempt{name, r.Method != "GET", func(t *testing.T, credential string, ids map[string]string) (int, []byte) {
				send := body
				if r.Method == "GET" || r.Method == "DELETE" {
					send = ""
				}
				a := l.Do(t, r.Method, path(ids)+suffix, credential, send, headers...)
				return a.Status, a.Body
			}}
		}
		params[id] = names
		more := map[string]string{"diffBrandKit": "?against=1"}[id]
		out = append(out, rest(id+" REST", more))
		switch id {
		case "getImage":
			out = append(out, rest(id+" bytes", "", "Accept", "image/*"), rest(id+" file", ".png"))
		case "getPdf":
			out = append(out, rest(id+" bytes", "", "Accept", "application/pdf"), rest(id+" file", ".pdf"))
		case "getRenderJob":
			out = append(out, rest(id+" wait", "?wait=1"), rest(id+" events", "", "Accept", "text/event-stream"))
		case "listDeliveries":
			out = append(out, rest(id+" filtered", "?status=dead_letter"))
		}
		out = append(out, attempt{id + " Connect", r.Method != "GET", func(t *testing.T, credential string, ids map[string]string) (int, []byte) {
			message := map[string]any{}
			if err := json.Unmarshal([]byte(body), &message); err != nil {
				t.Fatal(err)
			}
			if wrap != "" {
				message = map[string]any{wrap: message}
			}
			for _, n := range names {
				message[n] = any(ids[n])
				if n == "version" {
					message[n] = 1
				}
			}
			text, err := json.Marshal(message)
			if err != nil {
				t.Fatal(err)
			}
			if id != "watchRenderJob" {
				a := l.Do(t, "POST", procedure, credential, string(text))
				return a.Status, a.Body
			}
			frame := append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(text))), text...)
			a := l.Do(t, "POST", procedure, credential, string(frame), "Content-Type", "application/connect+json")
			status := a.Status
			for code, s := range map[string]int{"permission_denied": 403, "not_found": 404} {
				if bytes.Contains(a.Body, []byte(`"code":"`+code+`"`)) {
					status = s
				}
			}
			return status, a.Body
		}})
	}
	if len(params) < 50 {
		t.Fatalf("the document has %d routes with ids", len(params))
	}
	return out, params
}

// TestBrandLimitOfObjects accesses every object of the workspace, by every route that takes an id, over REST and
// Connect, with credentials that are limited to a brand.
func TestBrandLimitOfObjects(t *testing.T) {
	t.Parallel()
	l := startLimits(t)
	list, params := l.attempts(t)
	strangers := map[string]owned{"another brand": l.a, "no brand": l.none}
	judged := map[string]bool{}
	for _, at := range list {
		op, _, _ := strings.Cut(at.name, " ")
		for whose, o := range strangers {
			if slices.ContainsFunc(params[op], func(p string) bool { return o.ids[p] == "" }) {
				continue
			}
			judged[op] = true
			if whose == "no brand" && slices.Contains(shared, params[op][0]) && !at.mutates {
				if status, body := at.do(t, l.keyB, o.ids); status >= 400 {
					t.Errorf("%s of %s, which every brand may use: %d %s", at.name, whose, status, body)
				}
				continue
			}
			for name, credential := range map[string]string{"a key of B": l.keyB, "a key of B and C": l.keyBC, "a token of B": l.tokenB} {
				status, body := at.do(t, credential, o.ids)
				if status != 403 {
					t.Errorf("%s of %s with %s: %d %s; want 403", at.name, whose, name, status, cut(body))
				} else if name != "a token of B" && bytes.Contains(body, []byte(`"rule":"scope"`)) {
					t.Errorf("%s of %s with %s lacks a scope: %s", at.name, whose, name, body)
				}
			}
		}
		if !at.mutates && !slices.ContainsFunc(params[op], func(p string) bool { return l.b.ids[p] == "" }) {
			for name, credential := range map[string]string{"a key of B": l.keyB, "a key of B and C": l.keyBC, "the full key": l.full} {
				if status, body := at.do(t, credential, l.b.ids); status >= 400 {
					t.Errorf("%s of its own brand with %s: %d %s", at.name, name, status, cut(body))
				}
			}
		}
	}
	for op, names := range params {
		if !judged[op] && names[0] != "font_id" {
			t.Errorf("%s is judged with no object: make one of %v", op, names)
		}
	}
	// The full key still sees every object: the rejected requests had no effect.
	for _, at := range list {
		op, _, _ := strings.Cut(at.name, " ")
		if at.mutates || strings.Contains(at.name, "Connect") || slices.ContainsFunc(params[op], func(p string) bool { return l.a.ids[p] == "" }) {
			continue
		}
		if status, body := at.do(t, l.full, l.a.ids); status >= 400 {
			t.Errorf("%s with the full key afterwards: %d %s", at.name, status, cut(body))
		}
	}
	// An unknown id is not found; an unknown brand or kit is rejected like another brand's.
	for _, at := range list {
		op, _, _ := strings.Cut(at.name, " ")
		p := params[op][0]
		if !slices.Contains([]string{"job_id", "image_id", "pdf_id", "decision_id", "webhook_id", "draft_id", "approval_id", "policy_id", "asset_id", "key_id", "event_id", "brand_id", "kit_id"}, p) {
			continue
		}
		missing := maps.Clone(l.b.ids)
		prefix, _, _ := strings.Cut(missing[p], "_")
		missing[p] = prefix + "_00000000000000000000000000"
		want := 404
		if p == "brand_id" || p == "kit_id" {
			want = 403
		}
		if status, body := at.do(t, l.keyB, missing); status != want {
			t.Errorf("%s of nothing: %d %s; want %d", at.name, status, cut(body), want)
		}
	}
}

func cut(body []byte) string {
	if len(body) > 300 {
		body = body[:300]
	}
	return string(body)
}
