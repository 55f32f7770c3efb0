package footprint

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestLimitFollowsLiveProcesses(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, c := range []struct {
		live uint64
		want int64
	}{{0, 36 * mb}, {20 * mb, 36 * mb}, {100 * mb, 133 * mb}} {
		if got := limit(36*mb, c.live); got != c.want {
			t.Errorf("with %d MB alive the limit is %d MB, not %d", c.live/mb, got/mb, c.want/mb)
		}
	}
}

// TestPaceRaisesTheLimit keeps more alive than the target and waits for the raised limit.
// It changes the collector of the process and therefore does not run in parallel.
func TestPaceRaisesTheLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer debug.SetGCPercent(debug.SetGCPercent(defaultPercent))
	const target = 8 << 20
	Pace(target)
	kept := make([]byte, 32<<20)
	for end := time.Now().Add(20 * time.Second); debug.SetMemoryLimit(-1) < 32<<20; {
		if time.Now().After(end) {
			t.Fatalf("with 32 MiB alive the limit stays at %d", debug.SetMemoryLimit(-1))
		}
		runtime.GC()
	}
	runtime.KeepAlive(kept)
}

// TestPaceFollowsTheEnvironment: a percentage or limit set by the environment is kept.
func TestPaceFollowsTheEnvironment(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	Pace(8 << 20)
	if got := debug.SetGCPercent(70); got != 70 {
		t.Errorf("70 %% became %d", got)
	}
	debug.SetGCPercent(defaultPercent)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	Pace(8 << 20)
	if got := debug.SetMemoryLimit(-1); got != 1<<30 {
		t.Errorf("a limit of 1 GiB became %d", got)
	}
}

// TestRestoreSetsTheDefaultPace: a program that imports the package starts with a raised pace.
func TestRestoreSetsTheDefaultPace(t *testing.T) {
	defer func(was bool) { raised = was }(raised)
	raised = true
	defer debug.SetGCPercent(debug.SetGCPercent(startPercent))
	Restore()
	if got := debug.SetGCPercent(defaultPercent); got != defaultPercent {
		t.Errorf("the pace is %d %%", got)
	}
}
