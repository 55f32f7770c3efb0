package serve

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// A read after its deadline fails even when the data arrived long before: a process that was short of processor time would
// then blame the client. Deadlines of at least graceFrom are therefore extended once by grace. What has arrived is read
// immediately; a client that sends slowly gains no more than grace.
const (
	graceFrom = time.Second
	grace     = 100 * time.Millisecond
)

// readDeadline is the state of a connection's read deadline.
type readDeadline struct {
	mu         sync.Mutex
	extendable bool
	// inLine is true when the last byte that was read does not end a line.
	inLine atomic.Bool
	// cutLine is true after a read that ended at its deadline within a line.
	cutLine atomic.Bool
}

// SetReadDeadline implements net.Conn.
func (c *conn) SetReadDeadline(t time.Time) error {
	d := &c.readDeadline
	d.mu.Lock()
	defer d.mu.Unlock()
	d.extendable = !t.IsZero() && t.Sub(clock.Now()) >= graceFrom-grace
	return c.Conn.SetReadDeadline(t)
}

// Read implements net.Conn.
func (c *conn) Read(p []byte) (int, error) {
	d := &c.readDeadline
	n, err := c.Conn.Read(p)
	if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) && d.extend(c.Conn) {
		n, err = c.Conn.Read(p)
	}
	if n > 0 {
		d.inLine.Store(p[n-1] != '\n')
	} else if errors.Is(err, os.ErrDeadlineExceeded) {
		d.cutLine.Store(d.inLine.Load())
	}
	return n, err
}

// extend sets the deadline of grace, and reports false if the current deadline may not be extended.
func (d *readDeadline) extend(nc net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.extendable {
		return false
	}
	d.extendable = false
	return nc.SetReadDeadline(clock.Now().Add(grace)) == nil
}
