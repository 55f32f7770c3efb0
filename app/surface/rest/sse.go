package rest

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/serve"
)

// The timing of an event stream.
const (
	pingEvery     = 15 * time.Second
	writeDeadline = 10 * time.Second
	streamLife    = 15 * time.Minute
)

// event is one server-sent event. Its data is one line.
type event struct {
	name string
	id   int64
	data []byte
}

// streamEvents writes what source sends until it returns, the client disconnects or stops reading, the server shuts down, or 15
// minutes have passed. An error before the first event is returned and may still become an error response; later
// ones end the stream, and the client reconnects with Last-Event-ID.
func streamEvents(ctx context.Context, w http.ResponseWriter, source func(context.Context, func(event) error) error) error {
	ctx, stop := serve.UntilDrained(ctx)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, streamLife)
	defer cancel()
	s := &eventStream{w: w, control: http.NewResponseController(w)}
	pings := make(chan struct{})
	go func() {
		defer close(pings)
		ticker := time.NewTicker(pingEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if s.ping() != nil {
					cancel()
					return
				}
			}
		}
	}()
	err := source(ctx, s.send)
	cancel()
	<-pings // w must not be written to after the handler returns
	if s.started {
		return nil
	}
	return err
}

// eventStream serialises events and pings.
type eventStream struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	started bool
}

func (s *eventStream) send(e event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		s.started = true
		h := s.w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Accel-Buffering", "no")
		s.w.WriteHeader(http.StatusOK)
	}
	return s.write(fmt.Appendf(nil, "event: %s\nid: %d\ndata: %s\n\n", e.name, e.id, e.data))
}

// ping keeps proxies from closing an idle stream. Before the first event it does nothing.
func (s *eventStream) ping() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		return nil
	}
	return s.write([]byte(": ping\n\n"))
}

func (s *eventStream) write(b []byte) error {
	// A test recorder without deadlines is accepted; a connection that accepts no bytes for ten seconds is closed. Between
	// writes there is no deadline: HTTP/2 ends a stream whose deadline passes, idle or not.
	_ = s.control.SetWriteDeadline(clock.Now().Add(writeDeadline))
	defer func() { _ = s.control.SetWriteDeadline(time.Time{}) }()
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.control.Flush()
}
