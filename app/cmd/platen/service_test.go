package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// TestCommandsCallAService runs the commands that call a service against a real one.
func TestCommandsCallAService(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts a service")
	}
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1"})
	dir := t.TempDir()
	page := file(t, dir, "card.html", "<h1>Launch day</h1>")
	key := file(t, dir, "key", s.Live+"\n")
	there := []string{"--base-url", s.URL, "--key", "@" + key}
	run := func(args ...string) outcome { t.Helper(); return runPlaten(t, "", append(args, there...)...) }

	shows := func(url string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSpace(url), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	if got := run("sign", page, "--width", "300", "--height", "200"); got.code != 0 || shows(got.out) != http.StatusFound {
		t.Errorf("minted by the service: %+v", got)
	}
	var made struct {
		KID    string `json:"kid"`
		Secret string `json:"secret"`
	}
	r := remote{baseURL: s.URL, key: s.Live}
	if got := runPlaten(t, "", "sign", page, "--key", "svc_live_wrong", "--base-url", s.URL); got.code != 1 || !strings.Contains(got.err, "key") {
		t.Errorf("a wrong key: %+v", got)
	}
	admin, err := s.App().MintKey(t.Context(), "live", "keys:write", "sign:write")
	if err != nil {
		t.Fatal(err)
	}
	r.key = admin
	if err := r.call(t.Context(), "POST", "/api/v1/signing-keys", map[string]any{}, &made); err != nil {
		t.Fatal(err)
	}
	here := []string{"--kid", made.KID, "--secret", "@" + file(t, dir, "secret", made.Secret), "--base-url", s.URL}
	if got := runPlaten(t, "", append([]string{"sign", page}, here...)...); got.code != 0 || shows(got.out) != http.StatusFound {
		t.Errorf("minted here: %+v", got)
	}
	minted := strings.TrimSpace(runPlaten(t, "", append([]string{"sign", page}, here...)...).out)
	if got := run("sign", "explain", minted); got.code != 0 || !strings.Contains(got.out, "verifies") {
		t.Errorf("explained: %+v", got)
	}
	if got := run("sign", "explain", strings.Replace(minted, "/d/", "/d/x", 1)); got.code != 1 || !strings.Contains(got.out, "does not verify") {
		t.Errorf("a changed URL: %+v", got)
	}
	if got := runPlaten(t, "", append([]string{"sign", "--template", "launch@1", "--set", "title=Launch day"}, here...)...); got.code != 0 || shows(got.out) != http.StatusFound {
		t.Errorf("a template minted here: %+v", got)
	}
	item := file(t, dir, "item.json", `{"template":{"id":"stat-card","version":1},"preset":"og","data":{"label":"Orders","value":"1","price":0.10,"id":12345678901234567890}}`)
	inline := runPlaten(t, "", append([]string{"sign", item}, here...)...)
	if got := run("sign", "explain", strings.TrimSpace(inline.out), "--json"); inline.code != 0 || !strings.Contains(got.out, "12345678901234567890") || !strings.Contains(got.out, "0.10") {
		t.Errorf("an item of the API with exact numbers: %+v, explained %+v", inline, got)
	}
	bad := file(t, dir, "bad.json", `{"html":"<p>x","prset":"og"}`)
	if got := runPlaten(t, "", append([]string{"sign", bad}, here...)...); got.code == 0 || !strings.Contains(got.err, "/prset") || !strings.Contains(got.err, "preset") {
		t.Errorf("an item with a misspelt member: %+v", got)
	}
	numbers := file(t, dir, "numbers.json", `{"title":"Launch day","count":1000000,"price":0.10}`)
	if got := runPlaten(t, "", append([]string{"sign", "--template", "launch@1", "--data", numbers}, here...)...); got.code != 0 || !strings.Contains(got.out, "count=1000000&price=0.10&") {
		t.Errorf("numbers of a simple URL: %+v", got)
	}

	request := file(t, dir, "request.json", `{"operation":"preview","html":"<p>x","outputs":[{"preset":"og","lossless":true}]}`)
	if got := run("fix", request, "--write"); got.code != 0 || !strings.Contains(got.out, "lossless") {
		t.Errorf("fixed by the service: %+v", got)
	}
	if got := run("fix", request); got.out != "nothing to fix\n" {
		t.Errorf("fixed twice: %+v", got)
	}
	if got := runPlaten(t, "", "doctor", "--base-url", s.URL, "--json"); !strings.Contains(got.out, "is ready") {
		t.Errorf("doctor: %+v", got)
	}
	listens(t, s, there)
}

// listens registers a webhook, has a job rendered and takes its delivery.
func listens(t *testing.T, s *harness.Service, there []string) {
	t.Helper()
	heard := make(chan outcome, 1)
	started := make(chan struct{})
	go func() {
		close(started)
		heard <- runIn(t.Context(), "", append([]string{"webhook-listen", "--register", "--addr", "127.0.0.1:0", "--count", "1", "--json"}, there...)...)
	}()
	<-started
	r := remote{baseURL: s.URL, key: s.Live}
	for {
		var list struct{ Data []struct{ ID string } }
		if err := r.call(t.Context(), "GET", "/api/v1/facade/webhooks", nil, &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Data) == 1 {
			break
		}
		select {
		case got := <-heard:
			t.Fatalf("it ended: %+v", got)
		case <-time.After(20 * time.Millisecond):
		}
	}
	job := map[string]any{"operation": "render", "html": "<p>x", "outputs": []any{map[string]any{"preset": "og"}}}
	if err := r.call(t.Context(), "POST", "/api/v1/facade/generate", job, nil); err != nil {
		t.Fatal(err)
	}
	got := <-heard
	var delivery received
	if err := json.Unmarshal([]byte(got.out), &delivery); got.code != 0 || err != nil || !delivery.Verified || delivery.Event != "render.completed" {
		t.Errorf("%v: %+v", err, got)
	}
	var list struct{ Data []struct{ ID string } }
	if err := r.call(t.Context(), "GET", "/api/v1/facade/webhooks", nil, &list); err != nil || len(list.Data) != 0 {
		t.Errorf("the webhook stays behind: %v %v", list, err)
	}
}
