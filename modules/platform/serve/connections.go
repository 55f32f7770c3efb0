package serve

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// Busy is the reason why a request is refused before any other check.
type Busy string

// The reasons. Streams of HTTP/2 count like connections: over HTTP/1.1 each request in progress has its own.
const (
	BusyProcess Busy = "process" // the process has reached its limit of connections
	BusyAddress Busy = "address" // the client's address has reached its limit
)

// Beyond the limits a few surplus connections are accepted: their requests are refused with the reason, but probes get a
// response, so that a flood of connections does not make a healthy process look dead. Others are closed.
const (
	spare           = 256
	sparePerAddress = 16
)

// connections bounds the open connections of a process, and the requests in progress over HTTP/2. At the limit the
// connection that has been idle longest is closed for a new one.
type connections struct {
	most, perAddress int
	unlimited        func(netip.Addr) bool

	mu       sync.Mutex
	open     int // without surplus ones
	surplus  int
	requests int       // over HTTP/2
	idle     list.List // of *conn, longest idle first
	of       map[netip.Addr]*tally
	refused  map[Busy]uint64
	closed   uint64
}

// tally counts the connections and requests of a client address.
type tally struct {
	open, surplus, requests int
	idle                    list.List // of *conn
}

// network returns the address that a client is counted under: for IPv6, where a client has a whole network, its /64.
func network(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return ip
}

// admit counts a connection and returns it wrapped, nil if it must be closed.
func (p *connections) admit(nc net.Conn, refusal Refusal) *conn {
	addr := network(nc.RemoteAddr())
	c := &conn{Conn: nc, refusal: refusal, pool: p, addr: addr}
	evicted := func() *conn {
		p.mu.Lock()
		defer p.mu.Unlock()
		t := p.of[addr]
		if t == nil {
			t = &tally{}
			p.of[addr] = t
		}
		var oldest *list.Element
		switch {
		case t.open >= p.perAddress && !p.exempt(addr):
			c.busy, oldest = BusyAddress, t.idle.Front()
		case p.open >= p.most:
			c.busy, oldest = BusyProcess, p.idle.Front()
		}
		var victim *conn
		if oldest != nil {
			c.busy = ""
			victim, _ = oldest.Value.(*conn)
			p.removeIdle(victim)
		}
		switch {
		case c.busy == "":
			p.open++
			t.open++
		case p.surplus < spare && t.surplus < sparePerAddress:
			p.surplus++
			t.surplus++
		default:
			p.closed++
			p.dropIfUnused(addr, t)
			c = nil
		}
		return victim
	}()
	if evicted != nil {
		_ = evicted.Close()
	}
	return c
}

func (p *connections) exempt(addr netip.Addr) bool { return p.unlimited != nil && p.unlimited(addr) }

// dropIfUnused drops the tally of an address if all its counts are zero.
func (p *connections) dropIfUnused(addr netip.Addr, t *tally) {
	if t.open == 0 && t.surplus == 0 && t.requests == 0 {
		delete(p.of, addr)
	}
}

// end undoes admit.
func (p *connections) end(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.removeIdle(c)
	c.ended = true
	t := p.of[c.addr]
	if c.busy == "" {
		p.open--
		t.open--
	} else {
		p.surplus--
		t.surplus--
	}
	p.dropIfUnused(c.addr, t)
}

// state updates the lists of idle connections; it is for http.Server.ConnState.
func (p *connections) state(nc net.Conn, s http.ConnState) {
	c, ok := nc.(*conn)
	if !ok || c.lingers.Load() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.removeIdle(c)
	if s == http.StateIdle {
		c.unread.Store(false) // the server has read the rest of the body
	}
	if s == http.StateIdle && c.busy == "" && !c.ended {
		c.idle, c.idleOf = p.idle.PushBack(c), p.of[c.addr].idle.PushBack(c)
	}
}

// removeIdle takes a connection off the lists of idle ones.
func (p *connections) removeIdle(c *conn) {
	if c.idle != nil {
		p.idle.Remove(c.idle)
		p.of[c.addr].idle.Remove(c.idleOf)
		c.idle, c.idleOf = nil, nil
	}
}

// enter counts a request over HTTP/2; leave must be called if it is not refused.
func (p *connections) enter(addr netip.Addr) (busy Busy, leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.of[addr]
	switch {
	case t == nil: // the connection was closed meanwhile
		return "", func() {}
	case t.requests >= p.perAddress && !p.exempt(addr):
		return BusyAddress, nil
	case p.requests >= p.most:
		return BusyProcess, nil
	}
	p.requests++
	t.requests++
	return "", func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.requests--
		t.requests--
		p.dropIfUnused(addr, t)
	}
}

type connKey struct{}

// guard returns next behind the limits. Probes are exempt.
func (p *connections) guard(next http.Handler, refuse func(http.ResponseWriter, *http.Request, Busy)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _ := r.Context().Value(connKey{}).(*conn)
		if c == nil {
			next.ServeHTTP(w, r)
			return
		}
		busy := c.busy
		if busy != "" {
			w.Header().Set("Connection", "close")
		}
		if isProbe(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		if busy == "" && r.ProtoMajor >= 2 {
			var leave func()
			if busy, leave = p.enter(c.addr); busy == "" {
				defer leave()
			}
		}
		if busy == "" {
			next.ServeHTTP(w, r)
			return
		}
		p.mu.Lock()
		p.refused[busy]++
		p.mu.Unlock()
		refuse(w, r, busy)
	})
}

var (
	connectionsOpen    = prometheus.NewDesc("platen_connections", "Open connections of clients.", nil, nil)
	connectionsRefused = prometheus.NewDesc("platen_connections_refused_total", "Requests refused because the process or the client's address had as many connections or requests as it may.", []string{"reason"}, nil)
	connectionsClosed  = prometheus.NewDesc("platen_connections_closed_total", "Connections closed unheard because too many were open.", nil, nil)
)

// Describe implements prometheus.Collector.
func (p *connections) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(p, out) }

// Collect implements prometheus.Collector.
func (p *connections) Collect(out chan<- prometheus.Metric) {
	p.mu.Lock()
	defer p.mu.Unlock()
	out <- prometheus.MustNewConstMetric(connectionsOpen, prometheus.GaugeValue, float64(p.open+p.surplus))
	for _, reason := range []Busy{BusyProcess, BusyAddress} {
		out <- prometheus.MustNewConstMetric(connectionsRefused, prometheus.CounterValue, float64(p.refused[reason]), string(reason))
	}
	out <- prometheus.MustNewConstMetric(connectionsClosed, prometheus.CounterValue, float64(p.closed))
}

// inContext is for http.Server.ConnContext.
func inContext(ctx context.Context, nc net.Conn) context.Context {
	if c, ok := nc.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}
