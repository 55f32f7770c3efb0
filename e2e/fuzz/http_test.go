package fuzz

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

// settings are limits that the requests of a sequence do not reach.
var settings = map[string]string{
	"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "1000000", "PLATEN_RATE_READ": "10000/10000", "PLATEN_RATE_PREVIEW": "10000/10000",
	"PLATEN_RATE_RENDER": "10000/10000", "PLATEN_RATE_SIGN": "10000/10000", "PLATEN_RATE_AI": "10000/10000", "PLATEN_RATE_WEBHOOK": "10000/10000",
	"PLATEN_RATE_MANAGE": "10000/10000", "PLATEN_RATE_ADMIN": "10000/10000", "PLATEN_RATE_STREAM": "10000/10000", "PLATEN_RATE_SIGNED": "10000/10000",
}

// resources are the tables that only requests change: a rejected request leaves their rows as they are.
var resources = []string{"approvals.draft", "approvals.draft_comment", "approvals.policy", "auth.workspaces", "brands.brand", "brands.kit", "brands.version", "library.asset",
	"library.font", "library.license", "library.template", "library.template_version", "policy.setting", "signing.key", "credits.accounts"}

// counted are tables that background work changes too: a rejected request adds no row.
var counted = []string{"auth.api_keys", "auth.jwt_issuers", "rendering.job", "webhooks.endpoint"}

// request is one request of a sequence.
type request struct {
	method, path, token string
	body                []byte
	header              http.Header
}

func (r *request) String() string {
	return fmt.Sprintf("%s %.500s\n%.500v\n%.1500q", r.method, r.path, r.header, r.body)
}

// TestSequencesOfRequests sends requests made from the OpenAPI document, about half of them mutated, to one service.
// No response is a 5xx or undocumented; every error has a code, a rule and a path; a rejected request changes nothing;
// a request repeated with its idempotency key has the same response; resources are hidden from other workspaces.
// FUZZ_STEPS (600) is the number of requests, FUZZ_SEED their seed.
func TestSequencesOfRequests(t *testing.T) {
	t.Parallel()
	document, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	steps, seed := setting(t, "FUZZ_STEPS", 600), uint64(setting(t, "FUZZ_SEED", int(time.Now().UnixNano()&0x7fffffff)))
	t.Logf("seed %d: repeat with FUZZ_SEED=%d FUZZ_STEPS=%d", seed, seed, steps)
	service := harness.Start(t, settings)
	stranger, err := service.App().MintWorkspace(t.Context(), "stranger", 100000)
	if err != nil {
		t.Fatal(err)
	}
	service.SetAvailable(t, 1_000_000)
	db, err := pgx.Connect(t.Context(), service.DatabaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	c := &campaign{T: t, service: service, db: db, counts: map[string]int{}, reached: map[string]bool{},
		generator: &generator{Rand: rand.New(rand.NewPCG(seed, 0)), document: document, ids: map[string][]string{}}, stranger: stranger,
		tokens: []string{service.Key(t, "live", scopes(document)...), service.Live, service.Test, service.Key(t, "test", scopes(document)...)},
	}
	c.modes = []string{"live", "live", "test", "test"}
	c.client = &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &conformance.Transport{Document: document, Next: http.DefaultTransport, Report: func(p string) { c.fail("%s", p) }}}
	for i := range document.Routes {
		if r := &document.Routes[i]; !strings.HasPrefix(r.Template, "/admin") && !strings.HasSuffix(r.Template, "/events") && !strings.HasSuffix(r.Template, "/reinit") {
			c.routes = append(c.routes, r)
		}
	}
	for c.step = range steps {
		if c.run(pick(c.generator, c.routes)); c.failures > 20 {
			t.Fatal("stopped after 20 failures")
		}
	}
	if r := service.Do(t, "GET", "/readyz", "", ""); r.Status != 200 {
		t.Errorf("the service is not ready after the campaign: %s", r.Body)
	}
	for _, k := range slices.Sorted(maps.Keys(c.counts)) {
		t.Logf("%6d × %s", c.counts[k], k)
	}
	for line := range strings.Lines(service.Log()) {
		if strings.Contains(line, "ERROR") || strings.Contains(line, "panic") {
			t.Errorf("the service logged %.1500s", line)
		}
	}
	var missed []string
	for _, r := range c.routes {
		if id := r.Operation["operationId"].(string); !c.reached[id] {
			missed = append(missed, id)
		}
	}
	t.Logf("%d of %d operations have succeeded; not %s", len(c.reached), len(c.routes), strings.Join(missed, ", "))
	if c.counts["2xx"] < steps/20 || c.counts["4xx"] < steps/20 {
		t.Errorf("the sequences do not exercise the service: %v", c.counts)
	}
}

// campaign is a running sequence.
type campaign struct {
	*testing.T
	*generator
	service  *harness.Service
	db       *pgx.Conn
	client   *http.Client
	routes   []*conformance.Route
	tokens   []string
	modes    []string // of the tokens
	stranger string
	counts   map[string]int
	reached  map[string]bool // operations that have succeeded
	current  *request
	step     int
	failures int
}

func (c *campaign) fail(format string, args ...any) {
	c.failures++
	c.Errorf("step %d: %s\n%s", c.step, fmt.Sprintf(format, args...), c.current)
}

// run sends one request of a route and checks its response.
func (c *campaign) run(route *conformance.Route) {
	r := c.make(route)
	c.current = r
	before := c.digest()
	status, header, body := c.send(r)
	c.counts[fmt.Sprintf("%dxx", status/100)]++
	if status < 300 {
		c.reached[route.Operation["operationId"].(string)] = true
	}
	switch {
	case status >= 500:
		c.fail("%d %.600s", status, body)
	case status >= 400:
		if problem := envelope(body); problem != "" {
			c.fail("%d %s: %.600s", status, problem, body)
		}
		c.unchanged(before, status, body)
		if status == 401 && r.header.Get("Authorization") == "" { // its key was revoked by the sequence
			c.renew(r.token)
		}
	default:
		c.harvest(header, body)
		if r.method == http.MethodGet {
			c.unchanged(before, status, body)
			c.hidden(r, route)
		} else if r.header.Get("Idempotency-Key") != "" && keyed(route) && c.IntN(3) == 0 && !strings.Contains(string(body), "secret") {
			if again, h, b := c.send(r); again != status || h.Get("Idempotent-Replayed") != "true" || !bytes.Equal(b, body) {
				c.fail("sent again with its key: %d %.300s\nfirst: %d %.300s", again, b, status, body)
			}
		}
	}
}

// renew replaces a revoked key by a new one.
func (c *campaign) renew(token string) {
	if i := slices.Index(c.tokens, token); i >= 0 {
		c.tokens[i] = c.service.Key(c.T, c.modes[i], scopes(c.document)...)
	}
}

// make builds a request of a route, either valid by its schema or mutated.
func (c *campaign) make(route *conformance.Route) *request {
	r := &request{method: route.Method, token: pick(c.generator, c.tokens), header: http.Header{}}
	mutated := c.IntN(2) == 0
	path := regexp.MustCompile(`\{([^}]+)\}`).ReplaceAllStringFunc(route.Template, func(p string) string {
		name := strings.Trim(p, "{}")
		value := c.id(strings.TrimSuffix(name, "_id"))
		switch {
		case name == "version":
			value = "1"
		case name == "tone":
			value = "warm"
		}
		if mutated && c.IntN(8) == 0 {
			value = pick(c.generator, strange)
		}
		return url.PathEscape(cmp.Or(value, "x"))
	})
	query := url.Values{}
	parameters, _ := route.Operation["parameters"].([]any)
	for _, p := range parameters {
		p := c.resolve(p)
		if p["in"] != "query" || c.IntN(3) != 0 {
			continue
		}
		name := p["name"].(string)
		value := fmt.Sprint(c.value(p["schema"], name, 2))
		if mutated && c.IntN(3) == 0 {
			value = fmt.Sprint(c.any(3))
		}
		if name == "wait" {
			value = "0"
		}
		query.Add(name, value)
	}
	if mutated && c.IntN(10) == 0 {
		query.Add(pick(c.generator, strange), pick(c.generator, strange))
	}
	r.path = path
	if len(query) > 0 {
		r.path += "?" + query.Encode()
	}
	if content, ok := c.resolve(route.Operation["requestBody"])["content"].(map[string]any); ok && content["application/json"] != nil {
		media := content["application/json"].(map[string]any)
		var v any
		if examples, ok := media["examples"].(map[string]any); ok && c.IntN(3) != 0 {
			v = c.adopt(clone(examples[pick(c.generator, slices.Sorted(maps.Keys(examples)))].(map[string]any)["value"]))
		} else {
			v = c.value(media["schema"], "", 0)
		}
		if mutated {
			for range 1 + c.IntN(3) {
				v = c.mutate(v)
			}
		}
		r.body, _ = json.Marshal(v)
		if mutated && c.IntN(10) == 0 {
			r.body = c.damage(r.body)
		}
		r.header.Set("Content-Type", "application/json")
	}
	if keyed(route) && c.IntN(2) == 0 {
		var raw [16]byte
		for i := range raw {
			raw[i] = byte(c.IntN(256))
		}
		id, _ := uuid.NewRandomFromReader(bytes.NewReader(raw[:]))
		r.header.Set("Idempotency-Key", id.String())
	}
	if mutated && c.IntN(5) == 0 {
		name := pick(c.generator, []string{"Accept", "Content-Type", "Prefer", "Api-Version", "If-None-Match", "Range", "Content-Encoding", "Accept-Encoding", "Idempotency-Key", "X-Request-Id", "Authorization", "Accept-Language"})
		value := pick(c.generator, []string{"", "*/*", "image/png", "video/mp4", "application/pdf", "text/html;q=0", "application/json; charset=utf-16", "gzip", "br", "bytes=0-0", "respond-async", "wait=0", "0", "*", "a,b,c", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", strings.Repeat("x", 3000)})
		r.header.Set(name, value)
	}
	return r
}

func (c *campaign) send(r *request) (int, http.Header, []byte) {
	q, err := http.NewRequestWithContext(c.Context(), r.method, c.service.URL+r.path, bytes.NewReader(r.body))
	if err != nil {
		c.fail("no request: %v", err)
		return 400, nil, nil
	}
	q.Header = r.header.Clone()
	if q.Header.Get("Authorization") == "" {
		q.Header.Set("Authorization", "Bearer "+r.token)
	}
	resp, err := c.client.Do(q)
	if err != nil {
		c.fail("no response: %v", err)
		return 400, nil, nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		c.fail("no body: %v", err)
	}
	return resp.StatusCode, resp.Header, body
}

// harvest collects the identifiers in a response for later requests.
func (c *campaign) harvest(header http.Header, body []byte) {
	if !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
		return
	}
	for _, m := range identifier.FindAllSubmatch(body, -1) {
		prefix, id := string(m[1]), string(m[0])
		if list := c.ids[prefix]; !slices.Contains(list, id) && prefix != "req" {
			if len(list) >= 40 {
				list = slices.Delete(list, 0, 1)
			}
			c.ids[prefix] = append(list, id)
		}
	}
}

// hidden checks that the key of another workspace cannot access the resource of a request.
func (c *campaign) hidden(r *request, route *conformance.Route) {
	if !regexp.MustCompile(`\{[a-z_]+_id\}`).MatchString(route.Template) || c.IntN(3) != 0 || r.header.Get("Authorization") != "" {
		return
	}
	q := *r
	q.token = c.stranger
	c.current = &q
	if status, _, body := c.send(&q); status < 400 && !strings.Contains(string(body), `"builtin":true`) && !strings.Contains(r.path, "tpl_") && !strings.Contains(r.path, "font_") {
		c.fail("another workspace reads it: %d %.300s", status, body)
	}
}

// digest describes the rows of the resources.
func (c *campaign) digest() map[string]string {
	var parts []string
	for _, table := range resources {
		parts = append(parts, fmt.Sprintf("SELECT '%[1]s', count(*) || ':' || coalesce(sum(hashtextextended(x::text, 0)), 0) FROM %[1]s x", table))
	}
	for _, table := range counted {
		parts = append(parts, fmt.Sprintf("SELECT '%[1]s', count(*)::text FROM %[1]s", table))
	}
	rows, err := c.db.Query(c.Context(), strings.Join(parts, " UNION ALL "))
	if err != nil {
		c.Fatal(err)
	}
	out := map[string]string{}
	var name, state string
	if _, err := pgx.ForEachRow(rows, []any{&name, &state}, func() error { out[name] = state; return nil }); err != nil {
		c.Fatal(err)
	}
	return out
}

// unchanged fails the test when a resource has changed, except credits.accounts, which change whenever a job ends.
func (c *campaign) unchanged(before map[string]string, status int, body []byte) {
	after := c.digest()
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] != after[name] && name != "credits.accounts" {
			c.fail("%d changed %s: %.300s", status, name, body)
		}
	}
}

var validPath = regexp.MustCompile(`(?s)^(?:(?:header|query|path):.*|(?:/(?:[^~/]|~[01])*)*)$`)

// envelope returns what is wrong with the body of an error, "" if it is valid.
func envelope(body []byte) string {
	var e struct {
		Error struct {
			Code, Message string
			Details       []struct {
				Path    *string
				Message string
				Context struct{ Rule string }
			}
		}
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return err.Error()
	}
	if e.Error.Code == "" || e.Error.Message == "" || len(e.Error.Details) == 0 && e.Error.Code != "UNAUTHORIZED" {
		return "no code, message or detail"
	}
	for _, d := range e.Error.Details {
		if d.Path == nil || !validPath.MatchString(*d.Path) || d.Context.Rule == "" || d.Message == "" {
			return "a detail without a place, message or rule"
		}
	}
	return ""
}

// keyed reports whether a route takes an Idempotency-Key.
func keyed(r *conformance.Route) bool {
	parameters, _ := r.Operation["parameters"].([]any)
	return slices.ContainsFunc(parameters, func(p any) bool { return strings.HasSuffix(fmt.Sprint(p.(map[string]any)["$ref"]), "/IdempotencyKey") })
}

func scopes(d *conformance.Document) []string {
	seen := map[string]bool{}
	for _, r := range d.Routes {
		if s, _ := r.Operation["x-platen-scope"].(string); s != "" && !strings.HasPrefix(s, "admin") {
			seen[s] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func clone(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

func setting(t *testing.T, name string, otherwise int) int {
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
