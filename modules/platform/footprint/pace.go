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
	if asked := debug.SetGCPercent(startPercent); asked != defaultPercent {
		debug.SetGCPercent(asked)
		return false
	}
	return true
}

// Restore sets the collector's default pace unless the environment sets another.
func Restore() {
	if asked := debug.SetGCPercent(defaultPercent); asked != startPercent || !raised {
		debug.SetGCPercent(asked)
	}
}

// spare is what the runtime needs beside the heap, about, and room for the smallest images' garbage.
const spare = 8 << 20

// Pace lets the process' own memory, in bytes, grow to about target before garbage is
// collected, however little is alive; when much is, to a quarter more than that. A percentage or a
// limit that the environment asks for (GOGC, GOMEMLIMIT) is obeyed instead. It is called once
// a process.
func Pace(target int64) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		Restore()
		return
	}
	if asked := debug.SetGCPercent(-1); asked != defaultPercent && (asked != startPercent || !raised) {
		debug.SetGCPercent(asked)
		return
	}
	p := &pacer{target: target, set: target, sample: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
	debug.SetMemoryLimit(target)
	p.await()
}

// pacer moves the memory limit with what is alive. A fixed one would make the collector run
// without end once more than that is alive.
type pacer struct {
	target, set int64
	sample      []metrics.Sample
}

// collected is unreachable from the start, and so is found by the next collection.
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

// limit is the memory to allow when live bytes of the heap are in use.
func limit(target int64, live uint64) int64 {
	return max(target, int64(min(live, 1<<50))/4*5+spare)
}
