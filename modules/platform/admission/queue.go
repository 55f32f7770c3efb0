package admission

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

// QueueConfig are the bounds of submissions of jobs in a process.
type QueueConfig struct {
	Slots  int           `env:"PLATEN_SUBMISSION_SLOTS" default:"0" doc:"Submissions of jobs that this process works on at the same time; 0 is 8 per processor, at least 16 and at most two less than PLATEN_DATABASE_CONNECTIONS."`
	Queue  int           `env:"PLATEN_SUBMISSION_QUEUE" default:"4096" doc:"Submissions that may wait for one of PLATEN_SUBMISSION_SLOTS; of one workspace half as many; further ones are rejected with 429, rule overloaded."`
	Memory int64         `env:"PLATEN_SUBMISSION_MEMORY" default:"134217728" doc:"Bytes that the bodies of all requests to generate in progress may have in this process; further ones are rejected with 429, rule overloaded."`
	Wait   time.Duration `env:"PLATEN_SUBMISSION_WAIT" default:"10s" doc:"Longest time a submission waits for one of PLATEN_SUBMISSION_SLOTS."`
}

// Validate reports values outside their ranges.
func (c QueueConfig) Validate() error {
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

// Queue admits short requests, the submissions of jobs, to the slots of a process. Unlike a Gate it has a long queue, so
// that a burst of some thousand requests is processed instead of rejected: most submissions are a few statements.
// Workspaces take turns, and within a workspace the requests are served in their order. No workspace holds every slot,
// because a submission that reads files of a slow server is slow. A request is rejected immediately when the queue
// is full, or when the requests before it would take longer than the longest wait; once the
// queue has been non-empty for that long, when they would take longer than a quarter of it.
//
// It is safe for concurrent use. A nil Queue admits everything.
type Queue struct {
	work    string
	metrics metrics
	slots   int
	share   int // of a workspace
	queue   int
	wait    time.Duration
	clock   clock.Clock

	mu         sync.Mutex
	inUse      int
	held       map[string]int // slots in use by workspace
	waiting    int
	turns      list.List // of *workspaceQueue: the workspaces with waiting requests, the next one first
	workspaces map[string]*workspaceQueue
	busy       time.Time     // start of the time in which the queue is not empty; zero while it is empty
	service    time.Duration // moving average of the time a slot is held
	rejected   uint64
}

// workspaceQueue holds the waiting requests of a workspace, oldest first.
type workspaceQueue struct {
	workspace string
	requests  list.List // of chan error, which receives nil for a slot
	turn      *list.Element
}

// NewQueue returns a queue for a kind of work ("submissions"), which metrics and errors name, in a process with a number of
// database connections.
func NewQueue(work string, cfg QueueConfig, connections int, c clock.Clock) *Queue {
	slots := cfg.Slots
	if slots == 0 {
		slots = max(1, min(max(16, 8*runtime.GOMAXPROCS(0)), connections-2))
	}
	return &Queue{work: work, metrics: newMetrics(work), slots: slots, share: max(1, slots-slots/3), queue: cfg.Queue, wait: cfg.Wait, clock: c,
		workspaces: map[string]*workspaceQueue{}, held: map[string]int{}, service: 10 * time.Millisecond}
}

// NewEntry returns the entry of a new request, which has no slot yet. Leave must be called.
func (q *Queue) NewEntry() *Entry {
	if q == nil {
		return nil
	}
	return &Entry{queue: q}
}

// Entry is the place of one request in a queue, and then its slot. It belongs to that request's goroutine. A nil Entry is never
// rejected.
type Entry struct {
	queue *Queue
	slot  bool
	since time.Time
	of    string // the workspace whose slot it is
}

// Enter waits for a slot. The errors are a RATE_LIMIT_EXCEEDED fault when the process is overloaded, that of Reject, and
// that of ctx.
func (e *Entry) Enter(ctx context.Context, workspace string) error {
	if e == nil || e.slot {
		return nil
	}
	q := e.queue
	q.mu.Lock()
	e.of = workspace
	if q.inUse < q.slots && q.held[workspace] < q.share && q.workspaces[workspace] == nil { // then no waiting request may take a slot
		q.inUse++
		q.held[workspace]++
		q.mu.Unlock()
		e.take()
		return nil
	}
	if q.full(workspace) {
		err := q.overloaded("All slots of this process for " + q.work + " are in use and its queue is full.")
		q.mu.Unlock()
		return err
	}
	if q.waiting == 0 {
		q.busy = q.clock.Now()
	}
	in := q.workspaces[workspace]
	if in == nil {
		in = &workspaceQueue{workspace: workspace}
		in.turn = q.turns.PushBack(in)
		q.workspaces[workspace] = in
	}
	ready := make(chan error, 1)
	place := in.requests.PushBack(ready)
	q.waiting++
	q.mu.Unlock()

	timer := time.NewTimer(q.wait)
	defer timer.Stop()
	var end error
	select {
	case err := <-ready:
		return e.outcome(err)
	case <-ctx.Done():
		end = ctx.Err()
	case <-timer.C:
	}
	q.mu.Lock()
	select {
	case err := <-ready: // granted or rejected meanwhile
		q.mu.Unlock()
		return e.outcome(err)
	default:
	}
	q.remove(in, place)
	if end == nil {
		end = q.overloaded("No slot of this process for " + q.work + " was free in time.")
	}
	q.mu.Unlock()
	return end
}

func (e *Entry) outcome(err error) error {
	if err == nil {
		e.take()
	}
	return err
}

func (e *Entry) take() { e.slot, e.since = true, e.queue.clock.Now() }

// Leave releases the slot of the request, if it has one.
func (e *Entry) Leave() {
	if e == nil || !e.slot {
		return
	}
	e.slot = false
	q := e.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	q.service += (q.clock.Now().Sub(e.since) - q.service) / 16
	q.inUse--
	if q.held[e.of]--; q.held[e.of] == 0 {
		delete(q.held, e.of)
	}
	// A released slot admits one request at most: no waiting request may use the other free slots.
	for turn := q.turns.Front(); turn != nil; turn = turn.Next() {
		next, _ := turn.Value.(*workspaceQueue)
		if q.held[next.workspace] < q.share {
			q.turns.MoveToBack(turn)
			q.inUse++
			q.held[next.workspace]++
			q.remove(next, next.requests.Front()) <- nil
			return
		}
	}
}

// Reject rejects all queued requests with err if the request has a slot: it found a failure that they would meet as
// well.
func (e *Entry) Reject(err error) {
	if e == nil || !e.slot {
		return
	}
	q := e.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.waiting > 0 {
		next, _ := q.turns.Front().Value.(*workspaceQueue)
		q.rejected++
		q.remove(next, next.requests.Front()) <- err
	}
}

// remove takes a request out of the queue and returns the channel on which it waits.
func (q *Queue) remove(in *workspaceQueue, place *list.Element) chan error {
	ready, _ := in.requests.Remove(place).(chan error)
	if in.requests.Len() == 0 {
		q.turns.Remove(in.turn)
		delete(q.workspaces, in.workspace)
	}
	if q.waiting--; q.waiting == 0 {
		q.busy = time.Time{}
	}
	return ready
}

// full reports whether another request of a workspace may not wait.
func (q *Queue) full(workspace string) bool {
	of := 0
	if in := q.workspaces[workspace]; in != nil {
		of = in.requests.Len()
	}
	if q.waiting >= q.queue || of >= max(1, q.queue/2) {
		return true
	}
	if q.waiting == 0 {
		return false
	}
	switch lasting := q.clock.Now().Sub(q.busy); {
	case lasting < pressure: // the average does not yet reflect sustained load
		return false
	case lasting < q.wait:
		return q.expected(of) > q.wait
	default:
		return q.expected(of) > q.wait/4
	}
}

// expected estimates the wait of a new request of a workspace with the given number of waiting requests: every other
// workspace has at most as many turns.
func (q *Queue) expected(of int) time.Duration {
	if len(q.workspaces) == 1 && of > 0 {
		return q.service * time.Duration(of) / time.Duration(q.share)
	}
	return q.service * time.Duration(min(q.waiting, of*len(q.workspaces))) / time.Duration(q.slots)
}

// overloaded counts a rejection and returns its fault. Retry-After estimates when the queue will be empty.
func (q *Queue) overloaded(message string) error {
	q.rejected++
	after := max(time.Second, (q.expected(q.waiting) + time.Second - 1).Truncate(time.Second))
	return overloaded(after, message)
}

// IsOverloaded reports whether err is the rejection of a gate or a queue.
func IsOverloaded(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && fault.Rule(f) == "overloaded"
}

// State returns the queue's current state.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	return State{q.slots, q.inUse, q.waiting, q.rejected}
}
