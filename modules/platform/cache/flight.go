package cache

import (
	"context"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/singleflight"
)

// Flight lets concurrent callers with the same key share one call. The zero value is ready; it is safe for
// concurrent use.
type Flight[V any] struct{ group singleflight.Group }

// Do runs fn, unless it is running for key already, and returns its result. fn keeps running when ctx ends, with
// the values of the first caller's context and without its end: others may be waiting. A panic of fn is returned as
// an error to every caller.
func (f *Flight[V]) Do(ctx context.Context, key string, fn func(context.Context) (V, error)) (V, error) {
	result := f.group.DoChan(key, func() (v any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("a shared call panicked: %v\n%s", p, debug.Stack())
			}
		}()
		return fn(context.WithoutCancel(ctx))
	})
	select {
	case r := <-result:
		v, _ := r.Val.(V)
		return v, r.Err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}
