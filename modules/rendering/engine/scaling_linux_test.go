package engine_test

import (
	"syscall"
	"testing"
	"time"
)

// spent returns the processor time used by the process.
func spent(t testing.TB) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestCostIsLinear checks that four times the work takes at most about four times as long, and that the radius of a
// blur does not matter. It measures the processor time of the process, the minimum of several runs.
func TestCostIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for _, g := range growing {
		one, _ := g.of(4)
		many, _ := g.of(16)
		small, large := compareCost(t, one, many, 8)
		if t.Logf("%s: %v, four times as much %v", g.name, small, large); large > 8*small {
			t.Errorf("%s: four times the work takes %.1f times as long", g.name, float64(large)/float64(small))
		}
	}
	for _, radius := range radii[1:] {
		if first, d := compareCost(t, blurred(radii[0]), blurred(radius), 3); d > 3*first {
			t.Errorf("a blur of %d px takes %v, one of %d px %v", radius, d, radii[0], first)
		}
	}
}

// compareCost returns the minimal processor time of two loads, measured alternately: three rounds and, while the second
// takes more than times as long as the first, thirty. Other work on the machine slows down some rounds, never all of
// them.
func compareCost(t *testing.T, one, many load, times int) (small, large time.Duration) {
	t.Helper()
	small, large = time.Hour, time.Hour
	for round := range 30 {
		if round >= 3 && large <= time.Duration(times)*small {
			break
		}
		for _, m := range []struct {
			load  load
			least *time.Duration
		}{{one, &small}, {many, &large}} {
			began := spent(t)
			m.load.pixels(t)
			*m.least = min(*m.least, spent(t)-began)
		}
	}
	return small, large
}
