package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// newLocal returns a renderer of this process that limits outputs to PLATEN_MAX_PIXELS, as the service does. ffmpeg
// selects the program for mp4: a path, "" to search PATH, or "off".
func newLocal(e *engine.Engine, ffmpeg string) (*rendering.Local, error) {
	local := rendering.NewLocal(e, ffmpeg)
	if text := os.Getenv("PLATEN_MAX_PIXELS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("PLATEN_MAX_PIXELS: %q is not a number", text)
		}
		if err := rendering.CheckMaxPixels(n); err != nil {
			return nil, fmt.Errorf("PLATEN_MAX_PIXELS: %w", err)
		}
		local.MaxPixels = n
	}
	return local, nil
}
