package platen

import (
	"context"
	"errors"
	"strconv"
	"time"

	"connectrpc.com/connect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// Error is why the service refused or failed a call; find it with errors.As. Calls that never reached the
// service fail with a *connect.Error instead.
type Error struct {
	// Code is stable: VALIDATION_FAILED, RENDER_JOB_NOT_FOUND, ….
	Code string
	// Message is a sentence for people.
	Message string
	// RequestID names the request to the operators of the service.
	RequestID string
	// Details are every place that is wrong, with the rule and, where there is one, the patch that mends it.
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
	return &Error{Code: m.GetCode(), Message: m.GetMessage(), RequestID: m.GetRequestId(), Details: m.GetDetails(),
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

// typed turns a Connect error that carries the service's own into that one.
func typed(err error) error {
	var wire *connect.Error
	if !errors.As(err, &wire) {
		return err
	}
	for _, d := range wire.Details() {
		m, decodeErr := d.Value()
		if decodeErr != nil {
			continue
		}
		if m, ok := m.(*apiv1.Error); ok {
			e := newError(m, wire)
			if seconds, err := strconv.Atoi(wire.Meta().Get("Retry-After")); err == nil && seconds > 0 {
				e.RetryAfter = time.Duration(seconds) * time.Second
			}
			return e
		}
	}
	return err
}

// typedErrors makes every error that leaves the client an *Error.
type typedErrors struct{}

func (typedErrors) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, r connect.AnyRequest) (connect.AnyResponse, error) {
		res, err := next(ctx, r)
		if err != nil {
			return nil, typed(err)
		}
		return res, nil
	}
}

func (typedErrors) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, s connect.Spec) connect.StreamingClientConn {
		return typedStream{next(ctx, s)}
	}
}

func (typedErrors) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

type typedStream struct{ connect.StreamingClientConn }

func (s typedStream) Receive(m any) error { return typed(s.StreamingClientConn.Receive(m)) }
