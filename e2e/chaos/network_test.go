package chaos

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

// networkFaults are faults between the service and its database, each lasting until heal is called.
var networkFaults = []struct {
	name        string
	begin, heal func(l *link)
	lasts       time.Duration
}{
	{"latency", func(l *link) { l.slow(150*time.Millisecond, 0) }, func(l *link) { l.slow(0, 0) }, 3 * time.Second},
	{"reset", func(l *link) { l.reset() }, func(*link) {}, time.Second},
	{"black hole", func(l *link) { l.stop() }, func(l *link) { l.resume() }, 12 * time.Second},
	{"half-closed connections", func(l *link) { l.halfClose() }, func(*link) {}, time.Second},
	{"slow drip", func(l *link) { l.slow(2*time.Millisecond, 64) }, func(l *link) { l.slow(0, 0) }, 3 * time.Second},
	{"a black hole that ends in resets", func(l *link) { l.stop() }, func(l *link) { l.reset(); l.resume() }, 3 * time.Second},
}

// TestNetworkFaultsLoseNothing breaks the network between the service and its database in several ways while clients
// submit jobs. A client retries a failed request under its idempotency key, as the SDKs do. Every request is eventually
// accepted, runs once and is charged once, and the service needs no restart.
func TestNetworkFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "PLATEN_ALLOW_LOOPBACK=1", "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_READ=5000/5000")
	l, through := newLink(t, strings.TrimPrefix(f.settings[0], "PLATEN_DATABASE_URL="))
	lane := startLane(t, rand.New(rand.NewPCG(1, 1)), f, "PLATEN_DATABASE_URL="+through)
	var sentJobs, failures atomic.Int64
	stop := make(chan struct{})
	var clients sync.WaitGroup
	for client := range 3 {
		clients.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(50 * time.Millisecond):
				}
				failures.Add(submitUntilAccepted(t, lane, fmt.Sprintf(small, client*100_000+n)))
				sentJobs.Add(1)
			}
		})
	}
	for _, fault := range networkFaults {
		time.Sleep(time.Second)
		before := failures.Load()
		fault.begin(l)
		time.Sleep(fault.lasts)
		fault.heal(l)
		// Healed: a request succeeds immediately, or after the dead connections of the pool have been replaced.
		began := time.Now()
		submitUntilAccepted(t, lane, fmt.Sprintf(small, 1_000_000+int(began.UnixNano()%1_000_000)))
		t.Logf("%s: %d requests failed, one succeeds %v after it", fault.name, failures.Load()-before, time.Since(began).Round(time.Millisecond))
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: the first request succeeds after %v", fault.name, took)
		}
	}
	close(stop)
	clients.Wait()
	lane.wait(t)
	lane.settle(t)
	if jobs := int64(len(lane.jobs(t))); jobs != sentJobs.Load()+int64(len(networkFaults)) {
		t.Errorf("%d jobs for %d requests", jobs, sentJobs.Load()+int64(len(networkFaults)))
	}
}

// submitUntilAccepted sends a job under one idempotency key until it is accepted, and returns how often it failed.
func submitUntilAccepted(t *testing.T, l *lane, body string) (failures int64) {
	key := uuid.NewString()
	for deadline := time.Now().Add(time.Minute); ; failures++ {
		a, err := l.process.do("POST", "/api/v1/facade/generate", l.key, body, "Idempotency-Key", key)
		switch {
		case err == nil && a.status == 202:
			return failures
		case err == nil && a.status < 500 && a.status != 409 && a.status != 429:
			t.Errorf("a request is refused: %d %s", a.status, a.body)
			return failures
		case time.Now().After(deadline):
			t.Errorf("a request is not accepted within a minute: %d %s %v", a.status, a.body, err)
			return failures
		}
		time.Sleep(200 * time.Millisecond)
	}
}
