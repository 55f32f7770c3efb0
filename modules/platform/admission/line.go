package admission

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

// LineConfig are the bounds of submissions of jobs in a process.
type LineConfig struct {
	Slots  int           `env:"PLATEN_SUBMISSION_SLOTS" default:"0" doc:"Submissions of jobs that this process works on at the same time; 0 is 8 per processor, at least 16 and at most two less than PLATEN_DATABASE_CONNECTIONS."`
	Queue  int           `env:"PLATEN_SUBMISSION_QUEUE" default:"4096" doc:"Submissions that may wait for one of PLATEN_SUBMISSION_SLOTS; of one workspace half as many; further ones are rejected with 429, rule overloaded."`
	Memory int64         `env:"PLATEN_SUBMISSION_MEMORY" default:"134217728" doc:"Bytes that the bodies of all requests to generate in progress may have in this process; further ones are rejected with 429, rule overloaded."`
	Wait   time.Duration `env:"PLATEN_SUBMISSION_WAIT" default:"10s" doc:"Longest time a submission waits for one of PLATEN_SUBMISSION_SLOTS."`
}

// Validate reports values outside their ranges.
func (c LineConfig) Validate() error {
	switch {
	case c.Slots < 0 || c.Slots > 10_000:
		return fmt.Errorf("PLATEN_SUBMISSION_SLOTS: %d is outside 0…10000", c.Slots)
	case c.Queue < 0 || c.Queue > 100_000:
		return fmt.Errorf("PLATEN_SUBMISSION_QUEUE: %d is outside 0…100000", c.Queue)
	case c.Memory < 16<<20:
		return fmt.Errorf("PLATEN_SUBMISSION_MEMORY: %d is less than 16777216", c.Memory)
	case c.Wait < 0 || c.Wait > 10*time.Second:
		return fmt.Errorf("PLATEN_SUBMISSION_WAIT: %s is outside 0s…10s", c.Wait)
	}
	return nil
}

// Line admits short requests, the submissions of jobs, to the slots of a process. Unlike a Gate it has a long queue, so
// that a burst of some thousand requests is processed instead of rejected: most submissions are a few statements.
// Workspaces take turns, and within a workspace the requests are served in their order. No workspace holds every slot,
// because a submission that reads files of a slow server is slow. A request is rejected immediately when the queue or
// the memory for bodies is full, or when the requests before it would take longer than the longest wait; once the
// queue has been non-empty for that long, when they would take longer than a quarter of it.
//
// It is safe for concurrent use. A nil Line admits everything.
type Line struct {
	work    string
	metrics metrics
	body    lineMetrics
	slots   int
	share   int // of a workspace
	queue   int
	memory  int64
	wait    time.Duration
	clock   clock.Clock

	mu       sync.Mutex
	inUse    int
	held     map[string]int // slots in use by workspace
	waiting  int
	bytes    int64
	turns    list.List // of *lane: the workspaces with waiting requests, the next one first
	lanes    map[string]*lane
	busy     time.Time     // start of the time in which the queue is not empty; zero while it is empty
	service  time.Duration // moving average of the time a slot is held
	rejected uint64
}

// lane holds the waiting requests of a workspace, oldest first.
type lane struct {
	workspace string
	requests  list.List // of chan error, which receives nil for a slot
	turn      *list.Element
}

// NewLine returns a line for a kind of work ("submissions"), which metrics and errors name, in a process with a number of
// database connections.
func NewLine(work string, cfg LineConfig, connections int, c clock.Clock) *Line {
	slots := cfg.Slots
	if slots == 0 {
		slots = max(1, min(max(16, 8*runtime.GOMAXPROCS(0)), connections-2))
	}
	return &Line{work: work, metrics: newMetrics(work), body: newLineMetrics(work), slots: slots, share: max(1, slots-slots/3), queue: cfg.Queue, memory: cfg.Memory, wait: cfg.Wait, clock: c,
		lanes: map[string]*lane{}, held: map[string]int{}, service: 10 * time.Millisecond}
}

// Visit returns the visit of a new request, which holds nothing yet. End must be called.
func (l *Line) Visit() *Visit {
	if l == nil {
		return nil
	}
	return &Visit{line: l}
}

// Visit is what one request holds of a line: memory for its body and a slot. It belongs to that request's goroutine. A
// nil Visit holds nothing and is never rejected.
type Visit struct {
	line  *Line
	bytes int64
	slot  bool
	since time.Time
	of    string // the workspace whose slot it is
}

// Grow reserves memory for n more bytes of the request's body. The error is a RATE_LIMIT_EXCEEDED fault.
func (v *Visit) Grow(n int) error {
	if v == nil {
		return nil
	}
	l := v.line
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bytes+int64(n) > l.memory {
		return l.overloaded("The bodies of the requests in progress take all memory that this process has for " + l.work + ".")
	}
	l.bytes += int64(n)
	v.bytes += int64(n)
	return nil
}

// Reader returns r, whose bytes Grow counts as they are read.
func (v *Visit) Reader(r io.Reader) io.Reader {
	if v == nil {
		return r
	}
	return &counted{r, v}
}

type counted struct {
	r io.Reader
	v *Visit
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if e := c.v.Grow(n); e != nil {
		return 0, e
	}
	return n, err
}

// Enter waits for a slot. The errors are a RATE_LIMIT_EXCEEDED fault when the process is overloaded, that of Reject, and
// that of ctx.
func (v *Visit) Enter(ctx context.Context, workspace string) error {
	if v == nil || v.slot {
		return nil
	}
	l := v.line
	l.mu.Lock()
	v.of = workspace
	if l.inUse < l.slots && l.held[workspace] < l.share && l.lanes[workspace] == nil { // then no waiting request may take a slot
		l.inUse++
		l.held[workspace]++
		l.mu.Unlock()
		v.take()
		return nil
	}
	if l.full(workspace) {
		err := l.overloaded("All slots of this process for " + l.work + " are in use and its queue is full.")
		l.mu.Unlock()
		return err
	}
	if l.waiting == 0 {
		l.busy = l.clock.Now()
	}
	in := l.lanes[workspace]
	if in == nil {
		in = &lane{workspace: workspace}
		in.turn = l.turns.PushBack(in)
		l.lanes[workspace] = in
	}
	ready := make(chan error, 1)
	place := in.requests.PushBack(ready)
	l.waiting++
	l.mu.Unlock()

	timer := time.NewTimer(l.wait)
	defer timer.Stop()
	var end error
	select {
	case err := <-ready:
		return v.outcome(err)
	case <-ctx.Done():
		end = ctx.Err()
	case <-timer.C:
	}
	l.mu.Lock()
	select {
	case err := <-ready: // granted or rejected meanwhile
		l.mu.Unlock()
		return v.outcome(err)
	default:
	}
	l.remove(in, place)
	if end == nil {
		end = l.overloaded("No slot of this process for " + l.work + " was free in time.")
	}
	l.mu.Unlock()
	return end
}

func (v *Visit) outcome(err error) error {
	if err == nil {
		v.take()
	}
	return err
}

func (v *Visit) take() { v.slot, v.since = true, v.line.clock.Now() }

// Leave releases the slot of the request, if it has one.
func (v *Visit) Leave() {
	if v == nil || !v.slot {
		return
	}
	v.slot = false
	l := v.line
	l.mu.Lock()
	defer l.mu.Unlock()
	l.service += (l.clock.Now().Sub(v.since) - l.service) / 16
	l.inUse--
	if l.held[v.of]--; l.held[v.of] == 0 {
		delete(l.held, v.of)
	}
	// A released slot admits one request at most: no waiting request may use the other free slots.
	for turn := l.turns.Front(); turn != nil; turn = turn.Next() {
		next, _ := turn.Value.(*lane)
		if l.held[next.workspace] < l.share {
			l.turns.MoveToBack(turn)
			l.inUse++
			l.held[next.workspace]++
			l.remove(next, next.requests.Front()) <- nil
			return
		}
	}
}

// End releases everything that the request holds.
func (v *Visit) End() {
	if v == nil {
		return
	}
	v.Leave()
	v.line.mu.Lock()
	defer v.line.mu.Unlock()
	v.line.bytes -= v.bytes
	v.bytes = 0
}

// Reject rejects all queued requests with err if the request has a slot: it found a failure that they would meet as
// well.
func (v *Visit) Reject(err error) {
	if v == nil || !v.slot {
		return
	}
	l := v.line
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waiting > 0 {
		next, _ := l.turns.Front().Value.(*lane)
		l.rejected++
		l.remove(next, next.requests.Front()) <- err
	}
}

// remove takes a request out of the queue and returns the channel on which it waits.
func (l *Line) remove(in *lane, place *list.Element) chan error {
	ready, _ := in.requests.Remove(place).(chan error)
	if in.requests.Len() == 0 {
		l.turns.Remove(in.turn)
		delete(l.lanes, in.workspace)
	}
	if l.waiting--; l.waiting == 0 {
		l.busy = time.Time{}
	}
	return ready
}

// full reports whether another request of a workspace may not wait.
func (l *Line) full(workspace string) bool {
	of := 0
	if in := l.lanes[workspace]; in != nil {
		of = in.requests.Len()
	}
	if l.waiting >= l.queue || of >= max(1, l.queue/2) {
		return true
	}
	if l.waiting == 0 {
		return false
	}
	switch lasting := l.clock.Now().Sub(l.busy); {
	case lasting < pressure: // the average does not yet reflect sustained load
		return false
	case lasting < l.wait:
		return l.expected(of) > l.wait
	default:
		return l.expected(of) > l.wait/4
	}
}

// expected estimates the wait of a new request of a workspace with the given number of waiting requests: every other
// workspace has at most as many turns.
func (l *Line) expected(of int) time.Duration {
	if len(l.lanes) == 1 && of > 0 {
		return l.service * time.Duration(of) / time.Duration(l.share)
	}
	return l.service * time.Duration(min(l.waiting, of*len(l.lanes))) / time.Duration(l.slots)
}

// overloaded counts a rejection and returns its fault. Retry-After estimates when the queue will be empty.
func (l *Line) overloaded(message string) error {
	l.rejected++
	after := max(time.Second, (l.expected(l.waiting) + time.Second - 1).Truncate(time.Second))
	return overloaded(after, message)
}

// IsOverloaded reports whether err is the rejection of a gate or a line.
func IsOverloaded(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && fault.Rule(f) == "overloaded"
}

// LineState is a snapshot for metrics.
type LineState struct {
	State
	Bytes int64
}

// State returns the line's current state.
func (l *Line) State() LineState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return LineState{State{l.slots, l.inUse, l.waiting, l.rejected}, l.bytes}
}
