package cache_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/clock"
)

func keys(c *cache.Cache[string, int], names ...string) string {
	out := ""
	for _, n := range names {
		if _, ok := c.Get(n); ok {
			out += n
		}
	}
	return out
}

func TestLeastRecentlyUsedIsEvicted(t *testing.T) {
	t.Parallel()
	c := cache.New[string, int](cache.Options[int]{Entries: 3})
	c.Add("a", 1)
	c.Add("b", 2)
	c.Add("c", 3)
	c.Get("a")
	c.Add("d", 4)
	if got := keys(c, "a", "b", "c", "d"); got != "acd" {
		t.Errorf("kept %q, want acd: a full cache evicts one entry", got)
	}
}

func TestCostBoundsTheSum(t *testing.T) {
	t.Parallel()
	c := cache.New[string, int](cache.Options[int]{Cost: func(v int) int { return v }, MaxCost: 10})
	c.Add("a", 4)
	c.Add("b", 4)
	c.Add("large", 11)
	if got := keys(c, "a", "b", "large"); got != "ab" {
		t.Errorf("kept %q, want ab: an entry above the bound is not stored", got)
	}
	c.Add("b", 5)
	c.Add("c", 5)
	if got := keys(c, "a", "b", "c"); got != "bc" {
		t.Errorf("kept %q, want bc: a replaced entry counts once", got)
	}
	none := cache.New[string, int](cache.Options[int]{Cost: func(v int) int { return v }})
	none.Add("a", 1)
	if none.Len() != 0 {
		t.Error("a cache of cost 0 stores an entry")
	}
}

func TestEntryExpires(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(time.Unix(1_700_000_000, 0))
	c := cache.New[string, int](cache.Options[int]{Entries: 3, TTL: 10 * time.Second, Clock: clk})
	c.Add("a", 1)
	clk.Advance(10*time.Second - 1)
	if _, ok := c.Get("a"); !ok {
		t.Error("expired before its time")
	}
	clk.Advance(1)
	if _, ok := c.Get("a"); ok || c.Len() != 0 {
		t.Error("an expired entry is returned or kept")
	}
}

func TestDropWhileReadingTheSource(t *testing.T) {
	t.Parallel()
	tag := func(v int) string { return fmt.Sprint(v % 2) }
	c := cache.New[string, int](cache.Options[int]{Entries: 10, Tag: tag})
	c.Add("a", 1)
	c.Add("b", 2)
	c.Add("c", 3)
	epoch := c.Epoch()
	c.Drop("1")
	c.Put("d", 4, epoch)
	if got := keys(c, "a", "b", "c", "d"); got != "b" {
		t.Errorf("kept %q, want b", got)
	}
	c.Put("d", 4, c.Epoch())
	epoch = c.Epoch()
	c.Remove("b")
	c.Put("e", 6, epoch)
	if got := keys(c, "b", "d", "e"); got != "d" {
		t.Errorf("kept %q, want d", got)
	}
	c.Drop("")
	if c.Len() != 0 {
		t.Error("an entry outlives a drop of all")
	}
}

// TestBookkeeping compares the cache with a plain map of tags after random operations: an evicted, replaced or
// expired entry leaves nothing behind that a later drop or eviction would act on.
func TestBookkeeping(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	type val struct{ tag, cost int }
	c := cache.New[int, val](cache.Options[val]{Entries: 20, MaxCost: 60, Cost: func(v val) int { return v.cost }, Tag: func(v val) string { return fmt.Sprint(v.tag) }})
	for range 20_000 {
		switch rnd.IntN(6) {
		case 0:
			tag := rnd.IntN(8)
			c.Drop(fmt.Sprint(tag))
			for k := range 40 {
				if v, ok := c.Get(k); ok && v.tag == tag {
					t.Fatalf("entry %d outlives the drop of its tag", k)
				}
			}
		case 1:
			c.Remove(rnd.IntN(40))
		default:
			k, v := rnd.IntN(40), val{rnd.IntN(8), rnd.IntN(12)}
			c.Add(k, v)
			if got, ok := c.Get(k); !ok || got != v {
				t.Fatalf("the entry just stored is %v, %v", got, ok)
			}
		}
		sum := 0
		for k := range 40 {
			if v, ok := c.Get(k); ok {
				sum += v.cost
			}
		}
		if sum > 60 || c.Len() > 20 {
			t.Fatalf("%d entries cost %d", c.Len(), sum)
		}
	}
}

func TestFlightIsShared(t *testing.T) {
	t.Parallel()
	var f cache.Flight[int]
	var calls atomic.Int32
	entered, release := make(chan struct{}), make(chan struct{})
	fn := func(context.Context) (int, error) {
		if calls.Add(1) == 1 {
			close(entered)
		}
		<-release
		return 7, nil
	}
	first, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := f.Do(first, "k", fn); !errors.Is(err, context.Canceled) {
			t.Errorf("the first caller went away and got %v", err)
		}
	})
	<-entered
	joined := make(chan struct{})
	wg.Go(func() {
		close(joined)
		if v, err := f.Do(t.Context(), "k", fn); v != 7 || err != nil {
			t.Errorf("%d, %v", v, err)
		}
	})
	<-joined
	cancel()
	release <- struct{}{} // the call outlives its first caller
	close(release)
	wg.Wait()
	if n := calls.Load(); n > 2 { // 2 when the second caller came after the first call ended
		t.Errorf("%d calls", n)
	}
}

func TestFlightReturnsPanicAsError(t *testing.T) {
	t.Parallel()
	var f cache.Flight[int]
	if _, err := f.Do(t.Context(), "k", func(context.Context) (int, error) { panic("no") }); err == nil {
		t.Error("no error")
	}
	if v, err := f.Do(t.Context(), "k", func(context.Context) (int, error) { return 3, nil }); v != 3 || err != nil {
		t.Errorf("after a panic: %d, %v", v, err)
	}
}
