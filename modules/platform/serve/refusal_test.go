package serve

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestRejectionsByTheHTTPServer: a request that net/http rejects before a handler gets the body of every other refusal,
// and the response of a handler is unchanged, even if it looks like net/http's own.
func TestRejectionsByTheHTTPServer(t *testing.T) {
	t.Parallel()
	cfg := Config{Addr: "127.0.0.1:0"}
	l, err := Listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := New(cfg, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, "HTTP/1.1 400 Bad Request"+plainHead+"400 Bad Request")
	}), Options{Log: slog.New(slog.DiscardHandler), Refusal: func(status int, reason string) ([]byte, string) {
		return fmt.Appendf(nil, `{"status":%d,"reason":%q}`, status, reason), "req_1"
	}})
	go func() { _ = s.http.Serve(s.listener) }()
	t.Cleanup(func() { _ = s.http.Close() })
	send := func(text string) (*http.Response, string) {
		t.Helper()
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%.60q: %v", text, err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatalf("%.60q: %v", text, err)
		}
		return resp, string(body)
	}
	for text, status := range map[string]int{
		"GET /a%zz HTTP/1.1\r\nHost: a\r\n\r\n":                                         400,
		"GET / HTTP/1.1\r\nHost: a\r\nX-A: a\x00b\r\n\r\n":                              400,
		"GET / HTTP/1.1\r\n\r\n":                                                        400,
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n":                                  400,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n":                 501,
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n":                      400,
		"GET / HTTP/9.9\r\nHost: a\r\n\r\n":                                             505,
		"nonsense\r\n\r\n":                                                              400,
		"GET / HTTP/1.1\r\nHost: a\r\nX-A: " + strings.Repeat("a", 32<<10) + "\r\n\r\n": 431,
	} {
		resp, body := send(text)
		if resp.StatusCode != status || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("X-Request-Id") != "req_1" ||
			!strings.HasPrefix(body, fmt.Sprintf(`{"status":%d,`, status)) || !resp.Close {
			t.Errorf("%.60q: %d %v %s", text, resp.StatusCode, resp.Header, body)
		}
	}
	resp, body := send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
	if resp.StatusCode != 400 || resp.Header.Get("X-Request-Id") != "" || !strings.HasSuffix(body, "400 Bad Request") {
		t.Errorf("a handler's own: %v %s", resp.Header, body)
	}
}
