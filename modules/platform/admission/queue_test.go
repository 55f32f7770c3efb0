package admission_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/clock"
)

func newQueue(slots, queue int) *admission.Queue {
	return admission.NewQueue("submissions", admission.QueueConfig{Slots: slots, Queue: queue, Wait: 10 * time.Second}, 30, clock.System())
}

// submit starts a request that reports its name when it has a slot, or the rule of its rejection, and holds the slot for a time.
func submit(t *testing.T, q *admission.Queue, workspace, name string, hold time.Duration, out chan<- string) {
	go func() {
		entry := q.NewEntry()
		defer entry.Leave()
		switch err := entry.Enter(t.Context(), workspace); {
		case admission.IsOverloaded(err):
			out <- name + " overloaded"
		case err != nil:
			out <- name + " " + err.Error()
		default:
			out <- name
			time.Sleep(hold)
		}
	}()
	synctest.Wait()
}

func drain(out chan string) string {
	var all []string
	for len(out) > 0 {
		all = append(all, <-out)
	}
	return strings.Join(all, ", ")
}

func TestLineServesABurstInOrderAndWorkspacesInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, out := newQueue(1, 100), make(chan string, 100)
		for _, name := range []string{"a1", "a2", "a3", "b1", "b2", "c1"} {
			submit(t, q, name[:1], name, 100*time.Millisecond, out)
		}
		time.Sleep(time.Second)
		if got, want := drain(out), "a1, a2, b1, c1, a3, b2"; got != want {
			t.Errorf("served %s, want %s", got, want)
		}
		if s := q.State(); s.InUse != 0 || s.Waiting != 0 || s.Rejected != 0 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

func TestLineRejectsWhenItsQueueIsFullAndAfterTheLongestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, out := newQueue(1, 2), make(chan string, 100)
		submit(t, q, "a", "first", 20*time.Second, out)
		submit(t, q, "a", "second", 0, out)
		time.Sleep(time.Millisecond)      // so that the third request times out later
		submit(t, q, "a", "of a", 0, out) // has half of the queue already
		submit(t, q, "c", "third", 0, out)
		began := time.Now()
		if err := q.NewEntry().Enter(t.Context(), "b"); !overloaded(err) || time.Since(began) != 0 {
			t.Errorf("got %v after %s, want an immediate rejection with Retry-After", err, time.Since(began))
		}
		time.Sleep(11 * time.Second)
		if got, want := drain(out), "first, of a overloaded, second overloaded, third overloaded"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := q.NewEntry().Enter(ctx, "b"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
		time.Sleep(20 * time.Second)
		if s := q.State(); s.InUse != 0 || s.Waiting != 0 || s.Rejected != 4 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

// TestLineRejectsUnderLastingPressure offers twice the capacity of the slots: the queue does not grow to its limit, and
// the admitted requests have waited no longer than the longest wait.
func TestLineRejectsUnderLastingPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hold = 20 * time.Millisecond
		q, out := newQueue(2, 100_000), make(chan string, 100_000)
		longest, late := 0, 0
		for i := range 12_000 { // 200 a second for a minute
			submit(t, q, "a", "a", hold, out)
			if w := q.State().Waiting; i < 6_000 {
				longest = max(longest, w)
			} else {
				late = max(late, w)
			}
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(15 * time.Second)
		served := 0
		for len(out) > 0 {
			if <-out == "a" {
				served++
			}
		}
		if longest > 1100 || late > 300 {
			t.Errorf("%d waited, and %d once the pressure had lasted; want at most ten seconds' work, and a quarter of it", longest, late)
		}
		if served < 5_900 {
			t.Errorf("%d were served in a minute, want 100 a second", served)
		}
		if s := q.State(); s.InUse != 0 || s.Waiting != 0 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

func TestLineKeepsSlotsFromASlowWorkspace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, out := newQueue(6, 100), make(chan string, 100)
		for range 20 {
			submit(t, q, "slow", "slow", 5*time.Second, out)
		}
		if s := q.State(); s.InUse != 4 || s.Waiting != 16 {
			t.Errorf("one workspace alone: %+v, want 4 of 6 slots in use", s)
		}
		drain(out)
		for range 3 {
			submit(t, q, "other", "other", time.Millisecond, out)
		}
		time.Sleep(10 * time.Millisecond)
		if got, want := drain(out), "other, other, other"; got != want {
			t.Errorf("served %q while the other workspace is slow, want %q", got, want)
		}
		time.Sleep(time.Minute)
		if s := q.State(); s.InUse != 0 || s.Waiting != 0 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

func TestLineRejectsAllThatWaitForWhatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, out := newQueue(1, 100), make(chan string, 100)
		first := q.NewEntry()
		if err := first.Enter(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "b", "a"} {
			submit(t, q, name, name, 0, out)
		}
		gone := errors.New("gone")
		q.NewEntry().Reject(gone) // without a slot it rejects nothing
		synctest.Wait()
		if got := drain(out); got != "" {
			t.Errorf("ended: %s", got)
		}
		first.Reject(gone)
		first.Leave()
		synctest.Wait()
		if got, want := drain(out), "a gone, b gone, a gone"; len(got) != len(want) {
			t.Errorf("ended: %s, want %s in any order", got, want)
		}
		if s := q.State(); s.InUse != 0 || s.Waiting != 0 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}
