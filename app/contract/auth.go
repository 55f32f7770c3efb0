package contract

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

func authClauses() []Clause {
	// Invalid tokens are counted per address: these checks would block each other and all other checks.
	many := map[string]string{"PLATEN_AUTH_FAILURES": "100000"}
	return []Clause{
		{ID: "A-01", Says: "A missing, malformed, unknown or revoked token returns 401 UNAUTHORIZED, all alike.", Settings: many, Run: func(t *T) {
			made := t.Must("CreateApiKey", M{"mode": "live", "name": "A-01"}, token(t.key("live", "keys:write", "render:read")))
			revoked := made.Text("secret")
			t.Is("the fresh key", t.Call("ListWebhooks", nil, token(revoked)).Status, 403)
			t.Must("RevokeApiKey", M{"key_id": made.Text("id")}, token(t.key("live", "keys:write", "render:read")))
			var first string
			k := t.Env.Key
			for name, tok := range map[string]string{"missing": "", "malformed": "x", "unknown": k[:len(k)-7] + "AAAAAAA", "cut": k[:len(k)-1], "longer": k + "0",
				"a JWT of no one": "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.eyJpc3MiOiJhIn0.AAAA", "long": strings.Repeat("a", 5000)} {
				a := t.Call("GetWorkspace", nil, token(tok))
				t.Refused(name, a, 401, "UNAUTHORIZED", "")
				body := strings.ReplaceAll(a.Message, a.RequestID, "")
				if first == "" {
					first = body
				}
				t.Is("the message for "+name, body, first)
				t.Is("details for "+name, len(a.Details), 0)
			}
			a := t.Call("GetWorkspace", nil, token(revoked))
			for range 20 {
				if a = t.Call("GetWorkspace", nil, token(revoked)); a.Status == 401 {
					break
				}
				t.sleep(100 * time.Millisecond)
			}
			t.Refused("revoked", a, 401, "UNAUTHORIZED", "")
			t.Is("the message for revoked", a.Message, first)
		}, Needs: []Need{Keys}},
		{ID: "A-02", Says: "Probes, documentation and signed image URLs respond without a token; everything else is M-01.", On: RESTOnly, Run: func(t *T) {
			for _, path := range []string{"/livez", "/readyz", "/openapi.json"} {
				t.Is(path, t.Get("GET", path).Status, 200)
			}
			t.Is("a signed URL", t.Get("GET", t.sign()).Status, 302)
		}},
		{ID: "A-03", Says: "A valid token without the scope returns 403 FORBIDDEN and names the scope.", Needs: []Need{Keys}, Run: func(t *T) {
			k := t.key("live", "usage:read")
			for _, name := range []string{"Generate", "ListRenderJobs", "Sign", "ListImages", "CreateWebhook", "ListWebhooks", "CreateApiKey", "GetAdminOverview", "GetDetailedHealth", "ListAuditEntries"} {
				o := t.Env.api.byMethod[name]
				a := t.Call(name, nil, token(k))
				t.Refused(name, a, 403, "FORBIDDEN", "scope")
				t.True(len(a.Details) > 0 && a.Details[0].Context["expected"] == o.Scope, "%s names %v, not %s", name, a.Details, o.Scope)
			}
			t.Is("what it may", t.Call("GetUsage", nil, token(k)).Status, 200)
			t.Is("reading by a write scope", t.Call("ListWebhooks", nil, token(t.key("live", "webhooks:write"))).Status, 200)
			t.Refused("writing by a read scope", t.Call("CreateWebhook", M{"url": address()}, token(t.key("live", "webhooks:read"))), 403, "FORBIDDEN", "scope")
		}},
		{ID: "A-04", Says: "A key limited to a brand that is used on another brand returns 403 FORBIDDEN, whether that brand exists or not.", Needs: []Need{Keys}, Run: func(t *T) {
			k := t.key("live", "webhooks:write", "brand:brand_00000000000000000000000001")
			t.Refused("another brand", t.Call("CreateWebhook", M{"url": address(), "brand_id": unknown("brand")}, token(k)), 403, "FORBIDDEN", "brand")
			w := t.Must("CreateWebhook", M{"url": address()}, token(k))
			t.Cleanup(func() { t.Call("DeleteWebhook", M{"webhook_id": w.Text("id")}) })
			t.Is("the brand of what it makes", w.Text("brand_id"), "brand_00000000000000000000000001")
		}},
		{ID: "A-05", Says: "After a rotation the new key is shown once and the old one works for 24 hours, then returns UNAUTHORIZED.", Needs: []Need{Clock, Keys}, Run: func(t *T) {
			admin := t.key("live", "keys:write", "usage:read")
			old := t.Must("CreateApiKey", M{"mode": "live", "name": "A-05", "scopes": []any{"usage:read"}}, token(admin))
			fresh := t.Must("RotateApiKey", M{"key_id": old.Text("id")}, token(admin))
			t.True(fresh.Text("secret") != "" && fresh.Text("replaces") == old.Text("id"), "the successor is %v", fresh.JSON)
			t.True(t.Must("GetApiKey", M{"key_id": fresh.Text("id")}, token(admin)).Get("secret") == nil, "the secret is shown twice")
			read := func(k string) int { return t.Call("GetUsage", nil, token(k)).Status }
			t.Is("the old key in its grace", read(old.Text("secret")), 200)
			t.advance(24*time.Hour - time.Minute)
			t.Is("the old key a minute before the end", read(old.Text("secret")), 200)
			t.advance(2 * time.Minute)
			t.Refused("the old key after it", t.Call("GetUsage", nil, token(old.Text("secret"))), 401, "UNAUTHORIZED", "")
			t.Is("the new key", read(fresh.Text("secret")), 200)
		}, Settings: map[string]string{"PLATEN_AUTH_CACHE": "1ms"}},
		{ID: "A-06", Says: "Keys begin with `svc_live_` or `svc_test_`; keys of the former prefixes stay valid.", Needs: []Need{Keys}, On: RESTOnly, Run: func(t *T) {
			for mode, prefix := range map[string]string{"live": "svc_live_", "test": "svc_test_"} {
				t.True(strings.HasPrefix(t.key(mode), prefix), "a %s key does not begin with %s", mode, prefix)
			}
			if t.Env.Import == nil {
				return
			}
			for _, prefix := range []string{"legacy_live_", "legacy_test_"} {
				k := prefix + strings.ReplaceAll(uuid.NewString(), "-", "")
				if err := t.Env.Import(t.ctx, k); err != nil {
					t.Fatalf("%v", err)
				}
				t.Is("a key with "+prefix, t.Call("GetUsage", nil, token(k)).Status, 200)
			}
		}},
		{ID: "A-07", Says: "When a key was made and last used, and from which address, is visible to its owner.", Needs: []Need{Keys}, Run: func(t *T) {
			admin := t.key("live", "keys:write", "usage:read")
			k := t.Must("CreateApiKey", M{"mode": "live", "name": "A-07", "scopes": []any{"usage:read"}}, token(admin))
			t.True(k.Text("created_at") != "" && k.Get("last_used_at") == nil, "a fresh key is %v", k.JSON)
			t.Must("GetUsage", nil, token(k.Text("secret")))
			var a *Response
			for range 100 {
				if a = t.Must("GetApiKey", M{"key_id": k.Text("id")}, token(admin)); a.Get("last_used_at") != nil {
					break
				}
				t.sleep(200 * time.Millisecond)
			}
			t.True(a.Text("last_used_at") != "" && a.Text("last_used_ip") != "", "a used key is %v", a.JSON)
		}},
		{ID: "A-08", Says: "Rate limits apply per workspace, not per key.", Needs: []Need{Keys}, Settings: map[string]string{"PLATEN_RATE_READ": "0.01/4"}, Run: func(t *T) {
			a, b := t.key("live"), t.key("live")
			left := -1
			for range 2 {
				for _, k := range []string{a, b} {
					r := t.Call("ListWebhooks", nil, token(k), noWait())
					t.Is("a request within the limit", r.Status, 200)
					if left >= 0 {
						t.Is("X-RateLimit-Remaining", r.Header.Get("X-RateLimit-Remaining"), left-1)
					}
					left = int(number(jsonNumber(r.Header.Get("X-RateLimit-Remaining"))))
				}
			}
			for _, k := range []string{a, b} {
				t.Refused("the fifth request", t.Call("ListWebhooks", nil, token(k), noWait()), 429, "RATE_LIMIT_EXCEEDED", "")
			}
			t.Is("the other mode has its own", t.Call("ListWebhooks", nil, token(t.key("test")), noWait()).Status, 200)
		}},
		{ID: "A-09", Says: "Test keys reach the same service, see test data only, and cost nothing.", Needs: []Need{Keys}, Run: func(t *T) {
			test := t.key("test")
			a := t.Must("Generate", card("preview"), token(test))
			t.Is("charged", a.Get("usage.credits_charged"), 0)
			t.Refused("test data with a live key", t.Call("GetImage", M{"image_id": a.Text("outputs.0.image_id")}), 404, "IMAGE_NOT_FOUND", "")
			t.Is("test data with a test key", t.Call("GetImage", M{"image_id": a.Text("outputs.0.image_id")}, token(test)).Status, 200)
		}},
		{ID: "A-10", Says: "A key cannot make a key with more rights than it has.", Needs: []Need{Keys}, Run: func(t *T) {
			k := t.key("live", "keys:write", "usage:read")
			t.Refused("more scopes", t.Call("CreateApiKey", M{"mode": "live", "scopes": []any{"render:write"}}, token(k)), 403, "FORBIDDEN", "scope")
			t.Refused("live from test", t.Call("CreateApiKey", M{"mode": "live"}, token(t.key("test", "keys:write"))), 403, "FORBIDDEN", "mode")
		}},
	}
}

// jsonNumber parses the text of a header as a number.
func jsonNumber(s string) any {
	var f float64
	for _, r := range s {
		f = f*10 + float64(r-'0')
	}
	return f
}
