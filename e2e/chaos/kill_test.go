package chaos

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// process is the real binary with its embedded database.
type process struct {
	cmd *exec.Cmd
	url string
	key string
	log *lines
}

// lines collects output and signals when a text has been seen.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
}

func (l *lines) read(r io.Reader) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		l.mu.Lock()
		l.text.WriteString(s.Text() + "\n")
		l.mu.Unlock()
		select {
		case l.more <- struct{}{}:
		default:
		}
	}
}

func (l *lines) wait(t *testing.T, pattern string) []string {
	t.Helper()
	re, limit := regexp.MustCompile(pattern), time.After(90*time.Second)
	for {
		l.mu.Lock()
		m := re.FindStringSubmatch(l.text.String())
		l.mu.Unlock()
		if m != nil {
			return m
		}
		select {
		case <-l.more:
		case <-limit:
			l.mu.Lock()
			defer l.mu.Unlock()
			t.Fatalf("never saw %q in\n%s", pattern, l.text.String())
		}
	}
}

// TestMain removes the program that the tests share when they have run.
func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}

var folder string // folder of the built program

var makeFolder = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "platen-chaos-")
	folder = dir
	return dir, err
})

// build builds the program as it is released, buildKillable one with kill points.
var (
	build         = sync.OnceValues(func() (string, error) { return buildProgram("platen") })
	buildKillable = sync.OnceValues(func() (string, error) { return buildProgram("platen-killable", "-tags", "killpoints") })
)

func buildProgram(name string, flags ...string) (string, error) {
	dir, err := makeFolder()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, name)
	cmd := exec.Command("go", append(append([]string{"build"}, flags...), "-o", bin, "github.com/platenhq/platen/app/cmd/platen")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building: %w\n%s", err, out)
	}
	return bin, nil
}

func start(t *testing.T, data string, settings ...string) *process {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(bin, "serve"), log: &lines{more: make(chan struct{}, 1)}}
	p.cmd.Env = append(os.Environ(), "PLATEN_ADDR=127.0.0.1:0", "PLATEN_DATA_DIR="+data)
	p.cmd.Env = append(p.cmd.Env, settings...)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = p.cmd.Stdout
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.log.read(out)
	t.Cleanup(func() { // let it stop its database
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	})
	p.url = p.log.wait(t, `serves (http://\S+)`)[1]
	return p
}

func (p *process) call(t *testing.T, method, path, body string, into any) int {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.key)
	r.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Timeout: 60 * time.Second}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatalf("%s %s: %d %s", method, path, resp.StatusCode, data)
		}
	}
	return resp.StatusCode
}

// TestKillAndStartAgain queues jobs, kills the process and its database with
// SIGKILL in the middle, and starts it again in the same folder: the key works,
// every job accepted before ends once, and each is charged once.
func TestKillAndStartAgain(t *testing.T) {
	t.Parallel()
	data, err := os.MkdirTemp("", "platen-chaos-data-") // not below t.TempDir: the database runs as another user when we are root
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(data) })
	if err := os.Chmod(data, 0o755); err != nil {
		t.Fatal(err)
	}
	p := start(t, data)
	key := p.log.wait(t, `svc_live_\w+`)[0]
	p.key = key
	type job struct {
		ID     string
		Status string
	}
	var ids []string
	for i := range 12 {
		var j job
		body := fmt.Sprintf(`{"operation":"render","html":"<p style='filter:blur(8px)'>%d</p>","outputs":[{"preset":"og"},{"preset":"instagram_story"}]}`, i)
		if status := p.call(t, "POST", "/api/v1/facade/generate", body, &j); status != 202 {
			t.Fatalf("job %d returns %d", i, status)
		}
		ids = append(ids, j.ID)
	}
	killAll(t, p, data)

	p = start(t, data)
	p.key = key
	for _, id := range ids {
		var j job
		for range 4 {
			p.call(t, "GET", "/api/v1/facade/render-jobs/"+id+"?wait=25", "", &j)
			if j.Status == "completed" {
				break
			}
		}
		if j.Status != "completed" {
			t.Errorf("job %s is %s after the restart", id, j.Status)
		}
	}
	var c struct{ Available, Held, Spent int64 }
	p.call(t, "GET", "/api/v1/usage", "", &c)
	if c.Spent != 24 || c.Held != 0 || c.Available != 10_000-24 {
		t.Errorf("after 12 jobs of 2 credits: %+v", c)
	}
}

// killAll ends the service and its database as a power cut would.
func killAll(t *testing.T, p *process, data string) {
	t.Helper()
	pids, err := filepath.Glob(filepath.Join(data, "*", "data", "postmaster.pid"))
	if err != nil || len(pids) == 0 {
		t.Fatalf("no database is running in %s (%v)", data, err)
	}
	content, err := os.ReadFile(pids[0])
	if err != nil {
		t.Fatal(err)
	}
	var database int
	if _, err := fmt.Sscan(string(content), &database); err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{p.cmd.Process.Pid, database} {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	_ = p.cmd.Wait()
}
