package pg

import (
	"context"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Clock tells database time without asking every time: it remembers how far the machine's clock is off
// and looks again after freshFor. It serves paths that are too hot for a query. It is safe for concurrent
// use.
type Clock struct {
	db *DB

	mu    sync.Mutex
	asked time.Time
	skew  time.Duration
}

// freshFor is how long a measured difference is believed.
const freshFor = 200 * time.Millisecond

// NewClock returns a clock on db.
func NewClock(db *DB) *Clock { return &Clock{db: db} }

// Now returns database time, exact to the duration of a query.
func (c *Clock) Now(ctx context.Context) (time.Time, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := clock.Now()
	if !c.asked.IsZero() && now.Sub(c.asked) < freshFor {
		return now.Add(c.skew), nil
	}
	at, err := c.db.Now(ctx)
	if err != nil {
		return time.Time{}, err
	}
	c.asked = clock.Now()
	c.skew = at.Sub(c.asked)
	return at, nil
}
