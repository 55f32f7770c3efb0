package webhooks

import (
	"errors"
	"time"
)

// Config tunes the module.
type Config struct {
	Timeout time.Duration `env:"PLATEN_WEBHOOK_TIMEOUT" default:"30s" doc:"How long a receiver may take to respond, at most 30s."`
	Sweep   time.Duration `env:"PLATEN_WEBHOOK_SWEEP" default:"2s" doc:"How often abandoned deliveries that are due are looked for."`
}

// Validate reports values outside their bounds.
func (c Config) Validate() error {
	var problems []error
	if c.Timeout < 100*time.Millisecond || c.Timeout > 30*time.Second {
		problems = append(problems, errors.New("PLATEN_WEBHOOK_TIMEOUT: must be between 100ms and 30s"))
	}
	if c.Sweep < 100*time.Millisecond || c.Sweep > time.Minute {
		problems = append(problems, errors.New("PLATEN_WEBHOOK_SWEEP: must be between 100ms and 1m"))
	}
	return errors.Join(problems...)
}

// The limits and periods of deliveries.
const (
	// Grace is how long the previous secret is valid after a rotation.
	Grace = 24 * time.Hour
	// Retention is how long an event stays in the dead-letter queue.
	Retention = 14 * 24 * time.Hour

	inFlight   = 10                  // concurrent attempts per endpoint
	maxBody    = 20 << 10            // bytes of a payload
	shownBody  = 2 << 10             // bytes of a response that the log shows
	leaseTime  = 20 * time.Second    // of an attempt, renewed every
	leaseBeat  = 5 * time.Second     //
	wakeTime   = 30 * time.Second    // before the sweeper enqueues a delivery again
	logFor     = 30 * 24 * time.Hour // deliveries are kept
	cleanEvery = time.Hour
)
