package ratelimit

import (
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
)

// Requests taken of a bucket in advance.
const (
	// leaseTime is how long they may be used: what is left then is lost to the bucket.
	leaseTime = time.Second
	// maxLease is how many are taken with one statement, and leaseShare the part of what the bucket has left. Near its end a bucket
	// gives one at a time, so that no process rejects what another has in reserve.
	maxLease   = 64
	leaseShare = 8
)

// leases are the requests that this process has taken of buckets in advance. The zero value is ready.
type leases struct {
	mu      sync.Mutex
	buckets *cache.Cache[string, *advance]
}

// advance is what was taken of one bucket.
type advance struct {
	left  int
	until time.Time
	// size is how many were taken with it, at is when, and state the bucket after that.
	size  int
	at    time.Time
	state Decision
}

// take admits a request of what was taken in advance; otherwise it sets how many to take of the bucket: twice as many as
// before when those were used up in time.
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

// add notes n requests taken in advance of a bucket, whose state after that is d.
func (l *leases) add(now time.Time, key string, n int, d Decision) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a, ok := l.buckets.Get(key); ok {
		a.left += n
		a.at, a.until, a.state = now, now.Add(leaseTime), d
	}
}
