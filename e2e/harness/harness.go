// Package harness starts the real service for black-box tests: the whole process
// on its own port, with a real PostgreSQL. Tests call it as clients do.
package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/app/pdfwork"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// The service runs work on PDFs in its own program, which in tests is the test's.
var _ = pdfwork.ChildOnly()

// Service is a running service and the keys its first start printed.
type Service struct {
	URL, Live, Test string

	database string
	stop     func()
	mint     func(ctx context.Context, mode string, scopes ...string) (string, error)
	app      *app.App
	log, out *console
}

// Database returns a fresh database for services that follow one another (PLATEN_DATABASE_URL).
func Database(t testing.TB) string { return pgtest.URL(t) }

// Stop ends the service as SIGTERM does, before the end of the test would.
func (s *Service) Stop() { s.stop() }

// Advance moves database time, on which all of the service's deadlines depend.
func (s *Service) Advance(t testing.TB, d time.Duration) {
	t.Helper()
	db, err := pgx.Connect(context.Background(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	_, err = db.Exec(context.Background(), `INSERT INTO platform.clock AS c (skew) VALUES ($1 * interval '1 microsecond')
		ON CONFLICT (one) DO UPDATE SET skew = c.skew + excluded.skew`, d.Microseconds())
	if err != nil {
		t.Fatal(err)
	}
}

// Start runs a fresh service until the test ends. settings are environment names
// and values that differ from the defaults.
func Start(t testing.TB, settings map[string]string) *Service {
	t.Helper()
	values := map[string]string{
		"PLATEN_ADDR": "127.0.0.1:0", "PLATEN_DATA_DIR": t.TempDir(), "PLATEN_DRAIN_DELAY": "0s",
	}
	for k, v := range settings {
		values[k] = v
	}
	if values["PLATEN_DATABASE_URL"] == "" {
		values["PLATEN_DATABASE_URL"] = pgtest.URL(t)
	}
	cfg, err := app.ConfigOf(values)
	if err != nil {
		t.Fatal(err)
	}
	out := &console{ready: make(chan struct{})}
	log := &console{ready: make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.New(ctx, cfg, app.Options{Out: out, Log: log})
	if err != nil {
		stop()
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	var once sync.Once
	end := func() {
		stop()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("the service ended with %v", err)
			}
		case <-time.After(90 * time.Second):
			t.Error("the service did not end")
		}
		if err := a.Close(); err != nil {
			t.Errorf("closing the service: %v", err)
		}
		checkInvariants(t, values["PLATEN_DATABASE_URL"])
	}
	halt := func() { once.Do(end) }
	t.Cleanup(halt)
	select {
	case <-out.ready:
	case err := <-done:
		done <- err
		t.Fatalf("the service did not start: %v", err)
	case <-time.After(60 * time.Second):
		t.Fatal("the service did not start in a minute")
	}
	return &Service{app: a, log: log, out: out, mint: a.MintKey, URL: a.URL(), Live: out.find(`svc_live_\w+`), Test: out.find(`svc_test_\w+`), database: values["PLATEN_DATABASE_URL"], stop: halt}
}

// console collects the service's output to the terminal.
type console struct {
	mu    sync.Mutex
	text  bytes.Buffer
	ready chan struct{}
	once  sync.Once
}

func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.once.Do(func() { close(c.ready) })
	return c.text.Write(p)
}

// SignIn returns the sign-in link that the service printed for the console.
func (s *Service) SignIn() string { return s.out.find(`svc_signin_\w+`) }

// Log returns what the service has logged.
func (s *Service) Log() string {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.log.text.String()
}

func (c *console) find(pattern string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return regexp.MustCompile(pattern).FindString(c.text.String())
}

// Response is an HTTP response read whole.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON decodes the body into v.
func (a *Response) JSON(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, v); err != nil {
		t.Fatalf("the body is not the JSON wanted: %v\n%s", err, a.Body)
	}
}

// Code returns error.code and the rule of its first detail.
func (a *Response) Code(t testing.TB) (code, rule string) {
	t.Helper()
	var e struct {
		Error struct {
			Code    string
			Details []struct{ Context struct{ Rule string } }
		}
	}
	a.JSON(t, &e)
	if len(e.Error.Details) > 0 {
		rule = e.Error.Details[0].Context.Rule
	}
	return e.Error.Code, rule
}

// Do sends a request with the token (none when empty); headers are name, value pairs.
func (s *Service) Do(t testing.TB, method, path, token, body string, headers ...string) *Response {
	t.Helper()
	address := path
	if !strings.HasPrefix(path, "http") {
		address = s.URL + path
	}
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(context.Background(), method, address, reader)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: 90 * time.Second}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: data}
}
