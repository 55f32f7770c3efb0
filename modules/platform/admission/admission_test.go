package admission_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

func gate(slots, queue int, wait time.Duration) *admission.Gate {
	return admission.New("renders", admission.Config{Slots: slots, Queue: queue, Wait: wait}, clock.System())
}

// enter starts a request that reports its name when it is admitted and holds its slot until release is closed.
func enter(t *testing.T, g *admission.Gate, workspace, name string, admitted chan<- string, release <-chan struct{}) {
	go func() {
		leave, err := g.Enter(t.Context(), workspace)
		if err != nil {
			admitted <- name + " " + fault.Rule(err)
			return
		}
		admitted <- name
		<-release
		leave()
	}()
	synctest.Wait()
}

func overloaded(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Code == fault.RateLimitExceeded && fault.Rule(f) == "overloaded" && f.RetryAfter >= time.Second
}

func TestFullQueueRejectsImmediately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 1, 10*time.Second)
		admitted, release := make(chan string, 10), make(chan struct{})
		enter(t, g, "a", "first", admitted, release)
		enter(t, g, "a", "second", admitted, release)
		began := time.Now()
		if err := g.Check("a"); !overloaded(err) {
			t.Errorf("before the work: %v, want an overloaded fault with Retry-After", err)
		}
		if _, err := g.Enter(t.Context(), "a"); !overloaded(err) {
			t.Errorf("got %v, want an overloaded fault with Retry-After", err)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("the rejection took %s", took)
		}
		close(release)
		synctest.Wait()
		if s := g.State(); s.InUse != 0 || s.Waiting != 0 || s.Rejected != 2 || g.Check("a") != nil {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

func TestWaitEndsWithTheLongestWaitAndWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 10, 3*time.Second)
		admitted, release := make(chan string, 10), make(chan struct{})
		enter(t, g, "a", "first", admitted, release)
		began := time.Now()
		if _, err := g.Enter(t.Context(), "a"); !overloaded(err) || time.Since(began) != 3*time.Second {
			t.Errorf("got %v after %s", err, time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := g.Enter(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
		if s := g.State(); s.Waiting != 0 {
			t.Errorf("%d requests still wait", s.Waiting)
		}
		close(release)
	})
}

func TestOldestIsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 10, time.Minute)
		admitted, first, rest := make(chan string, 10), make(chan struct{}), make(chan struct{})
		enter(t, g, "a", "first", admitted, first)
		<-admitted
		for _, name := range []string{"old", "middle", "new"} {
			enter(t, g, "a", name, admitted, rest)
		}
		close(first)
		if got := <-admitted; got != "old" {
			t.Errorf("%s is next, want the oldest", got)
		}
		close(rest)
		synctest.Wait()
	})
}

// TestRejectionsUnderOverloadAreImmediate offers three times the capacity for 20 s, of which another workspace offers a
// little: no request is rejected after it has waited, those that are admitted wait for less than two seconds, the other
// workspace is served, and no capacity is lost.
func TestRejectionsUnderOverloadAreImmediate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const slots, hold, offered = 6, 90 * time.Millisecond, 4000
		g := gate(slots, 256, 10*time.Second)
		var mu sync.Mutex
		var late, rejected, served, modest int
		var longest time.Duration
		var all sync.WaitGroup
		began := time.Now()
		for n := range offered {
			workspace := "greedy"
			if n%30 == 0 {
				workspace = "modest"
			}
			all.Go(func() {
				start := time.Now()
				leave, err := g.Enter(t.Context(), workspace)
				waited := time.Since(start)
				mu.Lock()
				switch {
				case err == nil:
					served++
					if workspace == "modest" {
						modest++
					}
					longest = max(longest, waited)
				case waited > 50*time.Millisecond:
					late++
					rejected++
				default:
					rejected++
				}
				mu.Unlock()
				if err == nil {
					time.Sleep(hold)
					leave()
				}
			})
			time.Sleep(hold / slots / 3)
		}
		all.Wait()
		capacity := int(time.Since(began) / hold * slots)
		if late > 0 || rejected == 0 {
			t.Errorf("%d of %d rejections came after a wait", late, rejected)
		}
		if longest > 2*time.Second {
			t.Errorf("an admitted request waited %s", longest)
		}
		if modest*30 != offered+20 {
			t.Errorf("%d requests of the modest workspace were served", modest)
		}
		if share := capacity * 2 / 3; served < share*9/10 { // one workspace has at most two thirds of the slots
			t.Errorf("%d requests were served, of a capacity of %d", served, share)
		}
	})
}

func TestNoWorkspaceHoldsEverySlotAndTheSmallestIsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(6, 100, time.Minute)
		admitted, release := make(chan string, 100), make(chan struct{})
		for range 20 {
			enter(t, g, "hostile", "hostile", admitted, release)
		}
		if s := g.State(); s.InUse != 4 || s.Waiting != 16 {
			t.Fatalf("one workspace alone: %+v, want 4 of 6 slots in use", s)
		}
		enter(t, g, "other", "other", admitted, release)
		for range 4 {
			<-admitted
		}
		if got := <-admitted; got != "other" {
			t.Errorf("%s was admitted, want the other workspace while one waits", got)
		}
		close(release)
		synctest.Wait()
		if s := g.State(); s.InUse != 0 || s.Waiting != 0 {
			t.Errorf("state after all have left: %+v", s)
		}
	})
}

func TestQueueIsShortUnderLastingPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(2, 100, time.Minute)
		admitted, release := make(chan string, 200), make(chan struct{})
		for range 10 {
			enter(t, g, "a", "a", admitted, release)
		}
		time.Sleep(3 * time.Second)
		if _, err := g.Enter(t.Context(), "a"); !overloaded(err) {
			t.Errorf("got %v, want a rejection once the queue has not been empty for seconds", err)
		}
		// Another workspace may wait, and the eight that waited keep their places.
		enter(t, g, "b", "b", admitted, release)
		if s := g.State(); s.Rejected != 1 || s.Waiting != 9 {
			t.Errorf("%d rejected, want 1; %d wait", s.Rejected, s.Waiting)
		}
		close(release)
		synctest.Wait()
	})
}

func TestFullQueueDisplacesTheNewestOfTheLargestWorkspace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(1, 3, time.Minute)
		admitted, release := make(chan string, 10), make(chan struct{})
		for _, name := range []string{"first", "second", "third", "fourth"} {
			enter(t, g, "a", name, admitted, release)
		}
		enter(t, g, "b", "of b", admitted, release)
		if first, displaced := <-admitted, <-admitted; first != "first" || displaced != "fourth overloaded" {
			t.Errorf("%s, then %s", first, displaced)
		}
		close(release)
		synctest.Wait()
	})
}

func TestPressureShortensTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate(2, 20, 10*time.Second)
		admitted, release := make(chan string, 30), make(chan struct{})
		enter(t, g, "a", "first", admitted, release)
		enter(t, g, "b", "second", admitted, release)
		for range 12 {
			enter(t, g, "a", "of a", admitted, release)
		}
		enter(t, g, "b", "of b", admitted, release)
		time.Sleep(3 * time.Second) // the queue has been non-empty for longer than pressure
		enter(t, g, "a", "late", admitted, release)
		if s := g.State(); s.Waiting != 13 {
			t.Errorf("%d requests wait under pressure, want those that waited before", s.Waiting)
		}
		close(release)
		synctest.Wait()
		close(admitted)
		ended := map[string]int{}
		for name := range admitted {
			ended[name]++
		}
		if ended["of b"] != 1 || ended["of a"] != 12 || ended["late overloaded"] != 1 {
			t.Errorf("ended: %v", ended)
		}
	})
}
