package platen

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"

	"connectrpc.com/connect"
)

// exchange records a call's last HTTP exchange.
type exchange struct {
	url, requestID string
	status         int // 0 without a response
}

type exchangeKey struct{}

type exchangeBox struct {
	mu   sync.Mutex
	last exchange
}

// withExchange returns a context whose HTTP exchanges are recorded.
func withExchange(ctx context.Context) context.Context {
	return context.WithValue(ctx, exchangeKey{}, new(exchangeBox))
}

func exchangeOf(ctx context.Context) exchange {
	box, ok := ctx.Value(exchangeKey{}).(*exchangeBox)
	if !ok {
		return exchange{}
	}
	box.mu.Lock()
	defer box.mu.Unlock()
	return box.last
}

// noting is an HTTP client that records its exchanges in their contexts.
type noting struct{ connect.HTTPClient }

func (n noting) Do(r *http.Request) (*http.Response, error) {
	seen := exchange{url: r.URL.String()}
	res, err := n.HTTPClient.Do(r)
	if err == nil {
		seen.status, seen.requestID = res.StatusCode, res.Header.Get("X-Request-Id")
	}
	if box, ok := r.Context().Value(exchangeKey{}).(*exchangeBox); ok {
		box.mu.Lock()
		box.last = seen
		box.mu.Unlock()
	}
	return res, err
}

// isConnectionError reports whether an error is of the network: no complete response was received.
func isConnectionError(err error) bool {
	var network net.Error
	var request *url.Error
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.As(err, &network), errors.As(err, &request), errors.As(err, &record), errors.As(err, &alert):
		return true
	}
	return false
}

// unsent reports whether an error came before any byte of the request was sent.
func unsent(err error) bool {
	var op *net.OpError
	var dns *net.DNSError
	return errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial"
}

// untrusted reports whether the server's certificate was rejected, which a retry does not change.
func untrusted(err error) bool {
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	return errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &name)
}
