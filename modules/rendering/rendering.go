package rendering

import (
	"fmt"
	"log/slog"

	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	queue "github.com/platenhq/platen/modules/rendering/internal/jobs"
	"github.com/platenhq/platen/modules/rendering/internal/store"
	"github.com/platenhq/platen/modules/rendering/internal/video"
)

// engineName is what answers call the native engine.
const engineName = "native"

// EngineVersion returns the version of the native engine.
func EngineVersion() string { return engine.Version }

func engineVersion() string { return EngineVersion() }

// ImagesChannel tells processes that an image was deleted; the payload is its id.
const ImagesChannel = "rendering_images"

// Module renders requests. It is safe for concurrent use.
type Module struct {
	cfg     Config
	needs   Needs
	db      *pg.DB
	store   *store.Store
	queue   *jobs.Queue
	cursors *page.Sealer
	engine  *engine.Engine
	browser *browserRenderer
	hub     *hub
	files   *fileCache
	video   *video.Encoder // nil without ffmpeg
	decode  func(wire []byte) (*Request, error)
	log     *slog.Logger
}

// Deps are the floor's parts the module stands on.
type Deps struct {
	DB       *pg.DB
	Queue    *jobs.Queue
	Listener *pg.Listener
	Cursors  *page.Sealer
	Log      *slog.Logger
	// Decode reads Request.Wire again when a worker begins a job.
	Decode func(wire []byte) (*Request, error)
}

// New returns the module and registers its handlers on the queue. It starts nothing.
func New(cfg Config, needs Needs, d Deps) (*Module, error) {
	if len(cfg.ReceiptKey) == 0 {
		return nil, fmt.Errorf("rendering: a receipt key is required")
	}
	m := &Module{
		cfg: cfg, needs: needs, db: d.DB, store: store.New(d.DB), queue: d.Queue, cursors: d.Cursors,
		engine: engine.New(engine.Options{Workers: cfg.Workers}), decode: d.Decode, log: d.Log, video: findVideo(cfg.FFmpeg),
	}
	m.browser = &browserRenderer{engine: m.engine, pool: chromium.New(cfg.Browser, d.Log)}
	m.hub = newHub(d.Listener)
	m.files = newFileCache(cfg.FileCache)
	d.Listener.Subscribe(ImagesChannel, m.files.drop)
	queue.Register(d.Queue, queue.Handlers{Run: m.run, Sweep: m.sweep}, cfg.JobTimeout+leaseTime, sweepEvery)
	return m, nil
}
