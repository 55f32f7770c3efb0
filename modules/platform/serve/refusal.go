package serve

import (
	"bytes"
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
)

// net/http responds to requests that it cannot parse by itself, before any handler, with one write of plain text:
// a bad escape in the path, NUL in a header, an unknown transfer coding, too large headers. listener makes
// these responses carry the error envelope as every other does.

// plainHead is the part between the status line and the text of such a response.
const plainHead = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Refusal returns the JSON body and the request id of the response to a request that was refused with the status
// before any handler. reason is the sentence of net/http, "" for none.
type Refusal func(status int, reason string) (body []byte, requestID string)

// listener accepts connections within their limits.
type listener struct {
	net.Listener
	refusal Refusal // nil keeps net/http's own response
	pool    *connections
}

func (l listener) Accept() (net.Conn, error) {
	for {
		nc, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.pool.admit(nc, l.refusal); c != nil {
			return c, nil
		}
		_ = nc.Close()
	}
}

type conn struct {
	net.Conn
	refusal Refusal

	pool *connections
	addr netip.Addr
	busy Busy // why its requests are refused, "" if they are not
	once sync.Once

	readDeadline readDeadline

	// unread is true while the client may still be sending a body or headers that no one reads.
	unread, lingers atomic.Bool

	// Guarded by the pool's mutex.
	idle, idleOf *list.Element // nil while it is not idle
	ended        bool
}

// Close implements net.Conn. A connection whose client may still be sending is closed later, see linger; closing it
// again closes it immediately.
func (c *conn) Close() error {
	if c.unread.Swap(false) && c.lingers.CompareAndSwap(false, true) {
		c.pool.linger(c)
		go c.linger()
		return nil
	}
	return c.end()
}

func (c *conn) end() error {
	c.once.Do(func() { c.pool.end(c) })
	return c.Conn.Close()
}

// CloseWrite lets net/http end a connection without losing what it has written.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Write replaces a response of net/http's own. Responses of handlers begin with their Date header and never
// match.
func (c *conn) Write(p []byte) (int, error) {
	status, line, reason, ok := refused(p)
	if !ok || c.refusal == nil {
		return c.Conn.Write(p)
	}
	if status == http.StatusBadRequest && reason == "" && c.readDeadline.cutLine.Load() {
		// net/http parses the part of a line that arrived before the deadline.
		status, line = http.StatusRequestTimeout, "HTTP/1.1 408 Request Timeout"
	}
	c.unread.Store(true)
	body, id := c.refusal(status, reason)
	response := append([]byte(line+"\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: "+id+
		"\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\nConnection: close\r\n\r\n"), body...)
	if _, err := c.Conn.Write(response); err != nil {
		return 0, err
	}
	return len(p), nil
}

// refused parses a response of net/http's own.
func refused(p []byte) (status int, line, reason string, ok bool) {
	const prefix = "HTTP/1.1 "
	end := bytes.Index(p[:min(len(p), 80)], []byte(plainHead[:2]))
	if end < len(prefix)+3 || !bytes.HasPrefix(p, []byte(prefix)) || !bytes.HasPrefix(p[end:], []byte(plainHead)) {
		return 0, "", "", false
	}
	line = string(p[:end])
	status, err := strconv.Atoi(line[len(prefix) : len(prefix)+3])
	if err != nil || status < 400 {
		return 0, "", "", false
	}
	reason = string(p[end+len(plainHead):])
	// "400 Bad Request: malformed Host header" has its reason after the status.
	if _, rest, found := bytes.Cut([]byte(reason), []byte(": ")); found {
		return status, line, string(rest), true
	}
	return status, line, "", true
}
