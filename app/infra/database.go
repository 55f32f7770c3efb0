package infra

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/platenhq/platen/migrations"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/cluster"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/platform/telemetry"
)

// openDatabase starts the embedded cluster unless another database is configured, connects and migrates.
func (i *Infra) openDatabase(ctx context.Context, cfg Config) (err error) {
	url := cfg.DatabaseURL
	if url == "" {
		i.Cluster, err = cluster.Open(ctx, cluster.Config{Dir: filepath.Join(cfg.DataDir, "postgres"), Bin: cfg.PostgresBin})
		if err != nil {
			return err
		}
		i.OnClose(i.Cluster.Close)
		url = i.Cluster.URL()
	}
	if i.DB, err = pg.Open(ctx, url, pg.Options{MaxConns: cfg.DatabaseMax, Tracer: telemetry.SQL{}}); err != nil {
		return fmt.Errorf("PLATEN_DATABASE_URL: %w", err)
	}
	i.OnClose(func() error { i.DB.Close(); return nil })
	if _, err := pg.Migrate(ctx, i.DB, pg.Migrations{Files: migrations.Files, First: jobs.Migrate}); err != nil {
		return err
	}
	return checkSecret(ctx, i.DB, i.Secrets)
}

// checkSecret returns an error for a database whose keys were created with another secret: every key would look
// revoked.
func checkSecret(ctx context.Context, db *pg.DB, ring *secret.Ring) error {
	var known string
	err := db.SQL(ctx).QueryRowContext(ctx, `INSERT INTO platform.installation AS i (secret_fingerprint) VALUES ($1)
		ON CONFLICT (one) DO UPDATE SET secret_fingerprint = i.secret_fingerprint RETURNING secret_fingerprint`, ring.Fingerprint()).Scan(&known)
	if err != nil {
		return fmt.Errorf("checking the installation's secret: %w", err)
	}
	if known != ring.Fingerprint() {
		return errors.New("PLATEN_SECRET_KEY: this database was created with another secret; configure that one, or restore secret.key in the data directory")
	}
	return nil
}
