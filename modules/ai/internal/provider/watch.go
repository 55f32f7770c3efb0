package provider

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// The lifetime of a provider's cached status, and the time limit of a probe.
const (
	believed    = 30 * time.Second
	pingTimeout = 3 * time.Second
)

// Watched is a provider with its cached status. It is safe for concurrent use.
type Watched struct {
	Provider

	mu        sync.Mutex
	checkedAt time.Time // time of the last image or probe; zero if there was none
	problem   error
	checking  bool
}

// Watch returns p with a cached status.
func Watch(p Provider) *Watched { return &Watched{Provider: p} }

// Make implements Provider and records the outcome. Failures caused by the request do not change the provider's
// status.
func (w *Watched) Make(ctx context.Context, j Job) (*Result, error) {
	res, err := w.Provider.Make(ctx, j)
	var refused *Error
	if errors.Is(err, context.Canceled) || errors.As(err, &refused) && refused.Kind == Refused && (refused.Status == 400 || refused.Status == 422) {
		return res, err
	}
	w.Failed(err)
	return res, err
}

// Failed records the provider's last outcome; nil is success.
func (w *Watched) Failed(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.checkedAt, w.problem = clock.Now(), err
}

// State returns the provider's failure, nil if there is none, as of the last image or probe. It probes again if that
// was more than 30 seconds ago; concurrent callers get the cached status meanwhile.
func (w *Watched) State(ctx context.Context) error {
	w.mu.Lock()
	if w.checking && !w.checkedAt.IsZero() || !w.checkedAt.IsZero() && clock.Now().Sub(w.checkedAt) < believed {
		defer w.mu.Unlock()
		return w.problem
	}
	w.checking = true
	w.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, pingTimeout)
	defer stop()
	err := w.Ping(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.checking, w.checkedAt, w.problem = false, clock.Now(), err
	return err
}
