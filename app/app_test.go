package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// output collects what a process prints; it may be read while the process writes.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// start runs a process on the database and returns it when it is ready, with its output and a function that
// stops it and waits.
func start(t *testing.T, settings map[string]string, role app.Role) (a *app.App, out, log *output, stop func()) {
	t.Helper()
	cfg, _, err := app.LoadConfig(conf.Map("test", settings))
	if err != nil {
		t.Fatal(err)
	}
	out, log = &output{}, &output{}
	if a, err = app.New(t.Context(), cfg, app.Options{Role: role, Out: out, Log: log}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("running: %v", err)
		}
		if err := a.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	t.Cleanup(stop)
	for deadline := time.Now().Add(20 * time.Second); ; {
		status, _ := get(t, a.URL()+"/readyz", "")
		if status == http.StatusOK {
			return a, out, log, stop
		}
		if time.Now().After(deadline) {
			t.Fatalf("not ready after 20 s: %s", log)
		}
	}
}

func get(t *testing.T, url, token string) (int, []byte) {
	t.Helper()
	return send(t, http.MethodGet, url, token, "", "application/json")
}

func send(t *testing.T, method, url, token, body, accept string) (int, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", accept)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return 0, nil
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	return res.StatusCode, b
}

func settings(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{"PLATEN_ADDR": "127.0.0.1:0", "PLATEN_DATA_DIR": t.TempDir(), "PLATEN_DATABASE_URL": pgtest.URL(t), "PLATEN_DATABASE_CONNECTIONS": "12"}
}

var (
	keyText  = regexp.MustCompile(`svc_(live|test)_[0-9A-Za-z]{38}`)
	cardText = regexp.MustCompile(`(?s)-d '(.*)' -o card\.png`)
)

func TestFirstStartPrintsKeysAndAWorkingCurlCommand(t *testing.T) {
	t.Parallel()
	s := settings(t)
	a, out, log, stop := start(t, s, app.All)
	keys := keyText.FindAllString(out.String(), -1)
	card := cardText.FindStringSubmatch(out.String())
	if len(keys) < 2 || card == nil || !strings.HasPrefix(keys[0], "svc_live_") || !strings.HasPrefix(keys[1], "svc_test_") {
		t.Fatalf("the welcome lacks keys or the command:\n%s", out)
	}
	for _, key := range keys[:2] {
		status, body := send(t, http.MethodPost, a.URL()+"/api/v1/facade/generate", key, card[1], "image/png")
		config, err := png.DecodeConfig(bytes.NewReader(body))
		if status != http.StatusOK || err != nil || config.Width != 1200 || config.Height != 630 {
			t.Errorf("%s: status %d, %v, %+v: %.300s", key[:9], status, err, config, body)
		}
	}
	var usage struct{ Available, Spent, Granted int }
	if _, body := get(t, a.URL()+"/api/v1/usage", keys[0]); json.Unmarshal(body, &usage) != nil || usage.Granted != 10_000 || usage.Spent != 1 {
		t.Errorf("usage %+v, want 1 of 10000 spent: the live card, not the test one", usage)
	}
	if strings.Contains(log.String(), keys[0]) || strings.Contains(log.String(), keys[1]) {
		t.Error("the log holds a key")
	}
	stop()

	b, out, _, _ := start(t, s, app.All)
	if keyText.MatchString(out.String()) {
		t.Errorf("the second start prints keys:\n%s", out)
	}
	if status, _ := get(t, b.URL()+"/api/v1/usage", keys[0]); status != http.StatusOK {
		t.Errorf("the key of the first start: status %d after the second", status)
	}
}

func TestAPIProcessAndWorkerShareTheWork(t *testing.T) {
	t.Parallel()
	s := settings(t)
	a, out, _, _ := start(t, s, app.API)
	w, _, _, _ := start(t, s, app.Worker)
	if status, _ := get(t, w.URL()+"/api/v1/usage", ""); status != http.StatusNotFound {
		t.Errorf("a worker serves the API: %d", status)
	}
	key := keyText.FindString(out.String())
	_, body := send(t, http.MethodPost, a.URL()+"/api/v1/facade/generate", key,
		`{"operation":"render","html":"<p>hello</p>","outputs":[{"name":"a","width":64,"height":64,"format":"png"}]}`, "application/json")
	var job struct{ ID, Status string }
	if err := json.Unmarshal(body, &job); err != nil || job.ID == "" {
		t.Fatalf("no job: %s", body)
	}
	_, body = get(t, a.URL()+"/api/v1/facade/render-jobs/"+job.ID+"?wait=20", key)
	if err := json.Unmarshal(body, &job); err != nil || job.Status != "completed" {
		t.Errorf("the job is %q: %s", job.Status, body)
	}
}

func TestStartWithAnotherSecretIsRejected(t *testing.T) {
	t.Parallel()
	s := settings(t)
	_, _, _, stop := start(t, s, app.API)
	stop()
	s["PLATEN_SECRET_KEY"] = strings.Repeat("ab", 32)
	cfg, _, err := app.LoadConfig(conf.Map("test", s))
	if err != nil {
		t.Fatal(err)
	}
	if a, err := app.New(t.Context(), cfg, app.Options{}); err == nil || !strings.Contains(err.Error(), "another secret") {
		t.Errorf("got %v", err)
		if err == nil {
			_ = a.Close()
		}
	}
}

func TestPortInUseIsReportedAndNothingLeaks(t *testing.T) {
	t.Parallel()
	s := settings(t)
	a, _, _, _ := start(t, s, app.API)
	s["PLATEN_ADDR"] = strings.TrimPrefix(a.URL(), "http://")
	cfg, _, err := app.LoadConfig(conf.Map("test", s))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.New(t.Context(), cfg, app.Options{}); err == nil || !strings.Contains(err.Error(), "PLATEN_ADDR") {
		t.Errorf("got %v, want an error that names the variable", err)
	}
}

func TestConfigReportsEveryProblemTogether(t *testing.T) {
	t.Parallel()
	_, _, err := app.LoadConfig(conf.Map("test", map[string]string{
		"PLATEN_ADDR": "nowhere", "PLATEN_BASE_URL": "ftp://x", "PLATEN_LOG_LEVEL": "loud", "PLATEN_ENV": "production", "PLATEN_ALLOW_LOOPBACK": "1",
		"PLATEN_TRUSTED_PROXIES": "10.0.0.1", "PLATEN_JOB_TIMEOUT": "1h",
	}))
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"PLATEN_ADDR", "PLATEN_BASE_URL", "PLATEN_LOG_LEVEL", "PLATEN_ALLOW_LOOPBACK", "PLATEN_TRUSTED_PROXIES", "PLATEN_JOB_TIMEOUT"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s: %v", name, err)
		}
	}
}
