package scenarios

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// TestHostileReceivers: for every misbehaviour of a receiver, the attempt ends in time and uses little memory.
func TestHostileReceivers(t *testing.T) {
	t.Parallel()
	h := startHooks(t, "PLATEN_WEBHOOK_TIMEOUT", "1s")
	hit := newReceiver(t, nil)
	raw := func(talk func(net.Conn)) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() { defer c.Close(); _, _ = c.Read(make([]byte, 64<<10)); talk(c) }()
			}
		}()
		return "http://" + l.Addr().String()
	}
	after := func(d time.Duration) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
			w.WriteHeader(200)
		}
	}
	flood := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	}
	drip := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte("."))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	}
	selfSigned := httptest.NewTLSServer(status(200))
	selfSigned.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(selfSigned.Close)
	closed := newReceiver(t, nil)
	closed.Close()
	cases := []struct {
		name, url string
		delivered bool
		status    int
		says      string
	}{
		{"in time", newReceiver(t, after(700*time.Millisecond)).URL, true, 200, ""},
		{"too late", newReceiver(t, after(1400*time.Millisecond)).URL, false, 0, "within 1s"},
		{"redirect", newReceiver(t, http.RedirectHandler(hit.URL, 307).ServeHTTP).URL, false, 307, "307"},
		{"garbage", raw(func(c net.Conn) { _, _ = c.Write([]byte("\x00\xff lorem ipsum\r\n\r\n")) }), false, 0, "not HTTP"},
		{"RST", raw(func(c net.Conn) { _ = c.(*net.TCPConn).SetLinger(0) }), false, 0, "broke"},
		{"RST in the body", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
			_ = c.(*net.TCPConn).SetLinger(0)
		}), true, 200, ""},
		{"RST after the headers", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 204 No Content\r\n\r\n"))
			_ = c.(*net.TCPConn).SetLinger(0)
		}), true, 204, ""},
		{"body shorter than its length", raw(func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf")) }), true, 202, ""},
		{"malformed chunks", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nnot a chunk\x00\xff"))
		}), true, 200, ""},
		{"endless chunk extension", raw(func(c net.Conn) {
			for _, err := c.Write([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;")); err == nil; {
				_, err = c.Write([]byte(strings.Repeat("y", 4000)))
			}
		}), true, 200, ""},
		{"malformed encoding of the body", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"))
		}), true, 200, ""},
		{"body that never comes", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"))
			_, _ = c.Read(make([]byte, 1)) // until the connection is closed
		}), true, 200, ""},
		{"endless body of a failure", newReceiver(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500); flood(w, r) }).URL, false, 500, "500"},
		{"silence", raw(func(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }), false, 0, "within 1s"},
		{"endless header", raw(func(c net.Conn) {
			for _, err := c.Write([]byte("HTTP/1.1 200 OK\r\n")); err == nil; {
				_, err = c.Write([]byte("X: " + strings.Repeat("y", 4000) + "\r\n"))
			}
		}), false, 0, "not HTTP"},
		{"informational responses without end", raw(func(c net.Conn) {
			for _, err := c.Write([]byte("HTTP/1.1 103 Early Hints\r\n\r\n")); err == nil; {
				_, err = c.Write([]byte("HTTP/1.1 100 Continue\r\nX: y\r\n\r\n"))
			}
		}), false, 0, "not HTTP"},
		{"informational responses, then success", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"))
		}), true, 204, ""},
		{"another protocol", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"))
			_, _ = c.Read(make([]byte, 1))
		}), false, 101, "101"},
		{"headers that trickle", raw(func(c net.Conn) {
			for _, err := c.Write([]byte("HTTP/1.1 200 OK\r\nX: ")); err == nil; {
				_, err = c.Write([]byte("y"))
				time.Sleep(10 * time.Millisecond)
			}
		}), false, 0, "within 1s"},
		{"half-closed without a response", raw(func(c net.Conn) {
			_ = c.(*net.TCPConn).CloseWrite()
			_, _ = c.Read(make([]byte, 1))
		}), false, 0, "broke"},
		{"success, then half-closed", raw(func(c net.Conn) {
			_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
			_ = c.(*net.TCPConn).CloseWrite()
			_, _ = c.Read(make([]byte, 1))
		}), true, 200, ""},
		{"endless body", newReceiver(t, flood).URL, true, 200, ""},
		{"dripping body", newReceiver(t, drip).URL, true, 200, ""},
		{"no one there", closed.URL, false, 0, "no connection"},
		{"a certificate of its own", selfSigned.URL, false, 0, "certificate"},
		{"a name that is not public", "http://localhost:1/", false, 0, "no connection"},
		{"long response", newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(strings.Repeat("é", 5000))) }).URL, true, 200, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := h.create(t, h.Live, c.url)
			began := time.Now()
			var d delivery
			h.ok(t, 200, "POST", "webhooks/"+w.ID+"/test", h.Live, "", &d)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
			if len(d.Attempts) != 1 || !d.Test || d.NextAttemptAt != nil {
				t.Fatalf("returns %+v", d)
			}
			a := d.Attempts[0]
			if (d.Status == "delivered") != c.delivered || a.ResponseStatus != c.status || !strings.Contains(a.Error, c.says) || (c.says == "" && a.Error != "") || len(a.ResponseBody) > 2<<10 {
				t.Errorf("%s: status %d, error %q, %d bytes", d.Status, a.ResponseStatus, a.Error, len(a.ResponseBody))
			}
		})
	}
	t.Cleanup(func() {
		if len(hit.all()) > 0 {
			t.Error("a redirect was followed")
		}
	})
}

// TestSlowReceiverDelaysNoOther: at most ten attempts of one endpoint are in flight, and others are notified at
// once. Disabling pauses, enabling goes on.
func TestSlowReceiverDelaysNoOther(t *testing.T) {
	t.Parallel()
	h := startHooks(t)
	release := make(chan struct{})
	slow := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	quick := newReceiver(t, nil)
	h.create(t, h.Live, slow.URL)
	q := h.create(t, h.Live, quick.URL)
	const jobs = 30
	for i := range jobs {
		h.render(t, h.Live, fmt.Sprintf(`,"metadata":{"n":"%d"}`, i))
	}
	quick.wait(t, jobs)
	slow.wait(t, 10)
	if n := len(slow.all()); n != 10 {
		t.Errorf("%d attempts in flight, want 10", n)
	}
	close(release)
	got := slow.wait(t, jobs)
	seen := map[string]bool{}
	for _, g := range got {
		seen[g.header.Get("X-Service-Delivery")] = true
	}
	if len(seen) != jobs {
		t.Errorf("%d deliveries, want %d", len(seen), jobs)
	}

	h.ok(t, 200, "PATCH", "webhooks/"+q.ID, h.Live, `{"enabled":false}`, nil)
	h.render(t, h.Live, "")
	slow.wait(t, jobs+1)
	if n := len(quick.all()); n != jobs {
		t.Errorf("a disabled webhook was notified: %d", n-jobs)
	}
	h.ok(t, 200, "PATCH", "webhooks/"+q.ID, h.Live, `{"enabled":true}`, nil)
	quick.set(status(500))
	h.render(t, h.Live, "")
	quick.wait(t, jobs+1)
	h.ok(t, 200, "PATCH", "webhooks/"+q.ID, h.Live, `{"enabled":false}`, nil)
	h.Advance(t, time.Minute)
	quick.set(nil)
	h.ok(t, 200, "PATCH", "webhooks/"+q.ID, h.Live, `{"enabled":true}`, nil)
	quick.wait(t, jobs+2)
}

// TestDeliveriesSurviveARestart: what was being sent when the process stopped is sent again by the next one,
// with the same id and bytes.
func TestDeliveriesSurviveARestart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	settings := []string{"PLATEN_DATA_DIR", data, "PLATEN_DATABASE_URL", harness.Database(t)}
	h := startHooks(t, settings...)
	r := newReceiver(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	w := h.create(t, h.Live, r.URL)
	h.render(t, h.Live, "")
	r.wait(t, 1)
	h.Stop()
	r.set(nil)
	again := startHooks(t, settings...)
	got := r.wait(t, 2)
	if string(got[0].body) != string(got[1].body) || got[0].header.Get("X-Service-Delivery") != got[1].header.Get("X-Service-Delivery") {
		t.Error("the second attempt differs")
	}
	again.delivery(t, h.Live, w.ID, func(d delivery) bool { return d.Status == "delivered" })
}
