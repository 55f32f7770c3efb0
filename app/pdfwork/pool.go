package pdfwork

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
)

// Config bounds the work on PDFs.
type Config struct {
	Slots  int           `env:"PLATEN_PDF_SLOTS" default:"2" doc:"Merges, splits and other work on PDFs that this process has under way at the same time, each in a child process."`
	Time   time.Duration `env:"PLATEN_PDF_TIMEOUT" default:"20s" doc:"The longest that work on a PDF may take."`
	Memory int           `env:"PLATEN_PDF_MEMORY" default:"512" doc:"MiB of memory that the child process of work on a PDF may take."`
}

// Validate reports values outside their ranges.
func (c Config) Validate() error {
	var problems []error
	if c.Slots < 1 || c.Slots > 1000 {
		problems = append(problems, fmt.Errorf("PLATEN_PDF_SLOTS: %d is outside 1…1000", c.Slots))
	}
	if c.Time < time.Millisecond || c.Time > 5*time.Minute {
		problems = append(problems, fmt.Errorf("PLATEN_PDF_TIMEOUT: %v is outside 1ms…5m", c.Time))
	}
	if c.Memory < 64 || c.Memory > 1<<20 {
		problems = append(problems, fmt.Errorf("PLATEN_PDF_MEMORY: %d is outside 64…1048576", c.Memory))
	}
	return errors.Join(problems...)
}

// The queue of a Pool, and the time beyond that of the work in which a child starts and transfers its files.
const (
	queue = 64
	wait  = 10 * time.Second
	slack = 10 * time.Second
)

// Pool runs work on PDFs in child processes. It is safe for concurrent use.
type Pool struct {
	cfg  Config
	gate *admission.Gate
	log  *slog.Logger
}

// New returns a pool. It starts nothing.
func New(cfg Config, log *slog.Logger) *Pool {
	return &Pool{cfg: cfg, log: log, gate: admission.New("pdfs", admission.Config{Slots: cfg.Slots, Queue: queue, Wait: wait}, clock.System())}
}

// Describe implements prometheus.Collector.
func (p *Pool) Describe(out chan<- *prometheus.Desc) { p.gate.Describe(out) }

// Collect implements prometheus.Collector.
func (p *Pool) Collect(out chan<- prometheus.Metric) { p.gate.Collect(out) }

// Edit does the work in a child process, when a slot is free. The errors are a RATE_LIMIT_EXCEEDED fault when none is free in time, a
// *rendering.PDFProblem, that of ctx, and an internal one.
func (p *Pool) Edit(ctx context.Context, w *rendering.PDFWork) ([]rendering.PDFPart, error) {
	leave, err := p.gate.Enter(ctx, string(ident.Must(ctx).Workspace))
	if err != nil {
		return nil, err
	}
	defer leave()
	t := &task{Work: *w, Time: p.cfg.Time, Memory: int64(p.cfg.Memory) << 20}
	out, err := p.run(ctx, t)
	if errors.Is(err, errKilled) {
		out, err = p.run(ctx, t) // the cause may be outside the file, such as a shortage of memory
	}
	if errors.Is(err, errKilled) {
		out, err = &outcome{Problem: &rendering.PDFProblem{Kind: rendering.PDFLimit, Message: err.Error()}}, nil
	}
	switch {
	case err != nil:
		return nil, err
	case out.Problem != nil:
		if out.Problem.Kind == rendering.PDFLimit {
			out.Problem.Time, out.Problem.Memory = p.cfg.Time, p.cfg.Memory
		}
		return nil, out.Problem
	case out.Failure != "":
		return nil, fmt.Errorf("editing a PDF: %s", out.Failure)
	}
	return out.Parts, nil
}

// errKilled is the error of a child that was killed by another process.
var errKilled = errors.New("the process was killed")

// run starts a child for a task and kills it when it exceeds its time.
func (p *Pool) run(ctx context.Context, t *task) (*outcome, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the program: %w", err)
	}
	limited, stop := context.WithTimeout(ctx, t.Time+slack)
	defer stop()
	cmd := exec.CommandContext(limited, program, Command)
	cmd.Env, cmd.Dir = []string{"GOMAXPROCS=2", "GOTRACEBACK=none"}, os.TempDir()
	var stderr tail
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting work on a PDF: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting work on a PDF: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting work on a PDF: %w", err)
	}
	sent := make(chan error, 1)
	go func() { sent <- gob.NewEncoder(in).Encode(t) }() // in stays open: the child ends when it is closed
	var ready bool                                       // the child has read the task
	var out outcome
	result := &io.LimitedReader{R: stdout, N: t.Memory}
	from := gob.NewDecoder(result)
	if err = from.Decode(&ready); err == nil {
		err = from.Decode(&out)
	}
	bounded := limited.Err() != nil || result.N == 0
	if err != nil {
		stop() // kills the child
	}
	_, _ = io.Copy(io.Discard, stdout)
	ended := cmd.Wait()
	sendErr := <-sent
	switch {
	case err == nil:
		return &out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !bounded && killed(ended):
		p.log.WarnContext(ctx, "a process of work on a PDF was killed", "operation", t.Work.Operation)
		return nil, errKilled
	}
	if ready && sendErr == nil {
		// The child has its task and ended without an outcome: out of memory or time, or on a fatal error of the runtime.
		p.log.WarnContext(ctx, "a process of work on a PDF ended", "operation", t.Work.Operation, "ended", fmt.Sprint(ended), "output", string(stderr.text))
		return &outcome{Problem: &rendering.PDFProblem{Kind: rendering.PDFLimit, Message: "the process ended"}}, nil
	}
	return nil, fmt.Errorf("work on a PDF: the process did not start: %w: %s", errors.Join(err, ended, sendErr), bytes.TrimSpace(stderr.text))
}

// killed reports whether a process was ended by a signal.
func killed(ended error) bool {
	var exit *exec.ExitError
	return errors.As(ended, &exit) && exit.ExitCode() == -1
}

// tail keeps the first bytes of what is written.
type tail struct{ text []byte }

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 4096-len(t.text))]...)
	return len(p), nil
}
