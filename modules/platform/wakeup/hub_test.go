package wakeup_test

import (
	"testing"

	"github.com/platenhq/platen/modules/platform/wakeup"
)

func signaled(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestNotifySignalsTheSubscribersOfAKey checks also the empty key, which signals all, and merged signals.
func TestNotifySignalsTheSubscribersOfAKey(t *testing.T) {
	t.Parallel()
	var h wakeup.Hub
	h.Notify("a") // without subscribers
	a1, stop1 := h.Subscribe("a")
	a2, stop2 := h.Subscribe("a")
	b, stop3 := h.Subscribe("b")
	h.Notify("a")
	h.Notify("a")
	if !signaled(a1) || !signaled(a2) || signaled(b) {
		t.Error("a notification did not reach exactly the subscribers of its key")
	}
	if signaled(a1) {
		t.Error("two notifications were not merged into one signal")
	}
	h.Notify("")
	if !signaled(a1) || !signaled(a2) || !signaled(b) {
		t.Error("an empty key did not reach every subscriber")
	}
	stop1()
	stop1()
	h.Notify("a")
	if signaled(a1) || !signaled(a2) {
		t.Error("a stopped subscription is signaled, or its neighbor is not")
	}
	stop2()
	stop3()
	if n := h.Waiting(); n != 0 {
		t.Errorf("%d keys have subscribers after all of them stopped", n)
	}
}
