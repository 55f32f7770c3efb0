package auth

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Run evicts changed keys from the cache and writes last uses until ctx ends, and then once more.
func (m *Module) Run(ctx context.Context, l *pg.Listener) error {
	cancel := l.Subscribe(channel, m.cache.Drop)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer stop()
			return m.FlushUses(last)
		case <-time.After(5 * time.Second):
		}
		if err := m.FlushUses(ctx); err != nil && ctx.Err() == nil {
			m.log.WarnContext(ctx, "last uses of keys were not written; they are kept for the next round", "kept", m.uses.len(), "error", err)
		}
	}
}

// FlushUses writes the recorded last uses, at most one per minute and key. A use that cannot be written is kept for the
// next call, does not prevent the others from being written, and is counted (UsesDelayed).
func (m *Module) FlushUses(ctx context.Context) error {
	var problems []error
	for id, u := range m.uses.take() {
		if err := ctx.Err(); err != nil {
			m.uses.restore(id, u)
			problems = append(problems, err)
			continue
		}
		if err := m.store.Used(ctx, id, u.ip); err != nil {
			m.uses.restore(id, u)
			problems = append(problems, err)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	m.delayed.Add(uint64(len(problems)))
	return errors.Join(problems[:min(len(problems), 3)]...) // the others have the same cause
}

// UsesDelayed returns the number of last uses that could not be written when they were due.
func (m *Module) UsesDelayed() uint64 { return m.delayed.Load() }

// maxUses is the maximum number of uses kept while the database is unavailable.
const maxUses = 100_000

// uses collects last uses, off the request path.
type uses struct {
	clock clock.Clock

	mu      sync.Mutex
	pending map[string]use
	written map[string]time.Time
}

type use struct{ ip string }

func newUses(c clock.Clock) *uses {
	return &uses{clock: c, pending: map[string]use{}, written: map[string]time.Time{}}
}

func (u *uses) record(id string, from netip.Addr) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.clock.Now().Sub(u.written[id]) >= time.Minute && len(u.pending) < maxUses {
		u.pending[id] = use{from.String()}
	}
}

func (u *uses) take() map[string]use {
	u.mu.Lock()
	defer u.mu.Unlock()
	out := u.pending
	u.pending = map[string]use{}
	now := u.clock.Now()
	for id, at := range u.written {
		if now.Sub(at) > time.Minute {
			delete(u.written, id)
		}
	}
	for id := range out {
		u.written[id] = now
	}
	return out
}

// restore restores a use that could not be written, unless there is a newer one.
func (u *uses) restore(id string, old use) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.written, id)
	if _, newer := u.pending[id]; !newer && len(u.pending) < maxUses {
		u.pending[id] = old
	}
}

func (u *uses) len() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.pending)
}
