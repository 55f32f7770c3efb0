package contract

import (
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

func errorClauses() []Clause {
	refuse := func(id, says string, on []Surface, f func(t *T)) Clause {
		return Clause{ID: id, Says: says, On: on, Run: f}
	}
	return []Clause{
		refuse("E-01", "An error is `{error: {code, message, request_id, details}}`; each detail has a path, a message and `context.rule`.", Every, func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"width": 8, "height": 9000}}
			a := t.Call("Generate", m)
			t.True(a.Code != "" && a.Message != "" && a.RequestID != "" && len(a.Details) == 2, "the error is %v", a.Error)
			for _, d := range a.Details {
				t.True(strings.HasPrefix(d.Path, "/outputs/0/") && d.Message != "" && d.Context["rule"] != nil && d.Context["expected"] != nil, "a detail is %+v", d)
			}
		}),
		refuse("E-02", "400 INVALID_REQUEST: a member is missing.", Every, func(t *T) {
			t.Refused("no document", t.Call("Generate", with(card("preview"), "html", nil)), 400, "INVALID_REQUEST", "")
		}),
		refuse("E-03", "400 INVALID_REQUEST: a member has the wrong type.", Texts, func(t *T) {
			a := t.Call("Generate", nil, raw(`{"operation":"preview","html":7,"outputs":[{"width":64,"height":64}]}`))
			t.Refused("html is a number", a, 400, "INVALID_REQUEST", "type")
			t.Is("the path", a.Details[0].Path, "/html")
		}),
		refuse("E-04", "400 INVALID_REQUEST: the body is not JSON.", Texts, func(t *T) {
			for _, text := range []string{`{"operation":`, `{"a":1,}`, `[]`, `{"operation":"preview"} x`, "\xff", `{"operation":"preview","operation":"render"}`} {
				t.Refused(text, t.Call("Generate", nil, raw(text)), 400, "INVALID_REQUEST", "")
			}
		}),
		refuse("E-05", "400 INVALID_REQUEST: an unknown member, with a patch that removes it.", Texts, func(t *T) {
			a := t.Call("Generate", with(card("preview"), "colour", "red"))
			t.Refused("an unknown member", a, 400, "INVALID_REQUEST", "unknown_field")
			t.True(len(a.Details[0].FixPatch) == 1 && a.Details[0].FixPatch[0]["op"] == "remove", "the patch is %v", a.Details[0].FixPatch)
		}),
		refuse("E-06", "400 INVALID_REQUEST: query parameters that do not match the schema.", RESTOnly, func(t *T) {
			for _, q := range []string{"?limit=x", "?limit=1&limit=2", "?colour=red", "?status=begun", "?created_after=yesterday"} {
				t.Refused(q, t.Get("GET", "/api/v1/facade/render-jobs"+q, token(t.Env.Key)), 400, "INVALID_REQUEST", "")
			}
		}),
		refuse("E-07", "400 VALIDATION_FAILED: the request parses but breaks a business rule, with the rule and a `fix_patch`.", Every, func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "a", "width": 64, "height": 64}}
			t.Refused("two outputs of one name", t.Call("Generate", m), 400, "VALIDATION_FAILED", "")
			a := t.Call("Generate", with(card("preview"), "engine_version", "native-0"))
			t.Refused("another engine version", a, 400, "VALIDATION_FAILED", "engine_version_unavailable")
			t.True(len(a.Details[0].FixPatch) == 1, "there is no patch")
			t.Is("the patched request", t.Call("Generate", with(card("preview"), "engine_version", a.Details[0].FixPatch[0]["value"])).Status, 200)
		}),
		refuse("E-08", "400 INVALID_IDEMPOTENCY_KEY: the key is no UUID v4.", Every, func(t *T) {
			t.Refused("a word", t.Call("Generate", card("preview"), idempotent("x")), 400, "INVALID_IDEMPOTENCY_KEY", "uuid_v4")
		}),
		refuse("E-09", "400 API_VERSION_UNSUPPORTED: the version is a typo, retired or of the future.", Every, func(t *T) {
			for _, v := range []string{"2026-1-1", "2020-01-01", "2099-01-01", "latest", ""} {
				t.Refused("version "+v, t.Call("GetWorkspace", nil, header("X-API-Version", v)), 400, "API_VERSION_UNSUPPORTED", "")
			}
		}),
		refuse("E-10", "401 UNAUTHORIZED: no valid token.", Every, func(t *T) {
			a := t.Call("GetWorkspace", nil, token(""))
			t.Refused("no token", a, 401, "UNAUTHORIZED", "")
			t.Is("WWW-Authenticate", a.Header.Get("WWW-Authenticate"), "Bearer")
		}),
		{ID: "E-11", Says: "402 INSUFFICIENT_CREDITS: the request would use credits the workspace lacks.", Needs: []Need{Workspaces}, Run: func(t *T) {
			k, err := t.Env.Workspace(t.ctx, 1)
			if err != nil {
				t.Fatalf("%v", err)
			}
			m := card("preview")
			m["outputs"] = []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "b", "width": 64, "height": 64}}
			for _, op := range []string{"preview", "render"} {
				t.Refused("two credits of one, "+op, t.Call("Generate", with(m, "operation", op), token(k)), 402, "INSUFFICIENT_CREDITS", "credits")
			}
			t.Is("one credit of one", t.Call("Generate", card("preview"), token(k)).Status, 200)
			t.Refused("one of none", t.Call("Generate", card("preview"), token(k)), 402, "INSUFFICIENT_CREDITS", "credits")
		}},
		{ID: "E-12", Says: "403 FORBIDDEN: the token lacks the scope or the brand.", Needs: []Need{Keys}, Run: func(t *T) {
			t.Refused("no scope", t.Call("ListWebhooks", nil, token(t.key("live", "usage:read"))), 403, "FORBIDDEN", "scope")
		}},
		refuse("E-13", "404: a resource that is missing responds with the code of its kind.", Every, func(t *T) {
			for name, c := range map[string]struct {
				m    M
				code string
			}{
				"GetRenderJob": {M{"job_id": unknown("job")}, "RENDER_JOB_NOT_FOUND"}, "CancelRenderJob": {M{"job_id": unknown("job")}, "RENDER_JOB_NOT_FOUND"},
				"GetImage": {M{"image_id": unknown("img")}, "IMAGE_NOT_FOUND"}, "GetImageReceipt": {M{"image_id": unknown("img")}, "IMAGE_NOT_FOUND"},
				"GetPdf": {M{"pdf_id": unknown("pdf")}, "PDF_NOT_FOUND"}, "GetWebhook": {M{"webhook_id": unknown("wh")}, "WEBHOOK_NOT_FOUND"},
				"TestWebhook": {M{"webhook_id": unknown("wh")}, "WEBHOOK_NOT_FOUND"}, "ListDeliveries": {M{"webhook_id": unknown("wh")}, "WEBHOOK_NOT_FOUND"},
				"RetryDeadLetter": {M{"event_id": unknown("evt")}, "WEBHOOK_EVENT_NOT_FOUND"}, "DeleteWebhook": {M{"webhook_id": unknown("wh")}, "WEBHOOK_NOT_FOUND"},
			} {
				a := t.Call(name, c.m)
				t.Refused(name, a, 404, c.code, "")
				t.Refused(name+" of an id of no form", t.Call(name, M{firstKey(c.m): "x"}), 404, c.code, "")
			}
			t.Refused("a webhook of a render", t.Call("Generate", with(card("render"), "webhook_ids", []any{unknown("wh")})), 404, "WEBHOOK_NOT_FOUND", "")
		}),
		refuse("E-14", "404 ENDPOINT_NOT_FOUND: no such route, or not this method; `Allow` lists those there are.", RESTOnly, func(t *T) {
			t.Refused("no route", t.Get("GET", "/api/v1/nothing", token(t.Env.Key)), 404, "ENDPOINT_NOT_FOUND", "")
			a := t.Get("DELETE", "/api/v1/facade/generate", token(t.Env.Key))
			t.Refused("another method", a, 404, "ENDPOINT_NOT_FOUND", "method")
			t.True(strings.Contains(a.Header.Get("Allow"), "POST"), "Allow is %q", a.Header.Get("Allow"))
		}),
		refuse("E-15", "409 CONFLICT: the present state refuses.", Every, func(t *T) {
			u := address()
			t.hook(u)
			t.Refused("a URL taken", t.Call("CreateWebhook", M{"url": u}), 409, "CONFLICT", "webhook_url_registered")
		}),
		refuse("E-16", "409 IDEMPOTENCY_CONFLICT: the key belongs to another request.", Every, func(t *T) {
			k := uuid.NewString()
			t.Must("Generate", card("preview"), idempotent(k))
			t.Refused("another body", t.Call("Generate", card("preview"), idempotent(k)), 409, "IDEMPOTENCY_CONFLICT", "idempotency_key_reused")
		}),
		{ID: "E-17", Says: "429 RATE_LIMIT_EXCEEDED: the category's limit is hit; `Retry-After` is exact: a client that alone obeys it is admitted.", Settings: map[string]string{"PLATEN_RATE_READ": "2/2"}, Run: func(t *T) {
			// Concurrently, so that no bucket refills in between on a slow machine.
			calls, problems := make([]*Response, 12), make([]error, 12)
			var all sync.WaitGroup
			for i := range calls {
				all.Go(func() {
					calls[i], problems[i] = t.send(t.Env.api.byMethod["GetWorkspace"], nil, &request{surface: t.Surface})
				})
			}
			all.Wait()
			limited, wait := 0, int64(0)
			for i, a := range calls {
				if problems[i] != nil {
					t.Fatalf("request %d: %v", i, problems[i])
				}
				if a.Status == 429 {
					limited++
					t.Refused("too many", a, 429, "RATE_LIMIT_EXCEEDED", "rate_limit")
					wait = max(wait, number(jsonNumber(a.Header.Get("Retry-After"))))
				}
			}
			t.True(limited > 0, "nothing was limited")
			t.sleep(time.Duration(wait) * time.Second)
			t.Is("after waiting", t.Call("GetWorkspace", nil, noWait()).Status, 200)
		}},
		{ID: "E-18", Says: "500 RENDER_FAILED: the renderer failed.", Settings: map[string]string{"PLATEN_PREVIEW_TIMEOUT": "1ms"}, Run: func(t *T) {
			m := card("preview")
			m["html"] = strings.Repeat("<p style='filter:blur(40px)'>slow</p>", 300)
			m["outputs"] = []any{M{"width": 2000, "height": 2000}}
			before := t.Must("GetUsage", nil).Get("spent")
			t.Refused("a render without time", t.Call("Generate", m), 500, "RENDER_FAILED", "")
			t.Is("what it cost", t.Must("GetUsage", nil).Get("spent"), before)
		}},
		{ID: "E-19", Says: "500 INTERNAL_ERROR: our side; the response has no details of it.", Needs: []Need{Database}, Run: func(t *T) {
			if err := t.Env.Exec("ALTER TABLE webhooks.endpoint RENAME TO gone"); err != nil {
				t.Fatalf("%v", err)
			}
			defer func() { _ = t.Env.Exec("ALTER TABLE webhooks.gone RENAME TO endpoint") }()
			a := t.Call("ListWebhooks", nil)
			t.Refused("a broken database", a, 500, "INTERNAL_ERROR", "")
			t.True(!strings.Contains(string(a.Body), "endpoint") && !strings.Contains(string(a.Body), "SQLSTATE"), "the response tells %s", a.Body)
		}},
		{ID: "E-20", Says: "400 STYLE_LOCK_VIOLATION, 400 POLICY_VIOLATION, 400 SELF_ACTION_NOT_ALLOWED and 409 APPROVAL_REQUIRED: B-02, B-05, P-03, P-01.", On: RESTOnly, Run: func(t *T) {
			t.checked("B-02", "B-05", "P-03", "P-01")
		}},
		{ID: "E-21", Says: "A missing resource and one of another workspace get the same response.", Needs: []Need{Foreign}, Run: func(t *T) {
			id := t.Must("CreateWebhook", M{"url": address()}, token(t.Env.OtherKey)).Text("id")
			t.Cleanup(func() { t.Call("DeleteWebhook", M{"webhook_id": id}, token(t.Env.OtherKey)) })
			a, b := t.Call("GetWebhook", M{"webhook_id": id}), t.Call("GetWebhook", M{"webhook_id": unknown("wh")})
			strip := func(x *Response) string { return strings.ReplaceAll(string(x.Body), x.RequestID, "") }
			if t.Surface == REST {
				t.Is("the body", strip(a), strip(b))
			}
			t.Is("the code", a.Code, b.Code)
			t.Is("the message", a.Message, b.Message)
		}},
	}
}

func firstKey(m M) string {
	for k := range m {
		return k
	}
	return ""
}
