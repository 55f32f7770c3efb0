package chaos

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestOverloadKeepsItsGoodput sends a process far more concurrent previews than its slots and queue hold, from many
// workspaces with high limits. It rejects the excess with 429 and Retry-After, renders the rest, and fails nothing. The
// rates are reported, not asserted, because they depend on the machine.
func TestOverloadKeepsItsGoodput(t *testing.T) {
	const workspaces = 20
	f := newFleet(t, "PLATEN_RATE_PREVIEW=100000/100000", "PLATEN_RENDER_SLOTS=2", "PLATEN_RENDER_QUEUE=4")
	p := f.start(t, "all")
	keys := f.keys(t, workspaces)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	var serial atomic.Int64
	preview := func(key string) (status int, took time.Duration, retry string) {
		body := fmt.Sprintf(`{"operation":"preview","html":"<h1 style='font:700 64px Inter;padding:60px'>Launch %d</h1>","outputs":[{"width":600,"height":315}]}`, serial.Add(1))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/api/v1/facade/generate", strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return 0, 0, ""
		}
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Content-Type", "application/json")
		began := time.Now()
		res, err := client.Do(r)
		if err != nil {
			t.Error(err)
			return 0, 0, ""
		}
		defer res.Body.Close()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode, time.Since(began), res.Header.Get("Retry-After")
	}

	const span = 3 * time.Second
	var rendered atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for end := time.Now().Add(span); time.Now().Before(end); {
				if status, _, _ := preview(keys[i]); status == 200 {
					rendered.Add(1)
				}
			}
		})
	}
	all.Wait()
	capacity := float64(rendered.Load()) / span.Seconds()
	if capacity == 0 {
		t.Fatal("nothing was rendered without overload")
	}

	var mu sync.Mutex
	var good, slow, rejected int
	var refusals []time.Duration
	began := time.Now()
	for i := range 300 { // far more at the same time than the slots and the queue hold
		all.Go(func() {
			status, took, retry := preview(keys[i%workspaces])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case status == 200 && took < 2*time.Second:
				good++
			case status == 200:
				slow++
			case status == http.StatusTooManyRequests:
				rejected++
				refusals = append(refusals, took)
				if n, err := strconv.Atoi(retry); err != nil || n < 1 {
					t.Errorf("a 429 has Retry-After %q", retry)
				}
			default:
				t.Errorf("a request under overload responds %d", status)
			}
		})
	}
	all.Wait()
	offered := time.Since(began).Seconds()
	slices.Sort(refusals)
	t.Logf("capacity %.0f/s; 300 at the same time, %.1f s: %d rendered within 2 s (%.0f/s), %d later, %d rejected (median %s, 99th percentile %s)",
		capacity, offered, good, float64(good)/offered, slow, rejected, quantile(refusals, 0.5), quantile(refusals, 0.99))
	if rejected == 0 {
		t.Error("nothing was rejected")
	}
	if good+slow == 0 {
		t.Error("nothing was rendered under overload")
	}
}
