package serve

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// bounded sets deadlines for the body and the response of every request: a client that sends or reads a byte now and
// then must not keep a connection. Handlers of streams clear the second one. It replaces the deadlines of the previous
// request of the connection.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		_ = rc.SetWriteDeadline(clock.Now().Add(s.cfg.ResponseTimeout))
		if r.Body == nil || r.Body == http.NoBody {
			// A deadline would end the wait for the client's disconnect, and with it the request.
			_ = rc.SetReadDeadline(time.Time{})
			next.ServeHTTP(w, r)
			return
		}
		b := &timed{ReadCloser: r.Body, control: rc, limit: s.cfg.BodyTimeout}
		b.start() // also for a body that no handler reads: the server reads the rest before it responds
		c, _ := r.Context().Value(connKey{}).(*conn)
		r = r.WithContext(r.Context()) // net/http keeps the body of its own request
		r.Body = b
		if c == nil || r.ProtoMajor != 1 {
			next.ServeHTTP(w, r)
			return
		}
		defer func() { c.unread.Store(!b.ended) }()
		next.ServeHTTP(w, r)
	})
}

// timed is a body that must arrive within a time from its first read; earlier time is spent by the server.
type timed struct {
	io.ReadCloser
	control *http.ResponseController
	limit   time.Duration
	reading bool
	ended   bool
}

func (t *timed) start() { _ = t.control.SetReadDeadline(clock.Now().Add(t.limit)) }

// Read implements io.Reader. At the end of the body the deadline is cleared.
func (t *timed) Read(p []byte) (int, error) {
	if !t.reading {
		t.reading = true
		t.start()
	}
	n, err := t.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) { // after another error the server must not wait indefinitely for the rest
		t.ended = true
		_ = t.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// slowest is the lowest rate in bytes per second at which a client may read a large response.
const slowest = 16 << 10

// Sending extends the deadline of a large response of n bytes to the time that the slowest client needs to read it.
func Sending(w http.ResponseWriter, n int) {
	if n > 1<<20 {
		_ = http.NewResponseController(w).SetWriteDeadline(clock.Now().Add(time.Minute + time.Duration(n/slowest)*time.Second))
	}
}

// discardLimit bounds the time to read the rest of a refused request's body, which net/http reads before it sends the
// response so that the connection remains usable. After it the connection is closed; it lingers, so that the client
// reads the response.
const discardLimit = 20 * time.Millisecond

// Refusing makes a response that refuses a request independent of the rest of its body.
func Refusing(w http.ResponseWriter, r *http.Request) {
	b, ok := r.Body.(*timed)
	if !ok || b.ended || r.ProtoMajor != 1 {
		return
	}
	// net/http reads a rest of up to 256 KiB and closes the connection if there is more.
	if r.ContentLength > 256<<10 || r.ContentLength < 0 {
		w.Header().Set("Connection", "close")
	}
	_ = b.control.SetReadDeadline(clock.Now().Add(min(discardLimit, b.limit)))
}
