package scenarios

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// dial opens a connection to a service and sends text.
func dial(t *testing.T, s *harness.Service, text string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c.(*net.TCPConn)
}

// respond reads the response on a connection and the code and rule of its error.
func respond(t *testing.T, c net.Conn) (res *http.Response, code, rule string) {
	t.Helper()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(res.Body)
	var e struct {
		Error struct {
			Code    string
			Details []struct{ Context struct{ Rule string } }
		}
	}
	_ = json.Unmarshal(text, &e)
	if len(e.Error.Details) > 0 {
		rule = e.Error.Details[0].Context.Rule
	}
	return res, e.Error.Code, rule
}

// TestSlowBodyIsNotInvalid: a body that does not arrive in time gets 429 and may be retried; a truncated one is malformed.
func TestSlowBodyIsNotInvalid(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_BODY_TIMEOUT": "200ms"})
	for _, path := range []string{"/api/v1/facade/generate", "/api/v1/generate/sign", "/platen.rendering.v1.RenderService/Generate"} {
		for _, header := range []string{"Content-Length: 100", "Transfer-Encoding: chunked"} {
			text := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n%s\r\n\r\n", path, s.Live, header)
			if header[0] == 'T' {
				text += "64\r\n"
			}
			text += `{"operation":`
			slow := dial(t, s, text)
			res, code, rule := respond(t, slow)
			if strings.HasPrefix(path, "/platen.") {
				if res.StatusCode != 429 {
					t.Errorf("%s, %s: slow: %d", path, header, res.StatusCode)
				}
				continue
			}
			if res.StatusCode != 429 || code != "RATE_LIMIT_EXCEEDED" || rule != "body_timeout" || res.Header.Get("Retry-After") == "" || !res.Close {
				t.Errorf("%s, %s: slow: %d %s %s %v", path, header, res.StatusCode, code, rule, res.Header)
			}
			short := dial(t, s, text)
			if err := short.CloseWrite(); err != nil {
				t.Fatal(err)
			}
			if res, code, rule := respond(t, short); res.StatusCode != 400 || code != "INVALID_REQUEST" || rule != "body_incomplete" {
				t.Errorf("%s, %s: short: %d %s %s", path, header, res.StatusCode, code, rule)
			}
		}
	}
}

// TestConnectionsOfAServiceAreBounded: when a process is at its connection limit and none is idle, requests are rejected
// with the error envelope, and the probes respond.
func TestConnectionsOfAServiceAreBounded(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CONNECTIONS": "40"})
	const head = " HTTP/1.1\r\nHost: a\r\n\r\n"
	for range 40 {
		dial(t, s, "POST /api/v1/facade/generate HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nAuthorization: Bearer "+s.Live+"\r\n\r\n") // waits for its body
	}
	for n := 0; ; n++ {
		res, code, rule := respond(t, dial(t, s, "GET /api/v1/facade/health"+head))
		if res.StatusCode == 429 {
			if code != "RATE_LIMIT_EXCEEDED" || rule != "max_connections" || res.Header.Get("Retry-After") == "" || !strings.HasPrefix(res.Header.Get("X-Request-Id"), "req_") || !res.Close {
				t.Errorf("%s %s %v", code, rule, res.Header)
			}
			break
		}
		if n == 1000 {
			t.Fatal("connections are not bounded")
		}
	}
	for _, path := range []string{"/livez", "/readyz"} {
		if res, _, _ := respond(t, dial(t, s, "GET "+path+head)); res.StatusCode != 200 || !res.Close {
			t.Errorf("%s: %d, closed %v", path, res.StatusCode, res.Close)
		}
	}
}
