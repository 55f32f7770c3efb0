package scenarios

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// TestReplayedFilesAreKept: a stored response has the same bytes each time, as JSON and as a file, also after its image was
// deleted.
func TestReplayedFilesAreKept(t *testing.T) {
	s := harness.Start(t, nil)
	for _, c := range []struct{ name, body, accept string }{
		{"inline", `{"operation":"preview","html":"<p>inline","delivery":{"mode":"inline"},"outputs":[{"width":64,"height":32},{"name":"second","width":32,"height":32,"format":"webp"}]}`, "application/json"},
		{"file", `{"operation":"preview","html":"<p>file","outputs":[{"width":64,"height":32}]}`, "image/png"},
		{"pdf", `{"operation":"preview","html":"<p>pdf","delivery":{"mode":"inline"},"outputs":[{"format":"pdf","width":64,"height":32}]}`, "application/json"},
	} {
		key := uuid.NewString()
		send := func() *harness.Response {
			t.Helper()
			a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, c.body, "Idempotency-Key", key, "Accept", c.accept)
			if a.Status != http.StatusOK {
				t.Fatalf("%s: %d %s", c.name, a.Status, a.Body)
			}
			return a
		}
		first := send()
		again := send()
		if again.Header.Get("Idempotent-Replayed") != "true" || !bytes.Equal(first.Body, again.Body) {
			t.Errorf("%s: the replay differs: %.200s, want %.200s", c.name, again.Body, first.Body)
		}
		s.Exec(t, "UPDATE rendering.image SET deleted_at = svc_now()")
		if again := send(); !bytes.Equal(first.Body, again.Body) {
			t.Errorf("%s: the replay after the image was deleted differs: %.200s", c.name, again.Body)
		}
	}
}
