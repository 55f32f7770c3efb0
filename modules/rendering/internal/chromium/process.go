package chromium

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/platenhq/platen/modules/platform/clock"
)

// process is a running browser with its connection.
type process struct {
	conn *conn
	pid  int
	// profile and data are the directories of home.profile.
	profile, data string
	sandbox       string
	started       time.Time
	epoch         int
	jobs          int
	output        *tail
	// gone is closed when the main process has ended.
	gone chan struct{}
	once sync.Once
}

// flags are passed to every browser. They prevent network access even if interception failed: the proxy is a port
// without a listener, no name resolves, and WebRTC uses only the proxy.
var flags = []string{
	"--headless", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--mute-audio",
	"--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND",
	"--force-webrtc-ip-handling-policy", "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-quic",
	"--no-first-run", "--no-default-browser-check", "--no-pings", "--no-service-autorun", "--no-experiments",
	"--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
	"--disable-component-extensions-with-background-pages", "--disable-sync", "--disable-breakpad", "--disable-crash-reporter",
	"--disable-client-side-phishing-detection", "--disable-domain-reliability", "--disable-dev-shm-usage", "--disable-field-trial-config",
	"--disable-file-system", "--disable-notifications", "--disable-popup-blocking=false", "--disable-print-preview",
	"--disable-search-engine-choice-screen", "--disable-speech-api", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
	"--disable-background-timer-throttling", "--disable-hang-monitor", "--disable-prompt-on-repost", "--metrics-recording-only",
	"--password-store=basic", "--use-mock-keychain", "--deny-permission-prompts", "--block-new-web-contents",
	"--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,AvoidUnnecessaryBeforeUnloadCheckSync,Prerender2,NetworkTimeServiceQuerying,HttpsUpgrades,LocalNetworkAccessChecks",
	"--force-color-profile=srgb", "--font-render-hinting=none", "--disable-lcd-text", "--disable-partial-raster", "--disable-skia-runtime-opts",
}

// launch starts a browser, connects to it and verifies its sandbox.
func launch(ctx context.Context, path string, h *home, cfg Config) (*process, error) {
	profile, data, err := h.profile()
	if err != nil {
		return nil, err
	}
	p := &process{profile: profile, data: data, started: clock.Now(), output: &tail{}, gone: make(chan struct{}), sandbox: "off"}
	args := append([]string{}, flags...)
	args = append(args, "--user-data-dir="+data, "--disk-cache-dir="+filepath.Join(profile, "cache"))
	if cfg.Sandbox == "off" {
		args = append(args, "--no-sandbox")
	}
	if err := p.run(path, append(args, "about:blank"), h); err != nil {
		p.removeFiles()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	ctx, stop := p.bind(ctx)
	defer stop()
	err = p.settle(ctx, cfg)
	if err != nil {
		output := p.output.String()
		p.kill()
		if why := refusal(output); why != "" {
			return nil, fmt.Errorf("%w: %s", ErrUnavailable, why)
		}
		if cause := context.Cause(ctx); cause != nil && !errors.Is(err, ErrUnavailable) {
			err = fmt.Errorf("%w (%w)", cause, err)
		}
		return nil, err
	}
	return p, nil
}

// refusal explains the output of a browser that exited immediately after its start.
func refusal(output string) string {
	switch {
	case strings.Contains(output, "No usable sandbox"), strings.Contains(output, "Failed to move to new namespace"), strings.Contains(output, "sandbox_host_linux"):
		return "the browser finds no usable sandbox: allow unprivileged user namespaces, or install the distribution's chromium-sandbox"
	case strings.Contains(output, "error while loading shared libraries"):
		return "the browser lacks a shared library: " + output
	}
	return ""
}

// run starts the main process with the protocol's pipes as file descriptors 3 and 4.
func (p *process) run(path string, args []string, h *home) error {
	toIn, toOut, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("making a pipe: %w", err)
	}
	fromIn, fromOut, err := os.Pipe()
	if err != nil {
		_, _ = toIn.Close(), toOut.Close()
		return fmt.Errorf("making a pipe: %w", err)
	}
	cmd := exec.Command(path, args...)
	cmd.ExtraFiles = []*os.File{toIn, fromOut}
	cmd.Stderr = p.output
	cmd.WaitDelay = 2 * time.Second
	cmd.Dir = p.profile
	cmd.Env = []string{
		"PATH=/usr/bin:/bin", "HOME=" + p.profile, "TMPDIR=" + p.profile, "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "TZ=UTC",
		"XDG_CONFIG_HOME=" + p.profile, "XDG_CACHE_HOME=" + p.profile, "XDG_RUNTIME_DIR=" + p.profile,
		"FONTCONFIG_FILE=" + h.fontconfig(), "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
	}
	cmd.SysProcAttr = attributes(h.user)
	started := make(chan error, 1)
	go func() {
		// The kernel kills the browser when the thread that started it ends: this thread ends with the process, or
		// after the browser.
		runtime.LockOSThread()
		err := cmd.Start()
		if err == nil {
			p.pid = cmd.Process.Pid
		}
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(p.gone)
		}
	}()
	err = <-started
	_, _ = toIn.Close(), fromOut.Close()
	if err != nil {
		_, _ = toOut.Close(), fromIn.Close()
		return fmt.Errorf("running %s%s: %w", path, h.user.as(), err)
	}
	p.conn = newConn(toOut, fromIn)
	return nil
}

// settle waits until the browser responds and verifies its sandbox with a first page.
func (p *process) settle(ctx context.Context, cfg Config) error {
	root := &session{conn: p.conn, ctx: ctx}
	if _, err := (proto.BrowserGetVersion{}).Call(root); err != nil {
		return fmt.Errorf("asking the browser for its version: %w", err)
	}
	if cfg.Sandbox == "off" {
		return nil
	}
	page, err := p.open(ctx, 100, 100)
	if err != nil {
		return err
	}
	defer page.close()
	// A page that responds has entered its sandbox; other processes may still be entering theirs.
	if _, err := (proto.RuntimeEvaluate{Expression: "1"}).Call(page.session); err != nil {
		return fmt.Errorf("evaluating on a first page: %w", err)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for patience := clock.Now().Add(5 * time.Second); ; {
		if p.sandbox, err = verifySandbox(p.pid); err == nil {
			return nil
		}
		if clock.Now().After(patience) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// bind returns a context that also ends when the browser does, with the cause ErrDied. When ctx ends before stop is
// called, the connection is closed, so that no call waits for a hanging browser.
func (p *process) bind(ctx context.Context) (bound context.Context, stop context.CancelFunc) {
	bound, cancel := context.WithCancelCause(ctx)
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-p.gone:
			cancel(ErrDied)
		case <-p.conn.closed:
			cancel(ErrDied)
		case <-ctx.Done():
			p.conn.close()
		case <-done:
		}
	}()
	var once sync.Once
	return bound, func() {
		once.Do(func() {
			close(done)
			<-watched
			cancel(nil)
		})
	}
}

func (p *process) dead() bool {
	select {
	case <-p.gone:
		return true
	case <-p.conn.closed:
		return true
	default:
		return false
	}
}

// kill ends the browser and all its descendants immediately, and removes its files. It returns when the main process
// has exited.
func (p *process) kill() {
	p.once.Do(func() {
		family := descendants(p.pid)
		p.conn.close()
		killGroup(p.pid)
		<-p.gone
		for _, child := range family {
			child.kill()
		}
		p.removeFiles()
	})
}

func (p *process) removeFiles() {
	_ = os.RemoveAll(p.profile)
	_ = os.RemoveAll(p.data)
}

// memory returns the total private resident memory of the browser's processes, in bytes.
func (p *process) memory() int64 {
	var sum int64
	for _, d := range append(descendants(p.pid), relative{pid: p.pid}) {
		sum += d.memory()
	}
	return sum
}

// tail is a writer that keeps the last 4 KiB.
type tail struct {
	mu   sync.Mutex
	data []byte
}

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, b...)
	if n := len(t.data) - 4096; n > 0 {
		t.data = append(t.data[:0], t.data[n:]...)
	}
	return len(b), nil
}

// String returns the kept bytes.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.data), ""))
}
