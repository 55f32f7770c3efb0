package rendering

import (
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// BrowserProgram returns the path and version of the browser that a configuration finds. The error says what to
// install or configure.
func BrowserProgram(cfg Config) (path, version string, err error) { return chromium.Find(cfg.Browser) }

// VideoProgram returns the path of the ffmpeg that a configuration finds, "" for none.
func VideoProgram(cfg Config) string {
	if cfg.FFmpeg == "off" {
		return ""
	}
	return video.Find(cfg.FFmpeg).Path()
}
