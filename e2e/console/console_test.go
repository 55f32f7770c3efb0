package console

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/e2e/harness"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// patient are settings with rate limits for scripts, which click faster than people.
var patient = map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_RATE_ADMIN": "400/800", "PLATEN_RATE_AI": "400/800", "PLATEN_RATE_MANAGE": "400/800",
	"PLATEN_RATE_WEBHOOK": "400/800", "PLATEN_RATE_STREAM": "400/800", "PLATEN_RATE_PREVIEW": "400/800", "PLATEN_AUTH_FAILURES": "1000"}

// every lists the scopes that the views of the console need.
var every = []string{"render:write", "sign:write", "ai:write", "images:write", "brands:write", "brand_kits:write", "templates:write", "drafts:write",
	"approvals:write", "approvals:decide", "webhooks:write", "usage:read", "keys:write", "admin:write", "decisions:read", "assets:write", "fonts:write", "licenses:write"}

// requires returns the path of the browser, and skips the test where there is none.
func requires(t *testing.T) string {
	t.Helper()
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	if _, err := os.Stat(chromium); err != nil {
		t.Skip("no Chromium at " + chromium + "; CHROMIUM names another")
	}
	for _, module := range []string{"puppeteer-core", "axe-core"} {
		if _, err := os.Stat("../node_modules/" + module); err != nil {
			t.Skip(module + " is not installed: cd e2e && npm install")
		}
	}
	return chromium
}

// start runs a service with patient and the given settings.
func start(t *testing.T, settings map[string]string) *harness.Service {
	t.Helper()
	requires(t)
	all := map[string]string{}
	for k, v := range patient {
		all[k] = v
	}
	for k, v := range settings {
		all[k] = v
	}
	return harness.Start(t, all)
}

// use runs a script to its end.
func use(t *testing.T, s *harness.Service, script string, given any) {
	t.Helper()
	text, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", script+".mjs")
	cmd.Env = append(os.Environ(), "SERVICE="+s.URL, "CASE="+string(text), "CHROMIUM="+requires(t))
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("used")) {
		t.Errorf("%v\n%s\n%s", err, out, complaints(s.Log()))
	}
}

// complaints returns the lines of a log above the level info.
func complaints(log string) string {
	var found []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"level":"ERROR"`) || strings.Contains(line, `"level":"WARN"`) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
}

type object = map[string]any

// must sends a request, fails the test unless the response has the status, and returns its body.
func must(t *testing.T, s *harness.Service, status int, method, path, token string, body any) object {
	t.Helper()
	text := ""
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(raw)
	}
	a := s.Do(t, method, path, token, text)
	if a.Status != status {
		t.Fatalf("%s %s: %d %s; want %d", method, path, a.Status, a.Body, status)
	}
	var out object
	if len(a.Body) > 0 {
		a.JSON(t, &out)
	}
	return out
}

const generate = "/api/v1/facade/generate"

// card returns a render request for a small card.
func card(operation, title string) object {
	return object{"operation": operation, "outputs": []object{{"preset": "og", "format": "png"}},
		"html": fmt.Sprintf(`<body style="margin:0"><div style="box-sizing:border-box;width:1200px;height:630px;padding:88px;background:linear-gradient(135deg,#0F172A,#4338CA);color:#fff;font-family:Inter"><h1 id="headline" style="font-size:92px;margin:0">%s</h1></div></body>`, title)}
}

func TestPlayground(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "playground", object{"token": s.Key(t, "test", every...)})
}

func TestGeneratingImages(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "make", object{"token": s.Key(t, "test", every...)})
}

// TestManaging fills every list to more than a page and the charts with a month.
func TestManaging(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	token := s.Key(t, "live", every...)
	fill(t, s, token, "live")
	use(t, s, "manage", object{"token": token})
}

// fill populates a workspace: keys, webhooks, images, spent credits, changes.
func fill(t *testing.T, s *harness.Service, token, mode string) {
	t.Helper()
	for i := range 28 {
		must(t, s, 201, "POST", "/api/v1/api-keys", token, object{"name": "program " + strconv.Itoa(i), "mode": mode, "scopes": []string{"render:read"}})
		must(t, s, 201, "POST", "/api/v1/facade/webhooks", token, object{"url": fmt.Sprintf("https://hooks.example.com/%d", i), "enabled": false})
	}
	for i := range 27 {
		must(t, s, 200, "POST", generate, token, object{"operation": "preview", "html": fmt.Sprintf("<body style='margin:0;background:hsl(%d,60%%,45%%);color:#fff;font-family:Inter'><h1 style='padding:40px'>Number %d</h1>", i*13, i), "outputs": []object{{"width": 320, "height": 168, "format": "png"}}})
	}
	must(t, s, 202, "POST", generate, token, card("render", "Launch day"))
	must(t, s, 201, "POST", "/api/v1/signing-keys", token, object{})
	// A month of usage, with its grants and captures.
	s.Exec(t, `WITH used AS (INSERT INTO credits.usage (workspace, day, actor, category, credits, operations)
			SELECT workspace, current_date - d, 'user:ada', category, 3 + (d * 7 + length(category) * 5) % 23, 2 + d % 9
			FROM credits.accounts, generate_series(1, 29) d, unnest(ARRAY['preview', 'render', 'ai']) category RETURNING workspace, credits),
		total AS (SELECT workspace, sum(credits) AS n FROM used GROUP BY workspace),
		moved AS (INSERT INTO credits.ledger (id, workspace, kind, amount, subject, created_at)
			SELECT 'led_month_' || kind || workspace, workspace, kind, n, 'month', now() - interval '1 day' FROM total, unnest(ARRAY['grant', 'capture']) kind)
		UPDATE credits.accounts a SET granted = granted + n, spent = spent + n FROM total WHERE a.workspace = total.workspace`)
}

// TestBulkRender renders the rows of a file, fixes one of them, and downloads the images together.
func TestBulkRender(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "batch", object{"token": s.Key(t, "test", every...)})
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "templates", object{"token": s.Key(t, "test", every...)})
}

func TestBrandKits(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "kits", object{"token": s.Key(t, "test", every...)})
}

// TestFailures intercepts requests and responds in place of the service.
func TestFailures(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	request, page := "req_01jb8z3t5v9k2m4n6p8q0r1s2t", s.URL+"/docs/errors#INTERNAL_ERROR"
	internal, err := proto.Marshal(&apiv1.Error{Code: "INTERNAL_ERROR", Message: "Something went wrong here.", RequestId: &request, DocUrl: &page})
	if err != nil {
		t.Fatal(err)
	}
	use(t, s, "failures", object{"token": s.Key(t, "test", every...), "internal": base64.RawStdEncoding.EncodeToString(internal)})
}

// TestLimits clicks fast under the default limits of a workspace.
func TestLimits(t *testing.T) {
	t.Parallel()
	requires(t)
	s := harness.Start(t, nil)
	use(t, s, "limits", object{"token": s.Key(t, "test", every...)})
}

func TestByKeyboard(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	use(t, s, "keyboard", object{"token": s.Key(t, "test", every...)})
}

// TestSigningIn signs in with a key and with JWTs of the workspace's issuer, one of which expires.
func TestSigningIn(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	p := employ(t, s, "test")
	good := time.Minute
	use(t, s, "entrance", object{"ada": p.token(t, "ada", "render:write templates:read drafts:write brands:read", time.Hour), "key": s.Key(t, "test", every...),
		"narrow": s.Key(t, "test", "render:read"), "live": s.Key(t, "live", every...), "maker": s.Key(t, "live", every...), "brief": p.token(t, "ben", "render:write templates:read", good), "ends": time.Now().Add(good).UnixMilli()})
}

// TestWebhooks starts with two dead letters of a receiver that has recovered.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	token := s.Key(t, "test", every...)
	deadLetters(t, s, token, 2)
	use(t, s, "webhooks", object{"token": token})
}

// deadLetters makes a receiver fail n deliveries until they are dead letters, and then succeed. Afterwards
// the clock is the current time again.
func deadLetters(t *testing.T, s *harness.Service, token string, n int) {
	t.Helper()
	var well atomic.Bool
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !well.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, "well again")
	}))
	t.Cleanup(receiver.Close)
	must(t, s, 201, "POST", "/api/v1/facade/webhooks", token, object{"url": receiver.URL + "/orders"})
	for i := range n {
		must(t, s, 202, "POST", generate, token, card("render", fmt.Sprintf("Order %d", i)))
	}
	var passed time.Duration
	for i, pause := range []time.Duration{5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 0} { // the schedule of test mode
		attempted(t, s, token, n, i+1)
		s.Advance(t, pause*12/10)
		passed += pause * 12 / 10
	}
	well.Store(true)
	s.Advance(t, -passed)
	s.Exec(t, "TRUNCATE platform.rate_limits") // whose times are in the future
}

// attempted waits until n deliveries have been tried so many times.
func attempted(t *testing.T, s *harness.Service, token string, n, times int) {
	t.Helper()
	hooks := must(t, s, 200, "GET", "/api/v1/facade/webhooks", token, nil)["data"].([]any)
	path := "/api/v1/facade/webhooks/" + hooks[0].(object)["id"].(string) + "/deliveries"
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		tried := 0
		for _, d := range must(t, s, 200, "GET", path, token, nil)["data"].([]any) {
			if d := d.(object); len(d["attempts"].([]any)) >= times && d["status"] != "pending" {
				tried++
			}
		}
		if tried >= n {
			return
		}
	}
	t.Fatalf("no %d attempts in a minute", times)
}

// TestApprovals signs in as two people of the workspace's issuer: a requester and an approver.
func TestApprovals(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	p := employ(t, s, "test")
	scopes := "render:write sign:write images:read templates:read brands:read drafts:write approvals:read decisions:read"
	use(t, s, "approvals", object{"ada": p.token(t, "ada", scopes, time.Hour), "bea": p.token(t, "bea", scopes+" approvals:write approvals:decide", time.Hour)})
}

// TestScreenshotsOfEveryView opens every view and dialog of a populated workspace.
func TestScreenshotsOfEveryView(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	token := s.Key(t, "test", every...)
	deadLetters(t, s, token, 2)
	fill(t, s, token, "test")
	s.Exec(t, "UPDATE auth.api_keys SET last_used_at = svc_now() - interval '3 hours', last_used_ip = '203.0.113.7' WHERE name LIKE 'program 1%'")
	id := func(o object) string { return o["id"].(string) }
	hook := id(must(t, s, 200, "GET", "/api/v1/facade/webhooks?limit=50", token, nil)["data"].([]any)[28].(object))
	brand := id(must(t, s, 201, "POST", "/api/v1/brands", token, object{"name": "Acme"}))
	kit := id(must(t, s, 201, "POST", "/api/v1/brand-kits", token, object{"brand_id": brand, "name": "Acme",
		"colors":     object{"palette": object{"ink": "#0F172A", "sky": "#38BDF8", "paper": "#FFFFFF"}, "roles": object{"primary": "ink", "accent": "sky", "background": "paper"}},
		"typography": object{"fonts": []object{{"family": "Inter", "fallback": []string{"Noto Sans"}}}, "roles": object{"heading": object{"family": "Inter", "weight": 700}}},
		"layout":     object{"safe_area": "5%"},
		"locks": []object{{"id": "colours", "property": "color", "mode": "allow", "value": []string{"ink", "sky", "paper"}},
			{"id": "headline", "selector": "#headline", "property": "font-size", "mode": "range", "min": "40px", "max": "96px"},
			{"id": "edges", "target": "layout.safe_area", "mode": "min", "value": "5%"}, {"id": "clear", "target": "contrast", "mode": "min", "value": 4.5, "severity": "warn"}}}))
	rotated := must(t, s, 201, "POST", "/api/v1/api-keys", token, object{"name": "the website", "mode": "test", "scopes": []string{"render:write"}})
	must(t, s, 201, "POST", "/api/v1/api-keys/"+id(rotated)+"/rotate", token, object{})
	outputs := []object{{"preset": "og"}, {"preset": "instagram_post"}, {"preset": "instagram_story"}}
	big := card("render", "Launch day")
	big["outputs"] = outputs
	job := id(must(t, s, 202, "POST", generate, token, big))
	asked := card("preview", "Spring sale")
	delete(asked, "operation")
	draft := id(must(t, s, 201, "POST", "/api/v1/drafts", token, object{"title": "The spring sale", "request": card("preview", "Spring sale")}))
	must(t, s, 200, "POST", "/api/v1/drafts/"+draft+"/submit", token, object{"comment": "Please look at the headline"})
	p := employ(t, s, "test")
	must(t, s, 201, "POST", "/api/v1/approval-policies", token, object{"action": "sign", "when": object{"livemode": false}, "prevent_self_review": true})
	a := must(t, s, 409, "POST", "/api/v1/generate/sign", p.token(t, "ada", "sign:write", time.Hour), object{"items": []object{{"html": asked["html"], "width": 1200, "height": 630}}})
	approval := a["error"].(object)["approval"].(object)["approval_id"]
	use(t, s, "looks", object{"token": token, "kit": kit, "hook": hook, "job": job, "draft": draft, "approval": approval})
}
