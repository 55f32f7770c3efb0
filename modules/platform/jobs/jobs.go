// Package jobs is the service's queue: jobs are enqueued in the transaction of their data and executed by
// workers that are woken by the commit.
//
// It hides River. A module declares arguments, registers a handler while the process is wired, and
// inserts from its use cases:
//
//	type Deliver struct{ DeliveryID string `json:"delivery_id"` }
//	func (Deliver) Kind() string { return "webhooks.deliver" }
//
//	jobs.Handle(queue, func(ctx context.Context, j jobs.Job[Deliver]) error { … }, jobs.HandleOptions{})
//	…
//	queue.Insert(ctx, Deliver{id}, jobs.Options{Queue: jobs.Webhook})   // joins the transaction of ctx
//
// Work that a module keeps in a table of its own, such as render jobs, is taken from there by a Pool: the rows are the
// only record of what waits. Periodic tasks (Every) run on timers of the processes, not on entries of the queue.
//
// A handler must be safe to run again: the queue delivers at least once. Arguments hold ids, not data and
// no secrets.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"database/sql"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg"
)

// The queues. A backlog of one never delays another.
const (
	Native      = "native"      // a pool: renders by the native engine
	HTML        = "html"        // a pool: renders by the browser
	AI          = "ai"          // calls to image models
	Webhook     = "webhook"     // deliveries
	Maintenance = "maintenance" // small jobs besides renders, such as notices
)

const schema = "river"

// SchemaVersion names the version of the queue's tables; it changes with every upgrade that migrates.
const SchemaVersion = "r7"

// Args are the arguments of one kind of job; they are stored as JSON.
type Args interface {
	// Kind is the stable name of the kind, "module.verb".
	Kind() string
}

// Options describe how a job is inserted; the zero value inserts into Maintenance, without delay, with 3 attempts.
type Options struct {
	Queue       string
	MaxAttempts int
	// Delay postpones the first attempt.
	Delay time.Duration
	// Priority is 1 (first) to 4 (last); 0 means 1.
	Priority int
	// Unique makes the insert do nothing while a job of the same kind and arguments is not finished.
	Unique bool
}

// Job is one running job.
type Job[T Args] struct {
	Args T
	// ID is the queue's id of the job, the same for all attempts.
	ID int64
	// Attempt counts from 1 to MaxAttempts.
	Attempt, MaxAttempts int
	CreatedAt            time.Time
}

// Config sets the number of workers per queue of this process.
type Config struct {
	NativeWorkers      int `env:"PLATEN_WORKERS_NATIVE" default:"2" doc:"Renders this process works at the same time with the native engine."`
	HTMLWorkers        int `env:"PLATEN_WORKERS_HTML" default:"2" doc:"Renders this process works at the same time with the browser."`
	AIWorkers          int `env:"PLATEN_WORKERS_AI" default:"4" doc:"Image model calls this process makes at the same time."`
	WebhookWorkers     int `env:"PLATEN_WORKERS_WEBHOOK" default:"200" doc:"Webhook deliveries this process makes at the same time."`
	MaintenanceWorkers int `env:"PLATEN_WORKERS_MAINTENANCE" default:"4" doc:"Small jobs, such as notices of low credits, this process works at the same time."`
}

// Validate reports worker counts outside 1…1000.
func (c Config) Validate() error {
	var problems []error
	for _, n := range []struct {
		name string
		n    int
	}{
		{"PLATEN_WORKERS_NATIVE", c.NativeWorkers}, {"PLATEN_WORKERS_HTML", c.HTMLWorkers}, {"PLATEN_WORKERS_AI", c.AIWorkers},
		{"PLATEN_WORKERS_WEBHOOK", c.WebhookWorkers}, {"PLATEN_WORKERS_MAINTENANCE", c.MaintenanceWorkers},
	} {
		if n.n < 1 || n.n > 1000 {
			problems = append(problems, fmt.Errorf("%s: %d is outside 1…1000", n.name, n.n))
		}
	}
	return errors.Join(problems...)
}

// workers returns the number of workers of each pool.
func (c Config) workers() map[string]int {
	return map[string]int{Native: c.NativeWorkers, HTML: c.HTMLWorkers}
}

// queues returns the queues that hold entries; renders are taken from the jobs' own rows by pools.
func (c Config) queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{
		AI: {MaxWorkers: c.AIWorkers}, Webhook: {MaxWorkers: c.WebhookWorkers}, Maintenance: {MaxWorkers: c.MaintenanceWorkers},
	}
}

// Queue inserts jobs and, once started, executes them. It is safe for concurrent use after wiring.
type Queue struct {
	// Leases renews the claims of work in tables of the modules.
	Leases *lease.Keeper

	db      *pg.DB
	cfg     Config
	log     *slog.Logger
	insert  *river.Client[*sql.Tx]
	workers *river.Workers
	handles bool // a handler is registered
	metrics *metrics
	pools   []*Pool
	tasks   []*periodic
	running *running // nil before Start
}

// New returns a queue on db that can insert immediately and executes jobs after Start. log may be nil.
func New(db *pg.DB, cfg Config, log *slog.Logger) (*Queue, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	insert, err := river.NewClient(riverdatabasesql.New(db.Stdlib()), &river.Config{
		Schema: schema, Logger: quiet(log),
		// At its default the insert side drops wake-ups and the median insert-to-work time is 40 times as long.
		FetchCooldown: time.Millisecond,
	})
	if err != nil {
		return nil, fmt.Errorf("making the queue's insert client: %w", err)
	}
	return &Queue{db: db, cfg: cfg, log: log, insert: insert, workers: river.NewWorkers(), metrics: newMetrics(), Leases: lease.NewKeeper(log)}, nil
}

// Migrate brings the queue's own tables to the current version, in the schema river.
func Migrate(ctx context.Context, db *pg.DB) error {
	if _, err := db.SQL(ctx).ExecContext(ctx, "CREATE SCHEMA IF NOT EXISTS "+schema); err != nil {
		return fmt.Errorf("making the queue's schema: %w", err)
	}
	m, err := rivermigrate.New(riverpgxv5.New(db.Pool()), &rivermigrate.Config{Schema: schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return fmt.Errorf("preparing the queue's migrations: %w", err)
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrating the queue: %w", err)
	}
	// Entries of earlier versions, which the jobs' own rows have replaced.
	_, err = db.SQL(ctx).ExecContext(ctx, "DELETE FROM "+schema+".river_job WHERE queue IN ($1, $2) AND state <> 'running'", Native, HTML)
	if err != nil {
		return fmt.Errorf("removing retired entries of the queue: %w", err)
	}
	return nil
}

// Insert enqueues a job in the transaction of ctx, so that it exists exactly when the data does; without
// one it is enqueued immediately.
func (q *Queue) Insert(ctx context.Context, args Args, o Options) error {
	opts := o.river(ctx)
	var err error
	if tx := q.db.Tx(ctx); tx != nil {
		_, err = q.insert.InsertTx(ctx, tx, args, opts)
	} else {
		_, err = q.insert.Insert(ctx, args, opts)
	}
	if err != nil {
		return fmt.Errorf("enqueueing %s: %w", args.Kind(), err)
	}
	return nil
}

func (o Options) river(ctx context.Context) *river.InsertOpts {
	out := &river.InsertOpts{Queue: o.Queue, MaxAttempts: o.MaxAttempts, Priority: o.Priority, Metadata: Trace(ctx)}
	if out.Queue == "" {
		out.Queue = Maintenance
	}
	if out.MaxAttempts == 0 {
		out.MaxAttempts = 3
	}
	if o.Delay > 0 {
		out.ScheduledAt = clock.Now().Add(o.Delay)
	}
	if o.Unique {
		out.UniqueOpts = river.UniqueOpts{ByArgs: true}
	}
	return out
}
