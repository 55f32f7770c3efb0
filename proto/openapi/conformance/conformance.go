// Package conformance checks HTTP responses against the OpenAPI document: documented status, documented media type,
// a body that matches its schema. Tests of every surface use it.
package conformance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/platenhq/platen/proto/openapi"
)

// Document is the OpenAPI document with its schemas, which are compiled on first use. OpenAPI 3.1 schemas are
// JSON Schema 2020-12. It is safe for concurrent use.
type Document struct {
	// Routes are the operations, those with fewer path parameters first. Raw is the parsed document.
	Routes []Route
	Raw    map[string]any

	compiler *jsonschema.Compiler
	mu       sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// Route is one operation of the document.
type Route struct {
	// Method is upper case; Template is the path with its parameters in braces.
	Method, Template string
	Operation        map[string]any
	// Pointer is the JSON Pointer fragment of the operation in the document.
	Pointer string

	path *regexp.Regexp
}

// Load returns the document, parsed once per process.
var Load = sync.OnceValues(func() (*Document, error) {
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(openapi.JSON))
	if err != nil {
		return nil, err
	}
	d := &Document{compiler: jsonschema.NewCompiler(), Raw: raw.(map[string]any), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("openapi.json", raw); err != nil {
		return nil, err
	}
	parameter := regexp.MustCompile(`\\\{[^}]+\\\}`)
	for template, item := range d.Raw["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			pattern := "^" + parameter.ReplaceAllString(regexp.QuoteMeta(strings.TrimSuffix(template, "/")), "[^/]+") + "/?$"
			d.Routes = append(d.Routes, Route{Method: strings.ToUpper(method), Template: template, Operation: op.(map[string]any),
				Pointer: "#/paths/" + Escape(template) + "/" + method, path: regexp.MustCompile(pattern)})
		}
	}
	sort.Slice(d.Routes, func(i, j int) bool {
		a, b := strings.Count(d.Routes[i].Template, "{"), strings.Count(d.Routes[j].Template, "{")
		return a < b || a == b && d.Routes[i].Template < d.Routes[j].Template
	})
	return d, nil
})

// Escape returns s as one segment of a JSON Pointer in a URI fragment (RFC 6901 section 6).
func Escape(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(s)
}

// Find returns the operation that serves a request, nil when the document has none.
func (d *Document) Find(method, path string) *Route {
	for i := range d.Routes {
		if r := &d.Routes[i]; r.Method == method && r.path.MatchString(path) {
			return r
		}
	}
	return nil
}

// Schema compiles the schema at a pointer fragment such as "#/components/schemas/Image".
func (d *Document) Schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile("openapi.json" + pointer)
	d.schemas[pointer] = s
	return s, err
}

// Check returns how a response of the operation differs from the document, nil when it conforms.
func (d *Document) Check(r *Route, status int, header http.Header, body []byte) error {
	responses := r.Operation["responses"].(map[string]any)
	at, response := fmt.Sprint(status), any(nil)
	if response = responses[at]; response == nil {
		if status < 500 {
			return fmt.Errorf("status %d is not documented", status)
		}
		at, response = "default", responses["default"]
	}
	pointer := r.Pointer + "/responses/" + at
	if ref, ok := response.(map[string]any)["$ref"].(string); ok {
		pointer, response = ref, d.At(ref)
	}
	content, _ := response.(map[string]any)["content"].(map[string]any)
	typ, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if content[typ] == nil {
		if content["*/*"] == nil && content["image/*"] == nil {
			return fmt.Errorf("media type %q is not documented for status %d", typ, status)
		}
		return nil
	}
	if header.Get("X-Request-Id") == "" {
		return fmt.Errorf("X-Request-Id is missing")
	}
	if typ != "application/json" {
		return nil
	}
	s, err := d.Schema(pointer + "/content/" + Escape(typ) + "/schema")
	if err != nil {
		return fmt.Errorf("compiling the schema: %w", err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// At returns the value at a pointer fragment.
func (d *Document) At(pointer string) any {
	var v any = d.Raw
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "#/"), "/") {
		v = v.(map[string]any)[strings.NewReplacer("~1", "/", "~0", "~", "%7B", "{", "%7D", "}").Replace(part)]
	}
	return v
}

// Transport checks every response of a REST operation that passes through it. Connect procedures, HEAD requests,
// event streams and paths outside the document are passed unchecked.
type Transport struct {
	Document *Document
	Next     http.RoundTripper
	// Report receives every difference.
	Report func(problem string)
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.Next.RoundTrip(r)
	if err != nil || strings.HasPrefix(r.URL.Path, "/platen.") || r.Method == http.MethodHead {
		return resp, err
	}
	route := t.Document.Find(r.Method, r.URL.Path)
	if route == nil || strings.Contains(resp.Header.Get("Content-Type"), "event-stream") {
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err := t.Document.Check(route, resp.StatusCode, resp.Header, body); err != nil {
		t.Report(fmt.Sprintf("%s %s responds %d: %v\n%.600s", r.Method, route.Template, resp.StatusCode, err, body))
	}
	return resp, nil
}
