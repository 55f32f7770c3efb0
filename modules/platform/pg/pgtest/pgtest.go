// Package pgtest gives each test its own migrated database on a real PostgreSQL.
//
// One private cluster serves all test processes of a user on the machine. It is started by the first and
// stopped by a watcher soon after the last has ended, runs without durability and is in the temporary
// folder. A template database is migrated once per version of the migrations and cloned per test.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/migrations"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/cluster"
)

// New returns a fresh migrated database that is dropped when the test ends. A machine without PostgreSQL
// programs fails the test, with a message that says how to install them: a skipped test proves nothing.
func New(t testing.TB) *pg.DB {
	t.Helper()
	db, err := pg.Open(t.Context(), URL(t), pg.Options{MaxConns: 16, Name: "platen-test"})
	if err != nil {
		t.Fatalf("opening the test database: %v", err)
	}
	t.Cleanup(db.Close)
	return db
}

// URL returns the connection string of a fresh migrated database, for tests that start whole processes.
func URL(t testing.TB) string {
	t.Helper()
	return create(t, func(ctx context.Context, s *server) (string, error) {
		if err := s.template(ctx); err != nil {
			return "", err
		}
		return s.name, nil
	})
}

// Empty returns the connection string of a fresh database without migrations.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, func(context.Context, *server) (string, error) { return "template1", nil })
}

func create(t testing.TB, template func(context.Context, *server) (string, error)) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("starting the test cluster: %v", err)
	}
	ctx := context.Background()
	from, err := template(ctx, s)
	if err != nil {
		t.Fatalf("making the template database: %v", err)
	}
	name := "t_" + strings.TrimPrefix(ident.New("t"), "t_")
	if err := s.exec(ctx, fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY", name, from)); err != nil {
		t.Fatalf("cloning the template database: %v", err)
	}
	t.Cleanup(func() {
		_ = s.exec(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	})
	return s.url(name)
}

type server struct {
	base string
	name string
	once sync.Once
	err  error
}

var shared = sync.OnceValues(start)

func start() (*server, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("platen-pgtest-%d", os.Geteuid()))
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	// The database's user could not access folders created under a strict umask.
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	users, err := os.OpenFile(filepath.Join(dir, "tests.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	// Held until this process exits, however it exits; the watcher waits for that.
	if err := syscall.Flock(int(users.Fd()), syscall.LOCK_SH); err != nil {
		return nil, fmt.Errorf("locking the test cluster: %w", err)
	}
	held = users
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	c, err := cluster.Open(ctx, cluster.Config{Dir: filepath.Join(dir, "pg"), Settings: map[string]string{
		"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB",
		"max_connections": "400", "autovacuum": "off", "checkpoint_timeout": "1h", "max_wal_size": "4GB",
	}})
	if err != nil {
		return nil, err
	}
	if err := watch(dir, c.Dir()); err != nil {
		return nil, err
	}
	name, err := templateName()
	if err != nil {
		return nil, err
	}
	return &server{base: c.URL(), name: name}, nil
}

// held prevents the lock's file from being garbage-collected.
var held *os.File //nolint:unused // its value is never read; it only keeps the file reachable

// watch starts a shell that outlives the process, and stops and removes the cluster when no test process has held the
// lock for a while. Every process starts one; all but one exit.
func watch(dir, clusterDir string) error {
	const script = `
exec 9>watch.lock; flock -n 9 || exit 0
idle=0
while [ $idle -lt 3 ]; do
	sleep 2
	if flock -n -x tests.lock true; then idle=$((idle+1)); else idle=0; fi
done
exec 8>tests.lock; flock -x 8
kill -INT "$(head -1 "$1/data/postmaster.pid")" 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do [ -e "$1/data/postmaster.pid" ] || break; sleep 0.3; done
rm -rf "$1"`
	cmd := exec.Command("/bin/sh", "-c", script, "pgtest-watch", clusterDir)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting the watcher of the test cluster: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

func (s *server) url(db string) string { return strings.Replace(s.base, "/platen?", "/"+db+"?", 1) }

func (s *server) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql)
	return err
}

// template creates the migrated template once for all processes.
func (s *server) template(ctx context.Context) error {
	s.once.Do(func() { s.err = s.makeTemplate(ctx) })
	return s.err
}

func (s *server) makeTemplate(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(727070)"); err != nil {
		return err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", s.name).Scan(&exists); err != nil || exists {
		return err
	}
	// Created under another name and renamed, so that a killed test run leaves no partial template.
	half := fmt.Sprintf("%s_%d", s.name, clock.Now().UnixNano())
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+half+" TEMPLATE template1 STRATEGY FILE_COPY"); err != nil {
		return err
	}
	db, err := pg.Open(ctx, s.url(half), pg.Options{MaxConns: 4})
	if err != nil {
		return err
	}
	_, err = pg.Migrate(ctx, db, pg.Migrations{Files: migrations.Files, First: jobs.Migrate})
	db.Close()
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+half+" RENAME TO "+s.name)
	return err
}

// templateName changes with every change of a migration.
func templateName() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(migrations.Files, path)
		fmt.Fprintf(sum, "%s %d\n%s\n", path, len(content), content)
		return err
	})
	return "tpl_" + hex.EncodeToString(sum.Sum(nil)[:8]) + "_" + jobs.SchemaVersion, err
}
