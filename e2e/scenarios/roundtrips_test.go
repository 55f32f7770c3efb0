package scenarios

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// TestRoundTripsToTheDatabase limits the database round trips of one request. A preview takes 3.3, a job 9; the limits
// allow for sweeps of the service, expired cache entries, and an additional poll of a job's watcher.
func TestRoundTripsToTheDatabase(t *testing.T) {
	wire := harness.NewWire(t, harness.Database(t))
	s := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": wire.URL, "PLATEN_RATE_READ": "100000/100000", "PLATEN_RATE_PREVIEW": "100000/100000", "PLATEN_RATE_RENDER": "100000/100000"})
	s.SetAvailable(t, 10_000)
	send := func(operation, text, key string, status int) *harness.Response {
		t.Helper()
		a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, fmt.Sprintf(`{"operation":%q,"html":"<p>%s","outputs":[{"width":64,"height":32}]}`, operation, text), "Idempotency-Key", key)
		if a.Status != status {
			t.Fatalf("%s: %d %s", operation, a.Status, a.Body)
		}
		return a
	}
	var r struct {
		ID      string
		Outputs []struct {
			ImageID string `json:"image_id"`
		}
	}
	same := uuid.NewString()
	send("preview", "same", same, http.StatusOK).JSON(t, &r)
	image := r.Outputs[0].ImageID
	for _, op := range []struct {
		name string
		most float64
		do   func()
	}{
		{"a preview", 5, func() { send("preview", uuid.NewString(), uuid.NewString(), http.StatusOK) }},
		{"a repeated preview", 2, func() { send("preview", "same", same, http.StatusOK) }},
		{"reading an image", 2, func() {
			if a := s.Do(t, http.MethodGet, "/api/v1/images/"+image, s.Live, ""); a.Status != http.StatusOK {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}},
		{"a job", 12, func() {
			send("render", uuid.NewString(), uuid.NewString(), http.StatusAccepted).JSON(t, &r)
			if a := s.Do(t, http.MethodGet, "/api/v1/facade/render-jobs/"+r.ID+"?wait=20", s.Live, ""); !strings.Contains(string(a.Body), `"completed"`) {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}},
	} {
		const runs = 20
		for range runs { // each connection prepares a statement once
			op.do()
		}
		traffic := wire.Count(func() {
			for range runs {
				op.do()
			}
		}).Without(harness.Background...)
		if got := float64(traffic.RoundTrips) / runs; got > op.most {
			t.Errorf("%s takes %.2f round trips, want at most %.1f:\n%s", op.name, got, op.most, strings.Join(traffic.Statements, "\n"))
		}
	}
}
