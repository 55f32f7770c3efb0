package blob

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
)

// health caches whether the store is writable, as of the last probe or the last failed write.
type health struct {
	every time.Duration // between probes
	probe cache.Flight[struct{}]

	mu  sync.Mutex
	at  time.Time
	err error
}

// probeBytes is the size of the object that a probe writes: more than one block, so that a disk without free blocks
// is detected.
const probeBytes = 64 << 10

// probeLimit bounds the duration of a probe.
const probeLimit = 10 * time.Second

func (h *health) set(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at, h.err = clock.Now(), err
}

// written records a successful write. It does not clear a failure, which only a probe does: an object smaller than
// those that failed proves little.
func (h *health) written() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err == nil {
		h.at = clock.Now()
	}
}

// recent returns the state of the store if it was determined within the given time.
func (h *health) recent(ago time.Duration) (err error, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err, !h.at.IsZero() && clock.Now().Sub(h.at) < ago
}

// Ready reports whether the store can be written. It writes and removes a small object at most every few seconds; in
// between, and while a probe takes longer than ctx, the error is that of the last probe or failed write.
func (s *Store) Ready(ctx context.Context) error {
	if err, ok := s.health.recent(s.health.every); ok {
		return err
	}
	_, err := s.health.probe.Do(ctx, "", func(ctx context.Context) (struct{}, error) {
		ctx, stop := context.WithTimeout(ctx, probeLimit)
		defer stop()
		err := s.tryWrite(ctx)
		s.health.set(err)
		return struct{}{}, err
	})
	if ctx.Err() != nil { // the probe still runs, on a busy disk for instance
		if last, ok := s.health.recent(s.health.every + probeLimit); ok {
			return last
		}
	}
	return err
}

func (s *Store) tryWrite(ctx context.Context) error {
	path := "probe/" + ident.New(ident.Request)
	if err := s.backend.write(ctx, path, bytes.Repeat([]byte{'p'}, probeBytes), "application/octet-stream"); err != nil {
		return fmt.Errorf("the blob store cannot be written: %w", err)
	}
	size, _, err := s.backend.stat(ctx, path)
	if err == nil && size != probeBytes {
		err = fmt.Errorf("%d of %d bytes were stored", size, probeBytes)
	}
	if e := s.backend.remove(context.WithoutCancel(ctx), path); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("the blob store cannot be written: %w", err)
	}
	return nil
}
