package ratelimit

import (
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
)

// The limits of requests taken from a bucket in advance.
const (
	// leaseTime is how long they may be used; the rest is lost to the bucket.
	leaseTime = time.Second
	// maxLease is the most that one statement takes, at most one in leaseShare of what the bucket has left. A nearly empty
	// bucket grants one at a time, so that no process rejects what another has in reserve.
	maxLease   = 64
	leaseShare = 8
)

// leases holds the requests that this process has taken from buckets in advance. The zero value is ready.
type leases struct {
	mu      sync.Mutex
	buckets *cache.Cache[string, *advance]
}

// advance holds the requests taken from one bucket.
type advance struct {
	left  int
	until time.Time
	// size is the number taken by the last statement, at its time, and state the bucket's state after it.
	size  int
	at    time.Time
	state Decision
}

// take admits a request from those taken in advance; otherwise it sets how many to take from the bucket: twice as many
// as before if those were used up in time.
func (l *leases) take(now time.Time, key string, r Rate, want *int) (Decision, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buckets == nil {
		l.buckets = cache.New[string](cache.Options[*advance]{Entries: maxLocal})
	}
	a, ok := l.buckets.Get(key)
	if !ok {
		l.buckets.Add(key, &advance{until: now.Add(leaseTime), size: 1})
		return Decision{}, false
	}
	if !now.Before(a.until) {
		*a = advance{until: now.Add(leaseTime), size: 1}
		return Decision{}, false
	}
	if a.left == 0 {
		a.size = min(2*a.size, maxLease)
		a.until = now.Add(leaseTime)
		*want = a.size
		return Decision{}, false
	}
	a.left--
	d := a.state
	d.Remaining = min(d.Remaining+a.left+int(now.Sub(a.at)/r.interval()), r.Burst-1)
	d.Reset = max(0, d.Reset-now.Sub(a.at))
	return d, true
}

// add records n requests taken in advance from a bucket, whose state after that is d.
func (l *leases) add(now time.Time, key string, n int, d Decision) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a, ok := l.buckets.Get(key); ok {
		a.left += n
		a.at, a.until, a.state = now, now.Add(leaseTime), d
	}
}
