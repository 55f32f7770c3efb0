package provider

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// How long a provider's state is believed, and how long asking for it may take.
const (
	believed    = 30 * time.Second
	pingTimeout = 3 * time.Second
)

// Watched is a provider with what is known of how it is. It is safe for concurrent use.
type Watched struct {
	Provider

	mu      sync.Mutex
	asked   time.Time // the zero time when nothing is known
	problem error
	asking  bool
}

// Watch returns p, watched.
func Watch(p Provider) *Watched { return &Watched{Provider: p} }

// Make implements Provider and remembers how it went. What the request is to blame for says nothing of the
// provider's state.
func (w *Watched) Make(ctx context.Context, j Job) (*Result, error) {
	res, err := w.Provider.Make(ctx, j)
	var refused *Error
	if errors.Is(err, context.Canceled) || errors.As(err, &refused) && refused.Kind == Refused && (refused.Status == 400 || refused.Status == 422) {
		return res, err
	}
	w.Failed(err)
	return res, err
}

// Failed remembers how the provider did last; nil is well.
func (w *Watched) Failed(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked, w.problem = clock.Now(), err
}

// State returns what is wrong with the provider, nil for nothing: as of the last picture or question, and asked
// anew when that was more than half a minute ago. While one caller asks, others get what was known.
func (w *Watched) State(ctx context.Context) error {
	w.mu.Lock()
	if w.asking && !w.asked.IsZero() || !w.asked.IsZero() && clock.Now().Sub(w.asked) < believed {
		defer w.mu.Unlock()
		return w.problem
	}
	w.asking = true
	w.mu.Unlock()
	ctx, stop := context.WithTimeout(ctx, pingTimeout)
	defer stop()
	err := w.Ping(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asking, w.asked, w.problem = false, clock.Now(), err
	return err
}
