package rendering

import (
	"context"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/pg"
)

// channel carries the ids of jobs that changed to every process.
const channel = "rendering_job"

// hub wakes those who wait for a job, in whichever process it changed.
type hub struct {
	mu      sync.Mutex
	waiters map[string]map[chan struct{}]bool
}

func newHub(l *pg.Listener) *hub {
	h := &hub{waiters: map[string]map[chan struct{}]bool{}}
	if l != nil {
		l.Subscribe(channel, h.wake)
	}
	return h
}

// publish tells that a job changed, at the commit of ctx's transaction.
func (h *hub) publish(ctx context.Context, db *pg.DB, id string) error {
	return db.Notify(ctx, channel, id)
}

// wake signals the waiters of a job, or all of them when notifications may have
// been missed.
func (h *hub) wake(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for job, set := range h.waiters {
		if id != "" && id != job {
			continue
		}
		for c := range set {
			select {
			case c <- struct{}{}:
			default: // already signalled: the latest state is read anyway
			}
		}
	}
}

// subscribe returns a channel that is signalled when the job may have changed.
func (h *hub) subscribe(id string) (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiters[id] == nil {
		h.waiters[id] = map[chan struct{}]bool{}
	}
	h.waiters[id][c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiters[id], c)
		if len(h.waiters[id]) == 0 {
			delete(h.waiters, id)
		}
	}
}

// recheck bounds how long a lost notification can hide a change.
const recheck = 5 * time.Second

// Wait returns the job when it has ended, or as it is after the given time.
func (m *Module) Wait(ctx context.Context, id string, d time.Duration) (*Job, error) {
	changed, stop := m.hub.subscribe(id)
	defer stop()
	deadline := time.NewTimer(d)
	defer deadline.Stop()
	for {
		j, err := m.Job(ctx, id)
		if err != nil || j.Status.Terminal() || d <= 0 {
			return j, err
		}
		select {
		case <-changed:
		case <-time.After(recheck):
		case <-deadline.C:
			return m.Job(ctx, id)
		case <-ctx.Done():
			return j, ctx.Err()
		}
	}
}

// Watch calls visit with the job's present state, when that is newer than the
// sequence after, and after every change, until it has ended, ctx ends or visit
// fails. States that follow each other quickly are skipped: the latest counts.
func (m *Module) Watch(ctx context.Context, id string, after int64, visit func(*Job) error) error {
	changed, stop := m.hub.subscribe(id)
	defer stop()
	for {
		j, err := m.Job(ctx, id)
		if err != nil {
			return err
		}
		if j.Sequence > after {
			if err := visit(j); err != nil {
				return err
			}
			after = j.Sequence
		}
		if j.Status.Terminal() {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(recheck):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
