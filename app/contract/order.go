package contract

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// broken is a request that may violate several rules.
type broken struct {
	t          *T
	noRoute    bool
	noToken    bool
	noScope    bool
	poor       bool // a workspace without credits
	limited    bool // one that has exhausted its rate
	wrongForm  bool // a body of the wrong type or size
	otherBody  bool // a key that was used with another body
	header     http.Header
	webhooks   []any
	twice      bool // two outputs of one name
	wrongField bool
	slow       bool // exceeds the time limit
}

// rule is one step of the order of checks.
type rule struct {
	n      int
	name   string
	status int
	code   string
	// breaks changes a valid request so that it violates the rule.
	breaks func(b *broken)
}

var rules = []rule{
	{1, "route", 404, "ENDPOINT_NOT_FOUND", func(b *broken) { b.noRoute = true }},
	{2, "authentication", 401, "UNAUTHORIZED", func(b *broken) { b.noToken = true }},
	{3, "version", 400, "API_VERSION_UNSUPPORTED", func(b *broken) { b.header.Set("X-Api-Version", "1999-01-01") }},
	{4, "scope", 403, "FORBIDDEN", func(b *broken) { b.noScope = true }},
	{5, "idempotency key's form", 400, "INVALID_IDEMPOTENCY_KEY", func(b *broken) { b.header.Set("Idempotency-Key", "not-a-uuid") }},
	{6, "rate limit", 429, "RATE_LIMIT_EXCEEDED", func(b *broken) { b.limited = true }},
	{7, "size and type", 400, "INVALID_REQUEST", func(b *broken) { b.wrongForm = true }},
	{8, "idempotency", 409, "IDEMPOTENCY_CONFLICT", func(b *broken) { b.otherBody = true }},
	{9, "schema", 400, "INVALID_REQUEST", func(b *broken) { b.wrongField = true }},
	{10, "references", 404, "WEBHOOK_NOT_FOUND", func(b *broken) { b.webhooks = []any{unknown("wh")} }},
	{11, "business rules", 400, "VALIDATION_FAILED", func(b *broken) { b.twice = true }},
	{14, "credits", 402, "INSUFFICIENT_CREDITS", func(b *broken) { b.poor = true }},
	{15, "execution", 500, "RENDER_FAILED", func(b *broken) { b.slow = true }},
}

// send sends the request with all violations.
func (b *broken) send() *Response {
	t := b.t
	credits := int64(100)
	if b.poor {
		credits = 0
	}
	key, err := t.Env.Workspace(t.ctx, credits)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if b.otherBody && b.header.Get("Idempotency-Key") == "" {
		b.header.Set("Idempotency-Key", uuid.NewString())
	}
	if b.limited || b.otherBody {
		// The first request occupies the only slot and claims the idempotency key.
		options := []option{token(key), noWait()}
		if k := b.header.Get("Idempotency-Key"); k != "not-a-uuid" && k != "" {
			options = append(options, idempotent(k))
		}
		t.Call("Generate", card("preview"), options...)
	}
	if b.noScope {
		a := t.Must("CreateApiKey", M{"mode": "live", "scopes": []any{"usage:read"}}, token(key))
		key = a.Text("secret")
	}
	if b.noToken {
		key = ""
	}
	m := card("preview")
	if b.slow {
		m["html"] = strings.Repeat("<p style='filter:blur(40px)'>slow</p>", 300)
		m["outputs"] = []any{M{"width": 2000, "height": 2000}}
	}
	if b.webhooks != nil {
		m["webhook_ids"] = b.webhooks
	}
	if b.twice {
		m["outputs"] = []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "a", "width": 64, "height": 64}}
	}
	if b.wrongField {
		m["seed"] = -1
	}
	options := []option{token(key), noWait()}
	for name, values := range b.header {
		options = append(options, header(name, values[0]))
	}
	if b.wrongForm {
		text, _ := json.Marshal(m)
		options = append(options, raw(string(text)+strings.Repeat(" ", 6<<20)))
	}
	o := *t.Env.api.byMethod["Generate"]
	if b.noRoute {
		o.Path, o.Procedure = "/api/v1/facade/nothing", "/platen.rendering.v1.RenderService/Nothing"
	}
	return t.call(&o, m, options...)
}

// pair sends a request that violates two rules and expects the error of the first.
func (t *T) pair(i, j rule) {
	b := &broken{t: t, header: http.Header{}}
	i.breaks(b)
	j.breaks(b)
	a := b.send()
	if a.Status != i.status || a.Code != i.code {
		t.Errorf("breaking %d (%s) and %d (%s) returns %d %s, want %d %s: %.200s", i.n, i.name, j.n, j.name, a.Status, a.Code, i.status, i.code, a.Body)
	}
}

// constructible reports whether one request can violate both rules on the surface so that the response shows
// which was checked first.
func constructible(i, j rule) bool {
	// One header cannot be both malformed and the key of another request.
	return !(i.n == 5 && j.n == 8)
}

func orderClauses() []Clause {
	var out []Clause
	for k, i := range rules {
		if i.n == 15 {
			continue // it is the last rule
		}
		c := Clause{ID: fmt.Sprintf("Q-%02d", i.n), Says: fmt.Sprintf("Step %d, %s, is checked before every later step.", i.n, i.name), On: Texts, Needs: []Need{Workspaces},
			Settings: map[string]string{"PLATEN_PREVIEW_TIMEOUT": "1ms", "PLATEN_AUTH_FAILURES": "100000"},
			Run: func(t *T) {
				for _, j := range rules[k+1:] {
					if j.n != 6 && constructible(i, j) {
						t.pair(i, j)
					}
				}
			}}
		if i.n == 6 {
			c.Says = "Step 6, the rate limit, is checked after every earlier step and before every later one."
			c.Settings = map[string]string{"PLATEN_PREVIEW_TIMEOUT": "1ms", "PLATEN_AUTH_FAILURES": "100000", "PLATEN_RATE_PREVIEW": "0.001/1"}
			c.Run = func(t *T) {
				for _, j := range rules {
					switch {
					case j.n < 6:
						t.pair(j, i)
					case j.n > 6:
						t.pair(i, j)
					}
				}
			}
		}
		out = append(out, c)
	}
	return append(out,
		Clause{ID: "Q-12", Says: "Step 12, the state, is checked after every earlier step.", On: Texts, Run: func(t *T) {
			w := t.hook(address())
			id := M{"webhook_id": w.Text("id")}
			t.Must("RotateWebhookSecret", id)
			t.Refused("in its grace", t.Call("RotateWebhookSecret", id), 409, "CONFLICT", "secret_rotation_in_grace")
			t.Refused("version and state", t.Call("RotateWebhookSecret", id, header("X-API-Version", "1999-01-01")), 400, "API_VERSION_UNSUPPORTED", "")
			t.Refused("key and state", t.Call("RotateWebhookSecret", id, idempotent("x")), 400, "INVALID_IDEMPOTENCY_KEY", "")
			k := uuid.NewString()
			t.Must("CreateSigningKey", nil, idempotent(k))
			t.Refused("idempotency and state", t.Call("RotateWebhookSecret", id, idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "")
			t.Refused("schema and state", t.Call("RotateWebhookSecret", with(id, "rotation", M{"revoke_previous": "yes"})), 400, "INVALID_REQUEST", "type")
			t.Refused("reference and state", t.Call("CreateWebhook", M{"url": w.Text("url"), "brand_id": unknown("brand")}), 404, "BRAND_NOT_FOUND", "")
			t.Refused("rule and state", t.Call("UpdateWebhook", with(id, "change", M{"url": "http://10.0.0.1"})), 400, "VALIDATION_FAILED", "")
		}},
		Clause{ID: "Q-13", Says: "Step 13, approval, is checked after rules and before credits.", On: Texts, Needs: []Need{Workspaces}, Run: func(t *T) {
			t.isolate(0)
			t.Must("CreateApprovalPolicy", M{"action": "render"})
			t.Refused("approval and credits", t.Call("Generate", card("render")), 409, "APPROVAL_REQUIRED", "")
			twice := with(card("render"), "outputs", []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "a", "width": 64, "height": 64}})
			t.Refused("rules and approval", t.Call("Generate", twice), 400, "VALIDATION_FAILED", "")
			t.Refused("references and approval", t.Call("Generate", with(card("render"), "webhook_ids", []any{unknown("wh")})), 404, "WEBHOOK_NOT_FOUND", "")
		}})
}
