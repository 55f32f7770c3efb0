package scenarios

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// TestTheConsolePageAndItsFiles loads the page and every file it names, under a
// policy that allows nothing else.
func TestTheConsolePageAndItsFiles(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	page := s.Do(t, "GET", "/console/", "", "")
	if page.Status != 200 || !strings.Contains(string(page.Body), "playground") {
		t.Fatalf("the console answers %d", page.Status)
	}
	if !strings.HasPrefix(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("the policy is %q", page.Header.Get("Content-Security-Policy"))
	}
	for _, file := range []string{"console.css", "console.js"} {
		if a := s.Do(t, "GET", "/console/"+file, "", ""); a.Status != 200 || !strings.Contains(string(page.Body), file) {
			t.Errorf("%s answers %d", file, a.Status)
		}
	}
	if a := s.Do(t, "GET", "/console", "", ""); a.Status != 301 || a.Header.Get("Location") != "/console/" {
		t.Errorf("/console answers %d %s", a.Status, a.Header.Get("Location"))
	}
}
