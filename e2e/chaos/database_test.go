package chaos

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// link is a TCP proxy that can stop forwarding, which to a client looks like a server whose processes are stopped:
// connections are accepted and stay open, but receive nothing. It can also slow down and end connections.
type link struct {
	listener        net.Listener
	network, server string

	mu      sync.Mutex
	stopped chan struct{} // closed when it is resumed; nil while it forwards
	delay   time.Duration // before every read is forwarded
	most    int           // maximum bytes of a write, 0 for no limit
	pairs   map[*pair]bool
}

// pair is a client's connection and the corresponding connection to the server.
type pair struct {
	client *net.TCPConn
	server net.Conn
}

// newLink returns the URL of a database through a link.
func newLink(t *testing.T, database string) (*link, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l := &link{network: "tcp", server: u.Host, pairs: map[*pair]bool{}}
	q := u.Query()
	if host := q.Get("host"); strings.HasPrefix(host, "/") { // a Unix socket
		port := q.Get("port")
		if port == "" {
			port = "5432"
		}
		l.network, l.server = "unix", host+"/.s.PGSQL."+port
		q.Del("host")
		q.Del("port")
	}
	l.listen(t)
	u.Host, u.RawQuery = l.listener.Addr().String(), q.Encode()
	return l, u.String()
}

// listen accepts and forwards connections.
func (l *link) listen(t *testing.T) {
	t.Helper()
	var err error
	if l.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.listener.Close(); l.resume() })
	go l.accept()
}

func (l *link) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(l.network, l.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		p := &pair{client.(*net.TCPConn), server}
		l.mu.Lock()
		l.pairs[p] = true
		l.mu.Unlock()
		var once sync.Once
		end := func() {
			once.Do(func() {
				_ = client.Close()
				_ = server.Close()
				l.mu.Lock()
				delete(l.pairs, p)
				l.mu.Unlock()
			})
		}
		go func() { l.forward(server, client); end() }()
		go func() { l.forward(client, server); end() }()
	}
}

func (l *link) forward(to io.Writer, from io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		l.mu.Lock()
		stopped, delay, most := l.stopped, l.delay, l.most
		l.mu.Unlock()
		if stopped != nil {
			<-stopped
		}
		for rest := buf[:n]; ; {
			time.Sleep(delay)
			part := rest
			if most > 0 {
				part = rest[:min(most, len(rest))]
			}
			if _, e := to.Write(part); e != nil {
				return
			}
			if rest = rest[len(part):]; len(rest) == 0 {
				break
			}
		}
		if err != nil {
			return
		}
	}
}

// slow delays every read by delay and forwards at most most bytes at a time; 0 and 0 remove the limits.
func (l *link) slow(delay time.Duration, most int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.delay, l.most = delay, most
}

// reset ends every connection with a TCP RST, as a router does that has lost its connection table.
func (l *link) reset() {
	l.each(func(p *pair) { _ = p.client.SetLinger(0); _ = p.client.Close() })
}

// halfClose closes the server's side of every connection and leaves the client's open.
func (l *link) halfClose() {
	l.each(func(p *pair) { _ = p.client.CloseWrite() })
}

func (l *link) each(f func(*pair)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := range l.pairs {
		f(p)
	}
}

func (l *link) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stopped = make(chan struct{})
}

func (l *link) resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stopped != nil {
		close(l.stopped)
		l.stopped = nil
	}
}

// TestStoppedDatabaseRejectsRequests: while the database does not respond, every kind of request ends with a retryable
// error; after it is resumed the same requests succeed and no connection of the pool is leaked.
func TestStoppedDatabaseRejectsRequests(t *testing.T) {
	t.Parallel()
	l, database := newLink(t, harness.Database(t))
	s := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_DATABASE_WAIT": "1s", "PLATEN_FILE_CACHE": "0"})
	const generate = "/api/v1/facade/generate"
	body := func(operation string, n int) string {
		return fmt.Sprintf(`{"operation":%q,"html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, operation, n)
	}
	var made struct{ Outputs []struct{ URL string } }
	s.Do(t, "POST", generate, s.Live, body("preview", 0)).JSON(t, &made)
	requests := []struct {
		name, method, path, token, body string
		status, after                   int // while it is stopped and when it works again
	}{
		{"preview", "POST", generate, s.Live, body("preview", 1), 500, 200},
		{"job", "POST", generate, s.Live, body("render", 2), 500, 202},
		{"list", "GET", "/api/v1/images/", s.Live, "", 500, 200},
		{"usage", "GET", "/api/v1/usage", s.Test, "", 500, 200},
		{"unknown key", "GET", "/api/v1/usage", s.Live[:len(s.Live)-1] + "!", "", 0, 401},
		{"public file", "GET", made.Outputs[0].URL, "", "", 503, 200},
	}
	l.stop()
	var all sync.WaitGroup
	for i := range 40 { // more than there are connections
		r := requests[i%len(requests)]
		all.Go(func() {
			headers := []string{}
			if r.method == "POST" {
				headers = append(headers, "Idempotency-Key", fmt.Sprintf("5b3a94c1-0000-4000-8000-%012d", i))
			}
			a := s.Do(t, r.method, r.path, r.token, r.body, headers...)
			if r.status == 0 {
				return // rejected by its checksum, without the database
			}
			if code, rule := a.Code(t); a.Status != r.status || code != "INTERNAL_ERROR" || rule != "database_unavailable" || a.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %s %s, Retry-After %q", r.name, a.Status, code, rule, a.Header.Get("Retry-After"))
			}
		})
	}
	all.Wait() // the requests end by their own timeouts: the database is still stopped
	readiness := func(want int) {
		t.Helper()
		got := 0
		for range 100 {
			if got = s.Do(t, "GET", "/readyz", "", "").Status; got == want {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("/readyz responds %d, want %d", got, want)
	}
	readiness(503)
	l.resume()
	readiness(200)
	for i := range 2 * len(requests) {
		r := requests[i%len(requests)]
		var a *harness.Response
		for range 100 { // claims of the rejected requests end with their lease or are released
			headers := []string{}
			if r.method == "POST" {
				headers = append(headers, "Idempotency-Key", fmt.Sprintf("5b3a94c1-0000-4000-8000-%012d", i))
			}
			if a = s.Do(t, r.method, r.path, r.token, r.body, headers...); a.Status == r.after {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if a.Status != r.after {
			t.Errorf("%s, afterwards: %d %s", r.name, a.Status, a.Body)
		}
	}
	pool := s.App().DB.Pool()
	for range 100 {
		if pool.Stat().AcquiredConns() == 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if n := pool.Stat().AcquiredConns(); n > 2 {
		t.Errorf("%d connections are still in use", n)
	}
}
