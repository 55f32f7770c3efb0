package pg

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// migrationLock is the advisory lock that makes migrating processes take turns.
const migrationLock = 0x706c6174 // "plat"

// Migrations are the files that Migrate applies.
type Migrations struct {
	// Files holds <schema>/NNNN_name.sql. A file names only its own schema, is never changed once
	// released and runs in one transaction.
	Files fs.FS
	// First runs under the lock before the files, for schemas with migrations of their own.
	First func(ctx context.Context, db *DB) error
}

// Applied is one migration that Migrate has just applied.
type Applied struct{ Schema, Name string }

// Migrate brings the database to the current version. Several processes may call it concurrently: one migrates,
// the others wait and find nothing to do. It rejects a file that was changed after it was applied.
func Migrate(ctx context.Context, db *DB, m Migrations) ([]Applied, error) {
	conn, err := db.sql.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connecting to migrate: %w", err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return nil, fmt.Errorf("waiting for the migration lock: %w", err)
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrationLock)
	}()
	if m.First != nil {
		if err := m.First(ctx, db); err != nil {
			return nil, err
		}
	}
	if _, err := conn.ExecContext(ctx, bookkeeping); err != nil {
		return nil, fmt.Errorf("preparing the migration table: %w", err)
	}
	list, err := listMigrations(m.Files)
	if err != nil {
		return nil, err
	}
	var applied []Applied
	for _, mig := range list {
		done, err := mig.apply(ctx, conn)
		if err != nil {
			return applied, fmt.Errorf("migration %s/%s: %w", mig.schema, mig.name, err)
		}
		if done {
			applied = append(applied, Applied{mig.schema, mig.name})
		}
	}
	return applied, nil
}

const bookkeeping = `
CREATE SCHEMA IF NOT EXISTS platform;
CREATE TABLE IF NOT EXISTS platform.migrations (
	schema     text NOT NULL,
	name       text NOT NULL,
	sha256     text NOT NULL,
	applied_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (schema, name)
)`

type migration struct{ schema, name, sql, sum string }

// listMigrations returns the files in order: the platform schema first, then the others by name, each by
// number.
func listMigrations(files fs.FS) ([]migration, error) {
	paths, err := fs.Glob(files, "*/*.sql")
	if err != nil {
		return nil, fmt.Errorf("listing migrations: %w", err)
	}
	slices.SortFunc(paths, func(a, b string) int {
		pa, pb := strings.HasPrefix(a, "platform/"), strings.HasPrefix(b, "platform/")
		if pa != pb {
			if pa {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	var out []migration
	for _, p := range paths {
		content, err := fs.ReadFile(files, p)
		if err != nil {
			return nil, fmt.Errorf("reading a migration: %w", err)
		}
		sum := sha256.Sum256(content)
		out = append(out, migration{schema: path.Dir(p), name: path.Base(p), sql: string(content), sum: hex.EncodeToString(sum[:])})
	}
	return out, nil
}

// apply runs the migration unless it has run. Lock waits are bounded so that a migration never queues
// live traffic behind itself for longer than a second; a timeout is retried.
func (m migration) apply(ctx context.Context, conn *sql.Conn) (bool, error) {
	var sum string
	err := conn.QueryRowContext(ctx, "SELECT sha256 FROM platform.migrations WHERE schema = $1 AND name = $2", m.schema, m.name).Scan(&sum)
	switch {
	case err == nil && sum == m.sum:
		return false, nil
	case err == nil:
		return false, errors.New("the file was changed after it was applied; write a new migration instead")
	case !errors.Is(err, sql.ErrNoRows):
		return false, err
	}
	for attempt := 1; ; attempt++ {
		err = m.run(ctx, conn)
		if err == nil || Code(err) != LockTimeout || attempt == 20 {
			return err == nil, err
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(time.Duration(attempt) * 100 * time.Millisecond):
		}
	}
}

func (m migration) run(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, stmt := range []string{
		"SET LOCAL lock_timeout = '1s'",
		fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %q", m.schema),
		m.sql,
	} {
		if _, err := tx.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO platform.migrations (schema, name, sha256) VALUES ($1, $2, $3)", m.schema, m.name, m.sum); err != nil {
		return err
	}
	return tx.Commit()
}
