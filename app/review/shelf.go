package review

import (
	"context"
	"sync"
)

// The bounds of the shelf.
const (
	maxShelf   = 32 << 20 // bytes of proofs that are kept
	atOnce     = 2        // proofs drawn at the same time
	maxWaiting = 40       // readers that wait for a drawing
)

// shelf keeps proofs for a while and bounds how many are drawn at once. It is safe for concurrent use.
type shelf struct {
	slots chan struct{}
	queue chan struct{}

	mu    sync.Mutex
	kept  map[string][]byte
	order []string
	size  int
}

func newShelf() *shelf {
	return &shelf{slots: make(chan struct{}, atOnce), queue: make(chan struct{}, maxWaiting), kept: map[string][]byte{}}
}

// get returns a kept proof or draws it.
func (s *shelf) get(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	if data := s.look(key); data != nil {
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
	if data := s.look(key); data != nil { // somebody else has drawn it meanwhile
		return data, nil
	}
	data, err := draw()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[key] == nil && len(data) <= maxShelf/4 {
		s.kept[key], s.order, s.size = data, append(s.order, key), s.size+len(data)
		for s.size > maxShelf {
			s.size -= len(s.kept[s.order[0]])
			delete(s.kept, s.order[0])
			s.order = s.order[1:]
		}
	}
	return data, nil
}

func (s *shelf) look(key string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[key]
}
