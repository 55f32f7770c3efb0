package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// site is a running server whose requests to /hold last until release is closed.
type site struct {
	*Server
	holding chan bool
	release chan struct{}
}

func newSite(t *testing.T, cfg Config, o Options, handler http.HandlerFunc) *site {
	t.Helper()
	s := &site{holding: make(chan bool, 1000), release: make(chan struct{})}
	mux := http.NewServeMux()
	mux.Handle("/livez", Probes(func(context.Context) error { return nil }, http.NotFoundHandler()))
	mux.HandleFunc("/hold", func(w http.ResponseWriter, _ *http.Request) {
		s.holding <- true
		<-s.release
		_, _ = io.WriteString(w, "held")
	})
	if handler != nil {
		mux.HandleFunc("/", handler)
	}
	cfg.Addr = "127.0.0.1:0"
	l, err := Listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	o.Log = slog.New(slog.DiscardHandler)
	s.Server = New(cfg, l, mux, o)
	go func() { _ = s.http.Serve(s.listener) }()
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// dial opens a connection and sends text.
func (s *site) dial(t *testing.T, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// get sends a request on a connection of its own and returns the status, 0 if the connection was closed.
func (s *site) get(t *testing.T, path string) (status int, closed bool, header http.Header) {
	t.Helper()
	c := s.dial(t, "GET "+path+" HTTP/1.1\r\nHost: a\r\n\r\n")
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, true, nil
	}
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Close, res.Header
}

// hold opens a connection with a request that lasts.
func (s *site) hold(t *testing.T) net.Conn {
	t.Helper()
	c := s.dial(t, "GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
	<-s.holding
	return c
}

// counts returns how many connections the server counts.
func (s *site) counts() (open, surplus, addresses int) {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	return s.pool.open, s.pool.surplus, len(s.pool.of)
}

// eventually waits until a condition holds; the test's own limit ends it.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 1000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal(what)
}

// TestConnectionsAreBounded: at the limit of the process or of an address, requests are refused and probes respond; far
// beyond it connections are closed. An idle connection is closed for a new one, and all counts return to zero.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cfg    Config
		exempt bool
		why    Busy
	}{
		"process": {Config{Connections: 3, PerAddress: 100}, false, BusyProcess},
		"address": {Config{Connections: 100, PerAddress: 3}, false, BusyAddress},
		"exempt":  {Config{Connections: 3, PerAddress: 1}, true, BusyProcess},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whys := make(chan Busy, 1000)
			s := newSite(t, c.cfg, Options{Unlimited: func(netip.Addr) bool { return c.exempt }, Busy: func(w http.ResponseWriter, _ *http.Request, why Busy) {
				whys <- why
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusTooManyRequests)
			}}, nil)
			for range 3 {
				s.hold(t)
			}
			for range 3 {
				if status, closed, h := s.get(t, "/other"); status != 429 || !closed || h.Get("Retry-After") == "" || <-whys != c.why {
					t.Errorf("beyond the bound: %d, closed %v, %v", status, closed, h)
				}
				if status, closed, _ := s.get(t, "/livez"); status != 200 || !closed {
					t.Errorf("a probe beyond the bound: %d, closed %v", status, closed)
				}
			}
			eventually(t, "refused connections stay", func() bool { _, surplus, _ := s.counts(); return surplus == 0 })
			for range sparePerAddress { // connections without requests, which occupy the surplus
				s.dial(t, "G")
			}
			eventually(t, "not all are accepted", func() bool { _, surplus, _ := s.counts(); return surplus == sparePerAddress })
			if status, closed, _ := s.get(t, "/livez"); status != 0 || !closed {
				t.Errorf("far beyond the bound: %d", status)
			}
			close(s.release)
			eventually(t, "no connection is idle", func() bool { s.pool.mu.Lock(); defer s.pool.mu.Unlock(); return s.pool.idle.Len() == 3 })
			for range 3 {
				if status, _, _ := s.get(t, "/hold"); status != 200 {
					t.Errorf("an idle connection does not make room: %d", status)
				}
			}
			if open, _, _ := s.counts(); open > 3 {
				t.Errorf("%d connections are open", open)
			}
			r := prometheus.NewRegistry()
			r.MustRegister(s.Metrics())
			if _, err := r.Gather(); err != nil {
				t.Error(err)
			}
			_ = s.Close()
			eventually(t, "connections are still counted", func() bool { open, surplus, of := s.counts(); return open == 0 && surplus == 0 && of == 0 })
		})
	}
}

// TestStreamsAreBounded: requests in progress over HTTP/2 count like connections, and each connection has a limit.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, Config{Connections: 100, PerAddress: 5, Streams: 4}, Options{}, func(http.ResponseWriter, *http.Request) {})
	client := func() *http.Client {
		p := new(http.Protocols)
		p.SetUnencryptedHTTP2(true)
		return &http.Client{Transport: &http.Transport{Protocols: p}}
	}
	get := func(c *http.Client, path string) int {
		res, err := c.Get("http://" + s.Addr().String() + path)
		if err != nil {
			return 0
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		return res.StatusCode
	}
	one, two := client(), client()
	responses := make(chan int, 10)
	for range 4 {
		go func() { responses <- get(one, "/hold") }()
		<-s.holding
	}
	go func() { responses <- get(two, "/hold") }()
	<-s.holding
	if status := get(two, "/other"); status != 429 {
		t.Errorf("the sixth request of an address: %d", status)
	}
	if status := get(client(), "/livez"); status != 200 {
		t.Errorf("a probe: %d", status)
	}
	close(s.release)
	for range 5 {
		if status := <-responses; status != 200 {
			t.Errorf("a request within the bounds: %d", status)
		}
	}
	if status := get(client(), "/other"); status != 200 {
		t.Errorf("afterwards: %d", status)
	}
}

// TestSlowClientsLoseTheirConnection: headers, bodies and the reading of a response have deadlines, also when no
// handler reads the body; a refusal does not wait for the body.
func TestSlowClientsLoseTheirConnection(t *testing.T) {
	t.Parallel()
	errs := make(chan error, 10)
	s := newSite(t, Config{HeaderTimeout: 200 * time.Millisecond, BodyTimeout: 200 * time.Millisecond, ResponseTimeout: 400 * time.Millisecond}, Options{}, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/read":
			_, err := io.ReadAll(r.Body)
			errs <- err
		case "/refuse":
			Refusing(w, r)
			w.WriteHeader(http.StatusUnauthorized)
		case "/large":
			_, err := w.Write(bytes.Repeat([]byte("x"), 64<<20))
			errs <- err
		}
	})
	for _, text := range []string{"", "GET / HTTP/1.1\r\nHost: a\r\nX-Drip: "} {
		c := s.dial(t, text)
		if b, err := io.ReadAll(c); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Logf("%q: %q %v", text, b, err) // closed or reset
		}
	}
	c := s.dial(t, "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
	if err := <-errs; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a slow body: %v", err)
	}
	_, _ = io.ReadAll(c)
	for _, path := range []string{"/ignore", "/refuse"} {
		c := s.dial(t, "POST "+path+" HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil || !res.Close {
			t.Errorf("%s with a slow body: %v %v", path, res, err)
		}
	}
	s.dial(t, "GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
	if err := <-errs; err == nil {
		t.Error("a response that no one reads is sent without end")
	}
	eventually(t, "a slow connection is still open", func() bool { open, _, _ := s.counts(); return open == 0 })
}

// TestConnectionsOutliveTheirDeadlines: the deadline for bodies ends neither a request whose body was read nor the next
// one on its connection, and a refusal keeps a connection whose body has arrived.
func TestConnectionsOutliveTheirDeadlines(t *testing.T) {
	t.Parallel()
	const limit = 100 * time.Millisecond
	s := newSite(t, Config{BodyTimeout: limit}, Options{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refuse" {
			Refusing(w, r)
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/refuse-read" {
			Refusing(w, r)
		}
		select {
		case <-r.Context().Done():
		case <-time.After(3 * limit):
		}
		if r.Context().Err() != nil {
			w.WriteHeader(http.StatusTeapot)
		}
	})
	c := s.dial(t, "")
	in := bufio.NewReader(c)
	for _, q := range []struct {
		head string
		want int
	}{{"POST /refuse", 403}, {"POST /read", 200}, {"POST /refuse-read", 200}, {"GET /read", 200}, {"POST /refuse", 403}, {"GET /read", 200}} {
		body := ""
		if strings.HasPrefix(q.head, "POST") {
			body = "abc"
		}
		fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", q.head, len(body), body)
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("%s: %v", q.head, err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		if res.StatusCode != q.want || res.Close {
			t.Errorf("%s: %d, closed %v", q.head, res.StatusCode, res.Close)
		}
	}
}

// TestRefusalReachesAClientThatIsSending: a client reads the response to a large body that no handler reads, instead of
// a reset of the connection.
func TestRefusalReachesAClientThatIsSending(t *testing.T) {
	t.Parallel()
	s := newSite(t, Config{}, Options{}, func(w http.ResponseWriter, r *http.Request) {
		Refusing(w, r)
		w.WriteHeader(http.StatusUnauthorized)
	})
	client := &http.Client{Transport: new(http.Transport)}
	t.Cleanup(client.CloseIdleConnections)
	var senders sync.WaitGroup
	for range 20 {
		senders.Go(func() {
			res, err := client.Post("http://"+s.Addr().String(), "application/json", bytes.NewReader(make([]byte, 2<<20)))
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			if res.StatusCode != http.StatusUnauthorized {
				t.Error(res.Status)
			}
		})
	}
	senders.Wait()
}

// TestNetworksAreCounted: an IPv6 client is counted by its /64, whatever its zone, an IPv4 one alike in both forms.
func TestNetworksAreCounted(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"[2001:db8:1:2:3::4]:80": "2001:db8:1:2::", "[fe80::1%eth0]:80": "fe80::", "[::ffff:192.0.2.1]:80": "192.0.2.1", "192.0.2.1:80": "192.0.2.1"} {
		a, err := net.ResolveTCPAddr("tcp", in)
		if err != nil {
			t.Fatal(err)
		}
		if got := network(a).String(); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
