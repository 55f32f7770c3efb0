package auth

import (
	"errors"
	"time"
)

// Config tunes the module.
type Config struct {
	FailuresPerMinute int           `env:"PLATEN_AUTH_FAILURES" default:"20" doc:"Refused tokens per minute and address before further ones are refused unseen."`
	CacheFor          time.Duration `env:"PLATEN_AUTH_CACHE" default:"10s" doc:"How long an accepted key is remembered, at most 10s. A revocation drops it immediately."`
}

// Validate reports values outside their bounds.
func (c Config) Validate() error {
	if c.FailuresPerMinute < 1 {
		return errors.New("PLATEN_AUTH_FAILURES: must be at least 1")
	}
	if c.CacheFor < 0 || c.CacheFor > 10*time.Second {
		return errors.New("PLATEN_AUTH_CACHE: must be between 0 and 10s")
	}
	return nil
}
