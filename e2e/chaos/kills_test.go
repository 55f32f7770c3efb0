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

// lanes is the number of services that share the kills, each with its own database.
const lanes = 4

// TestKillsAtRandomInstants kills a service with SIGKILL at random instants while it accepts and runs jobs, and restarts
// it: every accepted job begins within 30 s of the process being up, and completes eventually with one charge and one
// event. A run prints its seed; -args -chaos.seed N repeats it, -chaos.kills 50 runs more kills.
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
