package chaos

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/e2e/harness"
)

// TestGoodputAtThreeTimesTheLimit offers three times the render limit of a workspace: what the limit
// admits is rendered, the rest gets 429 immediately, and nothing fails.
func TestGoodputAtThreeTimesTheLimit(t *testing.T) {
	t.Parallel()
	const rate, burst = 10, 10
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": fmt.Sprintf("%d/%d", rate, burst),
		"PLATEN_RENDER_SLOTS": "1000", "PLATEN_RENDER_QUEUE": "1000"}) // only the workspace's limit is tested, not the capacity of the process
	var good, limited atomic.Int64
	began := time.Now()
	var all sync.WaitGroup
	pace := time.NewTicker(time.Second / (3 * rate))
	defer pace.Stop()
	for i := range 3 * rate * 5 {
		<-pace.C
		all.Go(func() {
			a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, i))
			switch a.Status {
			case 200:
				good.Add(1)
			case 429:
				limited.Add(1)
				if n, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || n < 1 {
					t.Errorf("a 429 says Retry-After %q", a.Header.Get("Retry-After"))
				}
			default:
				t.Errorf("a request returns %d %s", a.Status, a.Body)
			}
		})
	}
	offered := time.Since(began).Seconds()
	all.Wait()
	// A request may reach the limit as late as the last response: the bucket fills until then.
	least, most := 0.8*(burst+rate*offered), burst+rate*time.Since(began).Seconds()+1
	t.Logf("%d rendered, the limit admits %.0f, %d limited", good.Load(), most, limited.Load())
	if n := float64(good.Load()); n < least || n > most {
		t.Errorf("%.0f rendered, the limit admits %.0f to %.0f", n, least, most)
	}
	if limited.Load() == 0 {
		t.Error("nothing was limited")
	}
}

// TestStalledReadersUseLittleMemory opens 2,000 event streams and reads none of them: the memory of the process
// stays bounded, it keeps serving, and it ends the streams when their job ends.
func TestStalledReadersUseLittleMemory(t *testing.T) {
	t.Parallel()
	const workspaces, each = 100, 20
	f := newFleet(t, "PLATEN_RATE_STREAM=1000/1000", "PLATEN_RATE_READ=1000/1000")
	p := f.start(t, "api") // without a worker the jobs stay queued
	keys := f.keys(t, workspaces)
	host := strings.TrimPrefix(p.url, "http://")
	before := resident(t, p)
	type reader struct {
		conn net.Conn
		key  string
		job  string
	}
	var readers []reader
	for _, key := range keys {
		job := p.must(t, 202, "POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, 1)).text(t, "id")
		for range each {
			conn, err := net.Dial("tcp", host)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			_ = conn.(*net.TCPConn).SetReadBuffer(2048)
			if _, err := fmt.Fprintf(conn, "GET /api/v1/facade/render-jobs/%s/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", job, key); err != nil {
				t.Fatal(err)
			}
			readers = append(readers, reader{conn, key, job})
		}
	}
	// Only the status line is read, which shows that the stream is open.
	status := make([]byte, len("HTTP/1.1 200"))
	for _, r := range readers {
		_ = r.conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.ReadFull(r.conn, status); err != nil || string(status) != "HTTP/1.1 200" {
			t.Fatalf("a stream returns %q (%v)", status, err)
		}
	}
	after := resident(t, p)
	t.Logf("%d streams: %d MiB, before %d MiB", len(readers), after>>20, before>>20)
	if after-before > 200<<20 {
		t.Errorf("the process grew by %d MiB", (after-before)>>20)
	}
	p.must(t, 200, "GET", "/api/v1/usage", keys[0], "")
	for i := 0; i < len(readers); i += each {
		p.must(t, 200, "POST", "/api/v1/facade/render-jobs/"+readers[i].job+"/cancel", readers[i].key, "")
	}
	for i := 0; i < len(readers); i += each {
		// What was sent can still be read: the current state, the terminal event, and the end of the stream.
		_ = readers[i].conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		resp, err := http.ReadResponse(bufio.NewReader(io.MultiReader(bytes.NewReader(status), readers[i].conn)), nil)
		if err != nil {
			t.Fatal(err)
		}
		scan, done := bufio.NewScanner(resp.Body), false
		for scan.Scan() {
			done = done || scan.Text() == "event: done"
		}
		_ = resp.Body.Close()
		if !done || scan.Err() != nil {
			t.Errorf("a stream did not end with its job: %v", scan.Err())
		}
	}
}

// keys creates n workspaces and returns a key of each.
func (f *fleet) keys(t *testing.T, n int) []string {
	t.Helper()
	values := map[string]string{"PLATEN_DATA_DIR": t.TempDir()}
	for _, s := range f.settings {
		name, value, _ := strings.Cut(s, "=")
		values[name] = value
	}
	cfg, err := app.ConfigOf(values)
	if err != nil {
		t.Fatal(err)
	}
	installation, err := app.OpenInstallation(t.Context(), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer installation.Close()
	keys := make([]string, n)
	for i := range keys {
		if keys[i], err = installation.MintWorkspace(t.Context(), fmt.Sprint("reader ", i), 100_000); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

// resident returns the resident memory of a process in bytes.
func resident(t *testing.T, p *process) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Skip("the memory of a process is read from /proc")
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	n, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}
