// Package footprint reduces the CPU time and resident memory of a rendering process: it delays the garbage collector
// while packages initialise, then paces it by a size instead of a ratio, and releases the pages of the program that
// only its start needed. Importing it changes the collector's pace, so only commands do.
package footprint

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// defaultPercent is the collector's pace unless GOGC sets another.
const defaultPercent = 100

// startPercent is the collector's pace from the initialisation of this package until Pace or Restore is called. The
// packages of a command allocate 6 MB before main, for which the default pace collects twice; this spares the second
// collection, a fifth of the CPU time of a short command.
const startPercent = 400

// raised is whether the pace was raised: it is not when the environment sets one (GOGC).
var raised = raise()

func raise() bool {
	if previous := debug.SetGCPercent(startPercent); previous != defaultPercent {
		debug.SetGCPercent(previous)
		return false
	}
	return true
}

// Restore sets the collector's default pace unless the environment sets another.
func Restore() {
	if previous := debug.SetGCPercent(defaultPercent); previous != startPercent || !raised {
		debug.SetGCPercent(previous)
	}
}

// spare is roughly what the runtime needs besides the heap, plus room for the garbage of the smallest images.
const spare = 8 << 20

// Pace lets the process's own memory grow to about target bytes before garbage is collected, however
// small the live heap is; with a large live heap, to a quarter more than that heap. A percentage or
// limit set by the environment (GOGC, GOMEMLIMIT) takes precedence. It is called once per process.
func Pace(target int64) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		Restore()
		return
	}
	if previous := debug.SetGCPercent(-1); previous != defaultPercent && (previous != startPercent || !raised) {
		debug.SetGCPercent(previous)
		return
	}
	p := &pacer{target: target, set: target, sample: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	debug.SetMemoryLimit(target)
	p.await()
}

// pacer adjusts the memory limit to the live heap. With a fixed limit the collector would run
// continuously once the live heap exceeds it.
type pacer struct {
	target, set int64
	sample      []metrics.Sample
}

// collected is unreachable from the start, so that the next collection runs its cleanup.
type collected struct{ _ [64]byte }

// await calls step after the next collection.
func (p *pacer) await() {
	runtime.AddCleanup(new(collected), (*pacer).step, p)
}

func (p *pacer) step() {
	metrics.Read(p.sample)
	if next := limit(p.target, p.sample[0].Value.Uint64()); next != p.set {
		debug.SetMemoryLimit(next)
		p.set = next
	}
	p.await()
}

// limit returns the memory limit for a live heap of the given size in bytes.
func limit(target int64, live uint64) int64 {
	return max(target, int64(min(live, 1<<50))/4*5+spare)
}
