package contract

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// TestRateLimitsHoldNoOtherCheckUp has more checks wait for one category than run at the same time; its limit is lifted by a check of
// another category that comes after them.
func TestRateLimitsHoldNoOtherCheckUp(t *testing.T) {
	t.Parallel()
	var lifted atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/free":
			lifted.Store(true)
		case !lifted.Load():
			w.Header().Set("X-RateLimit-Category", "narrow")
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	defer s.Close()
	get := func(id, path string) Clause {
		return Clause{ID: id, On: RESTOnly, Run: func(t *T) { t.Is("status", t.Get("GET", path).Status, 200) }}
	}
	var clauses []Clause
	for range 2 * atWork {
		clauses = append(clauses, get("limited", "/limited"))
	}
	clauses = append(clauses, get("free", "/free"))
	e := &Env{BaseURL: s.URL, Client: NewClient()}
	results := 0
	err := RunAll(t.Context(), e, []Part{{Clauses: clauses}}, func(r Result) {
		results++
		if r.Verdict != Passed {
			t.Errorf("%s: %s %v", r.ID, r.Verdict, r.Why)
		}
	})
	if err != nil || results != len(clauses) {
		t.Errorf("%v after %d of %d checks", err, results, len(clauses))
	}
	if left := e.Waiting(); len(left) > 0 {
		t.Errorf("%v wait after the run", left)
	}
}

// TestCloseWaitsForRateLimits: after the checks, a limited call waits and retries.
func TestCloseWaitsForRateLimits(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if calls.Add(1) == 1 {
			w.Header().Set("X-RateLimit-Category", "manage")
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}
		_, _ = w.Write([]byte("{}"))
	}))
	defer s.Close()
	e := &Env{BaseURL: s.URL, Client: NewClient(), Rights: &Rights{Mode: "live"}}
	e.minted.keys = []mintedKey{{id: "key_1", mode: "live"}}
	if err := errors.Join(e.open(), RunAll(t.Context(), e, nil, func(Result) {})); err != nil {
		t.Fatal(err)
	}
	if left := e.Close(t.Context()); len(left) > 0 || calls.Load() < 2 {
		t.Errorf("after %d calls %v is not revoked", calls.Load(), left)
	}
}

// TestRunOutOfTime reports every check that the time was too short for as skipped.
func TestRunOutOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	n := 0
	err := RunAll(ctx, &Env{BaseURL: "http://127.0.0.1:1"}, Parts()[:2], func(r Result) {
		n++
		if r.Verdict != Skipped {
			t.Errorf("%s is %s", r.ID, r.Verdict)
		}
	})
	want := 0
	for _, p := range Parts()[:2] {
		for i := range p.Clauses {
			want += len(p.Clauses[i].Surfaces())
		}
	}
	if !errors.Is(err, context.DeadlineExceeded) || n != want || want == 0 {
		t.Errorf("%v after %d of %d checks", err, n, want)
	}
}
