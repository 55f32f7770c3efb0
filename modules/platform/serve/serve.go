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
}

// New returns a server for handler; Listen and Serve start it.
func New(cfg Config, handler http.Handler, log *slog.Logger) *Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	s := &Server{cfg: cfg, log: log, draining: make(chan struct{})}
	s.http = &http.Server{
		Handler:           fresh(handler),
		Protocols:         protocols,
		ReadHeaderTimeout: 5 * time.Second,
		// No ReadTimeout and no WriteTimeout: they would end event streams. The check chain sets
		// deadlines per request instead.
		IdleTimeout:    120 * time.Second,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.Background(), drainKey{}, s.draining)
		},
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 250},
	}
	return s
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

// Draining is closed when the server that handles the request of ctx begins to end; streams stop then. It
// is nil, which never fires, outside a server.
func Draining(ctx context.Context) <-chan struct{} {
	ch, _ := ctx.Value(drainKey{}).(chan struct{})
	return ch
}

// Listen opens the port, so that Addr is known and clients may connect.
func (s *Server) Listen(ctx context.Context) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("PLATEN_ADDR: listening on %s: %w", s.cfg.Addr, err)
	}
	s.listener = l
	return nil
}

// Addr returns the address listened on.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Ready reports whether the server wants new requests.
func (s *Server) Ready() bool { return s.ready.Load() }

// Serve answers requests until ctx ends, then drains: unready at once, still serving for DrainDelay,
// then finishing what runs for at most DrainLimit.
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
		_ = s.http.Close()
		return fmt.Errorf("requests were still running after %v: %w", s.cfg.DrainLimit, err)
	}
	return nil
}

// Close ends a server that was opened and never served.
func (s *Server) Close() error {
	if s.listener == nil {
		return nil
	}
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
