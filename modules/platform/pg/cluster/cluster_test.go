//go:build unix

package cluster_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/pg/cluster"
)

func open(t *testing.T, dir string) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Open(t.Context(), cluster.Config{Dir: dir, Settings: map[string]string{"shared_buffers": "16MB", "fsync": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func exec(t *testing.T, c *cluster.Cluster, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(got, ",")
}

func postmaster(t *testing.T, c *cluster.Cluster) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(c.Dir(), "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.SplitN(string(content), "\n", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// folder returns a folder that the user postgres may enter, which t.TempDir is not for root.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "platen-cluster-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "pg")
}

func TestStateSurvivesStopAndKill(t *testing.T) {
	t.Parallel()
	dir := folder(t)

	c := open(t, dir)
	exec(t, c, "CREATE TABLE kept (v text)")
	exec(t, c, "INSERT INTO kept VALUES ('one')")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	c = open(t, dir)
	if got := exec(t, c, "INSERT INTO kept VALUES ('two') RETURNING v"); got != "two" {
		t.Errorf("got %q", got)
	}
	// The whole server is killed, and the process that used it closed nothing.
	pid := postmaster(t, c)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := c.Detach(); err != nil {
		t.Fatal(err)
	}

	c = open(t, dir)
	defer func() { _ = c.Close() }()
	if got := exec(t, c, "SELECT v FROM kept ORDER BY v"); got != "one,two" {
		t.Errorf("after the kill the table holds %q, want one,two", got)
	}
}

func TestKeepRestartsACrashedServer(t *testing.T) {
	t.Parallel()
	c := open(t, folder(t))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { c.Supervise(ctx, func(err error) { t.Error(err) }); close(done) }()
	defer func() { cancel(); <-done; _ = c.Close() }()
	exec(t, c, "CREATE TABLE kept (v text)")
	pid := postmaster(t, c)
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; {
		conn, err := pgx.Connect(ctx, c.URL())
		if err == nil {
			_ = conn.Close(ctx)
			if postmaster(t, c) != pid {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server is not back after 30 s: %v", err)
		}
	}
	if got := exec(t, c, "SELECT v FROM kept"); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestServerIsSharedAndStoppedByItsLastUser(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	a, b := open(t, dir), open(t, dir)
	pid := postmaster(t, a)
	if got := postmaster(t, b); got != pid {
		t.Fatalf("the second user runs another server: %d and %d", got, pid)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if got := exec(t, b, "SELECT 'alive'"); got != "alive" {
		t.Errorf("closing one user took the server from the other")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir(), "data", "postmaster.pid")); err == nil {
		t.Error("the server still runs after the last user closed it")
	}
}

func TestLongPathsGetAShortSocket(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	deep := filepath.Join(filepath.Dir(dir), strings.Repeat("d", 60), strings.Repeat("e", 60))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	c := open(t, filepath.Join(deep, "pg"))
	defer func() { _ = c.Close() }()
	if got := exec(t, c, "SELECT 'alive'"); got != "alive" {
		t.Errorf("got %q", got)
	}
}

// TestFolderNamesWithSpecialCharacters starts in folders whose names have characters with a meaning in connection strings
// or lists of folders: a space, a comma, a plus and a percent sign, quotes, letters beyond ASCII.
func TestFolderNamesWithSpecialCharacters(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"my images", "a,b", `50%+"x"'y'`, "größe"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, filepath.Join(filepath.Dir(folder(t)), name, "data"))
			if got := exec(t, c, "SELECT current_database()::text"); got != "platen" {
				t.Errorf("the database is %q", got)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestUnreachableServerIsStopped starts a server with a setting that rejects its clients.
func TestUnreachableServerIsStopped(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	elsewhere, err := os.MkdirTemp("/tmp", "pg") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(elsewhere) })
	if err := os.Chmod(elsewhere, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := open(t, dir).Close(); err != nil { // the time to start is not used to create the cluster
		t.Fatal(err)
	}
	options := filepath.Join(dir, "data", "postmaster.opts") // which a server writes when it starts
	if err := os.Remove(options); err != nil {
		t.Fatal(err)
	}
	_, openErr := cluster.Open(t.Context(), cluster.Config{
		Dir: dir, StartTimeout: 8 * time.Second,
		Settings: map[string]string{"shared_buffers": "16MB", "fsync": "off", "unix_socket_directories": elsewhere},
	})
	if openErr == nil {
		t.Fatal("the server was reached")
	}
	if _, err := os.Stat(options); err != nil {
		t.Fatalf("the server was not started: %v", openErr)
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("the server is left behind: %v", err)
	}
}

func TestInaccessibleFolderIsReplaced(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root runs the server as another user")
	}
	closed := filepath.Join(filepath.Dir(folder(t)), "closed")
	if err := os.Mkdir(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(closed, "pg")
	c := open(t, dir)
	first := c.Dir()
	exec(t, c, "CREATE TABLE kept (v text)")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(first) })
	if first == dir {
		t.Fatalf("the server runs in %s, which it may not enter", dir)
	}
	c = open(t, dir)
	if c.Dir() != first || exec(t, c, "SELECT v FROM kept") != "" {
		t.Errorf("the second start uses %s, not %s", c.Dir(), first)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	// A deleted data folder is not restored.
	if err := os.Remove(dir + ".location"); err != nil {
		t.Fatal(err)
	}
	c = open(t, dir)
	defer func() { _ = c.Close(); _ = os.RemoveAll(c.Dir()) }()
	if c.Dir() == first {
		t.Error("a fresh data folder finds the old database")
	}
}
