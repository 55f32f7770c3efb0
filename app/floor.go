package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/platenhq/platen/migrations"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/cluster"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// Floor is what every command that touches the installation stands on: the database, migrated, the
// secrets, the queue to insert into, and the two modules that the command line manages.
type Floor struct {
	Config    Config
	Telemetry *telemetry.Telemetry
	Secrets   *secret.Ring
	DB        *pg.DB
	Queue     *jobs.Queue
	Cursors   *page.Sealer
	Auth      *auth.Module
	Credits   *credits.Module
	Audit     *audit.Log
	// Cluster is the embedded database, nil when another one is configured.
	Cluster *cluster.Cluster

	closers []func() error
}

// OpenFloor opens the installation. It works beside a running service: the embedded database is shared.
// When a step fails, what the earlier ones opened is closed again. The caller closes the floor.
func OpenFloor(ctx context.Context, cfg Config, log io.Writer) (_ *Floor, err error) {
	f := &Floor{Config: cfg}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if log == nil {
		log = io.Discard
	}
	if f.Telemetry, err = telemetry.New(ctx, cfg.Telemetry, Version, log); err != nil {
		return nil, err
	}
	f.onClose(func() error { return f.Telemetry.Close(context.WithoutCancel(ctx)) })
	if err := os.MkdirAll(cfg.DataDir, 0o755); err != nil {
		return nil, fmt.Errorf("PLATEN_DATA_DIR: %w", err)
	}
	if f.Secrets, err = secret.Load(cfg.DataDir, cfg.SecretKey); err != nil {
		return nil, err
	}
	url := cfg.DatabaseURL
	if url == "" {
		f.Cluster, err = cluster.Open(ctx, cluster.Config{Dir: filepath.Join(cfg.DataDir, "postgres"), Bin: cfg.PostgresBin})
		if err != nil {
			return nil, err
		}
		f.onClose(f.Cluster.Close)
		url = f.Cluster.URL()
	}
	if f.DB, err = pg.Open(ctx, url, pg.Options{MaxConns: cfg.DatabaseMax, Tracer: telemetry.SQL{}}); err != nil {
		return nil, fmt.Errorf("PLATEN_DATABASE_URL: %w", err)
	}
	f.onClose(func() error { f.DB.Close(); return nil })
	if err := Migrate(ctx, f.DB); err != nil {
		return nil, err
	}
	if err := checkSecret(ctx, f.DB, f.Secrets); err != nil {
		return nil, err
	}
	if f.Queue, err = jobs.New(f.DB, cfg.Jobs, f.Telemetry.Log); err != nil {
		return nil, err
	}
	f.Audit = audit.New(f.DB)
	f.Cursors = page.NewSealer(f.Secrets.AEAD("page"))
	f.Credits = credits.New(cfg.Credits, f.DB, f.Queue, f.Cursors)
	f.Auth = auth.New(cfg.Auth, auth.Deps{DB: f.DB, Secrets: f.Secrets, Cursors: f.Cursors, Clock: clock.System()})
	return f, nil
}

// Migrate brings a database to the present version of every schema.
func Migrate(ctx context.Context, db *pg.DB) error {
	_, err := pg.Migrate(ctx, db, pg.Migrations{Files: migrations.Files, First: jobs.Migrate})
	return err
}

// checkSecret refuses a database whose keys were made with another secret: every key would look revoked.
func checkSecret(ctx context.Context, db *pg.DB, ring *secret.Ring) error {
	var known string
	err := db.SQL(ctx).QueryRowContext(ctx, `INSERT INTO platform.installation AS i (secret_fingerprint) VALUES ($1)
		ON CONFLICT (one) DO UPDATE SET secret_fingerprint = i.secret_fingerprint RETURNING secret_fingerprint`, ring.Fingerprint()).Scan(&known)
	if err != nil {
		return fmt.Errorf("checking the installation's secret: %w", err)
	}
	if known != ring.Fingerprint() {
		return errors.New("PLATEN_SECRET_KEY: this database was made with another secret; configure that one, or restore secret.key in the data directory")
	}
	return nil
}

func (f *Floor) onClose(fn func() error) { f.closers = append(f.closers, fn) }

// Close releases what was opened, the last first.
func (f *Floor) Close() error {
	var problems []error
	for i := len(f.closers) - 1; i >= 0; i-- {
		problems = append(problems, f.closers[i]())
	}
	f.closers = nil
	return errors.Join(problems...)
}
