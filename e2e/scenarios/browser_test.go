package scenarios

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// browserHealth is the part of /health/browser that tests read.
type browserHealth struct {
	Status string
	Checks []struct {
		Message string
		Facts   struct {
			Configured bool
			Running    int
			Version    string
			Sandbox    string
			Jobs       int `json:"jobs_since_start"`
		}
	}
}

// withBrowser starts a service with a browser. Without an installed browser the test is skipped; in CI it fails.
func withBrowser(t *testing.T, settings map[string]string) *harness.Service {
	t.Helper()
	s := harness.Start(t, settings)
	var h browserHealth
	admin := s.Key(t, "test", "admin:read", "admin:write")
	s.Do(t, "GET", "/health/browser", admin, "").JSON(t, &h)
	if h.Status != "ok" {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI has no browser: %+v", h)
		}
		t.Skip("no browser: ", h.Status)
	}
	return s
}

type rendered struct {
	ID, Status string
	Engine     struct{ Name, Version string }
	Outputs    []struct {
		SHA256, URL, Format string
		ImageID             string `json:"image_id"`
		PDFID               string `json:"pdf_id"`
		Pages               int
	}
	Usage struct {
		Cached  bool
		Charged int `json:"credits_charged"`
	}
	Error struct {
		Code    string
		Details []struct {
			Path    string
			Context struct{ Rule string }
		}
	}
	DecisionID string `json:"decision_id"`
}

func drawn(t *testing.T, s *harness.Service, key, body string, status int) rendered {
	t.Helper()
	a := s.Do(t, "POST", "/api/v1/facade/generate", key, body)
	if a.Status != status {
		t.Fatalf("got %d, want %d: %s", a.Status, status, a.Body)
	}
	var r rendered
	a.JSON(t, &r)
	return r
}

func jobEnds(t *testing.T, s *harness.Service, key, id string) (r rendered) {
	t.Helper()
	for range 6 {
		s.Do(t, "GET", "/api/v1/facade/render-jobs/"+id+"?wait=20", key, "").JSON(t, &r)
		if r.Status != "queued" && r.Status != "processing" {
			return r
		}
	}
	t.Fatalf("job %s did not end", id)
	return r
}

// TestBrowserResultIsPinned renders one PDF, whose bytes differ at every print, concurrently, repeatedly and as a job.
func TestBrowserResultIsPinned(t *testing.T) {
	t.Parallel()
	s := withBrowser(t, nil)
	const request = `{"operation":"%s","engine":"browser","html":"<h1>Invoice</h1>","outputs":[{"width":400,"height":300,"format":"pdf"}]}`
	var wait sync.WaitGroup
	results := make([]rendered, 3)
	for i := range results {
		wait.Go(func() {
			s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(request, "preview")).JSON(t, &results[i])
		})
	}
	wait.Wait()
	first := results[0]
	if first.Engine.Name != "browser" || !strings.HasPrefix(first.Engine.Version, "chromium-") || len(first.Outputs) != 1 {
		t.Fatalf("unexpected response: %+v", first)
	}
	job := drawn(t, s, s.Live, fmt.Sprintf(request, "render"), 202)
	results = append(results, drawn(t, s, s.Live, fmt.Sprintf(request, "preview"), 200), jobEnds(t, s, s.Live, job.ID))
	for i, r := range results {
		if len(r.Outputs) != 1 || r.Outputs[0].SHA256 != first.Outputs[0].SHA256 || r.Outputs[0].PDFID != first.Outputs[0].PDFID {
			t.Errorf("result %d is another: %+v, want %+v", i, r, first.Outputs[0])
		}
	}
	if again := results[3]; !again.Usage.Cached || again.Usage.Charged != 0 {
		t.Errorf("asking again is not free: %+v", again.Usage)
	}
	var h browserHealth
	s.Do(t, "GET", "/health/browser", s.Key(t, "test", "admin:read", "admin:write"), "").JSON(t, &h)
	if f := h.Checks[0].Facts; f.Sandbox != "verified" || f.Running == 0 || f.Jobs == 0 {
		t.Errorf("the health is %+v", h)
	}
}

func TestAutoChoosesTheBrowserWhereNativeCannotRender(t *testing.T) {
	t.Parallel()
	s := withBrowser(t, nil)
	const body = `{"operation":"preview","html":"<p style='baseline-source:last'>x</p>","outputs":[{"width":100,"height":50,"format":"png"}]}`
	r := drawn(t, s, s.Live, body, 200)
	if r.Engine.Name != "browser" {
		t.Errorf("%s drew it, want the browser", r.Engine.Name)
	}
	receipt := s.Do(t, "GET", "/api/v1/images/"+r.Outputs[0].ImageID+"/receipt", s.Live, "")
	if !strings.Contains(string(receipt.Body), `"determinism":"pinned"`) {
		t.Errorf("the receipt does not say that the result is pinned: %s", receipt.Body)
	}
	if plain := drawn(t, s, s.Live, strings.Replace(body, "baseline-source:last", "color:red", 1), 200); plain.Engine.Name != "native" {
		t.Errorf("%s drew a plain document, want native", plain.Engine.Name)
	}
	log := s.Do(t, "GET", "/api/v1/decisions", s.Key(t, "live", "decisions:read"), "")
	if !strings.Contains(string(log.Body), "baseline-source") {
		t.Errorf("the decision does not say why: %s", log.Body)
	}
	if svg := drawn(t, s, s.Live, strings.Replace(strings.Replace(body, `"png"`, `"svg"`, 1), `"html"`, `"engine":"browser","html"`, 1), 400); svg.Error.Details[0].Context.Rule != "format_unavailable" {
		t.Errorf("an SVG of a browser: %+v", svg.Error)
	}
}

// TestBrowserCanvasFollowsTheDocument: the automatic height is that of the native layout, the viewport's height stays.
func TestBrowserCanvasFollowsTheDocument(t *testing.T) {
	t.Parallel()
	s := withBrowser(t, nil)
	const body = `{"operation":"preview","engine":"browser","html":"<!DOCTYPE html><body style='margin:0'><div style='height:50vh;background:#123456'></div><div style='height:400px'></div>","outputs":[{"width":100,"height":200,"auto_height":true,"format":"png"}]}`
	r := drawn(t, s, s.Live, body, 200)
	file, err := png.Decode(bytes.NewReader(s.Do(t, "GET", r.Outputs[0].URL, "", "").Body))
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range file.Bounds().Dy() {
		if _, _, b, a := file.At(50, y).RGBA(); a == 0xffff && b>>8 == 0x56 {
			dark++
		}
	}
	if size := file.Bounds().Size(); size.X != 100 || size.Y != 500 || dark != 100 {
		t.Errorf("the image is %v with %d rows of the first element", size, dark)
	}
}

func TestNativeWorksWithoutABrowser(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off"})
	const body = `{"operation":"preview","engine":"browser","html":"<p style='baseline-source:last'>x</p>","outputs":[{"width":100,"height":50,"format":"png"}]}`
	if r := drawn(t, s, s.Live, body, 400); r.Error.Code != "VALIDATION_FAILED" || r.Error.Details[0].Context.Rule != "engine_unavailable" {
		t.Errorf("got %+v, want engine_unavailable", r.Error)
	}
	if r := drawn(t, s, s.Live, strings.Replace(body, `"browser"`, `"auto"`, 1), 200); r.Engine.Name != "native" {
		t.Errorf("%s drew it, want native", r.Engine.Name)
	}
	admin := s.Key(t, "test", "admin:read", "admin:write")
	for _, path := range []string{"/health/browser", "/health/browser/reinit"} {
		var h browserHealth
		a := s.Do(t, "GET", path, admin, "")
		a.JSON(t, &h)
		if a.Status != 200 || h.Status != "not_configured" || h.Checks[0].Facts.Configured {
			t.Errorf("%s returns %d %+v", path, a.Status, h)
		}
	}
}

func TestReinitRecyclesTheBrowser(t *testing.T) {
	t.Parallel()
	s := withBrowser(t, nil)
	drawn(t, s, s.Live, `{"operation":"preview","engine":"browser","html":"<p>x","outputs":[{"width":100,"height":50,"format":"png"}]}`, 200)
	var h browserHealth
	s.Do(t, "GET", "/health/browser/reinit", s.Key(t, "test", "admin:read", "admin:write"), "").JSON(t, &h)
	if h.Status != "ok" || h.Checks[0].Facts.Running != 0 || !strings.Contains(h.Checks[0].Message, "recycled") {
		t.Errorf("the response is %+v", h)
	}
	drawn(t, s, s.Live, `{"operation":"preview","engine":"browser","html":"<p>y","outputs":[{"width":100,"height":50,"format":"png"}]}`, 200)
}

// TestBrowserKilledWhileRendering kills every browser of this process when a document asks for an image.
func TestBrowserKilledWhileRendering(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip(err)
	}
	var once sync.Once
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		once.Do(func() {
			for _, pid := range browsers() {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		})
		w.WriteHeader(http.StatusNotFound)
	}))
	defer pictures.Close()
	s := withBrowser(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	began := time.Now()
	// Only a browser requests a preloaded image.
	job := drawn(t, s, s.Live, `{"operation":"render","engine":"browser","html":"<link rel=preload as=image href='`+pictures.URL+`/a.png'><p>x</p>","outputs":[{"width":100,"height":50,"format":"png"}]}`, 202)
	if r := jobEnds(t, s, s.Live, job.ID); r.Status != "completed" {
		t.Errorf("the job is %s: %+v", r.Status, r.Error)
	}
	if took := time.Since(began); took > 35*time.Second {
		t.Errorf("it took %v", took)
	}
}

// browsers returns the main processes of the browsers that this process started.
func browsers() (out []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		text := string(content)
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		cmdline, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && strings.Contains(string(cmdline), "--remote-debugging-pipe") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			out = append(out, pid)
		}
	}
	return out
}
