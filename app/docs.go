package app

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/proto/openapi"
)

// docs serves what a client needs to read beside the API, without a token: the REST document, the page that
// doc_url of an error names, and the change log that api-versions names.
func docs() (http.Handler, error) {
	mux := http.NewServeMux()
	page := func(path, title, text string, data any) error {
		parsed, err := template.New("page").Parse(pageHead + text)
		if err != nil {
			return fmt.Errorf("the page %s: %w", path, err)
		}
		var b bytes.Buffer
		if err := parsed.Execute(&b, map[string]any{"Title": title, "Data": data}); err != nil {
			return fmt.Errorf("the page %s: %w", path, err)
		}
		mux.Handle("GET "+path, static("text/html; charset=utf-8", b.Bytes()))
		return nil
	}
	if err := page("/docs/errors", "Error codes", errorsPage, fault.Entries()); err != nil {
		return nil, err
	}
	if err := page("/docs/changelog", "Change log", changelogPage, nil); err != nil {
		return nil, err
	}
	mux.Handle("GET /openapi.json", static("application/json", openapi.JSON))
	mux.Handle("GET /openapi.yaml", static("application/yaml", openapi.YAML))
	return mux, nil
}

func static(contentType string, body []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		h.Set("Content-Type", contentType)
		h.Set("Cache-Control", "public, max-age=300")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		_, _ = w.Write(body)
	})
}

const pageHead = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{.Title}} · Platen</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#0f172a;background:#fff}
h2{margin:2rem 0 .25rem;font:600 1.05rem ui-monospace,monospace}h2:target{background:#fef9c3}p{margin:.25rem 0}code{background:#f1f5f9;padding:0 .25em}
@media(prefers-color-scheme:dark){body{color:#e2e8f0;background:#0f172a}code{background:#1e293b}h2:target{background:#713f12}}</style>
<h1>{{.Title}}</h1>
`

const errorsPage = `<p>Every failed request answers with <code>error.code</code>; a code never changes its meaning. <code>error.details</code> names
each place that is wrong by a JSON Pointer, the rule in <code>context.rule</code>, and often a <code>fix_patch</code> (RFC 6902) that mends it.</p>
{{range .Data}}<h2 id="{{.Code}}">{{.Code}}</h2><p>{{.Meaning}}</p>
{{end}}`

const changelogPage = `<h2 id="2026-01-01">2026-01-01</h2><p>The first public version.</p>
<p>Routes of the earlier multi-step workflow answer 404 <code>ENDPOINT_NOT_FOUND</code> with the rule <code>route_retired</code> and name
what takes their place; <code>POST /api/v1/facade/generate</code> is the way to render.</p>
`
