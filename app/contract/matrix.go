package contract

import (
	"strings"
)

// routes calls f with every route of the document that the surface serves.
func (t *T) routes(f func(o *Operation)) {
	seen := map[string]bool{}
	for _, o := range t.Env.api.all {
		// Over Connect a procedure has one route, and streams use another protocol.
		if t.Surface != REST && (seen[o.Procedure] || o.Streaming) {
			continue
		}
		seen[o.Procedure] = true
		f(o)
	}
}

// things are the ids of one workspace's objects by the name of the path parameter.
type things map[string]string

// things creates one object of each kind that a route names, in the workspace of the key. To add a new kind of
// object to the matrix, create one here.
func (t *T) things(key string) things {
	as := token(key)
	job := t.Must("Generate", card("render"), as)
	preview := card("preview")
	preview["outputs"] = []any{M{"name": "a", "width": 64, "height": 64}, M{"name": "b", "preset": "a4", "format": "pdf"}}
	files := t.Must("Generate", preview, as)
	hook := t.Must("CreateWebhook", M{"url": address()}, as)
	made := things{
		"job_id": job.Text("id"), "image_id": files.Text("outputs.0.image_id"), "pdf_id": files.Text("outputs.1.pdf_id"), "webhook_id": hook.Text("id"),
		"signing_key_id": t.Must("CreateSigningKey", nil, as).Text("id"),
		"key_id":         t.Must("CreateApiKey", M{"mode": "live", "name": "matrix"}, as).Text("id"),
		"issuer_id":      t.Must("CreateJwtIssuer", M{"issuer": address(), "jwks_url": address()}, as).Text("id"),
		"asset_id":       t.Must("CreateAsset", M{"data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "name": "dot.png"}, as).Text("id"),
		"license_id":     t.Must("CreateLicense", M{"name": "Ours", "kind": "own"}, as).Text("id"),
		"draft_id":       t.Must("CreateDraft", M{"title": "A draft", "request": card("preview")}, as).Text("id"),
		"decision_id":    t.Must("ListDecisions", nil, as).Text("data.0.id"),
		"version":        "1",
		// Well-formed ids of nonexistent objects.
		"delivery_id": unknown("dlv"), "event_id": unknown("evt"), "font_id": unknown("fnt"),
	}
	made["brand_id"] = t.Must("CreateBrand", M{"name": "Contract"}, as).Text("id")
	made["kit_id"] = t.Must("CreateBrandKit", M{"brand_id": made["brand_id"], "name": "Contract"}, as).Text("id")
	made["template_id"] = t.Must("CreateTemplate", M{"name": "Contract", "html": "<p>Contract</p>"}, as).Text("id")
	made["policy_id"] = t.Must("CreateApprovalPolicy", M{"action": "render"}, as).Text("id")
	made["approval_id"] = t.requestApproval(card("render"), as)
	return made
}

// bodies are valid messages, without path parameters, for routes whose body is checked before the object of the path.
var bodies = map[string]M{
	"UpdateWebhook":         {"change": M{"description": "x"}},
	"UpdateAsset":           {"change": M{"name": "x"}},
	"UpdateLicense":         {"change": M{"name": "x"}},
	"UpdateFont":            {"change": M{"license_id": unknown("lic")}},
	"UpdateBrand":           {"change": M{"name": "x"}},
	"UpdateTemplate":        {"change": M{"name": "x"}},
	"UpdateDraft":           {"change": M{"title": "x"}},
	"UpdateApprovalPolicy":  {"change": M{"required_approvals": 2}},
	"CreateBrandKitVersion": {"content": M{"colors": M{"palette": M{"ink": "#0F172A"}}}},
	"UpdateBrandKitVersion": {"content": M{"colors": M{"palette": M{"ink": "#0F172A"}}}},
	"CreateTemplateVersion": {"content": M{"html": "<p></p>"}},
	"CheckBrandKit":         {"check": M{"html": "<p></p>", "outputs": []any{M{"preset": "og"}}}},
	"PublishTemplate":       {"publication": M{"version": 1}},
	"CommentDraft":          {"note": M{"comment": "x"}},
	"RequestDraftChanges":   {"note": M{"comment": "x"}},
	"DiffBrandKit":          {"against": 1},
}

func matrixClauses() []Clause {
	many := map[string]string{"PLATEN_AUTH_FAILURES": "100000"}
	return []Clause{
		{ID: "M-01", Says: "Every route without a token returns 401.", Settings: many, Run: func(t *T) {
			t.routes(func(o *Operation) {
				t.Refused(o.Method+" "+o.Path, t.call(o, o.Nowhere(), token("")), 401, "UNAUTHORIZED", "")
			})
		}},
		{ID: "M-02", Says: "Every route with a wrong token returns 401.", Settings: many, Run: func(t *T) {
			k := t.Env.Key[:len(t.Env.Key)-1] + "!"
			t.routes(func(o *Operation) {
				t.Refused(o.Method+" "+o.Path, t.call(o, o.Nowhere(), token(k)), 401, "UNAUTHORIZED", "")
			})
		}},
		{ID: "M-03", Says: "Every route with a key that lacks its scope returns 403, before anything about what it names.", Needs: []Need{Keys}, Run: func(t *T) {
			usage, hooks := t.key("live", "usage:read"), t.key("live", "webhooks:read")
			n := 0
			t.routes(func(o *Operation) {
				if o.Scope == "" {
					return
				}
				n++
				k := usage
				if strings.HasPrefix(o.Scope, "usage:") {
					k = hooks
				}
				t.Refused(o.Method+" "+o.Path, t.call(o, o.Nowhere(), token(k)), 403, "FORBIDDEN", "scope")
			})
			t.True(n > 30, "only %d routes have a scope", n)
		}},
		{ID: "M-04", Says: "Ids of another workspace get the same response as ids that never existed, byte for byte but for the request's.", Needs: []Need{Workspaces}, Run: func(t *T) {
			mine, err := t.Env.Workspace(t.ctx, 100)
			if err != nil {
				t.Fatalf("%v", err)
			}
			other, err := t.Env.Workspace(t.ctx, 100)
			if err != nil {
				t.Fatalf("%v", err)
			}
			theirs := t.things(other)
			n := 0
			t.routes(func(o *Operation) {
				if len(o.Params) == 0 {
					return
				}
				foreign, none := M{}, M{}
				for name, v := range bodies[o.name()] {
					foreign[name], none[name] = v, v
				}
				for _, p := range o.Params {
					id := theirs[p]
					if id == "" {
						return // a kind of object that things does not create
					}
					foreign[p], none[p] = id, id
					if prefix, _, named := strings.Cut(id, "_"); named {
						none[p] = unknown(prefix)
					}
				}
				n++
				a, b := t.call(o, foreign, token(mine)), t.call(o, none, token(mine))
				if t.Surface != REST {
					t.True(a.Status == b.Status && a.Code == b.Code && a.Message == b.Message && same(a.Details, b.Details), "%s returns %v and %v", o.ID, a.Error, b.Error)
				} else {
					t.Is(o.Method+" "+o.Path+" with another workspace's id", strings.ReplaceAll(string(a.Body), a.RequestID, ""), strings.ReplaceAll(string(b.Body), b.RequestID, ""))
				}
				t.True(a.Status == 404, "%s %s (%s) returns %d %s", o.Method, o.Path, o.Scope, a.Status, a.Quoted())
			})
			t.True(n > 60, "only %d routes were compared", n)
			// The object is unchanged.
			t.Is("the webhook", t.Call("GetWebhook", M{"webhook_id": theirs["webhook_id"]}, token(other)).Status, 200)
			t.Is("the key", t.Must("GetApiKey", M{"key_id": theirs["key_id"]}, token(other)).Text("status"), "active")
			for name, get := range map[string]string{"image_id": "GetImage", "brand_id": "GetBrand", "template_id": "GetTemplate", "asset_id": "GetAsset", "policy_id": "GetApprovalPolicy", "draft_id": "GetDraft"} {
				t.Is("the "+name, t.Call(get, M{name: theirs[name]}, token(other)).Status, 200)
			}
			t.Is("the approval", t.Must("GetApproval", M{"approval_id": theirs["approval_id"]}, token(other)).Text("status"), "pending")
		}},
		{ID: "M-05", Says: "A key limited to a brand gets a response of the contract from every route, and none of another brand's things.", Needs: []Need{Keys}, Run: func(t *T) {
			hook := t.hook(address())
			narrowed := append(strings.Fields("render:write sign:write images:write webhooks:write usage:read"), "brand:brand_00000000000000000000000001")
			k := t.key("live", narrowed...)
			t.routes(func(o *Operation) {
				m := o.Nowhere()
				if len(o.Params) == 1 && o.Params[0] == "webhook_id" {
					m = M{"webhook_id": hook.Text("id")}
					for name, v := range bodies[o.name()] {
						m[name] = v
					}
				}
				a := t.call(o, m, token(k), header("Accept", "application/json"))
				t.True(a.Status < 500, "%s %s returns %d %s", o.Method, o.Path, a.Status, a.Quoted())
				if m["webhook_id"] == hook.Text("id") {
					t.True(a.Status == 404 || a.Status == 403, "%s %s returns %d for a webhook of no brand", o.Method, o.Path, a.Status)
				}
				t.True(!strings.Contains(string(a.Body), hook.Text("id")), "%s %s shows a webhook of no brand", o.Method, o.Path)
			})
		}},
	}
}

// name returns the last part of the procedure, with the service if another service has a method of that name.
func (o *Operation) name() string {
	name := o.Procedure[strings.LastIndex(o.Procedure, "/")+1:]
	if name == "Generate" && strings.HasPrefix(o.Procedure, "/platen.ai.") {
		return "AiService/Generate"
	}
	return name
}
