package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/e2e/invariant"
)

// sourceFault is a fault of the network between the service and a server that it reads from. passes reports whether a
// request succeeds during it.
type sourceFault struct {
	name   string
	begin  func() (heal func())
	passes bool
}

// sourceFaults are the faults of a link.
func sourceFaults(l *link) []sourceFault {
	slow := func(delay time.Duration, most int) func() func() {
		return func() func() { l.slow(delay, most); return func() { l.slow(0, 0) } }
	}
	repeatedly := func(do func()) func() func() {
		return func() func() {
			var stopped atomic.Bool
			ended := make(chan struct{})
			l.slow(50*time.Millisecond, 0) // so that each connection lives long enough to meet the fault
			go func() {
				defer close(ended)
				for ; !stopped.Load(); time.Sleep(time.Millisecond) {
					do()
				}
			}()
			return func() { stopped.Store(true); <-ended; l.slow(0, 0) }
		}
	}
	return []sourceFault{
		{"latency", slow(100*time.Millisecond, 0), true},
		{"a slow drip", slow(time.Millisecond, 32), true},
		{"a drip that is too slow", slow(150*time.Millisecond, 4), false},
		{"resets", repeatedly(l.reset), false},
		{"half-closed connections", repeatedly(l.halfClose), false},
		{"a black hole", func() func() { l.stop(); return l.resume }, false},
		{"a black hole that ends in resets", func() func() { l.stop(); return func() { l.reset(); l.resume() } }, false},
	}
}

// settled fails the test unless the database is consistent.
func settled(t *testing.T, db *pgx.Conn, during string) {
	t.Helper()
	violations, err := invariant.Settled(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Errorf("%s: %s", during, v)
	}
}

// TestImageServerFaultsAreReported breaks the network before a server of images. A preview either has the bytes that it has
// without a fault, or is rejected with the rule image_unavailable and the place of the image, in bounded time and without
// a charge; other previews are unaffected; and the same request succeeds when the network works again.
func TestImageServerFaultsAreReported(t *testing.T) {
	t.Parallel()
	database := harness.Database(t)
	s := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_RATE_PREVIEW": "5000/5000", "PLATEN_RATE_READ": "5000/5000"})
	db, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	m := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range 1600 {
		m.SetRGBA(i%40, i/40, color.RGBA{uint8(i), uint8(i * 7), uint8(i * i), 255})
	}
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(file.Bytes())
	}))
	t.Cleanup(far.Close)
	t.Cleanup(far.CloseClientConnections)
	l := &link{network: "tcp", server: strings.TrimPrefix(far.URL, "http://"), pairs: map[*pair]bool{}}
	l.listen(t)
	preview := func(n int) *harness.Response {
		t.Helper()
		return s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(`{"operation":"preview","html":"<p><img src='http://%s/a.png?%d'>","outputs":[{"width":64,"height":64}]}`, l.listener.Addr(), n), "Accept", "image/png")
	}
	other := 0
	unaffected := func(during string) {
		t.Helper()
		other++
		if a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(`{"operation":"preview","html":"<p>%d","outputs":[{"width":64,"height":64}]}`, other)); a.Status != 200 {
			t.Errorf("%s: another preview: %d %s", during, a.Status, a.Body)
		}
	}
	want := preview(0)
	if want.Status != 200 {
		t.Fatalf("without a fault: %d %s", want.Status, want.Body)
	}
	for n, fault := range sourceFaults(l) {
		heal := fault.begin()
		began := time.Now()
		done := make(chan *harness.Response, 1)
		go func() { done <- preview(n + 1) }()
		unaffected(fault.name)
		a := <-done
		took := time.Since(began)
		switch {
		case a.Status == 200 && !bytes.Equal(a.Body, want.Body):
			t.Errorf("%s: another image than without the fault", fault.name)
		case fault.passes && a.Status != 200:
			t.Errorf("%s: %d %s, want the image", fault.name, a.Status, a.Body)
		case a.Status != 200:
			var e struct {
				Error struct {
					Code    string
					Details []struct {
						Path    string
						Context struct{ Rule string }
					}
				}
			}
			a.JSON(t, &e)
			if d := e.Error.Details; a.Status != 400 || e.Error.Code != "VALIDATION_FAILED" || len(d) != 1 || d[0].Context.Rule != "image_unavailable" || d[0].Path == "" {
				t.Errorf("%s: %d %s, want image_unavailable", fault.name, a.Status, a.Body)
			}
		case !fault.passes:
			t.Logf("%s: the image came all the same", fault.name)
		}
		if took > 20*time.Second {
			t.Errorf("%s: the response took %s", fault.name, took)
		}
		t.Logf("%s: %d after %s", fault.name, a.Status, took.Round(time.Millisecond))
		heal()
		if again := preview(n + 1); again.Status != 200 || !bytes.Equal(again.Body, want.Body) {
			t.Errorf("%s: afterwards %d %.300s", fault.name, again.Status, again.Body)
		}
		settled(t, db, fault.name)
	}
}

// TestKeyServerFaultsRejectNoToken breaks the network before the server of an issuer's keys, which were never fetched: a
// token is accepted, or the response is a retryable error, never that the token is invalid. Afterwards it is accepted, and
// with cached keys no fault matters.
func TestKeyServerFaultsRejectNoToken(t *testing.T) {
	t.Parallel()
	database := harness.Database(t)
	s := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "100000", "PLATEN_RATE_MANAGE": "5000/5000", "PLATEN_RATE_READ": "5000/5000"})
	key := harness.RSAKey(t, 2048)
	keys, err := json.Marshal(map[string]any{"keys": []any{harness.JWK("k1", key)}})
	if err != nil {
		t.Fatal(err)
	}
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(keys) }))
	t.Cleanup(far.Close)
	t.Cleanup(far.CloseClientConnections)
	l := &link{network: "tcp", server: strings.TrimPrefix(far.URL, "http://"), pairs: map[*pair]bool{}}
	l.listen(t)
	admin := s.Key(t, "live", "keys:write", "render:write", "images:read")
	send := func(token string) *harness.Response {
		t.Helper()
		return s.Do(t, "GET", "/api/v1/facade/render-jobs", token, "")
	}
	for n, fault := range sourceFaults(l) {
		issuer := fmt.Sprintf("https://id%d.example.com/", n)
		if a := s.Do(t, "POST", "/api/v1/jwt-issuers", admin, fmt.Sprintf(`{"issuer":%q,"jwks_url":"http://%s/%d.json"}`, issuer, l.listener.Addr(), n)); a.Status != 201 {
			t.Fatalf("the issuer: %d %s", a.Status, a.Body)
		}
		now := time.Now().Unix()
		token := harness.Token(t, key, map[string]any{"alg": "RS256", "kid": "k1"}, map[string]any{"iss": issuer, "aud": "platen", "sub": "ada", "iat": now, "exp": now + 3600, "scope": "render:write"})
		heal := fault.begin()
		began := time.Now()
		a := send(token)
		wait, _ := strconv.Atoi(a.Header.Get("Retry-After"))
		switch {
		case a.Status == 200:
		case fault.passes:
			t.Errorf("%s: %d %s, want 200", fault.name, a.Status, a.Body)
		case a.Status != 500 || !strings.Contains(string(a.Body), "jwks_unavailable") || wait < 1:
			t.Errorf("%s: %d %s, Retry-After %d; want jwks_unavailable", fault.name, a.Status, a.Body, wait)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s: the response took %s", fault.name, took)
		}
		if other := send(s.Live); other.Status != 200 {
			t.Errorf("%s: an API key: %d %s", fault.name, other.Status, other.Body)
		}
		heal()
		accepted := false
		for deadline := time.Now().Add(time.Minute); !accepted && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
			a = send(token)
			accepted = a.Status == 200
		}
		if !accepted {
			t.Errorf("%s: afterwards %d %s", fault.name, a.Status, a.Body)
		}
		heal = fault.begin()
		if a := send(token); a.Status != 200 {
			t.Errorf("%s: with cached keys: %d %s", fault.name, a.Status, a.Body)
		}
		heal()
	}
}
