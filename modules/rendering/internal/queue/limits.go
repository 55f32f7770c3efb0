package queue

import (
	"math/rand/v2"
	"time"
)

// Job lifecycle limits.
const (
	LeaseTime   = 20 * time.Second
	LeaseBeat   = 5 * time.Second  // between renewals of a lease
	SweepEvery  = 2 * time.Second  // between sweeps of abandoned jobs
	SweepGrace  = 2 * LeaseBeat    // after an outage, before leases that expired during it count as lapsed
	Expiry      = 15 * time.Minute // maximal wait for one attempt
	JobLife     = 30 * time.Minute // maximal age at which an attempt begins
	MaxDeaths   = 2                // number of lost leases that ends a job
	MaxFailures = 2                // number of deterministic renderer errors that ends a job
	MaxAttempts = 3
	// SettleTime is the maximal time for recording an outcome after the render's time limit.
	SettleTime = time.Minute
)

// backoffs holds the pauses after the first infrastructure failures; the last one repeats.
var backoffs = []time.Duration{2 * time.Second, 10 * time.Second, 10 * time.Second, 30 * time.Second}

// Backoff returns the pause before the next attempt after n+1 failures, ± 20 %.
func Backoff(n int) time.Duration {
	d := backoffs[min(max(n, 0), len(backoffs)-1)]
	return d*8/10 + time.Duration(rand.Int64N(int64(d)*4/10+1))
}
