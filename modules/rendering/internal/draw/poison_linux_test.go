package draw

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/chromium"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// TestDocumentThatCrashesTwoBrowsersIsRejected kills every browser of this process whenever the document requests its
// image. It must run before the parallel tests, whose browsers it would kill.
func TestDocumentThatCrashesTwoBrowsersIsRejected(t *testing.T) {
	pool := chromium.New(chromium.Config{Pool: 1, Timeout: 25 * time.Second, Sandbox: "required"}, slog.New(slog.DiscardHandler))
	t.Cleanup(pool.Close)
	if err := pool.Available(); err != nil {
		t.Skip(err)
	}
	deaths := 0
	s := newTask(t, `<input type="image" src="http://pictures.example/a.png">`, request.OutputSpec{Width: 100, Height: 50, Format: "png"}, false, nil)
	s.files.fetch = func(context.Context, string) ([]byte, bool) {
		deaths++
		killBrowsers(t)
		return nil, false
	}
	_, _, err := (&browserRenderer{engine: engine.New(engine.Options{}), pool: pool}).Render(t.Context(), s)
	f := fault.From(err)
	if f == nil || f.Code != fault.RenderFailed || fault.Rule(f) != "poison" || deaths != 2 {
		t.Errorf("after %d deaths: got %v, want RENDER_FAILED, rule poison, after 2", deaths, err)
	}
	s.files.fetch = func(context.Context, string) ([]byte, bool) { return nil, false }
	if _, _, err := (&browserRenderer{engine: engine.New(engine.Options{}), pool: pool}).Render(t.Context(), s); err != nil {
		t.Errorf("the pool does not recover: %v", err)
	}
}

// killBrowsers kills the main processes of the browsers started by this process.
func killBrowsers(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", os.Getpid())) && strings.Contains(string(cmdline), "--remote-debugging-pipe") {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}
