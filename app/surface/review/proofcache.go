package review

import (
	"context"

	"github.com/platenhq/platen/modules/platform/cache"
)

// The limits of the cache.
const (
	maxCachedProofs = 32 << 20 // bytes of cached proofs
	atOnce          = 2        // proofs drawn at the same time
	maxWaiting      = 40       // requests that wait for a proof
)

// proofCache caches proofs and bounds how many are drawn concurrently. It is safe for concurrent use.
type proofCache struct {
	slots chan struct{}
	queue chan struct{}

	kept *cache.Cache[string, []byte]
}

func newProofCache() *proofCache {
	return &proofCache{slots: make(chan struct{}, atOnce), queue: make(chan struct{}, maxWaiting),
		kept: cache.New[string](cache.Options[[]byte]{MaxCost: maxCachedProofs, Cost: func(png []byte) int { return len(png) }})}
}

// get returns a cached proof or draws it.
func (s *proofCache) get(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	if data, ok := s.kept.Get(key); ok {
		return data, nil
	}
	select {
	case s.queue <- struct{}{}:
		defer func() { <-s.queue }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data, ok := s.kept.Get(key); ok { // drawn meanwhile for another request
		return data, nil
	}
	data, err := draw()
	if err != nil {
		return nil, err
	}
	if len(data) <= maxCachedProofs/4 {
		s.kept.Add(key, data)
	}
	return data, nil
}
