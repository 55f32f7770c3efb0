package pg

import (
	"context"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Clock returns database time without a query per call: it caches the offset of the machine's clock and measures
// it again after freshFor. It is for hot paths that cannot afford a query. It is safe for concurrent use.
type Clock struct {
	db *DB

	mu        sync.Mutex
	known     bool
	queriedAt time.Time
	skew      time.Duration
}

// freshFor is how long a measured offset is cached.
const freshFor = 200 * time.Millisecond

// NewClock returns a clock on db.
func NewClock(db *DB) *Clock { return &Clock{db: db} }

// askFor bounds the wait for a database that does not respond.
const askFor = time.Second

// Now returns database time, accurate to the duration of a query. While the database does not respond, the
// last measured offset is used; it fails only if the database has never responded.
func (c *Clock) Now(ctx context.Context) (time.Time, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := clock.Now()
	if c.known && now.Sub(c.queriedAt) < freshFor {
		return now.Add(c.skew), nil
	}
	limited, stop := context.WithTimeout(context.WithoutCancel(ctx), askFor)
	defer stop()
	at, err := c.db.Now(limited)
	c.queriedAt = clock.Now()
	switch {
	case err == nil:
		c.known, c.skew = true, at.Sub(c.queriedAt)
	case !c.known:
		return time.Time{}, err
	}
	return c.queriedAt.Add(c.skew), nil
}
