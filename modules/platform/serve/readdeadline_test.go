package serve

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// starved accepts connections on which the server comes to its second read only after pause.
type starved struct {
	net.Listener
	pause time.Duration
}

type starvedConn struct {
	net.Conn
	pause time.Duration
	reads int
}

func (l starved) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &starvedConn{Conn: c, pause: l.pause}, err
}

func (c *starvedConn) Read(p []byte) (int, error) {
	if c.reads++; c.reads == 2 {
		time.Sleep(c.pause)
	}
	return c.Conn.Read(p)
}

// TestHeadersInTimeAreRead checks that headers that arrived in time are served although the server read them after the
// deadline, and that a client that sends half a line gets 408.
func TestHeadersInTimeAreRead(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusal := func(status int, _ string) ([]byte, string) { return []byte(http.StatusText(status)), "req_1" }
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "served") })
	s := New(Config{HeaderTimeout: time.Second}, starved{l, 1300 * time.Millisecond}, handler, Options{Refusal: refusal, Log: slog.New(slog.DiscardHandler)})
	go func() { _ = s.http.Serve(s.listener) }()
	t.Cleanup(func() { _ = s.Close() })
	for request, want := range map[string]struct {
		status int
		body   string
	}{
		"GET /a-path-of-some-length HTTP/1.1\r\nHost: a\r\n\r\n": {200, "served"},
		"GET /a-path-of-some-length HT":                          {408, "Request Timeout"},
	} {
		t.Run(strings.Fields(request)[2], func(t *testing.T) {
			t.Parallel()
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			if _, err := io.WriteString(c, request); err != nil {
				t.Fatal(err)
			}
			res, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatalf("no response: %v", err)
			}
			body, _ := io.ReadAll(res.Body)
			if res.StatusCode != want.status || string(body) != want.body {
				t.Errorf("%d %q, want %d %q", res.StatusCode, body, want.status, want.body)
			}
		})
	}
}

// TestSlowClientsGainNoTime sends a byte every 20 ms: the header timeout ends the connection all the same.
func TestSlowClientsGainNoTime(t *testing.T) {
	t.Parallel()
	s := newSite(t, Config{HeaderTimeout: time.Second}, Options{}, nil)
	c := s.dial(t, "GET /")
	for range 500 {
		if _, err := io.WriteString(c, "x"); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the connection is open after 10 s")
}
