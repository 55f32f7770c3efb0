package chaos

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// TestKillWhileDelivering kills the process and its database while a receiver delays its response: the next process
// sends the same bytes with the same id within half a minute.
func TestKillWhileDelivering(t *testing.T) {
	t.Parallel()
	data, err := os.MkdirTemp("", "platen-chaos-data-") // see TestKillAndStartAgain
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(data) })
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	type request struct{ delivery, body string }
	came := make(chan request, 10)
	var dead atomic.Bool
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		came <- request{r.Header.Get("X-Service-Delivery"), string(body)}
		if !dead.Load() {
			<-r.Context().Done()
		}
	}))
	t.Cleanup(receiver.Close)

	p := start(t, data, "PLATEN_ALLOW_LOOPBACK=1")
	key := p.log.wait(t, `svc_live_\w+`)[0]
	p.key = key
	if status := p.call(t, "POST", "/api/v1/facade/webhooks", `{"url":"`+receiver.URL+`"}`, nil); status != 201 {
		t.Fatalf("creating a webhook returns %d", status)
	}
	if status := p.call(t, "POST", "/api/v1/facade/generate", `{"operation":"render","html":"<p>x</p>","outputs":[{"width":16,"height":16}]}`, nil); status != 202 {
		t.Fatalf("a job returns %d", status)
	}
	first := <-came
	dead.Store(true)
	killAll(t, p, data)

	start(t, data, "PLATEN_ALLOW_LOOPBACK=1")
	began := time.Now()
	select {
	case again := <-came:
		if again != first {
			t.Errorf("sent %v, then %v", first, again)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("it took %v", took)
		}
	case <-time.After(60 * time.Second):
		t.Error("the delivery was not taken up")
	}
}
