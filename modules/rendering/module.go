package rendering

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/wakeup"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Config is the module's configuration.
type Config struct {
	// BaseURL is the public URL of the service, without a trailing slash.
	BaseURL string
	// ReceiptKey signs receipts.
	ReceiptKey ed25519.PrivateKey
	// PreviewTimeout, JobTimeout and FilmTimeout bound the time of one render.
	PreviewTimeout time.Duration `env:"PLATEN_PREVIEW_TIMEOUT" default:"25s" doc:"The longest a preview may take."`
	JobTimeout     time.Duration `env:"PLATEN_JOB_TIMEOUT" default:"60s" doc:"The longest one attempt of a render job may take."`
	FilmTimeout    time.Duration `env:"PLATEN_FILM_TIMEOUT" default:"10m" doc:"The longest one attempt of a render job with animations of more than 300 frames may take."`
	// Workers is the number of goroutines that draw one image.
	Workers int `env:"PLATEN_RENDER_THREADS" default:"1" doc:"Goroutines that draw one image. More are faster for one, fewer give more images a second under load."`
	// MaxPixels is the limit of the pixels of one output.
	MaxPixels int `env:"PLATEN_MAX_PIXELS" default:"40000000" doc:"Most pixels of one output: width × height × scale². The memory of a render grows with it."`
	// FFmpeg is the path of the program that encodes MP4 files.
	FFmpeg string `env:"PLATEN_FFMPEG" doc:"Path of the ffmpeg that writes MP4 files; unset takes the one of the search path, off none."`
	// FileCache is the memory for cached small public files, in bytes.
	FileCache int `env:"PLATEN_FILE_CACHE" default:"67108864" doc:"Bytes of memory for public files that are requested often; 0 caches none."`
	// Browser configures the browser engine.
	Browser chromium.Config
}

// jobHold returns how long the credits of a job are held: until the time limit of its last attempt and the recording of
// its outcome.
func (c *Config) jobHold() time.Duration {
	return queue.JobLife + c.JobTimeout + c.attemptTime(math.MaxInt) + 5*queue.SettleTime
}

// longFilm is the number of frames that an attempt renders within JobTimeout.
const longFilm = 300

// attemptTime returns the time limit of one attempt of a job.
func (c *Config) attemptTime(frames int) time.Duration {
	if frames > longFilm {
		return max(c.JobTimeout, c.FilmTimeout)
	}
	return c.JobTimeout
}

// previewHold returns how long the credits of a preview are held if the process that renders it dies.
func (c *Config) previewHold() time.Duration { return c.PreviewTimeout + queue.SettleTime }

// Validate reports every setting outside its range.
func (c *Config) Validate() error {
	var problems []error
	for _, d := range []struct {
		name  string
		value time.Duration
		most  time.Duration
	}{{"PLATEN_PREVIEW_TIMEOUT", c.PreviewTimeout, 5 * time.Minute}, {"PLATEN_JOB_TIMEOUT", c.JobTimeout, 10 * time.Minute}, {"PLATEN_FILM_TIMEOUT", c.FilmTimeout, time.Hour}} {
		if d.value < time.Millisecond || d.value > d.most {
			problems = append(problems, fmt.Errorf("%s: %v is outside 1ms…%v", d.name, d.value, d.most))
		}
	}
	if c.Workers < 1 || c.Workers > 256 {
		problems = append(problems, fmt.Errorf("PLATEN_RENDER_THREADS: %d is outside 1…256", c.Workers))
	}
	if err := CheckMaxPixels(c.MaxPixels); err != nil {
		problems = append(problems, fmt.Errorf("PLATEN_MAX_PIXELS: %w", err))
	}
	if c.FileCache < 0 {
		problems = append(problems, fmt.Errorf("PLATEN_FILE_CACHE: %d is negative", c.FileCache))
	}
	return errors.Join(problems...)
}

// CheckMaxPixels reports a limit of the pixels of one output that cannot be set.
func CheckMaxPixels(n int) error {
	if n < 1_000_000 || n > request.MostPixels {
		return fmt.Errorf("%d is outside 1000000…%d", n, request.MostPixels)
	}
	return nil
}

// The faults of this module besides those of its rules.
var (
	errJobNotFound   = fault.NotFound(fault.RenderJobNotFound)
	errImageNotFound = fault.NotFound(fault.ImageNotFound)
	errPDFNotFound   = fault.NotFound(fault.PDFNotFound)
	errJobEnded      = fault.State("job_ended", "The job has ended and can no longer be canceled.")
)

// Module renders requests. It is safe for concurrent use.
type Module struct {
	cfg       Config
	needs     Needs
	db        *pg.DB
	store     *store.Store
	queue     *jobs.Queue
	pools     map[string]*jobs.Pool // by engine
	cursors   *page.Sealer
	builder   *plan.Builder
	inputs    *inputs.Reader
	engines   *draw.Engines
	recorder  *record.Recorder
	watchers  wakeup.Hub // by the ids of jobs
	files     *fileCache
	repairs   *repairs
	submitted *draw.Submitted
	decode    func(wire []byte) (*Request, error)
	log       *slog.Logger
}

// Deps holds the infrastructure that the module uses.
type Deps struct {
	DB       *pg.DB
	Queue    *jobs.Queue
	Listener *pg.Listener
	Cursors  *page.Sealer
	Log      *slog.Logger
	// Decode decodes Request.Wire when a worker begins a job.
	Decode func(wire []byte) (*Request, error)
}

// New returns the module and registers its pools and its sweep with the queue. It does not start anything.
func New(cfg Config, needs Needs, d Deps) (*Module, error) {
	if len(cfg.ReceiptKey) == 0 {
		return nil, fmt.Errorf("rendering: a receipt key is required")
	}
	m := &Module{cfg: cfg, needs: needs, db: d.DB, store: store.New(d.DB), queue: d.Queue, cursors: d.Cursors, decode: d.Decode, log: d.Log}
	m.engines = draw.NewEngines(cfg.Workers, cfg.FFmpeg, cfg.Browser, d.Log)
	m.builder = &plan.Builder{
		Templates: needs.Templates, Brands: needs.Brands, Fonts: needs.Assets, Policy: needs.Policy, Overrides: needs.Approvals, Engines: m.engines, Decode: d.Decode, MaxPixels: cfg.MaxPixels,
	}
	m.inputs = &inputs.Reader{Store: m.store, Files: needs.Files, Remote: needs.Remote, Assets: needs.Assets, Art: needs.Art}
	m.recorder = &record.Recorder{
		DB: d.DB, Clock: pg.NewClock(d.DB), Store: m.store, Files: needs.Files, Credits: needs.Credits, Decisions: needs.Decisions, Events: needs.Announce, ReceiptKey: cfg.ReceiptKey, BaseURL: cfg.BaseURL,
	}
	m.files = newFileCache(cfg.FileCache)
	m.repairs = newRepairs(m)
	m.submitted = draw.NewSubmitted()
	m.pools = map[string]*jobs.Pool{
		plan.Native:  d.Queue.Pull(jobs.Native, m.take(plan.Native)),
		plan.Browser: d.Queue.Pull(jobs.HTML, m.take(plan.Browser)),
	}
	d.Listener.Subscribe(ImagesChannel, m.files.Drop)
	queue.Subscribe(d.Listener, &m.watchers, m.wake)
	d.Queue.Every("rendering.sweep", queue.SweepEvery, m.sweepTick)
	return m, nil
}

// wake wakes the pool of an engine, or all pools for "", when notifications may have been lost.
func (m *Module) wake(engine string) {
	for name, p := range m.pools {
		if engine == "" || engine == name {
			p.Wake()
		}
	}
}

// Formats returns the sorted names of the formats that this service supports.
func (m *Module) Formats() []string { return m.engines.Formats() }

// BrowserStatus is the state of the browser engine.
type BrowserStatus = chromium.Status

// Browser returns the state of the browser engine; it does not start a browser.
func (m *Module) Browser() BrowserStatus { return m.engines.Browser.Status() }

// RestartBrowser replaces every browser process: idle ones now, busy ones after their document.
func (m *Module) RestartBrowser() { m.engines.Browser.Recycle() }

// Close ends the browsers; renders in progress fail.
func (m *Module) Close() error {
	m.engines.Browser.Close()
	return nil
}
