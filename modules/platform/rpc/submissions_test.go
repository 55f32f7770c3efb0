package rpc_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

// TestSubmissionsPassTheQueueOnEverySurface fills a queue of one slot without waiting places, then its memory: a request over REST,
// Connect and framed is rejected, has Retry-After, runs nothing and leaves its key unused. Afterwards it succeeds and
// holds nothing of the queue.
func TestSubmissionsPassTheQueueOnEverySurface(t *testing.T) {
	t.Parallel()
	queue := admission.NewQueue("submissions", admission.QueueConfig{Slots: 1, Wait: time.Second}, 30, clock.System())
	memory := admission.NewMemory("submissions", 16<<20)
	b := newBenchWith(t, queue, nil, memory, nil)
	rejected := func(a response) bool {
		return a.header.Get("Retry-After") != "" && a.header.Get("X-RateLimit-Remaining") == "0" && a.status == http.StatusTooManyRequests && a.has(fault.RateLimitExceeded, "overloaded")
	}
	framed := request{token: "good", raw: []byte("\x00\x00\x00\x00\x03\x0a\x01a"), header: map[string]string{"Content-Type": "application/grpc-web+proto"}}
	for _, surface := range []string{"rest", "connect"} {
		q := request{token: "good", body: `{"name":"a"}`, header: map[string]string{"Idempotency-Key": "0f8fad5b-d9cb-469f-a165-70867728950e"}}
		for what, hold := range map[string]func(*admission.Entry, *admission.Reservation) error{
			"slot":   func(e *admission.Entry, _ *admission.Reservation) error { return e.Enter(t.Context(), "other") },
			"memory": func(_ *admission.Entry, r *admission.Reservation) error { return r.Grow(16<<20 - 1) },
		} {
			entry, reservation := queue.NewEntry(), memory.Reserve()
			if err := hold(entry, reservation); err != nil {
				t.Fatal(err)
			}
			if a := b.send(t, surface, q); !rejected(a) {
				t.Errorf("%s, no %s: %d %v %s", surface, what, a.status, a.header, a.body)
			}
			if a := b.send(t, "connect", framed); !strings.Contains(a.body+a.header.Get("Grpc-Message"), "overloaded") {
				t.Errorf("framed, no %s: %d %v %q", what, a.status, a.header, a.body)
			}
			entry.Leave()
			reservation.Free()
		}
		if n := b.runs.Load(); n != 0 && surface == "rest" {
			t.Fatalf("%d requests ran", n)
		}
		if a := b.send(t, surface, q); a.status >= 300 && !a.has("", "idempotency_key_reused") {
			t.Errorf("%s, afterwards: %d %s", surface, a.status, a.body)
		}
	}
	if a := b.send(t, "connect", framed); a.status != 200 || strings.Contains(a.body+a.header.Get("Grpc-Message"), "overloaded") {
		t.Errorf("framed, afterwards: %d %q", a.status, a.body)
	}
	if s, m := queue.State(), memory.State(); s.InUse != 0 || s.Waiting != 0 || m.Bytes != 0 || s.Rejected != 4 || m.Rejected != 4 {
		t.Errorf("afterwards: %+v, %+v", s, m)
	}
}

// TestLargeBodiesAreBounded: bodies of operations that permit large ones share memory; a body beyond it is rejected, and
// the memory is free afterwards.
func TestLargeBodiesAreBounded(t *testing.T) {
	t.Parallel()
	bodies := admission.NewMemory("bodies", 16<<20)
	b := newBenchWith(t, nil, nil, nil, bodies)
	for _, surface := range []string{"rest", "connect"} {
		q := request{token: "good", body: `{"name":"a"}`}
		reservation := bodies.Reserve()
		if err := reservation.Grow(16<<20 - 1); err != nil {
			t.Fatal(err)
		}
		if a := b.send(t, surface, q); a.status != http.StatusTooManyRequests || !a.has(fault.RateLimitExceeded, "overloaded") {
			t.Errorf("%s: %d %s", surface, a.status, a.body)
		}
		reservation.Free()
		if a := b.send(t, surface, q); a.status >= 300 {
			t.Errorf("%s, afterwards: %d %s", surface, a.status, a.body)
		}
	}
	if s := bodies.State(); s.Bytes != 0 {
		t.Errorf("afterwards %d bytes are in use", s.Bytes)
	}
}

// TestPreviewsAreRejectedBeforeTheDatabaseIsAsked: what the gate would reject does not count against the rate limit, on
// every surface; a request with a key continues, because there may be a response to replay.
func TestPreviewsAreRejectedBeforeTheDatabaseIsAsked(t *testing.T) {
	t.Parallel()
	gate := admission.New("renders", admission.Config{Slots: 1, Wait: time.Second}, clock.System())
	b := newBenchBehind(t, nil, gate)
	for _, surface := range []string{"rest", "connect"} {
		q := request{token: "good", body: `{"name":"a","root":"preview"}`}
		leave, err := gate.Enter(t.Context(), "other")
		if err != nil {
			t.Fatal(err)
		}
		a := b.send(t, surface, q)
		if a.status != http.StatusTooManyRequests || !a.has(fault.RateLimitExceeded, "overloaded") || a.header.Get("Retry-After") == "" ||
			a.header.Get("X-RateLimit-Remaining") != "0" || a.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s: %d %v %s", surface, a.status, a.header, a.body)
		}
		q.header = map[string]string{"Idempotency-Key": uuid.NewString()}
		if a := b.send(t, surface, q); a.status != http.StatusTooManyRequests || a.header.Get("X-RateLimit-Limit") == "" {
			t.Errorf("%s, with a key: %d %v %s", surface, a.status, a.header, a.body)
		}
		leave()
		q.header = nil
		if a := b.send(t, surface, q); a.status >= 300 {
			t.Errorf("%s, afterwards: %d %s", surface, a.status, a.body)
		}
	}
}
