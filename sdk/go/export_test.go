package platen

import (
	"context"
	"time"
)

// WithoutPauses makes retries follow one another immediately.
func WithoutPauses() Option {
	return func(o *options) { o.retry.sleep = func(context.Context, time.Duration) error { return nil } }
}

// WithPauses records the pauses between attempts instead of sleeping.
func WithPauses(note func(time.Duration)) Option {
	return func(o *options) {
		o.retry.sleep = func(_ context.Context, d time.Duration) error { note(d); return nil }
	}
}
