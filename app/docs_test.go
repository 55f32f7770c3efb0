package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
)

func TestThePagesThatAnswersNameExist(t *testing.T) {
	t.Parallel()
	h, err := docs()
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
		return w.Body.String()
	}
	page := get("/docs/errors")
	for _, e := range fault.Entries() {
		if !strings.Contains(page, `<h2 id="`+string(e.Code)+`">`) {
			t.Errorf("the page of error codes has no %s", e.Code)
		}
	}
	get("/docs/changelog")
	if !strings.Contains(get("/openapi.json"), `"openapi": "3.1.0"`) || !strings.HasPrefix(get("/openapi.yaml"), "# Generated") {
		t.Error("the REST document is not served")
	}
}
