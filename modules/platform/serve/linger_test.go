package serve

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// refusing responds to every request but probes without reading its body.
func refusing(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/refuse" {
		Refusing(w, r)
		w.WriteHeader(http.StatusUnauthorized)
	}
}

// TestSlowClientReadsItsRefusal: a client that sends its body slowly and reads the response afterwards gets the response,
// not a reset of the connection: with a length or in chunks, refused by a handler, for its size or for its headers.
func TestSlowClientReadsItsRefusal(t *testing.T) {
	t.Parallel()
	s := newSite(t, Config{}, Options{Refusal: func(int, string) ([]byte, string) { return []byte("{}"), "req_1" }}, refusing)
	const pieces = 20
	piece := strings.Repeat("x", 50)
	for name, c := range map[string]struct {
		head, piece string
		want        int
	}{
		"a small body":             {fmt.Sprintf("POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", pieces*len(piece)), piece, 401},
		"a large body":             {"POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n", piece, 401},
		"chunks":                   {"POST /refuse HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "32\r\n" + piece + "\r\n", 401},
		"an unknown coding":        {"POST /refuse HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n", piece, 501},
		"headers too large":        {"POST /refuse HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 64<<10), piece, 431},
		"a body that no one reads": {"POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n", piece, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := s.dial(t, c.head)
			for range pieces {
				time.Sleep(100 * time.Millisecond)
				if _, err := io.WriteString(conn, c.piece); err != nil {
					t.Fatalf("the connection ended while the body was sent: %v", err)
				}
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || res.StatusCode != c.want {
				t.Errorf("%v, %v; want %d", res, err, c.want)
			}
		})
	}
	t.Cleanup(func() {
		eventually(t, "a connection lingers although its client has closed it", func() bool { open, _, _ := s.counts(); return open == 0 })
	})
}

// TestLingeringIsBounded: a client that sends without end loses its connection, and a lingering connection is closed for
// a new one.
func TestLingeringIsBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t, Config{Connections: 1}, Options{}, refusing)
	c := s.dial(t, "POST /refuse HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
	chunk := "10000\r\n" + strings.Repeat("x", 1<<16) + "\r\n"
	sent := 0
	for ; sent < 100<<20; sent += len(chunk) {
		if _, err := io.WriteString(c, chunk); err != nil {
			break
		}
	}
	if sent >= 100<<20 {
		t.Error("a refused client sends 100 MiB")
	}
	eventually(t, "the connection is still counted", func() bool { open, _, _ := s.counts(); return open == 0 })

	s.dial(t, "POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
	eventually(t, "the connection does not linger", func() bool { s.pool.mu.Lock(); defer s.pool.mu.Unlock(); return s.pool.idle.Len() == 1 })
	if status, _, _ := s.get(t, "/ignore"); status != 200 {
		t.Errorf("a request at the limit, with a lingering connection: %d", status)
	}
}
