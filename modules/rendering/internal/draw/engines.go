package draw

import (
	"log/slog"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// Engines holds the renderers of a process: the native engine, a browser and a video encoder. It is safe for concurrent
// use.
type Engines struct {
	Native  *engine.Engine
	Browser *chromium.Browser
	encoder encoder
	browser *browserRenderer
	waiting *handover
}

// NewEngines returns the engines. workers is the number of goroutines per image; ffmpeg is the setting for FindVideo.
// It does not start a browser.
func NewEngines(workers int, ffmpeg string, browser chromium.Config, log *slog.Logger) *Engines {
	native := engine.New(engine.Options{Workers: workers})
	pool := chromium.New(browser, log)
	return &Engines{Native: native, Browser: pool, encoder: encoder{native, FindVideo(ffmpeg)}, browser: &browserRenderer{engine: native, pool: pool}, waiting: newHandover()}
}

// BrowserAvailable implements plan.Engines.
func (e *Engines) BrowserAvailable() bool { return e.Browser.Available() == nil }

// Version implements plan.Engines.
func (e *Engines) Version(name string) string {
	if name == plan.Browser {
		return e.browser.Version()
	}
	return engine.Version
}

// Formats implements plan.Engines.
func (e *Engines) Formats() []string { return e.encoder.formats() }

// renderer returns the renderer of a plan.
func (e *Engines) renderer(p *plan.Plan) renderer {
	if p.Engine.Name == plan.Browser {
		return e.browser
	}
	return nativeRenderer{e.encoder}
}

// FindVideo returns the encoder for a setting: a path, "" to search PATH, or "off"; nil if there is none.
func FindVideo(setting string) *video.Encoder {
	if setting == "off" {
		return nil
	}
	return video.Find(setting)
}

// formats returns the sorted names of the formats that can be encoded.
func (e encoder) formats() []string {
	names := request.Formats()
	if e.video != nil {
		names = append(names, "mp4")
		slices.Sort(names)
	}
	return names
}
