package contract

import (
	"strings"
	"time"
)

func versionClauses() []Clause {
	return []Clause{
		{ID: "V-01", Says: "`api-versions` tells the current version, the supported ones with status and dates, and the change log.", Run: func(t *T) {
			a := t.Must("GetApiVersions", nil)
			current := a.Text("current_version")
			found := false
			for _, v := range a.List("supported_versions") {
				m, _ := v.(M)
				for _, name := range []string{"version", "status", "released_at", "deprecation_date", "sunset_date", "migration_guide_url"} {
					_, has := m[name]
					t.True(has, "an entry has no %s", name)
				}
				_, err := time.Parse(time.RFC3339, m["released_at"].(string))
				t.True(err == nil, "released_at is %v", m["released_at"])
				found = found || m["version"] == current && m["status"] == "current"
			}
			t.True(found, "%s is not listed as current", current)
			page := t.Get("GET", a.Text("changelog_url"))
			t.True(page.Status == 200 && len(page.Body) > 100, "the change log returns %d", page.Status)
		}},
		{ID: "V-02", Says: "The initial public version is `2026-01-01`; a request without a version gets the workspace's.", Run: func(t *T) {
			t.Is("2026-01-01", t.Call("GetApiVersions", nil, header("X-API-Version", "2026-01-01")).Status, 200)
			t.Is("the version echoed", t.Must("GetWorkspace", nil).Header.Get("X-API-Version"), t.Must("GetWorkspace", nil).Text("api_version"))
		}},
		{ID: "V-03", Says: "A version that is not supported returns 400 API_VERSION_UNSUPPORTED.", Run: func(t *T) {
			a := t.Call("GetWorkspace", nil, header("X-API-Version", "2025-12-31"))
			t.Refused("an old one", a, 400, "API_VERSION_UNSUPPORTED", "enum")
			t.Refused("two", t.Call("GetWorkspace", nil, header("X-API-Version", "2026-01-01"), header("X-API-Version", "2026-01-01")), 400, "API_VERSION_UNSUPPORTED", "")
		}},
		{ID: "V-04", Says: "Retired routes return 404 with the route that took their place.", On: RESTOnly, Run: func(t *T) {
			for path, to := range map[string]string{
				"/api/v1/facade/drafts": "/api/v1/facade/generate", "/api/v1/facade/drafts/x/compile": "/api/v1/facade/generate", "/api/v1/facade/render": "/api/v1/facade/generate",
				"/api/v1/facade/compile": "/api/v1/facade/generate", "/api/v1/facade/preview": "/api/v1/facade/generate", "/api/v1/facade/assets": "/api/v1/assets",
				"/api/v1/facade/brands/brand_1/kits": "/api/v1/brand-kits",
			} {
				for _, method := range []string{"GET", "POST"} {
					a := t.Get(method, path, token(t.Env.Key))
					t.Refused(method+" "+path, a, 404, "ENDPOINT_NOT_FOUND", "route_retired")
					t.Is("the replacement of "+path, a.Details[0].Context["replacement"], to)
					t.True(strings.Contains(a.Header.Get("Link"), to) && strings.Contains(a.Header.Get("Link"), "successor-version"), "Link is %q", a.Header.Get("Link"))
				}
			}
		}},
		{ID: "V-05", Says: "The document tells every route, and which ones are not part of the stable contract.", On: RESTOnly, Run: func(t *T) {
			stable := map[string]bool{}
			for _, o := range t.Env.api.all {
				if !o.Extension {
					stable[o.Method+" "+o.Path] = true
				}
			}
			for _, route := range []string{"POST /api/v1/facade/generate", "GET /api/v1/facade/render-jobs/{job_id}", "GET /api/v1/facade/render-jobs", "POST /api/v1/generate/sign",
				"GET /api/v1/facade/api-versions", "GET /api/v1/facade/health", "GET /api/v1/images/", "GET /api/v1/images/{image_id}", "GET /api/v1/pdf/{pdf_id}", "GET /health/",
				"GET /health/detailed", "GET /health/browser", "GET /health/browser/reinit", "GET /admin/", "GET /admin/create-key", "POST /api/v1/facade/webhooks/{webhook_id}/test",
				"GET /api/v1/facade/webhooks/dlq", "POST /api/v1/facade/webhooks/dlq/{event_id}/retry"} {
				t.True(stable[route], "%s is not in the document", route)
			}
			t.Is("the document", t.Get("GET", "/openapi.json").Status, 200)
		}},
	}
}
