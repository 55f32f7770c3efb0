package engine_test

import (
	"syscall"
	"testing"
	"time"
)

// spent is the time that the process has had on processors.
func spent(t testing.TB) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestCostIsLinear: four times the work takes at most about four times as long, and the radius of
// a blur nothing. It counts the process' own time on the processor, the least of some runs.
func TestCostIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	fastest := func(l load) time.Duration {
		best := time.Hour
		for range 7 {
			began := spent(t)
			l.pixels(t)
			best = min(best, spent(t)-began)
		}
		return best
	}
	for _, g := range growing {
		one, _ := g.of(4)
		many, _ := g.of(16)
		small, large := fastest(one), fastest(many)
		if t.Logf("%s: %v, four times as much %v", g.name, small, large); large > 8*small {
			t.Errorf("%s: four times the work takes %.1f times as long", g.name, float64(large)/float64(small))
		}
	}
	first := fastest(blurred(radii[0]))
	for _, radius := range radii[1:] {
		if d := fastest(blurred(radius)); d > 3*first {
			t.Errorf("a blur of %d px takes %v, one of %d px %v", radius, d, radii[0], first)
		}
	}
}
