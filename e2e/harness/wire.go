package harness

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Wire is a proxy in front of Postgres that counts round trips and transactions.
type Wire struct {
	// URL is the address of the database behind the wire.
	URL string

	mu    sync.Mutex
	count Traffic
}

// Traffic is the traffic through a Wire. A round trip ends with the server's ReadyForQuery; a transaction ends with a
// ReadyForQuery whose status is idle.
type Traffic struct {
	RoundTrips, Transactions int
	// Statements are the texts of the statements, those of one round trip joined by " ; ".
	Statements []string

	trips []trip
}

// Background are substrings of the statements of an idle service: of the queue, the periodic tasks, the connection pool
// and the preparation of statements.
var Background = []string{"river_job", "river_queue", "river_leader", "river_notification", "platform.periodic", "woken_until", "webhooks.delivery SET status = 'failed'",
	"-- ping", "PARSE stmtcache"}

// Without returns the traffic without the round trips whose statements contain one of the texts, and without the
// transactions that contain those.
func (t Traffic) Without(texts ...string) Traffic {
	out := Traffic{}
	for _, trip := range t.trips {
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(trip.transaction.text, text) }) {
			continue
		}
		out.RoundTrips++
		if trip.idle {
			out.Transactions++
		}
		out.Statements = append(out.Statements, trip.text)
		out.trips = append(out.trips, trip)
	}
	return out
}

// trip is one round trip.
type trip struct {
	text        string
	idle        bool // no transaction is open after it
	transaction *transaction
}

// transaction is shared by the trips of one transaction.
type transaction struct{ text string }

// NewWire listens in front of the database at an address until the test ends.
func NewWire(t testing.TB, database string) *Wire {
	t.Helper()
	cfg, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	network, target := "tcp", net.JoinHostPort(cfg.Host, fmt.Sprint(cfg.Port))
	if strings.HasPrefix(cfg.Host, "/") {
		network, target = "unix", fmt.Sprintf("%s/.s.PGSQL.%d", cfg.Host, cfg.Port)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	u := url.URL{Scheme: "postgres", User: url.UserPassword(cfg.User, cfg.Password), Host: l.Addr().String(), Path: cfg.Database, RawQuery: "sslmode=disable"}
	w := &Wire{URL: u.String()}
	go w.accept(l, network, target)
	return w
}

func (w *Wire) accept(l net.Listener, network, target string) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(network, target)
		if err != nil {
			_ = client.Close()
			continue
		}
		c := &wireConn{wire: w, named: map[string]string{}}
		go func() { c.forward(server, client); _ = server.Close() }()
		go func() { c.back(client, server); _ = client.Close() }()
	}
}

// Count returns the traffic while do ran.
func (w *Wire) Count(do func()) Traffic {
	w.mu.Lock()
	w.count = Traffic{}
	w.mu.Unlock()
	do()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// wireConn is one connection through a Wire.
type wireConn struct {
	wire *Wire

	mu    sync.Mutex
	named map[string]string // the texts of prepared statements
	sent  []string          // since the last ReadyForQuery
	open  *transaction
}

// forward forwards the client's messages and records their statements.
func (c *wireConn) forward(server io.Writer, client io.Reader) {
	in := bufio.NewReaderSize(client, 64<<10)
	for first := true; ; first = false {
		typ, body, err := message(in, first)
		if err != nil {
			return
		}
		c.note(typ, body)
		if _, err := server.Write(body); err != nil {
			return
		}
	}
}

// message reads a whole message; the startup message of a connection has no type.
func message(in *bufio.Reader, first bool) (typ byte, whole []byte, err error) {
	n := 5
	if first {
		n = 4
	}
	head, err := in.Peek(n)
	if err != nil {
		return 0, nil, err
	}
	size := int(binary.BigEndian.Uint32(head[n-4:])) + n - 4
	if !first {
		typ = head[0]
	}
	whole = make([]byte, size)
	_, err = io.ReadFull(in, whole)
	return typ, whole, err
}

func (c *wireConn) note(typ byte, message []byte) {
	text := func(b []byte) (string, []byte) {
		s, rest, _ := bytes.Cut(b, []byte{0})
		return string(s), rest
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch typ {
	case 'Q':
		s, _ := text(message[5:])
		c.sent = append(c.sent, s)
	case 'P':
		name, rest := text(message[5:])
		s, _ := text(rest)
		c.named[name] = s
		c.sent = append(c.sent, "PARSE "+name)
	case 'B':
		_, rest := text(message[5:])
		name, _ := text(rest)
		c.sent = append(c.sent, c.named[name])
	}
}

// back forwards the server's messages and counts round trips.
func (c *wireConn) back(client io.Writer, server io.Reader) {
	in := bufio.NewReaderSize(server, 64<<10)
	for {
		head, err := in.Peek(6)
		if err != nil && len(head) < 5 {
			return
		}
		size := 1 + int64(binary.BigEndian.Uint32(head[1:]))
		if head[0] == 'Z' {
			c.ready(head[5] == 'I')
		}
		if _, err := io.CopyN(client, in, size); err != nil {
			return
		}
	}
}

func (c *wireConn) ready(idle bool) {
	w := c.wire
	w.mu.Lock()
	defer w.mu.Unlock()
	c.mu.Lock()
	text := strings.Join(strings.Fields(strings.Join(c.sent, " ; ")), " ")
	c.sent = c.sent[:0]
	c.mu.Unlock()
	if c.open == nil {
		c.open = &transaction{}
	}
	c.open.text += text + "\n"
	w.count.RoundTrips++
	w.count.Statements = append(w.count.Statements, text)
	w.count.trips = append(w.count.trips, trip{text, idle, c.open})
	if idle {
		w.count.Transactions++
		c.open = nil
	}
}
