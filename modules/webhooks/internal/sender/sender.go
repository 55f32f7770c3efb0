// Package sender makes one attempt: it signs the bytes, posts them through the egress guard and reads a
// bounded answer.
package sender

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/egress"
)

const (
	readLimit = 64 << 10 // of an answer
	keepLimit = 4 << 10  // of it
	connect   = 5 * time.Second
	handshake = 5 * time.Second
)

// Longest returns how long an attempt takes at most.
func Longest(answer time.Duration) time.Duration { return connect + handshake + answer }

// Sender posts to receivers. It is safe for concurrent use.
type Sender struct {
	client *http.Client
	answer time.Duration
}

// New returns a sender that waits for an answer as long as given. Redirects are not followed.
func New(g *egress.Guard, answer time.Duration) *Sender {
	return &Sender{client: g.Client(egress.Options{Timeout: Longest(answer)}), answer: answer}
}

// Message is what is sent.
type Message struct {
	URL        string
	DeliveryID string
	Event      string
	Attempt    int
	// Time is the database's, in the signature of the standard.
	Time time.Time
	Body []byte
	// Signers are the good secrets, the one that signs the main header first. There is at least one.
	Signers []Signer
}

// Answer is what came back.
type Answer struct {
	// Status is 0 when no answer came.
	Status int
	// Body is the beginning of the answer.
	Body     []byte
	Duration time.Duration
	// RetryAfter is what the receiver asked for; 0 when it asked for nothing.
	RetryAfter time.Duration
	// Timeout says that the receiver took too long.
	Timeout bool
	// Err says why the attempt failed besides its status, "" when nothing else was wrong.
	Err string
}

// OK reports whether the receiver took the event.
func (a *Answer) OK() bool { return a.Err == "" && a.Status >= 200 && a.Status < 300 }

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

var errTimeout = errors.New("no answer in time")

// Send posts m with its headers. The error is that of ctx alone: what goes wrong on the way is an answer.
func (s *Sender) Send(ctx context.Context, m *Message, headers http.Header) (*Answer, error) {
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// The receiver's time begins when it is connected to.
	var connected sync.Once
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) {
		connected.Do(func() {
			deadline := time.AfterFunc(s.answer, func() { cancel(errTimeout) })
			context.AfterFunc(limited, func() { deadline.Stop() })
		})
	}}
	began := clock.Now()
	a := &Answer{}
	err := s.exchange(httptrace.WithClientTrace(limited, trace), m, headers, a)
	a.Duration = clock.Now().Sub(began)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		var network net.Error
		a.Timeout = errors.Is(context.Cause(limited), errTimeout) || (errors.As(err, &network) && network.Timeout())
		a.Err = s.public(err, a.Timeout)
	}
	return a, nil
}

func (s *Sender) exchange(ctx context.Context, m *Message, headers http.Header, a *Answer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return err
	}
	req.Header = headers.Clone()
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	a.Status = res.StatusCode
	a.RetryAfter = retryAfter(res.Header, m.Time)
	body, err := io.ReadAll(io.LimitReader(res.Body, readLimit+1))
	a.Body = body[:min(len(body), keepLimit)]
	if err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	if len(body) > readLimit {
		return egress.ErrTooLarge
	}
	return nil
}

// public is what the owner of the webhook is told: enough to mend a receiver, nothing about our network.
func (s *Sender) public(err error, timeout bool) string {
	var op *net.OpError
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, egress.ErrTooLarge):
		return "the answer is longer than 64 KiB"
	case errors.Is(err, egress.ErrRefused):
		return "the address is not public"
	case errors.As(err, &dns):
		return "the host does not resolve"
	case errors.As(err, &certificate):
		return "the certificate is not trusted"
	case errors.As(err, &op) && op.Op == "dial":
		return "no connection within " + connect.String()
	case timeout:
		return "no whole answer within " + s.answer.String()
	default:
		return "the connection broke or the answer was not HTTP"
	}
}

// retryAfter reads the header of RFC 9110 section 10.2.3.
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
