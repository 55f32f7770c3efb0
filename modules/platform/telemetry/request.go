package telemetry

import "context"

type requestKey struct{}

// WithRequestID returns a context that carries the id of the current request, req_….
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

// RequestID returns the id of the current request, "" outside a request. Jobs carry the id of the request
// that enqueued them.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}
