package chromium

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// pausing is a Files that runs do on the first request, while the document waits.
type pausing struct {
	once sync.Once
	do   func()
}

// File implements Files.
func (f *pausing) File(context.Context, string) ([]byte, bool) {
	f.once.Do(f.do)
	return nil, false
}

const waits = `<!DOCTYPE html><img src="http://pictures.example/a.png">`

// only returns the one running process of a pool.
func only(t *testing.T, b *Browser) *process {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for p := range b.running {
		return p
	}
	t.Error("no browser runs")
	return nil
}

// renderers returns the renderer processes of a browser.
func renderers(pid int) []relative {
	var out []relative
	for _, r := range descendants(pid) {
		if cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", r.pid)); strings.Contains(string(cmdline), "--type=renderer") {
			out = append(out, r)
		}
	}
	return out
}

// ended waits until none of the processes exists.
func ended(t *testing.T, family []relative) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(time.Minute)
	for {
		var left []int
		for _, r := range family {
			if state, start := stateOf(r.pid); start == r.start && state != "Z" {
				left = append(left, r.pid)
			}
		}
		if len(left) == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("processes %v of the browser still exist", left)
		}
	}
}

// stateOf reads a process' state and start time.
func stateOf(pid int) (state, start string) {
	_, start = parentOf(pid)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return "Z", start
	}
	return statusField(status, "State")[:1], start
}

func TestCrashedBrowserIsReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		harm func(p *process)
		want error
	}{
		{"killed", func(p *process) { _ = syscall.Kill(p.pid, syscall.SIGKILL) }, ErrDied},
		{"stopped", func(p *process) { _ = syscall.Kill(p.pid, syscall.SIGSTOP) }, ErrTimeout},
		{"page killed", func(p *process) {
			for _, r := range renderers(p.pid) {
				r.kill()
			}
		}, ErrDied},
	} {
		b := newBrowser(t, func(c *Config) { c.Timeout = 20 * time.Second }) // long enough for a new browser on a busy machine
		d := Document{HTML: waits, Width: 100, Height: 100, Scale: 1}
		var family []relative
		d.Files = &pausing{do: func() {
			p := only(t, b)
			family = append(descendants(p.pid), relative{pid: p.pid})
			_, family[len(family)-1].start = parentOf(p.pid)
			c.harm(p)
		}}
		if _, _, err := b.Screenshot(t.Context(), d); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		ended(t, family)
		d.Files = nil
		if _, _, err := b.Screenshot(t.Context(), d); err != nil {
			t.Errorf("%s: the next document: %v", c.name, err)
		}
		if s := b.Status(); s.LastError == "" || s.Running != 1 || s.Starts != 2 {
			t.Errorf("%s: the status is %+v", c.name, s)
		}
		b.Close()
	}
}

// TestCrashOfAnIdleBrowserFailsNoDocument kills an idle browser between documents: regardless of when the pool notices
// it, the next document is rendered by another browser.
func TestCrashOfAnIdleBrowserFailsNoDocument(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	d := Document{HTML: "<p>text", Width: 100, Height: 100, Scale: 1}
	for i := range 4 {
		if _, _, err := b.Screenshot(t.Context(), d); err != nil {
			t.Fatalf("document %d: %v", i, err)
		}
		_ = syscall.Kill(only(t, b).pid, syscall.SIGKILL)
	}
}

// TestDocumentsThatNeverEnd renders pages that loop, hang and use up memory.
func TestDocumentsThatNeverEnd(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, func(c *Config) { c.Timeout, c.Scripts = 8*time.Second, true })
	for name, html := range map[string]string{
		"loop":  `<!DOCTYPE html><script>for(;;);</script>`,
		"swell": `<!DOCTYPE html><script>const a=[];for(;;)a.push(new Array(1e6).fill(Math.random()))</script>`,
		"alert": `<!DOCTYPE html><script>alert(1);prompt(2);for(;;)confirm(3)</script>`,
	} {
		began := time.Now()
		_, _, err := b.Screenshot(t.Context(), Document{HTML: html, Width: 100, Height: 100, Scale: 1})
		if took := time.Since(began); took > 25*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if err == nil && name != "alert" {
			t.Errorf("%s: was rendered, want an error", name)
		}
		shoot(t, b, Document{HTML: "<!DOCTYPE html>after " + name})
	}
}

func TestCancelStopsADocument(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	d := Document{HTML: waits, Width: 100, Height: 100, Scale: 1, Files: &pausing{do: cancel}}
	if _, _, err := b.Screenshot(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	shoot(t, b, Document{HTML: "<!DOCTYPE html>next"})
}

// TestKilledProcessLeavesNoChildren runs a pool in another process, kills it with SIGKILL during a render, and checks
// that no process remains.
func TestKilledProcessLeavesNoChildren(t *testing.T) {
	if os.Getenv("PLATEN_TEST_VICTIM") != "" {
		victim(t)
		return
	}
	t.Parallel()
	newBrowser(t, nil) // skips without a browser
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledProcessLeavesNoChildren$")
	cmd.Env = append(os.Environ(), "PLATEN_TEST_VICTIM=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	line := make([]byte, 64)
	if n, err := out.Read(line); err != nil || !strings.HasPrefix(string(line[:n]), "drawing") {
		t.Fatalf("the process printed %q (%v)", line[:n], err)
	}
	family := descendants(cmd.Process.Pid)
	if len(family) < 3 {
		t.Fatalf("the rendering process has only %d descendants", len(family))
	}
	if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	ended(t, family)
}

func victim(t *testing.T) {
	b := newBrowser(t, func(c *Config) { c.Timeout = time.Minute })
	d := Document{HTML: waits, Width: 100, Height: 100, Scale: 1, Files: &pausing{do: func() {
		fmt.Println("drawing")
		select {}
	}}}
	_, _, _ = b.Screenshot(t.Context(), d)
}

func TestBrowserIsReplacedAfterItsRenderLimit(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, nil)
	shoot(t, b, Document{HTML: "<!DOCTYPE html>a"})
	p := only(t, b)
	if m := p.memory(); m < 10<<20 {
		t.Errorf("the browser uses %d bytes", m)
	}
	p.jobs = maxJobs
	shoot(t, b, Document{HTML: "<!DOCTYPE html>b"})
	if s := b.Status(); s.Starts != 2 {
		t.Errorf("%d starts, want 2", s.Starts)
	}
	if p := only(t, b); p != nil {
		p.started = p.started.Add(-maxAge)
	}
	shoot(t, b, Document{HTML: "<!DOCTYPE html>c"})
	if s := b.Status(); s.Starts != 3 {
		t.Errorf("%d starts, want 3", s.Starts)
	}
}
