package platen

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

type keyContext struct{}

// WithIdempotencyKey returns a context whose one mutation carries this key, a UUID v4, instead of a fresh one.
// Keep the key where a crash does not lose it, and a later process may repeat the call safely.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyContext{}, key)
}

// headers sets what every request carries. It is the innermost interceptor, and the key outlives a try: a
// request keeps its headers when it is sent again.
type headers struct {
	token   func(context.Context) (string, error)
	version string
}

func (h headers) set(ctx context.Context, header http.Header) error {
	token, err := h.token(ctx)
	if err != nil {
		return fmt.Errorf("platen: getting a token: %w", err)
	}
	header.Set("Authorization", "Bearer "+token)
	if h.version != "" && header.Get("X-API-Version") == "" {
		header.Set("X-API-Version", h.version)
	}
	return nil
}

func (h headers) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		if err := h.set(ctx, r.Header()); err != nil {
			return nil, err
		}
		if isMutation(r.Spec()) && r.Header().Get("Idempotency-Key") == "" {
			key, _ := ctx.Value(keyContext{}).(string)
			if key == "" {
				key = newKey()
			}
			r.Header().Set("Idempotency-Key", key)
		}
		return next(ctx, r)
	}
}

func (h headers) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, s connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, s)
		if err := h.set(ctx, conn.RequestHeader()); err != nil {
			return neverSent{conn, err}
		}
		return conn
	}
}

func (h headers) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// neverSent is a stream that cannot begin.
type neverSent struct {
	connect.StreamingClientConn
	err error
}

func (u neverSent) Send(any) error    { return u.err }
func (u neverSent) Receive(any) error { return u.err }

func isMutation(s connect.Spec) bool {
	method, ok := s.Schema.(protoreflect.MethodDescriptor)
	if !ok {
		return false
	}
	operation, _ := proto.GetExtension(method.Options(), apiv1.E_Operation).(*apiv1.Operation)
	return operation.GetMutation()
}

// newKey returns a UUID v4 (RFC 9562 section 5.4).
func newKey() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// retry repeats calls: RENDER_FAILED once; INTERNAL_ERROR, limits, a request still in flight under the same key,
// lost connections and proxies without a backend with growing pauses.
type retry struct {
	most  int
	sleep func(context.Context, time.Duration) error
}

func (t retry) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		var failed failures
		repeatable := isMutation(r.Spec()) || r.Spec().IdempotencyLevel == connect.IdempotencyNoSideEffects
		for {
			res, err := next(ctx, r)
			if err == nil {
				return res, nil
			}
			pause, again := t.pause(&failed, typed(ctx, err), repeatable)
			if !again || t.sleep(ctx, pause) != nil {
				return nil, err
			}
		}
	}
}

func (t retry) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

func (t retry) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

// failures counts the failed attempts of one call.
type failures struct{ all, render int }

// pause returns how long to wait before the next attempt, and whether to make one. repeatable says that the
// call may safely have run already. The pauses grow with every attempt and are never shorter than Retry-After.
func (t retry) pause(failed *failures, err error, repeatable bool) (time.Duration, bool) {
	// 0.25 s, doubled each time, at most 8 s, and half of it by chance so that many clients spread.
	backoff := min(8*time.Second, 250*time.Millisecond<<min(failed.all, 5))
	backoff = backoff/2 + mathrand.N(backoff/2+1)
	failed.all++
	if failed.all > t.most {
		return 0, false
	}
	var e *Error
	if !errors.As(err, &e) {
		return 0, false
	}
	switch {
	case e.Code == CodeConnectionLost:
		return backoff, !untrusted(err) && (repeatable || unsent(err))
	case e.Code == CodeHTTPError:
		return max(backoff, e.RetryAfter), repeatable && (e.Status == http.StatusTooManyRequests || e.Status >= http.StatusBadGateway && e.Status <= http.StatusGatewayTimeout)
	case e.Code == "RENDER_FAILED":
		failed.render++
		return backoff, failed.render == 1
	case e.Code == "INTERNAL_ERROR":
		return backoff, repeatable
	case e.Code == "RATE_LIMIT_EXCEEDED", e.Code == "CONFLICT" && e.Rule() == "idempotency_in_progress":
		return max(backoff, e.RetryAfter), true
	}
	return 0, false
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
