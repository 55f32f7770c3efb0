// Package infra opens the infrastructure of a process: telemetry, secrets, the migrated database, the queue, the
// notification listener and the blob store. It depends on no module; modules receive its parts as dependencies.
package infra

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/cluster"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// Config configures where the installation stores its data.
type Config struct {
	DataDir     string `env:"PLATEN_DATA_DIR" doc:"Folder of the embedded database, files and secrets; unset: ./data, or the user's state folder where ./ cannot be written."`
	DatabaseURL string `env:"PLATEN_DATABASE_URL" secret:"true" doc:"A PostgreSQL 14 or newer; unset: the embedded cluster in the data directory."`
	DatabaseMax int32  `env:"PLATEN_DATABASE_CONNECTIONS" default:"30" doc:"Connections this process opens at most."`
	// DatabaseWait is short enough for a request to be rejected within 10 s.
	DatabaseWait time.Duration `env:"PLATEN_DATABASE_WAIT" default:"8s" doc:"How long a request waits for a database that does not respond before it is refused with Retry-After."`
	PostgresBin  string        `env:"PLATEN_POSTGRES_BIN" doc:"Folder of the PostgreSQL programs for the embedded cluster; unset: looked for in the usual places."`
	BlobURL      string        `env:"PLATEN_BLOB_URL" doc:"Object store such as s3://bucket?region=eu-central-1; unset: files in the data directory."`
	SecretKey    string        `env:"PLATEN_SECRET_KEY" secret:"true" doc:"32 bytes in hex or base64 from which every key is derived; unset: made at the first start and kept in the data directory. Must be the same on every machine of one database."`
}

// Options are the settings of single parts.
type Options struct {
	Telemetry telemetry.Config
	Jobs      jobs.Config
	// Version is the version of the binary, which telemetry reports.
	Version string
	// Log receives log lines; nil discards them.
	Log io.Writer
}

// Infra is the opened infrastructure. It is safe for concurrent use except for OnClose and Close.
type Infra struct {
	Telemetry *telemetry.Telemetry
	Secrets   *secret.Ring
	DB        *pg.DB
	Listener  *pg.Listener // runs once its Run is called
	Queue     *jobs.Queue  // accepts jobs immediately; runs them once started
	Cursors   *page.Sealer
	Audit     *audit.Log
	// Cluster is the embedded database, nil if an external one is configured.
	Cluster *cluster.Cluster

	closers []func() error
}

// Open opens the infrastructure and migrates the database. It works beside a running service: the embedded database is
// shared. On an error it closes what it has opened; otherwise the caller closes the result.
func Open(ctx context.Context, cfg Config, o Options) (_ *Infra, err error) {
	i := &Infra{}
	defer func() {
		if err != nil {
			err = errors.Join(err, i.Close())
		}
	}()
	if err := i.openTelemetry(ctx, o); err != nil {
		return nil, err
	}
	if err := i.openSecrets(cfg); err != nil {
		return nil, err
	}
	if err := i.openDatabase(ctx, cfg); err != nil {
		return nil, err
	}
	if err := i.openQueue(o.Jobs); err != nil {
		return nil, err
	}
	i.Listener = pg.NewListener(i.DB, i.Telemetry.Log)
	i.Audit = audit.New(i.DB)
	i.Cursors = page.NewSealer(i.Secrets.AEAD("page"))
	return i, nil
}

func (i *Infra) openTelemetry(ctx context.Context, o Options) (err error) {
	log := o.Log
	if log == nil {
		log = io.Discard
	}
	if i.Telemetry, err = telemetry.New(ctx, o.Telemetry, o.Version, log); err != nil {
		return err
	}
	i.OnClose(func() error { return i.Telemetry.Close(context.WithoutCancel(ctx)) })
	return nil
}

func (i *Infra) openSecrets(cfg Config) (err error) {
	if err := os.MkdirAll(cfg.DataDir, 0o755); err != nil {
		return fmt.Errorf("PLATEN_DATA_DIR: %w", err)
	}
	i.Secrets, err = secret.Load(cfg.DataDir, cfg.SecretKey)
	return err
}

func (i *Infra) openQueue(cfg jobs.Config) (err error) {
	if i.Queue, err = jobs.New(i.DB, cfg, i.Telemetry.Log); err != nil {
		return err
	}
	i.Queue.Observe(i.Telemetry.Metrics)
	return nil
}

// OpenBlobs opens the blob store, which only processes that read or write files need.
func (i *Infra) OpenBlobs(ctx context.Context, cfg Config) (*blob.Store, error) {
	blobs, err := blob.Open(ctx, cfg.BlobURL, filepath.Join(cfg.DataDir, "blobs"))
	if err != nil {
		return nil, fmt.Errorf("PLATEN_BLOB_URL: %w", err)
	}
	i.OnClose(blobs.Close)
	return blobs, nil
}

// OnClose registers what Close calls, the last one first.
func (i *Infra) OnClose(fn func() error) { i.closers = append(i.closers, fn) }

// Close releases what was opened, in reverse order.
func (i *Infra) Close() error {
	var problems []error
	for n := len(i.closers) - 1; n >= 0; n-- {
		problems = append(problems, i.closers[n]())
	}
	i.closers = nil
	return errors.Join(problems...)
}
