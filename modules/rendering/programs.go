package rendering

import (
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// BrowserProgram returns the path and version of the browser that a configuration finds. The error says what to
// install or configure.
func BrowserProgram(cfg Config) (path, version string, err error) { return chromium.Find(cfg.Browser) }

// VideoProgram returns the path of the ffmpeg that a configuration finds, "" for none.
func VideoProgram(cfg Config) string { return findVideo(cfg.FFmpeg).Path() }

// findVideo returns the encoder that a setting names: a path, "" for the program of the search path, or "off";
// nil when there is none.
func findVideo(setting string) *video.Encoder {
	if setting == "off" {
		return nil
	}
	return video.Find(setting)
}
