// Package serve runs the one listener: HTTP/1.1 and HTTP/2 (with prior knowledge, no TLS) for REST,
// Connect, gRPC, gRPC-Web and files, with timeouts, probes and a graceful shutdown.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config holds the address, the limits and the shutdown behaviour of a server.
type Config struct {
	Addr       string        `env:"PLATEN_ADDR" default:"127.0.0.1:8080" doc:"Address to listen on."`
	DrainDelay time.Duration `env:"PLATEN_DRAIN_DELAY" default:"5s" doc:"How long requests are still taken after /readyz turned red. Skipped on loopback, where no balancer looks."`
	DrainLimit time.Duration `env:"PLATEN_DRAIN_LIMIT" default:"30s" doc:"How long running requests may take to finish at the end."`

	Connections     int           `env:"PLATEN_CONNECTIONS" default:"0" doc:"Connections that clients may have open, and requests in progress over HTTP/2; beyond, the longest idle connection is closed, or requests but /livez and /readyz are refused with 429, rule max_connections, or the connection is closed. 0 is three quarters of the open files that the system permits, at most 16384."`
	PerAddress      int           `env:"PLATEN_CONNECTIONS_PER_ADDRESS" default:"4096" doc:"The same for one address of clients (of IPv6, one /64). Loopback and PLATEN_TRUSTED_PROXIES are exempt."`
	Streams         int           `env:"PLATEN_HTTP2_STREAMS" default:"250" doc:"Requests in progress on one connection of HTTP/2."`
	HeaderTimeout   time.Duration `env:"PLATEN_HEADER_TIMEOUT" default:"5s" doc:"How long the headers of a request may take to arrive."`
	BodyTimeout     time.Duration `env:"PLATEN_BODY_TIMEOUT" default:"30s" doc:"How long the body of a request may take to arrive."`
	ResponseTimeout time.Duration `env:"PLATEN_RESPONSE_TIMEOUT" default:"2m" doc:"How long a request and the sending of its response may take; large files have more, event streams no such limit."`
	IdleTimeout     time.Duration `env:"PLATEN_IDLE_TIMEOUT" default:"2m" doc:"How long a connection may be open between two requests."`
}

// mostConnections is the largest default of PLATEN_CONNECTIONS, if it is 0. An idle connection takes some 20 KiB.
const mostConnections = 16384

// defaults fills in the defaults of a Config that was not loaded.
func (c *Config) defaults() {
	if c.Connections == 0 {
		c.Connections = max(1, min(mostConnections, descriptors()/4*3))
	}
	c.PerAddress, c.Streams = cmp.Or(c.PerAddress, 4096), cmp.Or(c.Streams, 250)
	c.HeaderTimeout, c.BodyTimeout = cmp.Or(c.HeaderTimeout, 5*time.Second), cmp.Or(c.BodyTimeout, 30*time.Second)
	c.ResponseTimeout, c.IdleTimeout = cmp.Or(c.ResponseTimeout, 2*time.Minute), cmp.Or(c.IdleTimeout, 2*time.Minute)
}

// Validate reports an address without a port, and values outside their ranges.
func (c Config) Validate() error {
	var problems []error
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		problems = append(problems, fmt.Errorf("PLATEN_ADDR: %q is not host:port", c.Addr))
	}
	if c.DrainDelay < 0 || c.DrainLimit < 0 {
		problems = append(problems, errors.New("PLATEN_DRAIN_DELAY, PLATEN_DRAIN_LIMIT: must not be negative"))
	}
	if c.Connections < 0 || c.Connections > 1_000_000 {
		problems = append(problems, fmt.Errorf("PLATEN_CONNECTIONS: %d is outside 0…1000000", c.Connections))
	}
	if c.PerAddress < 1 || c.PerAddress > 1_000_000 {
		problems = append(problems, fmt.Errorf("PLATEN_CONNECTIONS_PER_ADDRESS: %d is outside 1…1000000", c.PerAddress))
	}
	if c.Streams < 1 || c.Streams > 10_000 {
		problems = append(problems, fmt.Errorf("PLATEN_HTTP2_STREAMS: %d is outside 1…10000", c.Streams))
	}
	for name, d := range map[string]time.Duration{"PLATEN_HEADER_TIMEOUT": c.HeaderTimeout, "PLATEN_BODY_TIMEOUT": c.BodyTimeout,
		"PLATEN_RESPONSE_TIMEOUT": c.ResponseTimeout, "PLATEN_IDLE_TIMEOUT": c.IdleTimeout} {
		if d < 100*time.Millisecond || d > time.Hour {
			problems = append(problems, fmt.Errorf("%s: %v is outside 100ms…1h", name, d))
		}
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
	pool    *connections
}

// active counts running requests. Unlike a WaitGroup it can be waited for while more begin.
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

// none returns a channel that is closed as soon as no request runs.
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

// settleLimit is how long requests that are cancelled at shutdown have to release their resources.
const settleLimit = 5 * time.Second

// Options are the callbacks of a server.
type Options struct {
	// Refusal, if not nil, writes the responses to requests that no handler sees.
	Refusal Refusal
	// Busy responds to a request that is refused because of the bounds of connections; nil for a plain 429.
	Busy func(http.ResponseWriter, *http.Request, Busy)
	// Unlimited reports whether a client address is exempt from Config.PerAddress; nil for none.
	Unlimited func(netip.Addr) bool
	Log       *slog.Logger
}

// New returns a server for handler on l, which it closes; Serve starts it.
func New(cfg Config, l net.Listener, handler http.Handler, o Options) *Server {
	cfg.defaults()
	pool := &connections{most: cfg.Connections, perAddress: cfg.PerAddress, unlimited: o.Unlimited, of: map[netip.Addr]*tally{}, refused: map[Busy]uint64{}}
	l = listener{l, o.Refusal, pool}
	if o.Busy == nil {
		o.Busy = func(w http.ResponseWriter, _ *http.Request, _ Busy) {
			w.Header().Set("Retry-After", "1")
			plain(w, http.StatusTooManyRequests, "too many connections\n")
		}
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	s := &Server{cfg: cfg, listener: l, log: o.Log, draining: make(chan struct{}), pool: pool}
	base, end := context.WithCancel(context.Background())
	s.end = end
	s.http = &http.Server{
		Handler:           s.counted(s.bounded(pool.guard(handler, o.Busy))),
		Protocols:         protocols,
		ReadHeaderTimeout: cfg.HeaderTimeout,
		// No ReadTimeout and no WriteTimeout: they would end event streams. Each request has deadlines instead.
		IdleTimeout:    cfg.IdleTimeout,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(base, drainKey{}, s.draining)
		},
		ConnContext: inContext,
		ConnState:   pool.state,
		HTTP2:       &http.HTTP2Config{MaxConcurrentStreams: cfg.Streams},
	}
	return s
}

// counted counts running requests, also those whose handler panics.
func (s *Server) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.running.add(1)
		defer s.running.add(-1)
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

// Metrics returns the metrics of the connections.
func (s *Server) Metrics() prometheus.Collector { return s.pool }

// Addr returns the address listened on.
func (s *Server) Addr() net.Addr { return s.listener.Addr() }

// Ready reports whether the server accepts new requests.
func (s *Server) Ready() bool { return s.ready.Load() }

// Serve serves requests until ctx ends, then drains: unready immediately, still serving for DrainDelay, then
// waiting for running requests for at most DrainLimit. The remaining ones are canceled and have settleLimit to
// release their resources.
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

// Close closes a server whose Serve was never called, and its listener.
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
