// Package serve runs the one listener: HTTP/1.1 and HTTP/2 (with prior knowledge, no TLS) for REST,
// Connect, gRPC, gRPC-Web and files, with timeouts, probes and a graceful end.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Config says where to listen and how to end.
type Config struct {
	Addr       string        `env:"PLATEN_ADDR" default:"127.0.0.1:8080" doc:"Address to listen on."`
	DrainDelay time.Duration `env:"PLATEN_DRAIN_DELAY" default:"5s" doc:"How long requests are still taken after /readyz turned red. Skipped on loopback, where no balancer looks."`
	DrainLimit time.Duration `env:"PLATEN_DRAIN_LIMIT" default:"30s" doc:"How long running requests may take to finish at the end."`
}

// Validate reports an address without a port and negative times.
func (c Config) Validate() error {
	var problems []error
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		problems = append(problems, fmt.Errorf("PLATEN_ADDR: %q is not host:port", c.Addr))
	}
	if c.DrainDelay < 0 || c.DrainLimit < 0 {
		problems = append(problems, errors.New("PLATEN_DRAIN_DELAY, PLATEN_DRAIN_LIMIT: must not be negative"))
	}
	return errors.Join(problems...)
}

// Server is the process's listener.
type Server struct {
	cfg      Config
	http     *http.Server
	listener net.Listener
	log      *slog.Logger
	draining chan struct{}
	ready    atomic.Bool
	// end cancels the contexts of all requests.
	end     context.CancelFunc
	running active
}

// active counts running requests. It can be waited for while more begin.
type active struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when n falls to 0; nil while no one waits
}

func (a *active) add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n += n; a.n == 0 && a.idle != nil {
		close(a.idle)
		a.idle = nil
	}
}

// none is closed as soon as no request runs.
func (a *active) none() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	idle := a.idle
	if idle == nil {
		idle = make(chan struct{})
		if a.n == 0 {
			close(idle)
		} else {
			a.idle = idle
		}
	}
	return idle
}

// settleLimit is how long requests that were cancelled at the end have to release what they hold.
const settleLimit = 5 * time.Second

// New returns a server for handler on l, which it closes; Serve starts it. refusal, if not nil, writes the responses to
// requests that no handler sees.
func New(cfg Config, l net.Listener, handler http.Handler, refusal Refusal, log *slog.Logger) *Server {
	if refusal != nil {
		l = listener{l, refusal}
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	s := &Server{cfg: cfg, listener: l, log: log, draining: make(chan struct{})}
	base, end := context.WithCancel(context.Background())
	s.end = end
	s.http = &http.Server{
		Handler:           s.counted(fresh(handler)),
		Protocols:         protocols,
		ReadHeaderTimeout: 5 * time.Second,
		// No ReadTimeout and no WriteTimeout: they would end event streams. The check chain sets
		// deadlines per request instead.
		IdleTimeout:    120 * time.Second,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(base, drainKey{}, s.draining)
		},
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 250},
	}
	return s
}

// counted counts the requests that run, also those whose handler panics.
func (s *Server) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.running.add(1)
		defer s.running.add(-1)
		next.ServeHTTP(w, r)
	})
}

// fresh clears the deadlines that the previous request of a connection may have left.
func fresh(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		_ = rc.SetReadDeadline(time.Time{})
		_ = rc.SetWriteDeadline(time.Time{})
		next.ServeHTTP(w, r)
	})
}

type drainKey struct{}

// ErrDraining is the cause of a stream's end when its server shuts down.
var ErrDraining = errors.New("the server is shutting down; open the stream again")

// UntilDrained returns a context for a stream: it also ends, with the cause ErrDraining, when the server that handles the
// request of ctx shuts down, so that open streams do not delay the shutdown until its limit. Call stop afterwards.
func UntilDrained(ctx context.Context) (stream context.Context, stop func()) {
	draining, _ := ctx.Value(drainKey{}).(chan struct{}) // nil outside a server: it never fires
	stream, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-draining:
			cancel(ErrDraining)
		case <-stream.Done():
		}
	}()
	return stream, func() { cancel(context.Canceled) }
}

// Listen opens the port. Clients may connect before a Server serves it.
func Listen(ctx context.Context, cfg Config) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", cfg.Addr)
	if err != nil {
		return nil, fmt.Errorf("PLATEN_ADDR: listening on %s: %w", cfg.Addr, err)
	}
	return l, nil
}

// Addr returns the address listened on.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Ready reports whether the server wants new requests.
func (s *Server) Ready() bool { return s.ready.Load() }

// Serve serves requests until ctx ends, then drains: unready immediately, still serving for DrainDelay,
// then finishing what runs for at most DrainLimit. What still runs then is canceled and has settleLimit to release
// what it holds.
func (s *Server) Serve(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	s.ready.Store(true)
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	s.ready.Store(false)
	s.log.Info("draining", "delay", s.delay(), "limit", s.cfg.DrainLimit)
	select {
	case <-time.After(s.delay()):
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	}
	close(s.draining)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.DrainLimit)
	defer cancel()
	if err := s.http.Shutdown(limit); err != nil {
		s.end()
		_ = s.http.Close()
		select {
		case <-s.running.none():
		case <-time.After(settleLimit):
		}
		return fmt.Errorf("requests were still running after %v: %w", s.cfg.DrainLimit, err)
	}
	return nil
}

// Close ends a server that was never served, and its listener.
func (s *Server) Close() error {
	s.end()
	err := s.http.Close()
	if e := s.listener.Close(); e != nil && !errors.Is(e, net.ErrClosed) {
		err = errors.Join(err, e)
	}
	return err
}

func (s *Server) delay() time.Duration {
	if a, ok := s.listener.Addr().(*net.TCPAddr); ok && a.IP.IsLoopback() {
		return 0
	}
	return s.cfg.DrainDelay
}
