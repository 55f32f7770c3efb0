package serve

import (
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// A connection that is closed while unread data arrives is reset, and the reset discards the response that the client
// has not read yet. Before such a connection is closed, what the client still sends is therefore read and discarded
// (RFC 9112, section 9.6), within these bounds. The end of the response was sent before, so a client that reads it
// closes the connection immediately. A new connection replaces a lingering one at the limit of connections.
const (
	lingerTime  = 10 * time.Second
	lingerPause = 2 * time.Second // without any data
	lingerBusy  = time.Second     // of a connection beyond the limits
	lingerBytes = 8 << 20         // the largest body and its encoding
)

// linger ends the sending side and discards what arrives until the client closes or a bound is reached.
func (c *conn) linger() {
	defer func() { _ = c.end() }()
	if err := c.CloseWrite(); err != nil {
		return
	}
	limit := lingerTime
	if c.busy != "" {
		limit = lingerBusy
	}
	until := clock.Now().Add(limit)
	buf := make([]byte, 16<<10)
	for left := lingerBytes; left > 0; {
		next := clock.Now().Add(lingerPause)
		if next.After(until) {
			next = until
		}
		if err := c.SetReadDeadline(next); err != nil {
			return
		}
		n, err := c.Read(buf)
		if left -= n; err != nil {
			return // io.EOF: the client has closed
		}
	}
}

// linger makes a connection that is about to close one that may be closed for a new one.
func (p *connections) linger(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.removeIdle(c)
	if c.busy == "" && !c.ended {
		c.idle, c.idleOf = p.idle.PushFront(c), p.of[c.addr].idle.PushFront(c)
	}
}
