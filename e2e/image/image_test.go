//go:build image && linux

// Package image runs the program in the image's file system, assembled from the distribution's packages, as a
// container engine would: as non-root, on a read-only root, with one volume. It requires root and apt-get:
// `task image:test`.
package image

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// root returns the path of the assembled file system.
func root(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("IMAGE_ROOT")
	if dir == "" {
		t.Skip("IMAGE_ROOT names no assembled file system: `task image:test` makes one")
	}
	return dir
}

var client = &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// container is a running process of the image.
type container struct {
	cmd  *exec.Cmd
	url  string
	out  *output
	done chan error
}

type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) find(pattern string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return regexp.MustCompile(pattern).FindString(o.text.String())
}

func command(t *testing.T, volume, addr string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"../../deploy/image/enter.sh", root(t), volume}, args...)...)
	cmd.Env = append(os.Environ(), "PLATEN_ADDR="+addr, "PLATEN_DRAIN_DELAY=0s")
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// start runs the service and waits until it is ready.
func start(t *testing.T, volume string) *container {
	t.Helper()
	addr := fmt.Sprintf("127.0.0.1:%d", harness.FreePort(t))
	c := &container{cmd: command(t, volume, addr, "platen", "serve"), url: "http://" + addr, out: &output{}, done: make(chan error, 1)}
	c.cmd.Stdout, c.cmd.Stderr = c.out, c.out
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { c.done <- c.cmd.Wait() }()
	t.Cleanup(func() { _ = c.cmd.Process.Kill() }) // --kill-child kills its children
	for deadline := time.Now().Add(2 * time.Minute); ; {
		res, err := client.Get(c.url + "/readyz")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return c
			}
		}
		select {
		case err := <-c.done:
			t.Fatalf("the service ended with %v:\n%s", err, c.out.find(`(?s).*`))
		case <-time.After(100 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("the service is not ready:\n%s", c.out.find(`(?s).*`))
		}
	}
}

// stop sends SIGTERM to the first process of the container and waits for its end.
func (c *container) stop(t *testing.T) {
	t.Helper()
	pid := c.cmd.Process.Pid
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		t.Fatal(err)
	}
	first, err := strconv.Atoi(strings.TrimSpace(string(children)))
	if err != nil {
		t.Fatalf("the container has the processes %q", children)
	}
	if err := syscall.Kill(first, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-c.done:
		if err != nil {
			t.Errorf("the container ended with %v:\n%s", err, c.out.find(`(?s).{0,2000}$`))
		}
	case <-time.After(60 * time.Second):
		t.Fatal("the container did not end in a minute")
	}
}

// do sends a request and returns status and body.
func (c *container) do(t *testing.T, method, path, key, body string) (int, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, data
}

type rendered struct {
	Outputs []struct {
		ImageID string `json:"image_id"`
		SHA256  string `json:"sha256"`
	} `json:"outputs"`
}

func (c *container) render(t *testing.T, key, request string) (id, sum string) {
	t.Helper()
	status, body := c.do(t, "POST", "/api/v1/facade/generate", key, request)
	var r rendered
	if err := json.Unmarshal(body, &r); status != http.StatusOK || err != nil || len(r.Outputs) != 1 {
		t.Fatalf("a render returns %d %s", status, body)
	}
	return r.Outputs[0].ImageID, r.Outputs[0].SHA256
}

const card = `{"operation":"preview","html":"<h1 style='font-size:96px'>Launch day</h1>","outputs":[{"preset":"og","format":%q}]%s}`

func TestContainerKeepsItsDataOverARestart(t *testing.T) {
	volume := filepath.Join(t.TempDir(), "volume")
	c := start(t, volume)
	key := c.out.find(`svc_live_\w+`)
	if key == "" {
		t.Fatal("the first start prints no key")
	}
	id, sum := c.render(t, key, fmt.Sprintf(card, "png", ""))
	c.render(t, key, fmt.Sprintf(card, "mp4", "")) // ffmpeg is there
	if status, body := c.do(t, "GET", "/health/browser", key, ""); status != http.StatusOK || !bytes.Contains(body, []byte(`"status"`)) {
		t.Errorf("/health/browser returns %d %s", status, body)
	}
	c.render(t, key, fmt.Sprintf(card, "png", `,"engine":"browser"`)) // Chromium is there, in its sandbox
	status, picture := c.do(t, "GET", "/cdn/"+id+".png", key, "")
	if status != http.StatusOK {
		t.Fatalf("the image returns %d", status)
	}
	c.stop(t)

	c = start(t, volume)
	if again := c.out.find(`svc_live_\w+`); again != "" {
		t.Error("the second start makes a workspace anew")
	}
	if status, same := c.do(t, "GET", "/cdn/"+id+".png", key, ""); status != http.StatusOK || !bytes.Equal(same, picture) {
		t.Errorf("after a restart the image returns %d with %d bytes instead of %d", status, len(same), len(picture))
	}
	if _, after := c.render(t, key, fmt.Sprintf(card, "png", "")); after != sum {
		t.Errorf("the same request makes %s and then %s", sum, after)
	}
	c.stop(t)
}

func TestContainerImageIsUnprivileged(t *testing.T) {
	volume := filepath.Join(t.TempDir(), "volume")
	script := `id -u; grep CapBnd /proc/self/status; for f in /x /usr/x /etc/x /home/x; do (: >$f) 2>/dev/null && echo "wrote $f"; done; : >/data/x && : >/tmp/x && echo kept`
	out, err := command(t, volume, "127.0.0.1:0", "sh", "-c", script).CombinedOutput()
	text := string(out)
	if err != nil || !strings.HasPrefix(text, "10001\n") || !strings.Contains(text, "0000000000000000") || strings.Contains(text, "wrote") || !strings.HasSuffix(text, "kept\n") {
		t.Errorf("%v: %s", err, text)
	}
}

func TestContainerImageIsComplete(t *testing.T) {
	out, err := command(t, filepath.Join(t.TempDir(), "volume"), "127.0.0.1:0", "platen", "doctor", "--json").CombinedOutput()
	var found struct {
		Ready  bool
		Checks []struct{ Check, Status, Found string }
	}
	if e := json.Unmarshal(out, &found); err != nil || e != nil || !found.Ready {
		t.Fatalf("%v %v: %s", err, e, out)
	}
	for _, c := range found.Checks {
		if c.Status != "ok" {
			t.Errorf("%s: %s", c.Check, c.Found)
		}
	}
}
