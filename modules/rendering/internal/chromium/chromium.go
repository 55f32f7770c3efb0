// Package chromium renders HTML documents with a Chromium browser without network access: this process intercepts every
// request and serves or blocks it, and anything that bypasses the interception is sent to a proxy that does not exist.
// It is the only importer of go-rod.
//
// A [Browser] is a pool of browser processes, each started on first use and used for one document at a time in a
// separate browser context. A process that failed, hung, grew too large or reached its maximum age is killed with its
// descendants and replaced. Processes run in Chromium's sandbox, which is verified before the first document, and as an
// unprivileged user when this process is root. They end with this process, even if it crashes.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Config selects and configures the browser.
type Config struct {
	// Path is the path of the browser; "" searches the usual locations and "off" disables it.
	Path string `env:"PLATEN_CHROMIUM" doc:"The program of a Chromium, Chrome or headless shell; unset looks in the usual places, off uses none."`
	// Pool is the number of browsers that render concurrently.
	Pool int `env:"PLATEN_CHROMIUM_POOL" default:"2" doc:"How many browser processes draw at the same time. Each takes 200 to 1000 MB while it is in use."`
	// Timeout bounds the time for one document; the browser is killed when it is exceeded.
	Timeout time.Duration `env:"PLATEN_CHROMIUM_TIMEOUT" default:"25s" doc:"The longest a browser may take over one output; it is killed then."`
	// Sandbox is required or off. Off is for development environments that do not permit it.
	Sandbox string `env:"PLATEN_CHROMIUM_SANDBOX" default:"required" doc:"required or off. Development where user namespaces are forbidden may turn the browser's sandbox off; production refuses that."`
	// Scripts enables JavaScript in documents. It is only enabled in tests, to verify the defences behind disabled
	// scripts.
	Scripts bool
}

// Validate checks each setting by itself.
func (c Config) Validate() error {
	var problems []error
	if c.Pool < 1 || c.Pool > 64 {
		problems = append(problems, fmt.Errorf("PLATEN_CHROMIUM_POOL: %d is not between 1 and 64", c.Pool))
	}
	if c.Timeout < time.Second {
		problems = append(problems, fmt.Errorf("PLATEN_CHROMIUM_TIMEOUT: %s is less than a second", c.Timeout))
	}
	if c.Sandbox != "required" && c.Sandbox != "off" {
		problems = append(problems, fmt.Errorf(`PLATEN_CHROMIUM_SANDBOX: %q is neither "required" nor "off"`, c.Sandbox))
	}
	return errors.Join(problems...)
}

// The limits of a browser process: it is replaced after a number of documents, after a time, or above a memory size;
// startTimeout bounds a start.
const (
	maxJobs      = 100
	maxAge       = time.Hour
	maxMemory    = 1 << 30
	startTimeout = 30 * time.Second
)

var (
	// ErrUnavailable reports that no browser can be used here; the message has the reason.
	ErrUnavailable = errors.New("no browser can be used here")
	// ErrDied reports that the browser or its page ended or hung during a render. A retry uses a new one.
	ErrDied = errors.New("the browser died")
	// ErrTimeout reports that the document took longer than Config.Timeout; the browser was killed.
	ErrTimeout = errors.New("the browser took too long")
)

// Browser is a pool of browser processes. It is safe for concurrent use.
type Browser struct {
	cfg Config
	log *slog.Logger
	// slots holds the pool; a nil entry is a process that is not started.
	slots chan *process

	// asking is held while the version of the browser is determined.
	asking sync.Mutex

	mu      sync.Mutex
	path    string
	version string
	home    *home
	running map[*process]bool
	jobs    int64
	starts  int64
	sandbox string
	lastErr string
	broken  error
	closed  bool
	// epoch counts recycles: processes of an earlier epoch are not reused.
	epoch int
}

// New returns a pool without starting any process. Without a browser the pool is usable, and Available reports the
// reason.
func New(cfg Config, log *slog.Logger) *Browser {
	if cfg.Timeout <= 0 {
		cfg.Timeout = 25 * time.Second
	}
	b := &Browser{cfg: cfg, log: log, slots: make(chan *process, max(1, cfg.Pool)), running: map[*process]bool{}, sandbox: "not started"}
	for range cap(b.slots) {
		b.slots <- nil
	}
	b.path, b.broken = find(cfg.Path)
	return b
}

// Available returns nil if documents can be rendered, else ErrUnavailable with the reason. It does not start a browser,
// so a browser that cannot start is only detected by the first attempt.
func (b *Browser) Available() error {
	_, _, err := b.identify()
	return err
}

// Version returns the engine version of results, such as "chromium-140.0.7339.80", or "" without a browser.
func (b *Browser) Version() string {
	if _, v, _ := b.identify(); v != "" {
		return "chromium-" + v
	}
	return ""
}

// identify returns the path of the browser and its version, which is determined once.
func (b *Browser) identify() (path, number string, err error) {
	known := func() (bool, string, string, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.path == "" || b.version != "", b.path, b.version, b.broken
	}
	if done, path, number, err := known(); done {
		return path, number, err
	}
	b.asking.Lock()
	defer b.asking.Unlock()
	done, path, number, err := known()
	if done {
		return path, number, err
	}
	number, err = version(path)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		return path, "", fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	b.version = number
	return path, number, b.broken
}

// Status is the state of the pool.
type Status struct {
	// Configured reports whether a browser was found; Problem is the reason why it cannot be used.
	Configured bool
	Problem    string
	Path       string
	Version    string
	// Running is the number of processes, Pool the maximum.
	Running, Pool int
	// Sandbox is "verified", "off" or "not started".
	Sandbox string
	// Jobs and Starts count rendered documents and browser starts of this process.
	Jobs, Starts int64
	LastError    string
}

// Status returns the current state; it does not start a browser.
func (b *Browser) Status() Status {
	path, _, err := b.identify()
	version, problem := b.Version(), ""
	if err != nil {
		problem = err.Error()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return Status{
		Configured: path != "", Problem: problem, Path: path, Version: version,
		Running: len(b.running), Pool: cap(b.slots), Sandbox: b.sandbox, Jobs: b.jobs, Starts: b.starts, LastError: b.lastErr,
	}
}

// Recycle replaces every process: idle ones end now, busy ones after their document. A browser that could not be used
// is searched and tried again.
func (b *Browser) Recycle() {
	b.mu.Lock()
	b.epoch++
	// The browser may have been replaced by another version.
	b.path, b.broken = find(b.cfg.Path)
	b.version = ""
	b.mu.Unlock()
	for range cap(b.slots) {
		select {
		case p := <-b.slots:
			b.release(p, nil)
		default:
			return // the others are busy and will be replaced because of their epoch
		}
	}
}

// Close ends every process and removes their files. Renders in progress fail.
func (b *Browser) Close() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.closed = true
	b.epoch++
	running := make([]*process, 0, len(b.running))
	for p := range b.running {
		running = append(running, p)
	}
	b.mu.Unlock()
	for _, p := range running {
		p.kill()
	}
	for range cap(b.slots) {
		<-b.slots // a render in progress has failed and releases its slot
	}
	for range cap(b.slots) {
		b.slots <- nil // a later render finds the pool closed
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.home != nil {
		b.home.remove()
		b.home = nil
	}
}

// withProcess runs work on an exclusively used process. Any error of work other than a rejected document ends that process.
func (b *Browser) withProcess(ctx context.Context, work func(ctx context.Context, p *process) error) error {
	if err := b.Available(); err != nil {
		return err
	}
	var p *process
	select {
	case p = <-b.slots:
	case <-ctx.Done():
		return ctx.Err()
	}
	p, err := b.ready(ctx, p)
	if err == nil {
		err = b.limit(ctx, p, work)
	}
	b.release(p, err)
	return err
}

// limit runs work for at most Config.Timeout and until the process ends.
func (b *Browser) limit(ctx context.Context, p *process, work func(ctx context.Context, p *process) error) error {
	limited, stop := context.WithTimeoutCause(ctx, b.cfg.Timeout, ErrTimeout)
	defer stop()
	limited, unbind := p.bind(limited)
	defer unbind()
	if err := work(limited, p); err != nil {
		return explain(ctx, limited, err)
	}
	return nil
}

// explain returns the cause of a failure of work: the caller's context ended, the timeout expired, the browser died, or
// the error itself.
func explain(caller, limited context.Context, err error) error {
	switch cause := context.Cause(limited); {
	case caller.Err() != nil:
		return caller.Err()
	case errors.Is(cause, ErrTimeout), errors.Is(cause, ErrDied):
		return fmt.Errorf("%w (%w)", cause, err)
	case errors.Is(err, errClosed), errors.Is(err, os.ErrClosed), errors.Is(err, syscall.EPIPE):
		// The pipe was closed before the process's end was noticed.
		return fmt.Errorf("%w (%w)", ErrDied, err)
	}
	return err
}

// ready returns a usable process: p itself, or a new one in its place.
func (b *Browser) ready(ctx context.Context, p *process) (*process, error) {
	if p != nil && b.retireReason(p) == "" {
		return p, nil
	}
	if p != nil {
		b.end(p)
	}
	return b.start(ctx)
}

// retireReason returns the reason why a process must not be reused, "" if it may be.
func (b *Browser) retireReason(p *process) string {
	b.mu.Lock()
	epoch := b.epoch
	b.mu.Unlock()
	switch {
	case p.dead():
		return "it has ended"
	case p.epoch != epoch:
		return "a restart was requested"
	case p.jobs >= maxJobs:
		return "it has rendered its maximum of documents"
	case clock.Now().Sub(p.started) >= maxAge:
		return "it has reached its maximum age"
	case p.memory() >= maxMemory:
		return "it exceeds its memory limit"
	}
	return ""
}

func (b *Browser) start(ctx context.Context) (*process, error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if b.home == nil {
		h, err := newHome()
		if err != nil {
			b.mu.Unlock()
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		b.home = h
	}
	h, epoch, path := b.home, b.epoch, b.path
	b.starts++
	b.mu.Unlock()

	ctx, stop := context.WithTimeoutCause(ctx, startTimeout, ErrTimeout)
	defer stop()
	p, err := launch(ctx, path, h, b.cfg)
	if err != nil {
		if ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrTimeout) {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("starting the browser: %w", err)
	}
	p.epoch = epoch
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		p.kill()
		return nil, fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	b.running[p] = true
	b.sandbox = p.sandbox
	return p, nil
}

// release returns a slot after work that ended with err; the process is ended first after an error or if it is spent.
func (b *Browser) release(p *process, err error) {
	b.mu.Lock()
	if p != nil {
		p.jobs++
	}
	if err != nil {
		b.lastErr = clock.Now().UTC().Format(time.RFC3339) + " " + err.Error()
		if errors.Is(err, ErrUnavailable) && !b.closed {
			b.broken = err
		}
	}
	b.mu.Unlock()
	if p != nil && (err != nil || b.retireReason(p) != "") {
		b.end(p)
		p = nil
	}
	b.slots <- p
}

func (b *Browser) end(p *process) {
	p.kill()
	b.mu.Lock()
	delete(b.running, p)
	b.mu.Unlock()
}

// count increments the number of rendered documents.
func (b *Browser) count() {
	b.mu.Lock()
	b.jobs++
	b.mu.Unlock()
}
