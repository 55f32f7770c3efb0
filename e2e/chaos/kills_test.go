package chaos

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var (
	kills     = flag.Int("chaos.kills", 26, "kills of TestKillsAtRandomInstants and of TestKillsAtNamedPoints, of the latter at least one at each point")
	killFirst = flag.Int("chaos.first", 0, "rounds of TestKillsAtNamedPoints that an earlier run has done")
	killSeed  = flag.Uint64("chaos.seed", 0, "seed of the kills; 0 takes a new one")
)

// lanes is how many services the kills are spread over, each with a database of its own.
const lanes = 4

// TestKillsAtRandomInstants kills a service with SIGKILL at random instants while it accepts and works jobs, and starts
// it again: every job that was accepted begins within 30 s of the process being up, and has completed at last with
// one charge and one event. A run prints its seed; -args -chaos.seed N repeats the instants, -chaos.kills 50 takes more.
func TestKillsAtRandomInstants(t *testing.T) {
	t.Parallel()
	seed := *killSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d, %d kills", seed, *kills)
	for lane := range min(lanes, *kills) {
		t.Run(fmt.Sprint("service ", lane), func(t *testing.T) {
			t.Parallel()
			l := newLane(t, rand.New(rand.NewPCG(seed, uint64(lane))))
			for n := lane; n < *kills; n += lanes {
				l.kill(t, n)
			}
			l.settle(t)
		})
	}
}
