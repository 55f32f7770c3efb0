// Package admission bounds the renders and the submissions of jobs that one process works on for its clients.
//
// A Gate has a fixed number of slots. A request that finds none free waits in a short queue. When the queue is full, or
// the requests before it would take longer than an eighth of the longest wait, it is rejected immediately with
// RATE_LIMIT_EXCEEDED, rule `overloaded`, and an estimate in Retry-After. Without a bound, a process that is offered more
// work than it can do spends its time on responses that come too late for every client.
//
// A request that waits keeps its place: rejecting it after a while would cost its client that time for nothing. Workspaces
// take turns: the one with the fewest slots in use is next, and of its requests the oldest. No workspace holds every
// slot, so that a few slow documents of one cannot stop the others.
//
// A Queue does the same for submissions of jobs, which are short: its queue is long. A Memory bounds the bodies
// of requests.
package admission

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

// Config are the bounds of a process.
type Config struct {
	Slots int           `env:"PLATEN_RENDER_SLOTS" default:"0" doc:"Renders, validations and first fetches of signed URLs that this process works on at the same time; 0 is 3 per processor."`
	Queue int           `env:"PLATEN_RENDER_QUEUE" default:"256" doc:"Requests that may wait for one of PLATEN_RENDER_SLOTS; further ones are rejected with 429, rule overloaded."`
	Wait  time.Duration `env:"PLATEN_RENDER_WAIT" default:"10s" doc:"Longest time a request waits for one of PLATEN_RENDER_SLOTS."`
}

// Validate reports values outside their ranges.
func (c Config) Validate() error {
	switch {
	case c.Slots < 0 || c.Slots > 10_000:
		return fmt.Errorf("PLATEN_RENDER_SLOTS: %d is outside 0…10000", c.Slots)
	case c.Queue < 0 || c.Queue > 100_000:
		return fmt.Errorf("PLATEN_RENDER_QUEUE: %d is outside 0…100000", c.Queue)
	case c.Wait < 0 || c.Wait > 20*time.Second:
		return fmt.Errorf("PLATEN_RENDER_WAIT: %s is outside 0s…20s", c.Wait)
	}
	return nil
}

// pressure is how long the queue must have been non-empty before the process counts as overloaded: then only a
// short queue may form, so that what is admitted is served soon.
const pressure = 2 * time.Second

// Gate admits requests to the slots of a process. It is safe for concurrent use. A nil Gate admits everything.
type Gate struct {
	work                string // what the slots are for
	metrics             metrics
	slots, share, queue int
	wait                time.Duration
	clock               clock.Clock

	mu       sync.Mutex
	inUse    int
	held     map[string]int // slots in use by workspace
	waiting  []*waiter      // oldest first
	busy     time.Time      // start of the time in which the queue is not empty; zero while it is empty
	service  time.Duration  // moving average of the time a slot is held
	rejected uint64
}

type waiter struct {
	workspace string
	ready     chan bool // receives whether a slot was granted
}

// New returns a gate for a kind of work ("renders"), which metrics and errors name.
func New(work string, cfg Config, c clock.Clock) *Gate {
	slots := cfg.Slots
	if slots == 0 {
		slots = 3 * runtime.GOMAXPROCS(0)
	}
	// One workspace alone may use all but a third of the slots, at least one.
	share := max(1, slots-slots/3)
	return &Gate{work: work, metrics: newMetrics(work), slots: slots, share: share, queue: cfg.Queue, wait: cfg.Wait, clock: c, held: map[string]int{}, service: 20 * time.Millisecond}
}

// Enter waits for a slot and returns the function that releases it, which must be called exactly once. The errors are
// a RATE_LIMIT_EXCEEDED fault when the process is overloaded, and that of ctx.
func (g *Gate) Enter(ctx context.Context, workspace string) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	g.mu.Lock()
	if len(g.waiting) == 0 && g.fits(workspace) {
		leave = g.take(workspace)
		g.mu.Unlock()
		return leave, nil
	}
	if g.late(workspace) || len(g.waiting) >= g.queue && !g.displace(workspace) {
		err := g.overloaded()
		g.mu.Unlock()
		return nil, err
	}
	if len(g.waiting) == 0 {
		g.busy = g.clock.Now()
	}
	w := &waiter{workspace, make(chan bool, 1)}
	g.waiting = append(g.waiting, w)
	g.admit() // a slot may be free that the workspaces ahead may not use
	g.mu.Unlock()

	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case granted := <-w.ready:
		return g.outcome(workspace, granted)
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
	}
	g.mu.Lock()
	if !g.remove(w) { // granted or rejected meanwhile
		g.mu.Unlock()
		return g.outcome(workspace, <-w.ready)
	}
	if err == nil {
		err = g.overloaded()
	}
	g.mu.Unlock()
	return nil, err
}

// Check returns the error that Enter would return immediately, nil if the request would get a slot or wait. It
// reserves nothing and serves to reject a request before the work that precedes Enter.
func (g *Gate) Check(workspace string) error {
	if g == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 && g.fits(workspace) {
		return nil
	}
	if g.late(workspace) {
		return g.overloaded()
	}
	if len(g.waiting) < g.queue {
		return nil
	}
	if _, ok := g.displaced(workspace); ok {
		return nil
	}
	return g.overloaded()
}

func (g *Gate) outcome(workspace string, granted bool) (func(), error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !granted {
		return nil, g.overloaded()
	}
	return g.leaver(workspace), nil
}

// fits reports whether the workspace may take a slot now.
func (g *Gate) fits(workspace string) bool { return g.inUse < g.slots && g.held[workspace] < g.share }

// take occupies a slot.
func (g *Gate) take(workspace string) func() {
	g.inUse++
	g.held[workspace]++
	return g.leaver(workspace)
}

func (g *Gate) leaver(workspace string) func() {
	since := g.clock.Now()
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.service += (g.clock.Now().Sub(since) - g.service) / 16
		g.inUse--
		if g.held[workspace]--; g.held[workspace] == 0 {
			delete(g.held, workspace)
		}
		g.admit()
	}
}

// late reports whether another request of a workspace may not wait: because the requests before it would take longer than
// an eighth of the longest wait, which leaves room for a wrong estimate, or because the process has been overloaded for
// a while and the workspace has its part of a short queue.
func (g *Gate) late(workspace string) bool {
	if len(g.waiting) == 0 {
		return false
	}
	count := map[string]int{workspace: 0}
	for _, w := range g.waiting {
		count[w.workspace]++
	}
	of, others := count[workspace], len(count)-1
	if g.clock.Now().Sub(g.busy) >= pressure && of >= max(1, 2*g.slots/len(count)) {
		return true
	}
	// Workspaces take turns.
	expected := g.service * time.Duration(min(len(g.waiting), max(1, of)*(others+1))) / time.Duration(g.slots)
	if others == 0 {
		expected = g.service * time.Duration(of) / time.Duration(g.share)
	}
	return expected > g.wait/8
}

// displace rejects the newest waiting request of the workspace with the most, which has waited least, to make room for
// one of another workspace; it reports whether there is room now.
func (g *Gate) displace(workspace string) bool {
	most, ok := g.displaced(workspace)
	return ok && g.rejectNewest(most)
}

// displaced returns the workspace of which a request can be displaced by one of another workspace, if there is one.
func (g *Gate) displaced(workspace string) (most string, ok bool) {
	most, count := g.longest(workspace)
	return most, most != workspace && count[most] > count[workspace]+1
}

// longest returns the workspace with the most waiting requests, the given one if it is among several, and the counts.
func (g *Gate) longest(workspace string) (most string, count map[string]int) {
	count = map[string]int{}
	most = workspace
	for _, w := range g.waiting {
		count[w.workspace]++
		if count[w.workspace] > count[most] {
			most = w.workspace
		}
	}
	return most, count
}

// rejectNewest rejects the request of a workspace that has waited for the shortest time.
func (g *Gate) rejectNewest(workspace string) bool {
	for i, w := range slices.Backward(g.waiting) {
		if w.workspace == workspace {
			g.waiting = slices.Delete(g.waiting, i, i+1)
			w.ready <- false
			return true
		}
	}
	return false
}

// admit grants free slots to waiting requests: to the workspace with the fewest slots in use, and of its requests to
// the oldest.
func (g *Gate) admit() {
	for g.inUse < g.slots && len(g.waiting) > 0 {
		best := -1
		for i, w := range g.waiting {
			if g.held[w.workspace] < g.share && (best < 0 || g.held[w.workspace] < g.held[g.waiting[best].workspace]) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		w := g.waiting[best]
		g.waiting = slices.Delete(g.waiting, best, best+1)
		g.inUse++
		g.held[w.workspace]++
		w.ready <- true
	}
	if len(g.waiting) == 0 {
		g.busy = time.Time{}
	}
}

// remove takes a request out of the queue and reports whether it was still waiting.
func (g *Gate) remove(w *waiter) bool {
	for i, other := range g.waiting {
		if other == w {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			if len(g.waiting) == 0 {
				g.busy = time.Time{}
			}
			return true
		}
	}
	return false
}

// overloaded counts a rejection and returns its fault. Retry-After estimates when the queue will be empty.
func (g *Gate) overloaded() error {
	g.rejected++
	after := max(time.Second, g.service*time.Duration(len(g.waiting)+g.slots)/time.Duration(g.slots)).Round(time.Second)
	return overloaded(after, "All slots of this process for "+g.work+" are in use and its queue is full.")
}

// overloaded returns the fault of a request that exceeds the capacity of the process.
func overloaded(after time.Duration, message string) error {
	return fault.Newf(fault.RateLimitExceeded, "The service is overloaded. Retry after %d s.", int(after.Seconds())).After(after).
		With(fault.Detail{Rule: "overloaded", Message: message})
}

// State is a snapshot for metrics and health.
type State struct {
	Slots, InUse, Waiting int
	Rejected              uint64
}

// State returns the gate's current state.
func (g *Gate) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	return State{g.slots, g.inUse, len(g.waiting), g.rejected}
}
