package contract

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// received is one request to a receiver.
type received struct {
	header http.Header
	body   []byte
}

func (r received) json(t *T) M {
	var m M
	if err := json.Unmarshal(r.body, &m); err != nil {
		t.Fatalf("a payload is not JSON: %v", err)
	}
	return m
}

// receiver is a local server that records its requests.
type receiver struct {
	URL string

	mu     sync.Mutex
	got    []received
	status int
	more   chan struct{}
}

// receiver starts a server that returns 204, or runs the given handler; it is closed when the check ends.
func (t *T) receiver(response http.HandlerFunc) *receiver {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("%v", err)
	}
	r := &receiver{URL: "http://" + l.Addr().String(), status: http.StatusNoContent, more: make(chan struct{}, 1)}
	s := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(io.LimitReader(req.Body, 1<<20))
		r.mu.Lock()
		r.got = append(r.got, received{req.Header.Clone(), body})
		status := r.status
		r.mu.Unlock()
		select {
		case r.more <- struct{}{}:
		default:
		}
		if response != nil {
			response(w, req)
			return
		}
		w.WriteHeader(status)
	})}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = s.Shutdown(ctx)
		_ = s.Close()
	})
	return r
}

// respondWith changes the status of later responses.
func (r *receiver) respondWith(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

// wait waits for n requests and returns them.
func (r *receiver) wait(t *T, n int) []received {
	limit := clock.Now().Add(30 * time.Second)
	for {
		if got := r.all(); len(got) >= n {
			return got
		}
		select {
		case <-r.more:
		case <-time.After(time.Second):
		}
		if clock.Now().After(limit) {
			t.Fatalf("%d requests came, want %d", len(r.all()), n)
		}
	}
}

// mac is the contract's signature of a body.
func mac(secret string, body []byte) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write(body)
	return "sha256=" + hex.EncodeToString(h.Sum(nil))
}

// now is the service's database time.
func (t *T) now() time.Time {
	at, err := time.Parse(time.RFC3339Nano, t.Must("GetUsage", nil).Text("time"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return at
}

// advance moves database time.
func (t *T) advance(d time.Duration) {
	if err := t.Env.Advance(d); err != nil {
		t.Fatalf("moving the clock: %v", err)
	}
}
