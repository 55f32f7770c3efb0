//go:build unix

package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/clock"
)

// Cluster is a running PostgreSQL that this process uses.
type Cluster struct {
	cfg   Config
	dir   string
	sock  string
	owner *owner
	bin   string
	users *os.File
}

const (
	role     = "platen"
	database = "platen"
	// maxSocketPath is what sockaddr_un leaves after the name PostgreSQL adds, ".s.PGSQL.5432".
	maxSocketPath = 107 - len("/.s.PGSQL.5432")
)

// Open connects to the cluster in cfg.Dir, creating and starting it when needed. The caller closes it.
func Open(ctx context.Context, cfg Config) (*Cluster, error) {
	if cfg.StartTimeout == 0 {
		cfg.StartTimeout = 60 * time.Second
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolving the database folder: %w", err)
	}
	o, err := findOwner()
	if err != nil {
		return nil, err
	}
	if dir, err = o.prepare(dir); err != nil {
		return nil, err
	}
	c := &Cluster{cfg: cfg, dir: dir, owner: o, sock: socketDir(dir)}
	if err := o.mkdir(c.sock); err != nil {
		return nil, fmt.Errorf("making the socket folder: %w", err)
	}
	// Starting and stopping are exclusive among all processes; use is shared.
	turn, err := lockFile(filepath.Join(dir, "start.lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer turn.Close()
	if c.users, err = lockFile(filepath.Join(dir, "users.lock"), syscall.LOCK_SH); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.StartTimeout)
	defer cancel()
	if err := c.ensure(ctx); err != nil {
		_ = c.users.Close()
		return nil, err
	}
	return c, nil
}

// URL returns the connection string of the service's database in the cluster.
func (c *Cluster) URL() string { return c.urlFor(database) }

// Dir returns the actual folder of the cluster; it differs from the configured one when the user that
// PostgreSQL runs as has no access to that.
func (c *Cluster) Dir() string { return c.dir }

func (c *Cluster) urlFor(db string) string {
	q := url.Values{"host": {c.sock}, "user": {role}, "sslmode": {"disable"}}
	return "postgres:///" + db + "?" + q.Encode()
}

// Close ends this process's use of the cluster and stops it when no other process uses it.
func (c *Cluster) Close() error {
	turn, err := lockFile(filepath.Join(c.dir, "start.lock"), syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer turn.Close()
	defer c.users.Close()
	if err := syscall.Flock(int(c.users.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil // another process still uses it
	}
	return c.stop()
}

// Supervise restarts the server whenever it has exited, until ctx ends. failed receives the errors of failed
// starts; Keep continues to retry.
func (c *Cluster) Supervise(ctx context.Context, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(500 * time.Millisecond):
		}
		if c.pid() != 0 {
			continue
		}
		if err := c.restart(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}

func (c *Cluster) restart(ctx context.Context) error {
	turn, err := lockFile(filepath.Join(c.dir, "start.lock"), syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer turn.Close()
	ctx, cancel := context.WithTimeout(ctx, c.cfg.StartTimeout)
	defer cancel()
	return c.ensure(ctx)
}

// Detach ends this process's use of the cluster and leaves it running.
func (c *Cluster) Detach() error { return c.users.Close() }

func (c *Cluster) stop() error {
	pid := c.pid()
	if pid == 0 {
		return nil
	}
	// SIGINT is PostgreSQL's fast shutdown: roll back, checkpoint, exit.
	if err := syscall.Kill(pid, syscall.SIGINT); err != nil {
		return nil // it has exited already
	}
	for deadline := clock.Now().Add(30 * time.Second); clock.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if c.pid() == 0 {
			if c.sock != filepath.Join(c.dir, "sock") {
				_ = os.Remove(c.sock)
			}
			return nil
		}
	}
	return fmt.Errorf("PostgreSQL (process %d) did not stop in 30 s", pid)
}

// ensure connects, or initialises and starts. A start right after a kill fails while the old processes
// still hold the shared memory, so it is retried until the context ends.
func (c *Cluster) ensure(ctx context.Context) error {
	if c.ping(ctx) == nil {
		return c.createDatabase(ctx)
	}
	var err error
	if c.bin, err = findBinaries(c.cfg.Bin, c.dir); err != nil {
		return err
	}
	if err := c.initialise(ctx); err != nil {
		return err
	}
	if err := c.configure(); err != nil {
		return err
	}
	var last error
	for {
		if last = c.start(ctx); last == nil {
			return c.createDatabase(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("starting PostgreSQL in %s: %w", c.dir, last)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (c *Cluster) ping(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.urlFor("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func (c *Cluster) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.urlFor("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to the new cluster: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&exists); err != nil {
		return fmt.Errorf("looking for the database: %w", err)
	}
	if exists {
		return nil
	}
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+database); err != nil {
		return fmt.Errorf("creating the database: %w", err)
	}
	return nil
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// initialise creates the cluster's files. It works in a temporary sibling folder and renames it, so that a kill
// in the middle leaves no incomplete cluster.
func (c *Cluster) initialise(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(c.data(), "PG_VERSION")); err == nil {
		return nil
	}
	fresh := filepath.Join(c.dir, "data.new")
	if err := os.RemoveAll(fresh); err != nil {
		return fmt.Errorf("clearing an unfinished database folder: %w", err)
	}
	if err := c.owner.mkdir(fresh); err != nil {
		return fmt.Errorf("making the database folder: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"),
		"--pgdata", fresh, "--username", role, "--encoding", "UTF8", "--locale", "C",
		"--auth-local", "trust", "--auth-host", "reject", "--data-checksums", "--no-instructions")
	if c.cfg.Settings["fsync"] == "off" {
		cmd.Args = append(cmd.Args, "--no-sync")
	}
	c.owner.apply(cmd, c.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("making the database cluster: %w\n%s", err, strings.TrimSpace(string(out)))
	}
	if err := os.Rename(fresh, c.data()); err != nil {
		return fmt.Errorf("putting the database folder in place: %w", err)
	}
	return nil
}

// start launches the server and waits until it accepts connections or exits.
func (c *Cluster) start(ctx context.Context) error {
	if c.ping(ctx) == nil {
		return nil
	}
	logPath := filepath.Join(c.dir, "postgres.log")
	logFile, err := os.OpenFile(logPath, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("opening the database log: %w", err)
	}
	defer logFile.Close()
	// Not CommandContext: the server outlives the context, and the process.
	cmd := exec.Command(filepath.Join(c.bin, "postgres"), "-D", c.data())
	cmd.Stdout, cmd.Stderr = logFile, logFile
	c.owner.apply(cmd, c.dir)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("launching PostgreSQL: %w", err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	for {
		if c.ping(ctx) == nil {
			return nil
		}
		select {
		case err := <-exited:
			return fmt.Errorf("PostgreSQL exited (%v); last lines of %s:\n%s", err, logPath, tail(logPath, 5))
		case <-ctx.Done():
			// Do not leave an unusable server running. SIGINT is PostgreSQL's fast shutdown.
			_ = cmd.Process.Signal(syscall.SIGINT)
			return fmt.Errorf("%w; PostgreSQL was stopped (%v)", ctx.Err(), <-exited)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// pid returns the server's process id, 0 when it does not run.
func (c *Cluster) pid() int {
	content, err := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	if err != nil {
		return 0
	}
	var pid int
	if _, err := fmt.Sscan(string(content), &pid); err != nil || pid <= 0 || syscall.Kill(pid, 0) == syscall.ESRCH {
		return 0
	}
	return pid
}

// socketDir returns the folder of the socket: beside the data, or in the temporary folder when that path is too long or
// has a character with a meaning in lists of folders and connection strings: both the server's setting and the
// client's host may name several.
func socketDir(dir string) string {
	if in := filepath.Join(dir, "sock"); len(in) <= maxSocketPath && plainPath().MatchString(in) {
		return in
	}
	sum := sha256.Sum256([]byte(dir))
	name := "platen-" + hex.EncodeToString(sum[:8])
	if temp := filepath.Join(os.TempDir(), name); plainPath().MatchString(temp) {
		return temp
	}
	return filepath.Join("/tmp", name)
}

var plainPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9/._~-]+$`) })

// lockFile opens path and takes an advisory lock that is released when the file is closed or the process exits.
func lockFile(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening a lock: %w", err)
	}
	for {
		err = syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return f, nil
}

func tail(path string, lines int) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	all := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
