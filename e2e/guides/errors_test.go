package guides

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// families are rules whose names are composed at run time, and the paths they apply to.
var families = []struct{ rule, place string }{
	{`^brand_lock\.(layout|logo)?\.?[a-z_-]+\.[a-z]+$`, "brand_lock.property.mode"},
	{`^text\.[a-z_]+$`, "text.category"},
	{`^prompt\.[a-z_]+$`, "prompt.category"},
}

// TestErrorsPointToTheirLocation follows the doc_url of errors from both surfaces and checks that the page documents the
// rules in the responses.
func TestErrorsPointToTheirLocation(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	generate := "/api/v1/facade/generate"
	cases := []struct{ method, path, token, body string }{
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","outputs":[{"preset":"og"}]}`}, // with invalid headers
		{"PUT", generate, s.Test, `{}`},
		{"POST", "/api/v1/signing-keys", s.Test, ""},
		{"POST", generate, "", `{}`},
		{"POST", generate, "svc_test_wrong", `{}`},
		{"POST", generate, s.Test, `{`},
		{"POST", generate, s.Test, `{}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","outputs":[{"preset":"og","widht":3}]}`},
		{"POST", generate, s.Test, `{"operation":"paint","html":"x","outputs":[{"width":3,"height":"a"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","outputs":[{"width":1,"height":99999}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","outputs":[{"name":"a","preset":"og"},{"name":"a","preset":"og"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","document":{"tag":"p"},"outputs":[{"preset":"og"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"<img src=nowhere.png>","outputs":[{"preset":"og"}]}`},
		{"POST", "/api/v1/templates", s.Test, `{"name":"x","html":"{{ x | nofilter }}"}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","outputs":[{"preset":"og","format":"jpeg","max_bytes":300,"quality":101}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","template":{"id":"quote"},"data":{},"outputs":[{"preset":"og"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","template":{"id":"nothing"},"outputs":[{"preset":"og"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"x","overrides":[{"node":"none","text":"y"}],"outputs":[{"preset":"og"}]}`},
		{"POST", generate, s.Test, `{"operation":"preview","html":"<p id=a>a b c d</p>","css":"p{width:9px}","assert":[{"node":"a","max_lines":1}],"outputs":[{"preset":"og"}]}`},
		{"GET", "/api/v1/facade/render-jobs?limit=1000", s.Test, ""},
		{"GET", "/api/v1/facade/render-jobs?cursor=x", s.Test, ""},
		{"GET", "/api/v1/facade/render-jobs/job_none", s.Test, ""},
		{"GET", "/api/v1/nowhere", s.Test, ""},
		{"POST", "/api/v1/facade/webhooks", s.Test, `{"url":"http://localhost/","events":["render.completed"]}`},
		{"POST", "/api/v1/brands", s.Test, `{"name":""}`},
		{"POST", "/api/v1/ai/generate", s.Test, `{"prompt":"","width":1}`},
		{"GET", "/i/kid/sig/ref.png", "", ""},
		{"POST", "/platen.rendering.v1.RenderService/Generate", s.Test, `{"nothing":1}`},
	}
	pages, rules := map[string]string{}, 0
	for i, c := range cases {
		var headers []string
		if i == 0 {
			headers = []string{"X-API-Version", "1999-01-01", "Idempotency-Key", "none"}
		}
		response := s.Do(t, c.method, c.path, c.token, c.body, headers...)
		var e struct {
			Error struct {
				Code    string
				DocURL  string `json:"doc_url"`
				Details []struct{ Context struct{ Rule string } }
			}
		}
		if response.Status < 400 {
			t.Errorf("%s %s %s returns %d, want a refusal", c.method, c.path, c.body, response.Status)
			continue
		}
		if strings.HasPrefix(c.path, "/platen.") {
			if !regexp.MustCompile(`"docUrl":\s*"http[^"]+#[A-Z_]+"`).Match(response.Body) {
				t.Errorf("a Connect client gets no page: %s", response.Body)
			}
			continue
		}
		response.JSON(t, &e)
		page, code, found := strings.Cut(e.Error.DocURL, "#")
		if !found || code != e.Error.Code || !strings.HasPrefix(page, s.URL) {
			t.Errorf("%s %s: doc_url is %q", c.path, e.Error.Code, e.Error.DocURL)
			continue
		}
		if pages[page] == "" {
			pages[page] = read(t, page)
		}
		if !strings.Contains(pages[page], `id="`+code+`"`) {
			t.Errorf("%s has no place #%s", page, code)
		}
		for _, d := range e.Error.Details {
			place := d.Context.Rule
			for _, f := range families {
				if regexp.MustCompile(f.rule).MatchString(place) {
					place = f.place
				}
			}
			rules++
			if !strings.Contains(pages[page], `id="`+code+"."+place+`"`) {
				t.Errorf("%s has no place #%s.%s, which %s %s names", page, code, place, c.path, c.body)
			}
		}
	}
	if rules < 15 {
		t.Errorf("only %d rules were named", rules)
	}
}

// read returns a page's text.
func read(t *testing.T, address string) string {
	t.Helper()
	c := &http.Client{Timeout: time.Minute}
	response, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s returns %d (%v)", address, response.StatusCode, err)
	}
	return string(body)
}
