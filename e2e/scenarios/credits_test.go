package scenarios

import (
	"strings"
	"testing"
)

// TestWebhookForExhaustedCredits: sent once when the balance falls below the threshold, and again after a grant.
func TestWebhookForExhaustedCredits(t *testing.T) {
	t.Parallel()
	h := startHooks(t, "PLATEN_CREDITS_LOW", "100")
	r := newReceiver(t, nil)
	h.create(t, h.Live, r.URL, "credits.low", "render.completed")
	h.SetAvailable(t, 101)
	heard := func(renders, low int) {
		t.Helper()
		got := map[string][]received{}
		for _, g := range r.wait(t, renders+low) {
			event := g.header.Get("X-Service-Event")
			got[event] = append(got[event], g)
		}
		if len(got["credits.low"]) != low || len(got["render.completed"]) != renders {
			t.Fatalf("received %d renders and %d times of credits, want %d and %d", len(got["render.completed"]), len(got["credits.low"]), renders, low)
		}
		if low > 0 && !strings.Contains(string(got["credits.low"][low-1].body), `"available":99,"held":0`) {
			t.Errorf("received %s", got["credits.low"][low-1].body)
		}
	}
	h.render(t, h.Live, `,"metadata":{"n":"1"}`) // 100 are left
	heard(1, 0)
	h.render(t, h.Live, `,"metadata":{"n":"2"}`)
	heard(2, 1)
	h.render(t, h.Live, `,"metadata":{"n":"3"}`)
	heard(3, 1)
	h.SetAvailable(t, 101)
	h.render(t, h.Live, `,"metadata":{"n":"4"}`)
	h.render(t, h.Live, `,"metadata":{"n":"5"}`)
	heard(5, 2)
}
