package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

// TestEveryExampleWorks sends every example of a request body in the document. It must match its schema, and
// the service must accept it: the only exceptions, listed here, refer to resources that do not exist.
func TestEveryExampleWorks(t *testing.T) {
	t.Parallel()
	d, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	e := environment(t, nil)
	e.Client.Transport = &conformance.Transport{Document: d, Next: http.DefaultTransport, Report: func(p string) { t.Error(p) }}
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	// shortened lists the operations whose example file is abbreviated in the documentation.
	shortened := map[any]bool{"createFont": true}
	sent := 0
	for _, r := range d.Routes {
		request, _ := r.Operation["requestBody"].(map[string]any)
		if request == nil {
			continue
		}
		media, _ := request["content"].(map[string]any)["application/json"].(map[string]any)
		examples, _ := media["examples"].(map[string]any)
		for name, x := range examples {
			value := x.(map[string]any)["value"]
			t.Run(fmt.Sprint(r.Operation["operationId"], "/", name), func(t *testing.T) {
				if s, err := d.Schema(r.Pointer + "/requestBody/content/application~1json/schema"); err != nil {
					t.Fatal(err)
				} else if err := s.Validate(value); err != nil {
					t.Errorf("the example does not fit its schema: %v", err)
				}
				i := slices.IndexFunc(operations, func(o *contract.Operation) bool { return o.ID == r.Operation["operationId"] })
				if i < 0 {
					t.Fatal("the operation is not in the table")
				}
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				key, err := e.Workspace(t.Context(), 1000) // a separate workspace: some examples create policies that make others require approval
				if err != nil {
					t.Fatal(err)
				}
				path := regexp.MustCompile(`\{(version)\}`).ReplaceAllString(r.Template, "1")
				path = regexp.MustCompile(`\{[^}]+\}`).ReplaceAllString(path, "x")
				status, body := post(t, e, r.Method, path, key, text)
				var failed struct{ Error struct{ Code string } }
				_ = json.Unmarshal(body, &failed)
				named := strings.Contains(r.Template, "{") || strings.Contains(string(text), `_01j`) || strings.Contains(string(text), "_…") // an id that the service does not have
				switch {
				case status < 300:
				case named && (status == 404 || status == 403 || status == 409):
				case strings.Contains(string(text), "example.com") && failed.Error.Code == "VALIDATION_FAILED": // a URL without a server
				case shortened[r.Operation["operationId"]] && failed.Error.Code == "VALIDATION_FAILED":
				default:
					t.Errorf("%s %s returns %d %s", r.Method, path, status, body)
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

// TestEveryExampleResponseFitsItsSchema validates the examples of responses against their schemas.
func TestEveryExampleResponseFitsItsSchema(t *testing.T) {
	t.Parallel()
	d, err := conformance.Load()
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
			s, err := d.Schema(pointer + "/content/" + conformance.Escape(typ) + "/schema")
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(example); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for name, r := range d.At("#/components/responses").(map[string]any) {
		content, _ := r.(map[string]any)["content"].(map[string]any)
		look(name, "#/components/responses/"+name, content)
	}
	for _, r := range d.Routes {
		for status, response := range r.Operation["responses"].(map[string]any) {
			content, _ := response.(map[string]any)["content"].(map[string]any)
			look(fmt.Sprint(r.Operation["operationId"], " ", status), r.Pointer+"/responses/"+status, content)
		}
	}
	if n == 0 {
		t.Error("the document has no example of a response")
	}
}

// TestTheOpenAPILawDetectsViolations checks that a response that deviates from the document is detected.
func TestTheOpenAPILawDetectsViolations(t *testing.T) {
	t.Parallel()
	d, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	good := `{"object":"workspace","id":"ws_1","name":"a","api_version":"2026-01-01","created_at":"2026-01-01T00:00:00Z"}`
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"req_1"}}
	r := d.Find("GET", "/api/v1/workspace")
	if err := d.Check(r, 200, header, []byte(good)); err != nil {
		t.Errorf("a good response is refused: %v", err)
	}
	for name, body := range map[string]string{
		"a wrong type": strings.Replace(good, `"ws_1"`, "7", 1), "a missing member": strings.Replace(good, `"name":"a",`, "", 1),
		"no time": strings.Replace(good, "2026-01-01T00:00:00Z", "today", 1), "another object": strings.Replace(good, `"workspace"`, `"key"`, 1),
	} {
		if d.Check(r, 200, header, []byte(body)) == nil {
			t.Errorf("%s is not seen", name)
		}
	}
	if d.Check(r, 204, header, nil) == nil || d.Check(r, 200, http.Header{"Content-Type": {"text/html"}, "X-Request-Id": {"req_1"}}, nil) == nil ||
		d.Check(r, 404, header, []byte(`{"error":"x"}`)) == nil {
		t.Error("a status, type or envelope that is not documented is not seen")
	}
}
