// Package egress guards outbound connections: every request to an address supplied by a user goes
// through a client created here.
//
// A URL is parsed strictly, its host resolved once, every address checked to be public, and the checked
// address is dialled; the socket's address is checked again just before it connects, which defeats DNS
// rebinding. Redirects are followed only where a purpose allows them, each checked again. The reason of
// a failure is only logged: callers report no more than that the address could not be reached.
package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Config is the installation's policy.
type Config struct {
	AllowLoopback bool   `env:"PLATEN_ALLOW_LOOPBACK" doc:"Development: webhooks, key sets and assets may be plain http on loopback. Refused in production."`
	Environment   string `env:"PLATEN_ENV" default:"development" doc:"development or production; production refuses development settings."`
}

// Validate rejects loopback in production.
func (c Config) Validate() error {
	var problems []error
	if c.Environment != "development" && c.Environment != "production" {
		problems = append(problems, fmt.Errorf(`PLATEN_ENV: %q is neither "development" nor "production"`, c.Environment))
	}
	if c.AllowLoopback && c.Environment == "production" {
		problems = append(problems, errors.New("PLATEN_ALLOW_LOOPBACK: must not be set when PLATEN_ENV is production"))
	}
	return errors.Join(problems...)
}

// ErrRefused is returned for an address that the policy forbids; the wrapped text is for logs only.
var ErrRefused = errors.New("address refused")

// ErrTooLarge is returned for a response longer than its limit.
var ErrTooLarge = errors.New("response too large")

// Guard checks addresses and creates clients. It is safe for concurrent use.
type Guard struct {
	loopback bool
	resolver *net.Resolver
	networks []netip.Prefix // the operator's own (Within)
	// connect opens a connection to an address whose IP was checked.
	connect func(ctx context.Context, network, address string) (net.Conn, error)
}

// New returns a guard with the policy of c.
func New(c Config) *Guard {
	g := &Guard{loopback: c.AllowLoopback, resolver: net.DefaultResolver}
	g.connect = g.open
	return g
}

// open opens a connection and checks the address again when its socket connects.
func (g *Guard) open(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Control: g.control}
	return dialer.DialContext(ctx, network, address)
}

// CheckURL parses raw and returns it if a request to it may be attempted: https (or http on loopback where
// that is allowed), a host, no user information, no address literal that is not public. It resolves
// nothing. The error is ErrRefused with the reason.
func (g *Guard) CheckURL(raw string) (*url.URL, error) {
	if len(raw) > 2048 {
		return nil, refuse("the URL is longer than 2,048 characters")
	}
	for _, r := range raw {
		if r <= ' ' || r == '\\' || r == 0x7f {
			return nil, refuse("the URL holds white space, a control character or a backslash")
		}
	}
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" || u.Hostname() == "" {
		return nil, refuse("the URL is not absolute")
	}
	if u.User != nil {
		return nil, refuse("the URL holds user information")
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	addr, literal := netip.ParseAddr(host)
	isLoopback := host == "localhost" || strings.HasSuffix(host, ".localhost") || (literal == nil && addr.Unmap().IsLoopback())
	switch {
	case u.Scheme == "https":
	case u.Scheme == "http" && g.loopback && isLoopback:
	case u.Scheme == "http" && len(g.networks) > 0:
	default:
		return nil, refuse("the scheme is not https")
	}
	if literal == nil {
		if err := g.checkAddr(addr); err != nil {
			return nil, err
		}
	} else if err := checkName(host); err != nil && !(isLoopback && g.loopback) && len(g.networks) == 0 {
		return nil, err
	}
	return u, nil
}

// checkName rejects names that resolvers read as addresses and names reserved for private use.
func checkName(host string) error {
	if host == "localhost" || !strings.Contains(host, ".") {
		return refuse("the host is not a public name")
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	// The system's resolver reads 127.1, 0x7f.1 and 2130706433 as addresses; a top-level name never
	// begins with a digit.
	if last == "" || last[0] >= '0' && last[0] <= '9' {
		return refuse("the host is an odd form of an address")
	}
	switch last {
	case "localhost", "local", "internal", "home", "lan", "corp", "intranet", "test", "invalid", "onion":
		return refuse("the host is not a public name")
	}
	return nil
}

func refuse(reason string) error { return fmt.Errorf("%w: %s", ErrRefused, reason) }

// Options configure a client for one purpose.
type Options struct {
	// Timeout bounds a whole exchange; 0 means 5 s. Connecting is bounded to 5 s as well.
	Timeout time.Duration
	// Redirects is the maximum number of redirects, each checked again; 0 returns the 3xx response.
	Redirects int
	// MaxConnsPerHost bounds parallel connections to one host; 0 means no bound.
	MaxConnsPerHost int
}

const connectTimeout = 5 * time.Second

// Client returns an http.Client that reaches public addresses only. It ignores proxy variables: a proxy
// would resolve names without the guard's checks.
func (g *Guard) Client(o Options) *http.Client {
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	transport := &http.Transport{
		DialContext:            g.dial,
		TLSHandshakeTimeout:    connectTimeout,
		ResponseHeaderTimeout:  o.Timeout,
		MaxResponseHeaderBytes: 64 << 10,
		MaxConnsPerHost:        o.MaxConnsPerHost,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true, // limits apply to bodies as transferred
	}
	return &http.Client{
		Transport: checked{g, transport},
		Timeout:   o.Timeout,
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if o.Redirects == 0 {
				return http.ErrUseLastResponse
			}
			if len(via) > o.Redirects {
				return refuse("too many redirects")
			}
			return nil // the transport checks the address
		},
	}
}

// checked rejects a URL before anything is resolved, on the first request and on every redirect, and responses that
// switch to another protocol have no body.
type checked struct {
	guard *Guard
	next  http.RoundTripper
}

func (c checked) RoundTrip(req *http.Request) (*http.Response, error) {
	if _, err := c.guard.CheckURL(req.URL.String()); err != nil {
		return nil, err
	}
	res, err := c.next.RoundTrip(req)
	if err == nil && res.StatusCode == http.StatusSwitchingProtocols {
		// The body of this response is the connection itself, whose reads end neither with the context nor with the
		// client's timeout. No request asks for another protocol.
		_ = res.Body.Close()
		res.Body = http.NoBody
	}
	return res, err
}

func (g *Guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, refuse("the address is malformed")
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	addrs, err := g.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("resolving the host: %w", err)
	}
	for _, a := range addrs {
		if err := g.checkAddr(a); err != nil {
			return nil, err
		}
	}
	var last error
	for _, a := range addrs {
		conn, err := g.connect(ctx, network, net.JoinHostPort(a.Unmap().String(), port))
		if err == nil {
			return conn, nil
		}
		last = err
	}
	if last == nil {
		last = refuse("the host has no address")
	}
	return nil, last
}

// control checks the address of the socket that is about to connect.
func (g *Guard) control(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("the socket's address is malformed")
	}
	return g.checkAddr(ap.Addr())
}

func (g *Guard) checkAddr(a netip.Addr) error {
	if g.loopback && a.Unmap().IsLoopback() && a.Zone() == "" {
		return nil
	}
	if !Public(a) && !g.own(a) {
		return refuse("the address " + a.String() + " is not public")
	}
	return nil
}

// Get fetches rawURL and returns at most max bytes of a 200 response. It is for assets: callers report
// one rule, asset_unreachable, for every failure.
func (g *Guard) Get(ctx context.Context, c *http.Client, rawURL string, max int64) ([]byte, error) {
	u, err := g.CheckURL(rawURL)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, refuse("the URL makes no request")
	}
	res, err := c.Do(req)
	if err != nil {
		return nil, fmt.Errorf("fetching: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetching: status %d", res.StatusCode)
	}
	if res.ContentLength > max {
		return nil, ErrTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, max+1))
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	if int64(len(body)) > max {
		return nil, ErrTooLarge
	}
	return body, nil
}
