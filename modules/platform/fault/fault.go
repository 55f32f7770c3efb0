// Package fault is the one error type that use cases return.
//
// A fault separates public from private information: the client gets a stable code, a public sentence and
// details with a JSON Pointer, the failed rule and a patch that corrects it; the operator gets the private
// cause through Unwrap. Facades map a fault to their wire form in exactly one place each, by Kind.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Error is a failure with a stable public code. Build one with New, With and Because; the methods return
// copies, so a package-level fault may be shared between goroutines.
type Error struct {
	// Code is the stable public name, one of the constants of this package.
	Code Code
	// Message is one public sentence for a person. It never holds secrets, SQL or another tenant's data.
	Message string
	// Details lists every known broken rule, in document order; empty when the code is sufficient.
	Details []Detail
	// Approval is present only with ApprovalRequired.
	Approval *Approval
	// RetryAfter, when positive, tells the client when a retry can succeed; it becomes Retry-After.
	RetryAfter time.Duration

	cause error
}

// New returns a fault with the given code and public sentence.
func New(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// Newf returns a fault whose public sentence is formatted; the arguments become public.
func Newf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error returns code, sentence and private cause for logs; it is not meant for clients.
func (e *Error) Error() string {
	if e.cause != nil {
		return string(e.Code) + ": " + e.Message + ": " + e.cause.Error()
	}
	return string(e.Code) + ": " + e.Message
}

// Unwrap returns the private cause, nil when there is none.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is a fault of the same code, so errors.Is(err, ErrX) works for copies that
// carry other details or causes.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Kind returns the class that decides status codes.
func (e *Error) Kind() Kind { return e.Code.Kind() }

// Because returns a copy with the private cause, which reaches logs and never a client.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// With returns a copy with details appended.
func (e *Error) With(details ...Detail) *Error {
	c := *e
	c.Details = append(append([]Detail(nil), e.Details...), details...)
	return &c
}

// WithApproval returns a copy that carries the approval a client has to wait for.
func (e *Error) WithApproval(a Approval) *Error {
	c := *e
	c.Approval = &a
	return &c
}

// After returns a copy that asks the client to wait d before it retries.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Approval describes who must approve an action and where.
type Approval struct {
	// ID is the approval's id, apr_….
	ID string
	// Action is the governed action, such as "render".
	Action string
	// Status is "pending" whenever it is sent.
	Status string
	// ReviewURL is the page on which an approver decides.
	ReviewURL string
	// RequiredApprovers lists who may decide, such as "user:…" or "scope:approvals:decide".
	RequiredApprovers []string
	// RequiredApprovals and Received count approvals needed and given.
	RequiredApprovals, Received int
	// ExpiresAt is when the approval lapses.
	ExpiresAt time.Time
}

// From returns err as a fault: itself when one is in its chain, otherwise InternalError with err as the
// private cause. From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var f *Error
	if errors.As(err, &f) {
		return f
	}
	return New(InternalError, "An internal error occurred. Retry with the same Idempotency-Key.").Because(err)
}

// CodeOf returns the code of err: "" for nil, InternalError for an error that is not a fault.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return From(err).Code
}
