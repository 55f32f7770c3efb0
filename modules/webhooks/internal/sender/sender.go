// Package sender makes one attempt: it signs the bytes, posts them through the egress guard and reads a
// bounded response. The outcome depends on the status alone, never on the response's body.
package sender

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/egress"
)

const (
	readLimit = 64 << 10 // of a response's body
	readTime  = 2 * time.Second
	keepLimit = 4 << 10 // of what was read
	connect   = 5 * time.Second
	handshake = 5 * time.Second
)

// Longest returns the longest duration of an attempt.
func Longest(timeout time.Duration) time.Duration { return connect + handshake + timeout }

// Sender posts to receivers. It is safe for concurrent use.
type Sender struct {
	client  *http.Client
	timeout time.Duration
}

// New returns a sender that waits for a response for at most timeout. Redirects are not followed.
func New(g *egress.Guard, timeout time.Duration) *Sender {
	return &Sender{client: g.Client(egress.Options{Timeout: Longest(timeout)}), timeout: timeout}
}

// Message is a delivery to send.
type Message struct {
	URL        string
	DeliveryID string
	Event      string
	Attempt    int
	// Time is database time; the Standard Webhooks signature includes it.
	Time time.Time
	Body []byte
	// Signers holds one signer per valid secret; the first one signs the contract's header. There is at least one.
	Signers []Signer
}

// Response is the outcome of a request.
type Response struct {
	// Status is 0 if there was no response.
	Status int
	// Body is the beginning of the response's body, as far as it was received: a body that is endless, slow, malformed or
	// truncated is not an error.
	Body     []byte
	Duration time.Duration
	// RetryAfter is the receiver's Retry-After, 0 if it sent none.
	RetryAfter time.Duration
	// Timeout is true if the receiver took too long.
	Timeout bool
	// Err is the cause of a failure other than the status, "" if there is none.
	Err string
}

// OK reports whether the receiver accepted the event.
func (a *Response) OK() bool { return a.Err == "" && a.Status >= 200 && a.Status < 300 }

// Headers returns the headers of a message.
func Headers(m *Message) http.Header {
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("User-Agent", "Platen-Webhooks/1")
	h.Set("X-Service-Delivery", m.DeliveryID)
	h.Set("X-Service-Event", m.Event)
	h.Set("X-Service-Attempt", strconv.Itoa(m.Attempt))
	sign(h, m)
	return h
}

// The causes with which an attempt is cancelled.
var (
	errTimeout = errors.New("no response in time")
	errEnough  = errors.New("enough of the body was read")
)

// Send posts m with its headers. The error is that of ctx alone: every other failure is a Response.
func (s *Sender) Send(ctx context.Context, m *Message, headers http.Header) (*Response, error) {
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// The receiver's time begins when it is connected to, and ends with the response's headers.
	var connected sync.Once
	var deadline atomic.Pointer[time.Timer]
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		connected.Do(func() { deadline.Store(time.AfterFunc(s.timeout, func() { cancel(errTimeout) })) })
	}}
	began := clock.Now()
	a := &Response{}
	res, err := s.post(httptrace.WithClientTrace(limited, trace), m, headers)
	if t := deadline.Load(); t != nil {
		t.Stop()
	}
	a.Duration = clock.Now().Sub(began)
	if err == nil {
		defer res.Body.Close()
		a.Status, a.RetryAfter = res.StatusCode, retryAfter(res.Header, m.Time)
		a.Body = beginning(res.Body, cancel)
		return a, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var network net.Error
	a.Timeout = errors.Is(context.Cause(limited), errTimeout) || (errors.As(err, &network) && network.Timeout())
	a.Err = s.public(err, a.Timeout)
	return a, nil
}

// post sends m and returns the response when its headers have arrived.
func (s *Sender) post(ctx context.Context, m *Message, headers http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return nil, err
	}
	req.Header = headers.Clone()
	return s.client.Do(req)
}

// beginning returns the first bytes of a body, of which it reads at most readLimit for at most readTime. Then the
// connection is closed, unless the body ended and the connection can be reused.
func beginning(body io.Reader, cancel context.CancelCauseFunc) []byte {
	enough := time.AfterFunc(readTime, func() { cancel(errEnough) })
	defer enough.Stop()
	data, _ := io.ReadAll(io.LimitReader(body, readLimit)) // an error ends the body
	return data[:min(len(data), keepLimit)]
}

// public returns the error that the owner of the webhook sees: enough to fix a receiver, nothing about our network.
func (s *Sender) public(err error, timeout bool) string {
	var op *net.OpError
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, egress.ErrRefused):
		return "the address is not public"
	case errors.As(err, &dns):
		return "the host does not resolve"
	case errors.As(err, &certificate):
		return "the certificate is not trusted"
	case errors.As(err, &op) && op.Op == "dial":
		return "no connection within " + connect.String()
	case timeout:
		return "no response within " + s.timeout.String()
	default:
		return "the connection broke or the response was not HTTP"
	}
}

// retryAfter parses the Retry-After header (RFC 9110 section 10.2.3).
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(v); err == nil {
		return time.Duration(min(max(seconds, 0), 1<<30)) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}
