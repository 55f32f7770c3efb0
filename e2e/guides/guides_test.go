package guides

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// TestMain removes the files that the guides share when the tests have run.
func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

const folder = "../../docs/guides"

func TestGuides(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "curl", "jq", "openssl", "node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the guides use %s, which is not here: tools/setup.sh --ci", program)
		}
	}
	guides, err := filepath.Glob(folder + "/*.md")
	if err != nil || len(guides) == 0 {
		t.Fatalf("no guides (%v)", err)
	}
	for _, guide := range guides {
		name := strings.TrimSuffix(filepath.Base(guide), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(guide)
			if err != nil {
				t.Fatal(err)
			}
			run(t, name, string(text))
		})
	}
}

// run writes the files of a guide into a folder inside the module, so that Go finds the client, and runs its commands
// there. The npm packages of the guide are in the folder packages.
func run(t *testing.T, name, guide string) {
	dir, err := os.MkdirTemp(".", ".guide-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if packages := filepath.Join("packages", name); exists(packages) {
		copyInto(t, dir, filepath.Join(packages, "package.json"), filepath.Join(packages, "package-lock.json"))
		installed(t, name, dir)
	}
	script, commands := "set -euo pipefail\n", 0
	for _, b := range blocksOf(guide) {
		switch {
		case b.site != "":
		case b.file != "":
			if err := os.WriteFile(filepath.Join(dir, b.file), []byte(b.text), 0o600); err != nil {
				t.Fatal(err)
			}
		case b.language == "sh":
			if b.needs != "" && exec.Command(b.needs, "--version").Run() != nil {
				t.Logf("left out what needs %s", b.needs)
				continue
			}
			script += b.text
			commands++
		}
	}
	if commands == 0 {
		t.Fatal("the guide has no commands")
	}
	if strings.Contains(guide, "@platenhq/platen") {
		scope := filepath.Join(dir, "node_modules", "@platenhq")
		if err := os.MkdirAll(scope, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(client(t), filepath.Join(scope, "platen")); err != nil {
			t.Fatal(err)
		}
	}
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	env := append(os.Environ(), "DATABASE_URL="+pgtest.Empty(t), "PLATEN="+s.URL, "KEY="+s.Test, "LIVE_KEY="+s.Live, "KEYS_KEY="+s.Key(t, "live", "keys:write", "sign:write"), "POLICY_KEY="+s.Key(t, "live", "approvals:write"))
	for _, name := range []string{"PORT_A", "PORT_B", "PORT_C"} {
		env = append(env, fmt.Sprintf("%s=%d", name, harness.FreePort(t)))
	}
	if strings.Contains(script, "\nplaten ") {
		env = append(env, "PATH="+program(t)+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	if out, err := bash(dir, env, script); err != nil {
		t.Errorf("the guide's commands end with %v\n%s", err, out)
	}
}

// bash runs a script in a folder for at most five minutes, and then kills its remaining child processes.
func bash(dir string, env []string, script string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = end
	out, err := cmd.CombinedOutput()
	if cmd.Process != nil {
		_ = end() // usually there are none
	}
	return out, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// program builds the command line into a folder and returns the folder.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", dir, "../../app/cmd/platen").CombinedOutput(); err != nil {
		t.Fatalf("building the program: %v\n%s", err, out)
	}
	return dir
}

var built struct {
	sync.Mutex
	dir string
}

// client builds the TypeScript client in a copy, once.
func client(t *testing.T) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir != "" {
		return built.dir
	}
	dir, err := os.MkdirTemp("", "platen-client-")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"src", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"} {
		if out, err := exec.Command("cp", "-r", filepath.Join("../../sdk/typescript", name), dir).CombinedOutput(); err != nil {
			t.Fatalf("copying the client: %v\n%s", err, out)
		}
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--silent", "--fetch-retries=1", "--fetch-retry-mintimeout=500")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		missing(t, "the packages of the client cannot be installed: %v\n%s", err, out)
	}
	build := exec.Command("npm", "run", "build", "--silent")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the client: %v\n%s", err, out)
	}
	built.dir = dir
	return dir
}
