package signing

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
)

// flights lets the fetches of one URL that meet in this process share one.
type flights struct {
	mu      sync.Mutex
	running map[string]*flight
}

type flight struct {
	done  chan struct{}
	shown Shown
	err   error
}

func newFlights() *flights { return &flights{running: map[string]*flight{}} }

// do runs fn unless it runs already for the key, and returns its result. fn goes on when ctx ends: others
// may be waiting, and what is rendered is kept.
func (f *flights) do(ctx context.Context, key string, fn func(ctx context.Context) (Shown, error)) (Shown, error) {
	f.mu.Lock()
	one := f.running[key]
	if one == nil {
		one = &flight{done: make(chan struct{})}
		f.running[key] = one
		go func() {
			defer func() {
				if v := recover(); v != nil { // it must not take the process down
					one.err = fmt.Errorf("a first fetch panicked: %v\n%s", v, debug.Stack())
				}
				f.mu.Lock()
				delete(f.running, key)
				f.mu.Unlock()
				close(one.done)
			}()
			one.shown, one.err = fn(context.WithoutCancel(ctx))
		}()
	}
	f.mu.Unlock()
	select {
	case <-one.done:
		return one.shown, one.err
	case <-ctx.Done():
		return Shown{}, ctx.Err()
	}
}

// doneHub wakes whoever waits for a picture that another process renders.
type doneHub struct {
	mu      sync.Mutex
	waiting map[string][]chan struct{}
}

func newDoneHub() *doneHub { return &doneHub{waiting: map[string][]chan struct{}{}} }

// wait returns a channel that is closed when the picture is finished. It is asked for before the picture is
// looked at, so that nothing is missed, and given back with leave.
func (h *doneHub) wait(ref string) <-chan struct{} {
	c := make(chan struct{})
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting[ref] = append(h.waiting[ref], c)
	return c
}

func (h *doneHub) leave(ref string, c <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := h.waiting[ref]
	for i := range list {
		if list[i] == c {
			list = append(list[:i], list[i+1:]...)
			break
		}
	}
	if h.waiting[ref] = list; len(list) == 0 {
		delete(h.waiting, ref)
	}
}

// tell wakes the waiters of a ref; "" wakes all.
func (h *doneHub) tell(ref string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for r, list := range h.waiting {
		if ref == "" || r == ref {
			for _, c := range list {
				close(c)
			}
			delete(h.waiting, r)
		}
	}
}
