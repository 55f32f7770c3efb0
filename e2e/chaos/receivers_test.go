package chaos

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/e2e/invariant"
)

// inbox is a receiver that records the bytes of each delivery and how often it came.
type inbox struct {
	*httptest.Server
	during func() // called before it responds

	mu     sync.Mutex
	bodies map[string]string
	copies int
	wrong  []string // deliveries that came with different bytes
}

func newInbox(t *testing.T) *inbox {
	t.Helper()
	in := &inbox{bodies: map[string]string{}}
	in.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // a part of the request was lost
		}
		id := r.Header.Get("X-Service-Delivery")
		in.mu.Lock()
		if was, ok := in.bodies[id]; ok && was != string(body) {
			in.wrong = append(in.wrong, id)
		}
		in.bodies[id], in.copies = string(body), in.copies+1
		during := in.during
		in.mu.Unlock()
		if during != nil {
			during()
		}
	}))
	t.Cleanup(in.Close)
	t.Cleanup(in.CloseClientConnections)
	return in
}

func (in *inbox) set(during func()) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.during = during
}

// has reports whether the event of a job has come.
func (in *inbox) has(job string) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, b := range in.bodies {
		if strings.Contains(b, job) {
			return true
		}
	}
	return false
}

// TestReceiverFaultsLoseNothing breaks the network between the service and a receiver in several ways while jobs end. The
// jobs and another receiver are not affected; when the network works again, the receiver gets every event, each time
// with the same bytes, and no delivery is left over.
func TestReceiverFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	database := harness.Database(t)
	s := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_WEBHOOK_TIMEOUT": "2s",
		"PLATEN_RATE_RENDER": "5000/5000", "PLATEN_RATE_READ": "5000/5000"})
	db, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	far, near := newInbox(t), newInbox(t)
	l := &link{network: "tcp", server: strings.TrimPrefix(far.URL, "http://"), pairs: map[*pair]bool{}}
	l.listen(t)
	for _, url := range []string{"http://" + l.listener.Addr().String(), near.URL} {
		if a := s.Do(t, "POST", "/api/v1/facade/webhooks", s.Live, fmt.Sprintf(`{"url":%q}`, url)); a.Status != 201 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	until := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: not within a minute", what)
			}
		}
	}
	count := func(query string, args ...any) (n int) {
		t.Helper()
		if err := db.QueryRow(t.Context(), query, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	// repeatedly does something from now until it is stopped.
	repeatedly := func(do func()) func() {
		var stopped atomic.Bool
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for ; !stopped.Load(); time.Sleep(time.Millisecond) {
				do()
			}
		}()
		return func() { stopped.Store(true); <-ended }
	}
	slow := func(delay time.Duration, most int) func() func() {
		return func() func() { l.slow(delay, most); return func() { l.slow(0, 0) } }
	}
	type outcome int
	const (
		none outcome = iota
		some
		uncertain // an attempt may end between two faults
	)
	for n, fault := range []struct {
		name  string
		begin func() (heal func())
		fails outcome // of the first attempts
	}{
		{"latency", slow(200*time.Millisecond, 0), none},
		{"slow drip", slow(time.Millisecond, 32), none},
		{"a drip that is too slow", slow(100*time.Millisecond, 8), some},
		{"resets", func() func() { return repeatedly(l.reset) }, uncertain},
		{"half-closed connections", func() func() { return repeatedly(l.halfClose) }, uncertain},
		{"a black hole", func() func() { l.stop(); return l.resume }, some},
		{"a black hole that ends in resets", func() func() { l.stop(); return func() { l.reset(); l.resume() } }, some},
		{"lost responses", func() func() { far.set(l.reset); return func() { far.set(nil) } }, some},
	} {
		heal := fault.begin()
		var jobs []string
		for i := range 3 {
			var job struct{ ID string }
			a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(small, n*100+i))
			if a.Status != 202 {
				t.Fatalf("%s: %d %s", fault.name, a.Status, a.Body)
			}
			a.JSON(t, &job)
			jobs = append(jobs, job.ID)
		}
		for _, id := range jobs {
			until(fault.name+": the other receiver gets the event", func() bool { return near.has(id) })
		}
		until(fault.name+": attempts end", func() bool {
			return count("SELECT count(*) FROM webhooks.delivery WHERE attempts = 0 OR lease_until IS NOT NULL") == 0
		})
		if failed := count("SELECT count(*) FROM webhooks.delivery WHERE status <> 'delivered'"); fault.fails != uncertain && (fault.fails == some) != (failed > 0) {
			t.Errorf("%s: %d deliveries failed", fault.name, failed)
		}
		heal()
		for range 3 { // the pauses after the first attempts are 5 s, 60 s after a timeout, and 5 min
			s.Advance(t, 6*time.Minute)
			until(fault.name+": due attempts end", func() bool {
				return count("SELECT count(*) FROM webhooks.delivery WHERE lease_until IS NOT NULL OR next_attempt_at <= svc_now()") == 0
			})
		}
		if left := count("SELECT count(*) FROM webhooks.delivery WHERE status <> 'delivered'"); left > 0 {
			t.Errorf("%s: %d deliveries are not delivered", fault.name, left)
		}
		for _, id := range jobs {
			if !far.has(id) {
				t.Errorf("%s: the event of %s is lost", fault.name, id)
			}
		}
		violations, err := invariant.Settled(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range violations {
			t.Errorf("%s: %s", fault.name, v)
		}
	}
	if len(far.wrong)+len(near.wrong) > 0 {
		t.Errorf("different bytes under one id: %v, %v", far.wrong, near.wrong)
	}
	t.Logf("%d events came %d times; at the other receiver %d times", len(far.bodies), far.copies, near.copies)
}
