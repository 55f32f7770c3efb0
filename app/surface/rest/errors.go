package rest

import (
	"net/http"
	"strconv"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// statuses is the HTTP status of every kind of fault.
var statuses = map[fault.Kind]int{
	fault.KindInvalid:         http.StatusBadRequest,
	fault.KindUnauthenticated: http.StatusUnauthorized,
	fault.KindPayment:         http.StatusPaymentRequired,
	fault.KindForbidden:       http.StatusForbidden,
	fault.KindNotFound:        http.StatusNotFound,
	fault.KindConflict:        http.StatusConflict,
	fault.KindLimited:         http.StatusTooManyRequests,
	fault.KindInternal:        http.StatusInternalServerError,
}

// Status returns the HTTP status of an error.
func Status(err error) int {
	if status, ok := statuses[fault.From(err).Kind()]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// Error returns an error as the message that REST, Connect and failed jobs report. requestID and docURL may be
// empty. Causes are not included.
func Error(err error, requestID, docURL string) *apiv1.Error {
	f := fault.From(err).Explained()
	m := &apiv1.Error{Code: string(f.Code), Message: f.Message}
	if requestID != "" {
		m.RequestId = &requestID
	}
	if docURL != "" {
		docURL += "#" + string(f.Code)
		m.DocUrl = &docURL
	}
	for _, d := range f.Details {
		m.Details = append(m.Details, wire.Detail(d))
	}
	if a := f.Approval; a != nil {
		m.Approval = &apiv1.ApprovalState{ApprovalId: a.ID, Action: a.Action, Status: a.Status, ReviewUrl: a.ReviewURL,
			RequiredApprovers: a.RequiredApprovers, RequiredApprovals: int32(a.RequiredApprovals), ApprovalsReceived: int32(a.Received)}
		if !a.ExpiresAt.IsZero() {
			m.Approval.ExpiresAt = timestamppb.New(a.ExpiresAt)
		}
	}
	return m
}

// Envelope returns the body of a failed request.
func Envelope(m *apiv1.Error) []byte {
	return append(wire.Append([]byte(`{"error":`), m), '}')
}

// WriteError responds with the envelope of f, its status and headers. It is the only
// place where REST converts a fault to a response.
func WriteError(w http.ResponseWriter, f *fault.Error, requestID, docURL string) {
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Encoding", "ETag", "Last-Modified", "Location"} {
		h.Del(name)
	}
	writeError(w, Status(f), f, requestID, docURL)
}

// WritePublicError is WriteError for addresses that caches and browsers read without a token: a retryable error
// is 503 there, so that they retry and cache nothing.
func WritePublicError(w http.ResponseWriter, f *fault.Error, requestID, docURL string) {
	writeError(w, PublicStatus(f), f, requestID, docURL)
}

// PublicStatus is Status, and 503 for an internal error that may be retried.
func PublicStatus(f *fault.Error) int {
	if f.Kind() == fault.KindInternal && f.RetryAfter > 0 {
		return http.StatusServiceUnavailable
	}
	return Status(f)
}

func writeError(w http.ResponseWriter, status int, f *fault.Error, requestID, docURL string) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(rpc.Seconds(f.RetryAfter)))
	}
	if f.Kind() == fault.KindUnauthenticated {
		h.Set("WWW-Authenticate", "Bearer")
	}
	w.WriteHeader(status)
	_, _ = w.Write(Envelope(Error(f, requestID, docURL)))
}
