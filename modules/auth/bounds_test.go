package auth

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
)

// TestCacheEvictsTheOldestFirst: a full cache evicts one key at a time, and a key can be evicted by its id.
func TestCacheEvictsTheOldestFirst(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(time.Unix(1.8e9, 0))
	c := newCache(10*time.Second, 3, clk)
	has := func(i int) bool { _, ok := c.Get([32]byte{byte(i)}); return ok }
	put := func(i int) { c.Put([32]byte{byte(i)}, &ident.Principal{KeyID: fmt.Sprint(i)}, c.Epoch()) }
	for i := range 3 {
		put(i)
	}
	if !has(0) { // used again: 1 is now the least recently used
		t.Fatal("a cached key is not found")
	}
	put(3)
	for i, want := range []bool{true, false, true, true} {
		if has(i) != want {
			t.Errorf("key %d is cached: %v, want %v", i, !want, want)
		}
	}
	c.Drop("2")
	if has(2) || !has(0) {
		t.Error("dropping one key dropped another, or not the one")
	}
	clk.Advance(10 * time.Second)
	if has(0) {
		t.Error("a key is remembered for longer than its time")
	}
}

// TestUnwrittenLastUsesAreKept: newer uses are not overwritten, and the bound holds.
func TestUnwrittenLastUsesAreKept(t *testing.T) {
	t.Parallel()
	u := newUses(clock.NewFake(time.Unix(1.8e9, 0)))
	first, second := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	u.record("a", first)
	u.record("b", first)
	taken := u.take()
	u.record("a", second) // ignored within the minute, as long as the previous use counts as written
	u.restore("a", taken["a"])
	u.record("a", second)
	u.restore("a", taken["a"])
	if got := u.take(); len(got) != 1 || got["a"].ip != second.String() {
		t.Errorf("kept %v; want a from the second address, and not b", got)
	}
}

// TestFlushOfACancelledContextLosesNothing: nothing is written and no use is dropped.
func TestFlushOfACancelledContextLosesNothing(t *testing.T) {
	t.Parallel()
	m := &Module{uses: newUses(clock.NewFake(time.Unix(1.8e9, 0)))}
	for i := range 10 {
		m.uses.record(fmt.Sprint(i), netip.MustParseAddr("192.0.2.1"))
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.FlushUses(gone); err == nil || m.uses.len() != 10 || m.UsesDelayed() != 10 {
		t.Errorf("%v; %d kept, %d counted", err, m.uses.len(), m.UsesDelayed())
	}
}
