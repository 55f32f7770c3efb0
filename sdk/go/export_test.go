package platen

import (
	"context"
	"time"
)

// WithoutPauses makes retries follow one another at once.
func WithoutPauses() Option {
	return func(o *options) { o.retry.sleep = func(context.Context, time.Duration) error { return nil } }
}
