package draw

import (
	"sync/atomic"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Submitted passes the requests of jobs from their submission to the worker, if both are in one process: reading a request
// from the database and decoding it takes a fiftieth of what a job costs. It is safe for concurrent use.
type Submitted struct {
	// working is set once a worker of this process looked for a job: other processes keep no requests.
	working  atomic.Bool
	requests *cache.Cache[string, *request.Request]
}

// submittedBytes bounds the memory of the requests that wait for their workers.
const submittedBytes = 8 << 20

// NewSubmitted returns an empty store.
func NewSubmitted() *Submitted {
	return &Submitted{requests: cache.New[string](cache.Options[*request.Request]{MaxCost: submittedBytes, Cost: func(r *request.Request) int {
		return 4<<10 + 4*len(r.Wire) // its texts, its canonical form, and a document as a tree
	}})}
}

// Put keeps a copy of the request of a job without what a job does not store.
func (s *Submitted) Put(job string, r *request.Request) {
	if s.working.Load() {
		kept := *r
		kept.Execute, kept.Unowned = false, false
		s.requests.Add(job, &kept)
	}
}

// Take removes and returns the request of a job, nil if it is not kept.
func (s *Submitted) Take(job string) *request.Request {
	r, _ := s.requests.Get(job)
	s.requests.Remove(job)
	return r
}

// Any reports whether requests are kept. Only workers call it.
func (s *Submitted) Any() bool {
	s.working.Store(true)
	return s.requests.Len() > 0
}
