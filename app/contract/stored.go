package contract

import (
	"strings"
)

func storedClauses() []Clause {
	return []Clause{
		{ID: "O-01", Says: "Images are listed and read by id.", Run: func(t *T) {
			id := t.Must("Generate", card("preview")).Text("outputs.0.image_id")
			a := t.Must("GetImage", M{"image_id": id})
			t.Is("id", a.Text("id"), id)
			t.Is("format", a.Text("format"), "png")
			t.True(len(t.Must("ListImages", M{"limit": 5}).List("data")) > 0, "the list is empty")
		}},
		{ID: "O-02", Says: "An image responds with its bytes to `Accept: image/*` and to its id with a file ending.", On: RESTOnly, Run: func(t *T) {
			id := t.Must("Generate", card("preview")).Text("outputs.0.image_id")
			for _, a := range []*Response{t.Get("GET", "/api/v1/images/"+id, token(t.Env.Key), header("Accept", "image/*")), t.Get("GET", "/api/v1/images/"+id+".png", token(t.Env.Key))} {
				t.True(a.Status == 200 && strings.HasPrefix(string(a.Body), "\x89PNG"), "returns %d %s", a.Status, a.Header.Get("Content-Type"))
			}
			t.Refused("another ending", t.Get("GET", "/api/v1/images/"+id+".jpg", token(t.Env.Key)), 404, "IMAGE_NOT_FOUND", "")
		}},
		{ID: "O-03", Says: "PDFs are read by id, as JSON or as bytes.", Run: func(t *T) {
			m := card("preview")
			m["outputs"] = []any{M{"preset": "a4", "format": "pdf"}}
			id := t.Must("Generate", m).Text("outputs.0.pdf_id")
			t.Is("pages", t.Must("GetPdf", M{"pdf_id": id}).Get("pages"), 1)
			if t.Surface == REST {
				a := t.Get("GET", "/api/v1/pdf/"+id, token(t.Env.Key), header("Accept", "application/pdf"))
				t.True(strings.HasPrefix(string(a.Body), "%PDF-"), "returns %d %.40q", a.Status, a.Body)
			}
		}},
		{ID: "O-04", Says: "A deleted image returns 404 everywhere.", Run: func(t *T) {
			a := t.Must("Generate", card("preview"))
			id := M{"image_id": a.Text("outputs.0.image_id")}
			t.Is("deleting", t.Must("DeleteImage", id).Get("deleted"), true)
			t.Refused("reading", t.Call("GetImage", id), 404, "IMAGE_NOT_FOUND", "")
			status := 0
			for range 20 {
				if status = t.Get("GET", a.Text("outputs.0.url")).Status; status == 404 {
					break
				}
				t.sleep(100e6)
			}
			t.Is("the public file", status, 404)
		}},
		{ID: "O-05", Says: "`GET /health/` and `GET /api/v1/facade/health` return 200.", Run: func(t *T) {
			t.Is("status", t.Must("GetHealth", nil).Text("status"), "ok")
			if t.Surface == REST {
				t.Is("/health/", t.Get("GET", "/health/", token(t.Env.Key)).Status, 200)
				t.Is("/api/v1/facade/health", t.Get("GET", "/api/v1/facade/health", token(t.Env.Key)).Status, 200)
			}
		}},
		{ID: "O-06", Says: "`GET /health/detailed` tells how every part is.", Needs: []Need{Keys}, Run: func(t *T) {
			a := t.Must("GetDetailedHealth", nil, token(t.key("live", "admin:read")))
			names := map[string]bool{}
			for _, c := range a.List("checks") {
				n, _ := get(c, "name").(string)
				names[n] = true
			}
			t.True(names["database"] && names["blob_store"] && names["browser"], "the checks are %v", names)
		}},
		{ID: "O-07", Says: "`GET /health/browser` and `/health/browser/reinit` return 200, honestly where there is no browser.", Needs: []Need{Keys}, Run: func(t *T) {
			a := t.Must("GetBrowserHealth", nil)
			b := t.Must("ReinitBrowser", nil, token(t.key("live", "admin:write")))
			for _, x := range []*Response{a, b} {
				t.True(x.Text("status") == "ok" || x.Text("status") == "not_configured" || x.Text("status") == "degraded", "the status is %q", x.Text("status"))
			}
		}},
		{ID: "O-08", Says: "`GET /admin/` returns 200 to a token with `admin:read`.", Needs: []Need{Keys}, Run: func(t *T) {
			a := t.Must("GetAdminOverview", nil, token(t.key("live", "admin:read")))
			t.True(a.Text("version") != "" && a.Text("workspace.id") != "", "the overview is %v", a.JSON)
		}},
		{ID: "O-09", Says: "`GET /admin/create-key` makes a test key, shown once and never stored by a cache; HEAD and prefetch make none.", Needs: []Need{Keys}, Run: func(t *T) {
			k := t.key("live", "admin:write", "keys:read")
			a := t.Must("CreateTestKey", nil, token(k))
			t.True(strings.HasPrefix(a.Text("secret"), "svc_test_"), "the key is %q", a.Text("secret"))
			if t.Surface != REST {
				return
			}
			t.True(strings.Contains(a.Header.Get("Cache-Control"), "no-store"), "Cache-Control is %q", a.Header.Get("Cache-Control"))
			head := t.Get("HEAD", "/admin/create-key", token(k))
			t.True(head.Status >= 400, "HEAD returns %d", head.Status)
			pre := t.Get("GET", "/admin/create-key", token(k), header("Sec-Purpose", "prefetch"))
			t.True(pre.Status >= 400, "a prefetch returns %d", pre.Status)
		}},
		{ID: "O-10", Says: "An image's receipt names its request, engine, inputs and hash, signed.", Run: func(t *T) {
			a := t.Must("Generate", card("preview"))
			r := t.Must("GetImageReceipt", M{"image_id": a.Text("outputs.0.image_id")})
			t.Is("the hash", r.Text("output.sha256"), a.Text("outputs.0.sha256"))
			t.Is("the request", r.Text("request_hash"), a.Text("request_hash"))
			t.True(r.Text("signature") != "" && r.Text("public_key") != "", "the receipt is not signed")
		}},
		{ID: "O-11", Says: "Public files are immutable: strong ETag, ranges, not modified.", On: RESTOnly, Run: func(t *T) {
			u := t.Must("Generate", card("preview")).Text("outputs.0.url")
			a := t.Get("GET", u)
			t.True(strings.HasPrefix(a.Header.Get("ETag"), `"`), "ETag is %q", a.Header.Get("ETag"))
			t.Is("a known file", t.Get("GET", u, header("If-None-Match", a.Header.Get("ETag"))).Status, 304)
			part := t.Get("GET", u, header("Range", "bytes=0-7"))
			t.True(part.Status == 206 && len(part.Body) == 8, "a range returns %d with %d bytes", part.Status, len(part.Body))
		}},
	}
}
