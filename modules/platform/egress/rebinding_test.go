package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// names is a DNS server that responds to each lookup of a name with the next of its lists of addresses.
type names struct {
	mu      sync.Mutex
	lists   [][]string
	lookups int
}

func (n *names) next() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := min(n.lookups, len(n.lists)-1)
	n.lookups++
	return n.lists[at]
}

// resolver returns a resolver that asks n. It has addresses for questions of type A only, so that a lookup takes one of the lists.
func (n *names) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pc.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := pc.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:size]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				for _, text := range n.next() {
					m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class},
						Body: &dnsmessage.AResource{A: netip.MustParseAddr(text).As4()}})
				}
			}
			if out, err := m.Pack(); err == nil {
				_, _ = pc.WriteTo(out, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", pc.LocalAddr().String())
	}}
}

// TestChangingNamesReachNoPrivateAddress: a name whose address changes between the check and the connection, between
// connections, or that mixes public and private addresses, never leads to a private address. Each connection looks the
// name up once: what is checked is what is dialled.
func TestChangingNamesReachNoPrivateAddress(t *testing.T) {
	t.Parallel()
	const public = "192.175.47.1"
	if !Public(netip.MustParseAddr(public)) {
		t.Fatal("the guard does not dial it")
	}
	for name, lists := range map[string][][]string{
		"public, then private":             {{public}, {"127.0.0.1"}},
		"private, then public":             {{"127.0.0.1"}, {public}},
		"both":                             {{public, "127.0.0.1"}},
		"both, the private first":          {{"127.0.0.1", public}},
		"the metadata address after three": {{public}, {public}, {public}, {"169.254.169.254"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := &names{lists: lists}
			g := New(Config{})
			g.resolver = n.resolver(t)
			errUnreachable := errors.New("unreachable")
			g.connect = func(_ context.Context, _, address string) (net.Conn, error) {
				if ap := netip.MustParseAddrPort(address); !Public(ap.Addr()) {
					t.Errorf("%s is dialled", ap)
				}
				return nil, errUnreachable
			}
			for i := range 4 {
				client := g.Client(Options{Timeout: time.Minute})
				res, err := client.Get("https://rebind.example.com")
				if err == nil {
					_ = res.Body.Close()
					t.Fatal("a request succeeded")
				}
				want := errUnreachable
				addresses := lists[min(i, len(lists)-1)]
				for _, a := range addresses {
					if !Public(netip.MustParseAddr(a)) {
						want = ErrRefused
					}
				}
				if !errors.Is(err, want) {
					t.Errorf("connection %d to %v: %v, want: %v", i, addresses, err, want)
				}
			}
			n.mu.Lock()
			defer n.mu.Unlock()
			if n.lookups != 4 {
				t.Errorf("%d lookups for 4 connections", n.lookups)
			}
		})
	}
}
