package scenarios

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/platenhq/platen/e2e/harness"
)

// bearer sends a token with every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// connectTools connects the reference client of the protocol.
func connectTools(t *testing.T, transport sdk.Transport) (*sdk.ClientSession, error) {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err == nil {
		t.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

func overHTTP(s *harness.Service, token string) sdk.Transport {
	return &sdk.StreamableClientTransport{Endpoint: s.URL + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}, DisableStandaloneSSE: true, MaxRetries: -1}
}

// useTool calls a tool and returns its text and its image.
func useTool(ctx context.Context, t *testing.T, c *sdk.ClientSession, name string, arguments map[string]any) (text string, image []byte, failed bool) {
	t.Helper()
	result, err := c.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, content := range result.Content {
		switch v := content.(type) {
		case *sdk.TextContent:
			text += v.Text
		case *sdk.ImageContent:
			image = v.Data
		}
	}
	return text, image, result.IsError
}

// useTools uses every tool as a language model would.
func useTools(t *testing.T, c *sdk.ClientSession) {
	t.Helper()
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"fix", "inspect_layout", "list_templates", "render", "validate"}) {
		t.Errorf("the tools are %v", names)
	}
	text, image, failed := useTool(t.Context(), t, c, "render", map[string]any{"html": "<h1>Launch day</h1>", "width": 320, "height": 200})
	if config, err := png.DecodeConfig(bytes.NewReader(image)); failed || err != nil || config.Width != 320 || config.Height != 200 || !strings.Contains(text, `"url":"http`) {
		t.Errorf("render: %v, %v, %s", failed, err, text)
	}
	if text, image, failed := useTool(t.Context(), t, c, "render", map[string]any{"template": "quote", "data": map[string]any{}}); !failed || image != nil || !strings.Contains(text, "quote is required") {
		t.Errorf("an invalid render: %v, %s", failed, text)
	}
	if text, _, failed := useTool(t.Context(), t, c, "validate", map[string]any{"template": "quote", "data": map[string]any{"qoute": "x"}}); failed || !strings.Contains(text, `"valid":false`) || !strings.Contains(text, `"safe":true`) {
		t.Errorf("validate: %v, %s", failed, text)
	}
	text, _, failed = useTool(t.Context(), t, c, "fix", map[string]any{"request": map[string]any{
		"template": map[string]any{"id": "quote"}, "data": map[string]any{"qoute": "Less, but better."}, "outputs": []any{map[string]any{"preset": "og", "quallity": 80, "width": 20000, "height": 100}}}})
	var fixed struct {
		Request   struct{ Data map[string]string }
		Applied   []any
		Remaining []struct{ Path string }
	}
	if err := json.Unmarshal([]byte(text), &fixed); failed || err != nil || len(fixed.Remaining) != 1 || fixed.Remaining[0].Path != "/outputs/0/width" {
		t.Errorf("fix: %v, %v, %s", failed, err, text)
	}
	if text, _, failed := useTool(t.Context(), t, c, "list_templates", nil); failed || strings.Count(text, `"slug"`) < 10 {
		t.Errorf("list_templates: %v, %s", failed, text)
	}
	if text, _, failed := useTool(t.Context(), t, c, "list_templates", map[string]any{"id": "quote"}); failed || !strings.Contains(text, `"required"`) || !strings.Contains(text, `"example"`) {
		t.Errorf("one template: %v, %s", failed, text)
	}
	if text, _, failed := useTool(t.Context(), t, c, "inspect_layout", map[string]any{"html": `<h1 id="title">Launch day</h1>`}); failed || !strings.Contains(text, "title") || !strings.Contains(text, `"boxes"`) {
		t.Errorf("inspect_layout: %v, %s", failed, text)
	}
}

// TestToolsKeepDigits: digits of numbers beyond the precision of a double reach the image and the fixed request.
func TestToolsKeepDigits(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	c, err := connectTools(t, overHTTP(s, s.Live))
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	s.Do(t, "POST", "/api/v1/templates", s.Live, `{"name":"Digits","html":"<p id=p>{{ id }} {{ price }}</p>","variables":{"id":{"type":"number"},"price":{"type":"number"}}}`).JSON(t, &made)
	s.Do(t, "POST", "/api/v1/templates/"+made.ID+"/publish", s.Live, `{"version":1}`)
	data := json.RawMessage(`{"id":12345678901234567890,"price":0.10}`)
	hash := regexp.MustCompile(`"sha256":"[0-9a-f]{64}"`)
	render := func(arguments map[string]any) string {
		arguments["width"], arguments["height"] = 300, 60
		text, _, failed := useTool(t.Context(), t, c, "render", arguments)
		if failed {
			t.Fatalf("render: %s", text)
		}
		return hash.FindString(text)
	}
	if got, want := render(map[string]any{"template": made.ID, "data": data}), render(map[string]any{"html": "<p id=p>12345678901234567890 0.10</p>"}); got == "" || got != want {
		t.Errorf("the image with %s has the hash %q, want %q", data, got, want)
	}
	text, _, failed := useTool(t.Context(), t, c, "fix", map[string]any{"request": map[string]any{
		"template": map[string]any{"id": made.ID}, "data": data, "outputs": []any{map[string]any{"preset": "og", "quallity": 80}}}})
	if failed || !strings.Contains(text, `12345678901234567890`) || !strings.Contains(text, `0.10`) || !strings.Contains(text, `"quality":80`) {
		t.Errorf("fix: %s", text)
	}
}

// TestToolsEnforceBrands: a tool reports what it charged, renders for a brand, and refuses one that the key is not for.
func TestToolsEnforceBrands(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	var ours, theirs struct{ ID string }
	s.Do(t, "POST", "/api/v1/brands", s.Live, `{"name":"Ours"}`).JSON(t, &ours)
	s.Do(t, "POST", "/api/v1/brands", s.Live, `{"name":"Theirs"}`).JSON(t, &theirs)
	var key struct{ Secret string }
	s.Do(t, "POST", "/api/v1/api-keys", s.Key(t, "live", "keys:write", "render:write"), `{"mode":"live","scopes":["render:write"],"brand_id":"`+ours.ID+`"}`).JSON(t, &key)
	c, err := connectTools(t, overHTTP(s, key.Secret))
	if err != nil {
		t.Fatal(err)
	}
	card := func(brand string) map[string]any {
		return map[string]any{"html": "<p>brand</p>", "width": 100, "height": 50, "brand_id": brand}
	}
	if text, image, failed := useTool(t.Context(), t, c, "render", card(ours.ID)); failed || image == nil || !strings.Contains(text, `"credits_charged":1`) {
		t.Errorf("rendering for the key's brand: %s", text)
	}
	for _, tool := range []string{"render", "validate", "inspect_layout"} {
		if text, image, failed := useTool(t.Context(), t, c, tool, card(theirs.ID)); image != nil || failed != (tool == "render") || !strings.Contains(text, `limited to another brand`) {
			t.Errorf("%s for another brand: %v, %s", tool, failed, text)
		}
	}
	refused := s.Do(t, "POST", "/mcp", "svc_live_wrong", `{}`)
	var e struct {
		Error struct {
			Code      string
			RequestID string `json:"request_id"`
			DocURL    string `json:"doc_url"`
		}
	}
	if refused.JSON(t, &e); refused.Status != 401 || e.Error.Code != "UNAUTHORIZED" || !strings.HasPrefix(e.Error.RequestID, "req_") || e.Error.DocURL == "" {
		t.Errorf("a wrong key: %d %s", refused.Status, refused.Body)
	}
}

// TestToolsOverHTTP uses the tools at /mcp, with the rights of the key alone.
func TestToolsOverHTTP(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	c, err := connectTools(t, overHTTP(s, s.Test))
	if err != nil {
		t.Fatal(err)
	}
	useTools(t, c)
	for _, token := range []string{"", "svc_test_wrong"} {
		if _, err := connectTools(t, overHTTP(s, token)); err == nil {
			t.Errorf("the token %q is accepted", token)
		}
	}
	if a := s.Do(t, http.MethodPost, "/mcp", s.Test, "{}", "Sec-Fetch-Site", "cross-site"); a.Status != 403 {
		t.Errorf("a page of another site: %d", a.Status)
	}
	narrow, err := connectTools(t, overHTTP(s, s.Key(t, "test", "templates:read")))
	if err != nil {
		t.Fatal(err)
	}
	if text, _, failed := useTool(t.Context(), t, narrow, "render", map[string]any{"html": "<p>x"}); !failed || !strings.Contains(text, "render:write") {
		t.Errorf("a key without render:write: %v, %s", failed, text)
	}
}

// TestToolsOverStandardInput uses the tools through `platen mcp`.
func TestToolsOverStandardInput(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	program := filepath.Join(t.TempDir(), "platen")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../app/cmd/platen").CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, out)
	}
	cmd := exec.Command(program, "mcp", "--base-url", s.URL)
	cmd.Env = append(cmd.Environ(), "PLATEN_API_KEY="+s.Test)
	c, err := connectTools(t, &sdk.CommandTransport{Command: cmd})
	if err != nil {
		t.Fatal(err)
	}
	useTools(t, c)
}
