package main

import (
	"fmt"

	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// localSettings are the settings of the service that rendering without it has in common.
type localSettings struct {
	MaxPixels int `env:"PLATEN_MAX_PIXELS" default:"40000000" doc:"Most pixels of one output: width × height × scale²."`
}

// Validate implements conf.Validator.
func (s *localSettings) Validate() error {
	if err := rendering.CheckMaxPixels(s.MaxPixels); err != nil {
		return fmt.Errorf("PLATEN_MAX_PIXELS: %w", err)
	}
	return nil
}

// newLocal returns a renderer of this process that limits outputs to PLATEN_MAX_PIXELS, as the service does. ffmpeg
// selects the program for mp4: a path, "" to search PATH, or "off".
func newLocal(e *engine.Engine, ffmpeg string) (*rendering.Local, error) {
	var s localSettings
	if _, err := conf.Load(&s, conf.Environment()); err != nil {
		return nil, err
	}
	local := rendering.NewLocal(e, ffmpeg)
	local.MaxPixels = s.MaxPixels
	return local, nil
}
