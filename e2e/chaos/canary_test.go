package chaos

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// sink collects the requests that a process sends to external services.
type sink struct {
	*httptest.Server
	mu   sync.Mutex
	data bytes.Buffer
}

func newSink(t *testing.T) *sink {
	t.Helper()
	s := &sink{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in io.Reader = r.Body
		if r.Header.Get("Content-Encoding") == "gzip" {
			if z, err := gzip.NewReader(r.Body); err == nil {
				in = z
			}
		}
		body, _ := io.ReadAll(in)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.data.Write(body)
		w.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(s.Close)
	return s
}

// TestNoSecretReachesASink creates every kind of secret, uses it in valid and invalid ways, and then searches
// everything that is stored or sent for it: debug logs, the whole database, the audit log, traces, metrics.
// Places that store a secret on purpose store it encrypted.
func TestNoSecretReachesASink(t *testing.T) {
	t.Parallel()
	traces, receiver := newSink(t), newSink(t)
	f := newFleet(t, "PLATEN_LOG_LEVEL=debug", "PLATEN_ALLOW_LOOPBACK=1", "OTEL_EXPORTER_OTLP_ENDPOINT="+traces.URL, "OTEL_BSP_SCHEDULE_DELAY=100", "PLATEN_AUTH_FAILURES=1000")
	p := f.start(t, "all")
	key := f.workspace(t, 100)
	secrets := map[string]string{"the operator's key": key}
	keep := func(name string, a reply) {
		t.Helper()
		var m struct{ Secret string }
		if err := json.Unmarshal(a.body, &m); err != nil || len(m.Secret) < 16 {
			t.Fatalf("%s: no secret in %s", name, a.body)
		}
		secrets[name] = m.Secret
	}
	idem := func(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }
	made := p.must(t, 201, "POST", "/api/v1/api-keys", key, `{"mode":"live","name":"canary"}`, "Idempotency-Key", idem(1))
	keep("an API key", made)
	keep("its successor", p.must(t, 201, "POST", "/api/v1/api-keys/"+made.text(t, "id")+"/rotate", key, "", "Idempotency-Key", idem(2)))
	hook := p.must(t, 201, "POST", "/api/v1/facade/webhooks", key, `{"url":"`+receiver.URL+`/x"}`, "Idempotency-Key", idem(3))
	keep("a webhook's secret", hook)
	p.must(t, 200, "POST", "/api/v1/facade/webhooks/"+hook.text(t, "id")+"/test", key, "")
	keep("its next secret", p.must(t, 200, "POST", "/api/v1/facade/webhooks/"+hook.text(t, "id")+"/rotate-secret", key, ""))
	keep("a signing key", p.must(t, 201, "POST", "/api/v1/signing-keys", key, "", "Idempotency-Key", idem(4)))
	p.must(t, 201, "POST", "/api/v1/api-keys", key, `{"mode":"live","name":"canary"}`, "Idempotency-Key", idem(1)) // replayed
	secrets["a wrong key"] = "svc_live_" + strings.Repeat("C4n4rY", 6)
	secrets["a wrong JWT"] = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0." + base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"canary","sub":"c4n4ryc4n4ry"}`)) + ".c4n4rysignature"
	for _, name := range []string{"a wrong key", "a wrong JWT"} {
		p.must(t, 401, "GET", "/api/v1/usage", secrets[name], "")
	}
	// Misplaced secrets: in a path, a query, a rejected body, a header.
	misplaced := secrets["an API key"]
	_, _ = p.do("GET", "/api/v1/facade/render-jobs?limit="+misplaced, key, "")
	_, _ = p.do("GET", "/api/v1/facade/render-jobs?api_key="+misplaced, key, "")
	_, _ = p.do("GET", "/api/v1/usage", key, "", "X-API-Version", misplaced)
	_, _ = p.do("POST", "/api/v1/facade/generate", key, `{"operation":"`+misplaced+`"}`)
	_, _ = p.do("POST", "/api/v1/generate/sign", key, `{"items":[{"html":"<p>x</p>","width":64,"height":64}]}`)
	p.must(t, 202, "POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, 1))
	metrics := p.must(t, 200, "GET", "/metrics", "", "")
	if !bytes.Contains(metrics.body, []byte(`surface="rest"`)) {
		t.Error("the metrics tell nothing")
	}
	p.must(t, 404, "GET", "/cdn/img_00000000000000000000000000.png", "", "")
	if m := p.must(t, 200, "GET", "/metrics", "", ""); !bytes.Contains(m.body, []byte(`operation="/cdn/"`)) {
		t.Error("the metrics do not count public files")
	}
	p.stop()

	places := map[string]string{"the metrics": string(metrics.body)}
	p.log.mu.Lock()
	places["the log"] = p.log.text.String()
	p.log.mu.Unlock()
	traces.mu.Lock()
	places["the traces"] = traces.data.String()
	traces.mu.Unlock()
	receiver.mu.Lock()
	places["what the webhook was sent"] = receiver.data.String()
	receiver.mu.Unlock()
	for table, text := range dump(t, f) {
		places["the table "+table] = text
	}
	if len(places["the log"]) < 1000 || len(places["the traces"]) < 1000 || len(places) < 15 || len(places["the table platform.audit"]) < 1000 || len(places["what the webhook was sent"]) < 500 {
		t.Fatalf("%d places, of which the log has %d bytes, the traces %d, the audit log %d: something was not collected",
			len(places), len(places["the log"]), len(places["the traces"]), len(places["the table platform.audit"]))
	}
	for name, secret := range secrets {
		bare := secret[strings.LastIndex(secret, "_")+1:]
		for place, text := range places {
			for form, s := range map[string]string{"itself": bare, "hex": hex.EncodeToString([]byte(bare)), "base64": base64.StdEncoding.EncodeToString([]byte(secret))[:len(secret)]} {
				if strings.Contains(text, s) {
					at := strings.Index(text, s)
					t.Errorf("%s is in %s (%s): …%s…", name, place, form, text[max(0, at-120):at])
				}
			}
		}
	}
}

// dump returns every row of every table as text.
func dump(t *testing.T, f *fleet) map[string]string {
	t.Helper()
	ctx := context.Background()
	db, err := pgx.Connect(ctx, strings.TrimPrefix(f.settings[0], "PLATEN_DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(ctx)
	rows, err := db.Query(ctx, "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, table := range tables {
		var text *string
		if err := db.QueryRow(ctx, "SELECT string_agg(r::text, E'\\n') FROM "+table+" r").Scan(&text); err != nil {
			t.Fatal(err)
		}
		if text != nil {
			out[table] = *text
		}
	}
	return out
}
