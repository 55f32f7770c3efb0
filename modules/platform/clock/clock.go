// Package clock is the only place that reads the machine's clock.
//
// Promises about money, grace, expiry and limits use database time (svc_now(), package pg) instead; a
// Clock serves ids, logs, timeouts and caches of one process.
package clock

import (
	"sync"
	"time"
)

// Clock returns the current time. Implementations are safe for concurrent use.
type Clock interface {
	// Now returns the current time in UTC.
	Now() time.Time
}

// System returns the machine's clock.
func System() Clock { return system{} }

// Now returns the machine's current time in UTC, for callers whose tests need no fake clock.
func Now() time.Time { return time.Now().UTC() }

type system struct{}

func (system) Now() time.Time { return time.Now().UTC() }

// Fake is a clock that only Advance moves. The zero value is at the zero time.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock set to t.
func NewFake(t time.Time) *Fake { return &Fake{now: t.UTC()} }

// Now returns the clock's time.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}
