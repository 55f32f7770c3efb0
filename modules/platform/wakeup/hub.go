// Package wakeup notifies goroutines that wait for a row to change, in whichever process changed it.
//
// A notification carries no data: a waiter subscribes, reads the row, and reads it again after each signal. The hub's
// Notify is the handler of a Postgres channel (pg.Listener.Subscribe). Notifications may be lost with the connection,
// so waiters also poll at an interval of their own.
package wakeup

import "sync"

// Hub signals the subscribers of a key. It is safe for concurrent use; the zero value is ready.
type Hub struct {
	mu      sync.Mutex
	waiters map[string]map[chan struct{}]struct{}
}

// Subscribe returns a channel that is signaled when the key may have changed; signals that are not received are
// merged into one. Subscribe before reading the row, so that no notification is missed, and call stop afterwards.
func (h *Hub) Subscribe(key string) (changed <-chan struct{}, stop func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiters == nil {
		h.waiters = map[string]map[chan struct{}]struct{}{}
	}
	if h.waiters[key] == nil {
		h.waiters[key] = map[chan struct{}]struct{}{}
	}
	h.waiters[key][c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.waiters[key], c)
		if len(h.waiters[key]) == 0 {
			delete(h.waiters, key)
		}
	}
}

// Notify signals the subscribers of a key; "" signals all of them, for when notifications may have been lost.
func (h *Hub) Notify(key string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if key != "" {
		signal(h.waiters[key])
		return
	}
	for _, set := range h.waiters {
		signal(set)
	}
}

func signal(set map[chan struct{}]struct{}) {
	for c := range set {
		select {
		case c <- struct{}{}:
		default: // already signaled: the waiter reads the latest state anyway
		}
	}
}

// Waiting returns how many keys have subscribers.
func (h *Hub) Waiting() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.waiters)
}
