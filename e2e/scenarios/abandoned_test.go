package scenarios

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// TestClientThatLeavesIsNoFailure: a request whose client disconnects is recorded with status 499 in the log and the
// metrics, not as a failure of the service, and holds no credits.
func TestClientThatLeavesIsNoFailure(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	requests, release := make(chan bool, 10), make(chan bool)
	images := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests <- true; <-release }))
	t.Cleanup(images.Close)
	t.Cleanup(func() { close(release) })
	ctx, leave := context.WithCancel(t.Context())
	body := fmt.Sprintf(`{"operation":"preview","html":"<img src='%s/slow.png'>","outputs":[{"width":16,"height":16}]}`, images.URL)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+generate, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Live)
	r.Header.Set("Content-Type", "application/json")
	go func() { <-requests; leave() }()
	if res, err := (&http.Client{Timeout: time.Minute}).Do(r); err == nil {
		_ = res.Body.Close()
		t.Fatalf("the request has the response %d", res.StatusCode)
	}
	for range 1000 {
		if strings.Contains(s.Log(), `"status":499`) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if log := s.Log(); !strings.Contains(log, `"status":499`) || strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log: %s", log)
	}
	if m := s.Do(t, http.MethodGet, "/metrics", "", ""); strings.Contains(string(m.Body), `status="500"`) || !strings.Contains(string(m.Body), `status="499"`) {
		t.Error("the metrics count the request as a failure")
	}
	available(t, s)
}
