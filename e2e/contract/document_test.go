package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/proto/openapi"
)

// document is the OpenAPI document with its schemas compiled. OpenAPI 3.1 schemas are JSON Schema 2020-12.
type document struct {
	compiler *jsonschema.Compiler
	routes   []route
	raw      map[string]any

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
}

// route is one path and method with its documented answers.
type route struct {
	method, template string
	path             *regexp.Regexp
	operation        map[string]any
	pointer          string // of the operation in the document
}

var readDocument = sync.OnceValues(func() (*document, error) {
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(openapi.JSON))
	if err != nil {
		return nil, err
	}
	d := &document{compiler: jsonschema.NewCompiler(), raw: raw.(map[string]any), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource("openapi.json", raw); err != nil {
		return nil, err
	}
	parameter := regexp.MustCompile(`\\\{[^}]+\\\}`)
	for template, item := range d.raw["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			pattern := "^" + parameter.ReplaceAllString(regexp.QuoteMeta(strings.TrimSuffix(template, "/")), "[^/]+") + "/?$"
			d.routes = append(d.routes, route{strings.ToUpper(method), template, regexp.MustCompile(pattern), op.(map[string]any),
				"#/paths/" + escape(template) + "/" + method})
		}
	}
	// A literal path comes before one with a parameter in its place.
	sort.Slice(d.routes, func(i, j int) bool {
		a, b := strings.Count(d.routes[i].template, "{"), strings.Count(d.routes[j].template, "{")
		return a < b || a == b && d.routes[i].template < d.routes[j].template
	})
	return d, nil
})

func escape(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(s)
}

func (d *document) find(method, path string) *route {
	for i := range d.routes {
		if r := &d.routes[i]; r.method == method && r.path.MatchString(path) {
			return r
		}
	}
	return nil
}

// schema compiles the schema at a pointer, once.
func (d *document) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile("openapi.json" + pointer)
	d.schemas[pointer] = s
	return s, err
}

// answer checks an answer of a route: a documented status, a documented type, a body that fits its schema.
func (d *document) answer(r *route, status int, header http.Header, body []byte) error {
	responses := r.operation["responses"].(map[string]any)
	at, response := fmt.Sprint(status), any(nil)
	if response = responses[at]; response == nil {
		if status < 400 {
			return fmt.Errorf("the status %d is not documented", status)
		}
		at, response = "default", responses["default"]
	}
	pointer := r.pointer + "/responses/" + at
	if ref, ok := response.(map[string]any)["$ref"].(string); ok {
		pointer, response = ref, d.at(ref)
	}
	content, _ := response.(map[string]any)["content"].(map[string]any)
	typ, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	if content[typ] == nil {
		if any := content["*/*"]; any == nil && content["image/*"] == nil {
			return fmt.Errorf("the type %q is not documented for %d", typ, status)
		}
		return nil
	}
	if header.Get("X-Request-Id") == "" {
		return fmt.Errorf("there is no X-Request-Id")
	}
	if typ != "application/json" {
		return nil
	}
	s, err := d.schema(pointer + "/content/" + escape(typ) + "/schema")
	if err != nil {
		return fmt.Errorf("compiling the schema: %w", err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// at returns what a pointer names.
func (d *document) at(pointer string) any {
	var v any = d.raw
	for part := range strings.SplitSeq(strings.TrimPrefix(pointer, "#/"), "/") {
		v = v.(map[string]any)[strings.NewReplacer("~1", "/", "~0", "~", "%7B", "{", "%7D", "}").Replace(part)]
	}
	return v
}

// checked is a transport that holds every REST answer to the document.
type checked struct {
	doc  *document
	next http.RoundTripper
	tell func(problem string)
}

func (c *checked) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(r)
	if err != nil || strings.HasPrefix(r.URL.Path, "/platen.") || r.Method == http.MethodHead {
		return resp, err
	}
	route := c.doc.find(r.Method, r.URL.Path)
	if route == nil || strings.Contains(resp.Header.Get("Content-Type"), "event-stream") {
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	if err := c.doc.answer(route, resp.StatusCode, resp.Header, body); err != nil {
		c.tell(fmt.Sprintf("%s %s answers %d: %v\n%.600s", r.Method, route.template, resp.StatusCode, err, body))
	}
	return resp, nil
}

// TestEveryExampleWorks sends every example of a request body in the document. It must fit its schema, and
// the service must take it: only what names things that are not there may be refused, and says so here.
func TestEveryExampleWorks(t *testing.T) {
	t.Parallel()
	d, err := readDocument()
	if err != nil {
		t.Fatal(err)
	}
	e := environment(t, nil)
	e.Client.Transport = &checked{d, http.DefaultTransport, func(p string) { t.Error(p) }}
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	// shortened lists the examples whose file is cut short on the page.
	shortened := map[any]bool{"createFont": true}
	sent := 0
	for _, r := range d.routes {
		request, _ := r.operation["requestBody"].(map[string]any)
		if request == nil {
			continue
		}
		media, _ := request["content"].(map[string]any)["application/json"].(map[string]any)
		examples, _ := media["examples"].(map[string]any)
		for name, x := range examples {
			value := x.(map[string]any)["value"]
			t.Run(fmt.Sprint(r.operation["operationId"], "/", name), func(t *testing.T) {
				if s, err := d.schema(r.pointer + "/requestBody/content/application~1json/schema"); err != nil {
					t.Fatal(err)
				} else if err := s.Validate(value); err != nil {
					t.Errorf("the example does not fit its schema: %v", err)
				}
				i := slices.IndexFunc(operations, func(o *contract.Operation) bool { return o.ID == r.operation["operationId"] })
				if i < 0 {
					t.Fatal("the operation is not in the table")
				}
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				key, err := e.Workspace(t.Context(), 1000) // of its own: some examples make others wait for approval
				if err != nil {
					t.Fatal(err)
				}
				path := regexp.MustCompile(`\{(version)\}`).ReplaceAllString(r.template, "1")
				path = regexp.MustCompile(`\{[^}]+\}`).ReplaceAllString(path, "x")
				status, body := post(t, e, r.method, path, key, text)
				var failed struct{ Error struct{ Code string } }
				_ = json.Unmarshal(body, &failed)
				named := strings.Contains(r.template, "{") || strings.Contains(string(text), `_01j`) || strings.Contains(string(text), "_…") // an id that the service does not have
				switch {
				case status < 300:
				case named && (status == 404 || status == 403 || status == 409):
				case strings.Contains(string(text), "example.com") && failed.Error.Code == "VALIDATION_FAILED": // an address that nobody serves
				case shortened[r.operation["operationId"]] && failed.Error.Code == "VALIDATION_FAILED":
				default:
					t.Errorf("%s %s answers %d %s", r.method, path, status, body)
				}
			})
			sent++
		}
	}
	if sent < 6 {
		t.Errorf("only %d examples are in the document", sent)
	}
}

func post(t *testing.T, e *contract.Env, method, path, key string, body []byte) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, e.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	resp, err := e.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, data
}

// TestEveryExampleAnswerFits holds the examples of answers to their schemas.
func TestEveryExampleAnswerFits(t *testing.T) {
	t.Parallel()
	d, err := readDocument()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	look := func(name, pointer string, content map[string]any) {
		for typ, m := range content {
			media, _ := m.(map[string]any)
			example := media["example"]
			if example == nil || typ != "application/json" {
				continue
			}
			n++
			s, err := d.schema(pointer + "/content/" + escape(typ) + "/schema")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(example); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, r := range d.at("#/components/responses").(map[string]any) {
		content, _ := r.(map[string]any)["content"].(map[string]any)
		look(name, "#/components/responses/"+name, content)
	}
	for _, r := range d.routes {
		for status, response := range r.operation["responses"].(map[string]any) {
			content, _ := response.(map[string]any)["content"].(map[string]any)
			look(fmt.Sprint(r.operation["operationId"], " ", status), r.pointer+"/responses/"+status, content)
		}
	}
	if n == 0 {
		t.Error("the document has no example of an answer")
	}
}

// TestTheDocumentBites: an answer that differs from the document is seen.
func TestTheDocumentBites(t *testing.T) {
	t.Parallel()
	d, err := readDocument()
	if err != nil {
		t.Fatal(err)
	}
	good := `{"object":"workspace","id":"ws_1","name":"a","api_version":"2026-01-01","created_at":"2026-01-01T00:00:00Z"}`
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"req_1"}}
	r := d.find("GET", "/api/v1/workspace")
	if err := d.answer(r, 200, header, []byte(good)); err != nil {
		t.Errorf("a good answer is refused: %v", err)
	}
	for name, body := range map[string]string{
		"a wrong type": strings.Replace(good, `"ws_1"`, "7", 1), "a missing member": strings.Replace(good, `"name":"a",`, "", 1),
		"no time": strings.Replace(good, "2026-01-01T00:00:00Z", "today", 1), "another object": strings.Replace(good, `"workspace"`, `"key"`, 1),
	} {
		if d.answer(r, 200, header, []byte(body)) == nil {
			t.Errorf("%s is not seen", name)
		}
	}
	if d.answer(r, 204, header, nil) == nil || d.answer(r, 200, http.Header{"Content-Type": {"text/html"}, "X-Request-Id": {"req_1"}}, nil) == nil ||
		d.answer(r, 404, header, []byte(`{"error":"x"}`)) == nil {
		t.Error("a status, type or envelope that is not documented is not seen")
	}
}
