package platen

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"connectrpc.com/connect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// The codes of errors that the service did not write; all others are the service's.
const (
	// CodeConnectionLost says that no complete response was received: the name was not resolved, the connection
	// was refused, reset or closed, or TLS failed. The call may have run; a mutation is safe to repeat with its
	// idempotency key.
	CodeConnectionLost = "CONNECTION_LOST"
	// CodeHTTPError means that something other than the service responded, such as a proxy; see Status.
	CodeHTTPError = "HTTP_ERROR"
	// CodeInvalidResponse says that a response could not be read.
	CodeInvalidResponse = "INVALID_RESPONSE"
	// CodeTimeout says that the context's deadline or WithTimeout's passed.
	CodeTimeout = "TIMEOUT"
	// CodeCanceled says that the context was canceled.
	CodeCanceled = "CANCELED"
)

// Error is why a call failed; find it with errors.As. errors.Is finds the context's error, or the network's,
// underneath.
type Error struct {
	// Code is stable: VALIDATION_FAILED, RENDER_JOB_NOT_FOUND, …, or one of the constants above.
	Code string
	// Message is a sentence for people.
	Message string
	// URL is the address that was called; "" for the error of a job.
	URL string
	// Status is the HTTP status of Code; 0 when there was no response.
	Status int
	// RequestID names the request to the operators of the service.
	RequestID string
	// Details are every invalid place, with the rule and, where there is one, the patch that fixes it.
	Details []*apiv1.ErrorDetail
	// Approval says who must approve, and where, with the code APPROVAL_REQUIRED.
	Approval *apiv1.ApprovalState
	// DocURL is the page about the code.
	DocURL string
	// RetryAfter is how long the service asks to wait; 0 when it does not say.
	RetryAfter time.Duration

	cause error
}

func newError(m *apiv1.Error, cause error) *Error {
	return &Error{Code: m.GetCode(), Message: m.GetMessage(), Status: statuses[m.GetCode()], RequestID: m.GetRequestId(), Details: m.GetDetails(),
		Approval: m.GetApproval(), DocURL: m.GetDocUrl(), cause: cause}
}

// Error returns code and message.
func (e *Error) Error() string { return "platen: " + e.Code + ": " + e.Message }

// Unwrap returns the *connect.Error underneath; nil for the error of a job.
func (e *Error) Unwrap() error { return e.cause }

// Rule returns the rule of the first detail, "" when there is none.
func (e *Error) Rule() string {
	if len(e.Details) == 0 {
		return ""
	}
	return e.Details[0].GetContext().GetFields()["rule"].GetStringValue()
}

// typed converts a Connect error to an *Error; other errors, such as io.EOF, are returned unchanged.
func typed(ctx context.Context, err error) error {
	var done *Error
	var wire *connect.Error
	if errors.As(err, &done) || !errors.As(err, &wire) {
		return err
	}
	seen := exchangeOf(ctx)
	for _, d := range wire.Details() {
		m, decodeErr := d.Value()
		if decodeErr != nil {
			continue
		}
		if m, ok := m.(*apiv1.Error); ok {
			e := newError(m, wire)
			e.URL = seen.url
			if e.Status == 0 { // a code that is newer than this client
				e.Status = seen.status
			}
			e.RetryAfter = retryAfter(wire.Meta())
			return e
		}
	}
	e := &Error{Message: wire.Error(), URL: seen.url, Status: seen.status, RequestID: seen.requestID, cause: wire}
	// Connect reports a reset connection as canceled; the context distinguishes the two.
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.Is(err, context.DeadlineExceeded):
		e.Code = CodeTimeout
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		e.Code = CodeCanceled
	case isConnectionError(wire), seen.status == 0 && wire.Code() == connect.CodeUnavailable:
		e.Code, e.Status = CodeConnectionLost, 0
	case seen.status >= http.StatusBadRequest:
		e.Code, e.RetryAfter = CodeHTTPError, retryAfter(wire.Meta())
	default:
		e.Code = CodeInvalidResponse
	}
	return e
}

func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// typedErrors makes every error that leaves the client an *Error, and bounds calls that have no deadline.
type typedErrors struct{ timeout time.Duration }

func (t typedErrors) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		if _, bounded := ctx.Deadline(); !bounded && t.timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, t.timeout)
			defer cancel()
		}
		ctx = withExchange(ctx)
		res, err := next(ctx, r)
		if err != nil {
			return nil, typed(ctx, err)
		}
		return res, nil
	}
}

func (typedErrors) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, s connect.Spec) connect.StreamingClientConn {
		ctx = withExchange(ctx)
		return typedStream{next(ctx, s), ctx}
	}
}

func (typedErrors) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

type typedStream struct {
	connect.StreamingClientConn
	ctx context.Context //nolint:containedctx // Receive has no other; connect keeps a stream's context the same way
}

func (s typedStream) Receive(m any) error { return typed(s.ctx, s.StreamingClientConn.Receive(m)) }
