package chaos

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// burst holds the outcomes of many submissions.
type burst struct {
	count    map[int]int
	refusals []time.Duration
	healthy  []time.Duration
	peak     int64
	took     time.Duration
}

// submitAll sends n concurrent submissions, each on its own connection, and monitors the process meanwhile.
func submitAll(t *testing.T, p *process, n int, key func(i int) string, body func(i int) string) burst {
	t.Helper()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	b := burst{count: map[int]int{}}
	var mu sync.Mutex
	stop := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
			}
			for _, path := range []string{"/livez", "/readyz"} {
				began := time.Now()
				a, err := p.do("GET", path, "", "")
				if err != nil || a.status != 200 {
					t.Errorf("%s responds %d %s %v", path, a.status, a.body, err)
				}
				mu.Lock()
				b.healthy, b.peak = append(b.healthy, time.Since(began)), max(b.peak, resident(t, p))
				mu.Unlock()
			}
		}
	})
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/api/v1/facade/generate", strings.NewReader(body(i)))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Authorization", "Bearer "+key(i))
			r.Header.Set("Content-Type", "application/json")
			<-start
			began := time.Now()
			res, err := client.Do(r)
			if err != nil {
				t.Errorf("submission %d is lost: %v", i, err)
				return
			}
			text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10))
			_ = res.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			if b.count[res.StatusCode]++; b.count[res.StatusCode] == 1 {
				t.Logf("the first %d: %s", res.StatusCode, text)
			}
			if res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusServiceUnavailable {
				b.refusals = append(b.refusals, time.Since(began))
				if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || s < 1 {
					t.Errorf("a %d has Retry-After %q", res.StatusCode, res.Header.Get("Retry-After"))
				}
			}
		})
	}
	began := time.Now()
	close(start)
	all.Wait()
	b.took = time.Since(began)
	close(stop)
	watch.Wait()
	slices.Sort(b.refusals)
	slices.Sort(b.healthy)
	t.Logf("%d submissions in %s: %v; rejections: median %s, 99th percentile %s; health: median %s, slowest %s; peak %d MiB", n, b.took.Round(time.Millisecond), b.count,
		quantile(b.refusals, 0.5), quantile(b.refusals, 0.99), quantile(b.healthy, 0.5), quantile(b.healthy, 1), b.peak>>20)
	return b
}

func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(q*float64(len(sorted)-1))].Round(time.Millisecond)
}

// TestBurstOfSubmissionsIsProcessed submits 1,000 jobs concurrently with 100 credits: the queue holds them all.
func TestBurstOfSubmissionsIsProcessed(t *testing.T) {
	f := newFleet(t, "PLATEN_RATE_RENDER=100000/100000")
	p := f.start(t, "api")
	key := f.workspace(t, 100)
	b := submitAll(t, p, 1000, func(int) string { return key }, func(i int) string { return fmt.Sprintf(small, i) })
	if b.count[202] != 100 || b.count[402] != 900 {
		t.Errorf("responses: %v, want 100 times 202 and 900 times 402", b.count)
	}
}

// TestFloodOfSubmissionsIsBounded submits 10,000 jobs of several workspaces concurrently, with bodies of 8 KiB: each is
// accepted, lacks credits or is rejected with Retry-After; memory stays bounded and the health check responds.
func TestFloodOfSubmissionsIsBounded(t *testing.T) {
	const n, workspaces, credits = 10_000, 10, 100
	// The clients share the processors with the service and the database: on a busy machine some of 10,000 send their
	// headers late, and some statements take many seconds.
	f := newFleet(t, "PLATEN_RATE_RENDER=100000/100000", "PLATEN_SUBMISSION_QUEUE=2000", "PLATEN_HEADER_TIMEOUT=1m", "PLATEN_DATABASE_WAIT=1m")
	p := f.start(t, "api")
	keys := make([]string, workspaces)
	for i := range keys {
		keys[i] = f.workspace(t, credits+i) // named by its credits
	}
	before := resident(t, p)
	filler := strings.Repeat("x", 8<<10)
	b := submitAll(t, p, n, func(i int) string { return keys[i%workspaces] }, func(i int) string {
		return fmt.Sprintf(`{"operation":"render","html":"<p>%d</p><!--%s-->","outputs":[{"width":16,"height":16}]}`, i, filler)
	})
	if sum := b.count[202] + b.count[402] + b.count[429] + b.count[503]; sum != n {
		t.Errorf("responses: %v, want 202, 402, 429 or 503 for each of %d", b.count, n)
	}
	if b.count[429] == 0 || b.count[202] == 0 {
		t.Errorf("responses: %v, want some accepted and some rejected", b.count)
	}
	if grown := b.peak - before; grown > 700<<20 {
		t.Errorf("the process grew by %d MiB", grown>>20)
	}
	accepted := 0
	for _, key := range keys {
		u := p.must(t, 200, "GET", "/api/v1/usage", key, "")
		held, err := strconv.Atoi(u.text(t, "held"))
		if err != nil {
			t.Fatal(err)
		}
		accepted += held
	}
	if accepted != b.count[202] {
		t.Errorf("%d credits are held for %d accepted jobs", accepted, b.count[202])
	}
}
