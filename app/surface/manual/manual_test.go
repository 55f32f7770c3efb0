package manual_test

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/surface/manual"
	"github.com/platenhq/platen/docs"
	"github.com/platenhq/platen/modules/platform/fault"
)

// get requests a page from the handler, as a client without compression.
func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func handler(t *testing.T) http.Handler {
	t.Helper()
	h, err := manual.Handler(docs.Files)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEveryCodeAndRuleIsDocumented checks the anchors that doc_url and the page itself refer to.
func TestEveryCodeAndRuleIsDocumented(t *testing.T) {
	t.Parallel()
	h := handler(t)
	page := get(t, h, "/docs/errors").Body.String()
	for _, e := range fault.Entries() {
		if !strings.Contains(page, `<h2 id="`+string(e.Code)+`">`) {
			t.Errorf("the page of error codes has no %s", e.Code)
		}
	}
	row, code, rules := regexp.MustCompile("^\\| .*`([^`]+)` \\|"), "", 0
	for line := range strings.Lines(get(t, h, "/docs/reference/errors.md").Body.String()) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			code = strings.TrimSpace(name)
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		rules++
		place := `id="` + code + "." + strings.NewReplacer("<", "", ">", "").Replace(m[1]) + `"`
		if strings.Count(page, place) != 1 {
			t.Errorf("the page of error codes has %d places %s", strings.Count(page, place), place)
		}
	}
	if rules < 190 {
		t.Errorf("the page names only %d rules", rules)
	}
}

// TestNoLinkIsDead follows every link and image of every page that can be reached, anchors included.
func TestNoLinkIsDead(t *testing.T) {
	t.Parallel()
	h := handler(t)
	reference := regexp.MustCompile(`(?:href|src)="(/(?:docs|openapi|llms)[^"]*|#[^"]+)"`)
	pages := map[string]string{}
	todo := []string{"/docs", "/docs/guides"}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if _, seen := pages[at]; seen {
			continue
		}
		w := get(t, h, at)
		pages[at] = w.Body.String()
		if w.Code != http.StatusOK {
			t.Errorf("%s returns %d", at, w.Code)
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			pages[at] = ""
			continue
		}
		for _, m := range reference.FindAllStringSubmatch(pages[at], -1) {
			if path, _, _ := strings.Cut(m[1], "#"); path != "" {
				todo = append(todo, path)
			}
		}
	}
	if len(pages) < 20 {
		t.Fatalf("only %d pages can be reached", len(pages))
	}
	for at, page := range pages {
		for _, m := range reference.FindAllStringSubmatch(page, -1) {
			path, anchor, found := strings.Cut(m[1], "#")
			if path == "" {
				path = at
			}
			if found && pages[path] != "" && !strings.Contains(pages[path], `id="`+anchor+`"`) {
				t.Errorf("%s links to %s, which does not exist", at, m[1])
			}
		}
	}
}

// TestEveryEmbeddedImageIsShown keeps images that no page shows out of the program.
func TestEveryEmbeddedImageIsShown(t *testing.T) {
	t.Parallel()
	var pages strings.Builder
	var images []string
	err := fs.WalkDir(docs.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasPrefix(name, "pictures/") {
			images = append(images, name)
			return nil
		}
		text, err := fs.ReadFile(docs.Files, name)
		pages.Write(text)
		return err
	})
	if err != nil || len(images) < 100 {
		t.Fatalf("%d images, %v", len(images), err)
	}
	for _, name := range images {
		if !strings.Contains(pages.String(), name) {
			t.Errorf("no page shows %s", name)
		}
	}
}

// TestEveryPageRenders renders each page, which otherwise happens at its first request.
func TestEveryPageRenders(t *testing.T) {
	t.Parallel()
	h := handler(t)
	err := fs.WalkDir(docs.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".md" && !strings.HasPrefix(name, "pictures/") {
			w := get(t, h, "/docs/"+strings.TrimSuffix(name, ".md"))
			if w.Code != http.StatusOK {
				t.Errorf("%s returns %d", name, w.Code)
			}
			if foreign := regexp.MustCompile(`<img src="[^/][^"]*`).FindString(w.Body.String()); foreign != "" {
				t.Errorf("%s shows an image that its policy forbids: %s", name, foreign)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLinksOfLLMsTxtResolve follows the links of llms.txt.
func TestLinksOfLLMsTxtResolve(t *testing.T) {
	t.Parallel()
	h := handler(t)
	links := regexp.MustCompile(`\]\((/[^)]+)\)`).FindAllStringSubmatch(get(t, h, "/llms.txt").Body.String(), -1)
	for _, m := range links {
		if w := get(t, h, m[1]); w.Code != http.StatusOK {
			t.Errorf("llms.txt names %s, which returns %d", m[1], w.Code)
		}
	}
	if len(links) < 15 {
		t.Errorf("llms.txt has only %d links", len(links))
	}
}

func TestPagesAreServedFromThisHostOnly(t *testing.T) {
	t.Parallel()
	h := handler(t)
	for _, path := range []string{"/docs", "/docs/errors", "/docs/viewer/scalar.js", "/llms.txt", "/llms-full.txt", "/openapi.json", "/openapi.yaml", "/docs/changelog"} {
		w := get(t, h, path)
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "http") || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("%s: %d, policy %q", path, w.Code, policy)
		}
	}
}

// TestViewerMatchesItsChecksum compares it with the checksum of tools/viewer.sh.
func TestViewerMatchesItsChecksum(t *testing.T) {
	t.Parallel()
	f, err := os.Open("viewer/scalar.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, z); err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../../../tools/viewer.sh")
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); !strings.Contains(string(script), "checksum="+got) {
		t.Errorf("the viewer's SHA-256 is %s, which is not the one in tools/viewer.sh", got)
	}
}
