package chaos

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// fleet is a set of processes that share one database and one bucket.
type fleet struct {
	bin      string
	bucket   string                              // the folder of the blob store
	read     func(sha256 string) ([]byte, error) // reads an object of a store that is not a folder
	settings []string
}

func newFleet(t *testing.T, settings ...string) *fleet {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	bucket := t.TempDir()
	return &fleet{bin: bin, bucket: bucket, settings: append([]string{
		"PLATEN_DATABASE_URL=" + pgtest.URL(t), "PLATEN_BLOB_URL=file://" + filepath.ToSlash(bucket), "PLATEN_SECRET_KEY=" + hex.EncodeToString(bytes.Repeat([]byte{7}, 32)),
		"PLATEN_DATABASE_CONNECTIONS=12", "PLATEN_DRAIN_DELAY=2s",
		"PLATEN_ADDR=0.0.0.0:0", // a process that listens on loopback only does not wait for a load balancer when it stops
	}, settings...)}
}

// start runs one process of a role, with settings besides the fleet's.
func (f *fleet) start(t *testing.T, role string, settings ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(f.bin, "serve", "--role", role), log: &lines{more: make(chan struct{}, 1)}}
	p.cmd.Env = append(append(append(os.Environ(), "PLATEN_DATA_DIR="+t.TempDir()), f.settings...), settings...)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = p.cmd.Stdout
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.log.read(out)
	t.Cleanup(p.stop)
	if role == "worker" {
		p.url = p.log.wait(t, `works jobs; probes at (http://\S+)`)[1]
	} else {
		p.url = p.log.wait(t, `serves (http://\S+)`)[1]
	}
	return p
}

// file reads an object of the blob store.
func (f *fleet) file(sha256 string) ([]byte, error) {
	if f.read != nil {
		return f.read(sha256)
	}
	return os.ReadFile(filepath.Join(f.bucket, "sha256", sha256[:2], sha256))
}

// stop ends a process with SIGTERM, as a deployment does, and waits for its exit.
func (p *process) stop() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	}
}

// operate runs an operator's command and returns its output.
func (f *fleet) operate(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(f.bin, args...)
	cmd.Env = append(append(os.Environ(), "PLATEN_DATA_DIR="+t.TempDir()), f.settings...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("platen %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// workspace creates a workspace with credits and returns a live key of it that may create keys.
func (f *fleet) workspace(t *testing.T, credits int) string {
	t.Helper()
	ws := f.operate(t, "workspace", "create", t.Name()+strconv.Itoa(credits))
	if credits > 0 {
		f.operate(t, "credits", "grant", "--workspace", ws, strconv.Itoa(credits))
	}
	return f.operate(t, "keys", "create", "--mode", "live", "--workspace", ws, "--scopes", "render:write,sign:write,usage:read,keys:write,images:write,webhooks:write")
}

// reply is the response of a process.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (a reply) text(t *testing.T, member string) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return fmt.Sprint(m[member])
}

// decode decodes the JSON body into v.
func (a reply) decode(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
}

var direct = &http.Client{Timeout: 60 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func (p *process) do(method, path, key, body string, headers ...string) (reply, error) {
	r, err := http.NewRequestWithContext(context.Background(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := direct.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, resp.Header, data}, err
}

func (p *process) must(t *testing.T, want int, method, path, key, body string, headers ...string) reply {
	t.Helper()
	a, err := p.do(method, path, key, body, headers...)
	if err != nil || a.status != want {
		t.Fatalf("%s %s returns %d, want %d: %s (%v)", method, path, a.status, want, a.body, err)
	}
	return a
}

// spread sends n requests round-robin to the processes with limited concurrency, and returns the responses.
func spread(t *testing.T, n int, to []*process, send func(i int, p *process) (reply, error)) []reply {
	t.Helper()
	out := make([]reply, n)
	var all sync.WaitGroup
	gate := make(chan struct{}, 32)
	for i := range n {
		gate <- struct{}{}
		all.Go(func() {
			defer func() { <-gate }()
			a, err := send(i, to[i%len(to)])
			if err != nil {
				t.Errorf("request %d: %v", i, err)
			}
			out[i] = a
		})
	}
	all.Wait()
	return out
}

const small = `{"operation":"render","html":"<p>%d</p>","outputs":[{"width":16,"height":16}]}`

// TestSeveralProcessesAreOneService runs two API processes and two workers on one database and one bucket: every change
// made through one API process is visible through the other.
func TestSeveralProcessesAreOneService(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "PLATEN_RATE_SIGN=0.001/6", "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_PREVIEW=1/2", "PLATEN_RATE_SIGNED=5000/5000", "PLATEN_RATE_READ=5000/5000")
	a := f.start(t, "api")
	b := f.start(t, "api")
	f.start(t, "worker")
	f.start(t, "worker")
	both := []*process{a, b}
	key := f.workspace(t, 1000)
	spent := func(k string) string { return a.must(t, 200, "GET", "/api/v1/usage", k, "").text(t, "spent") }
	ended := func(t *testing.T, p *process, id, k string) string {
		t.Helper()
		for range 8 {
			if s := p.must(t, 200, "GET", "/api/v1/facade/render-jobs/"+id+"?wait=20", k, "").text(t, "status"); s != "queued" && s != "processing" {
				return s
			}
		}
		return "waiting"
	}

	t.Run("100 identical requests are one job", func(t *testing.T) {
		ids := map[string]int{}
		for _, r := range spread(t, 100, both, func(_ int, p *process) (reply, error) {
			return p.do("POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, -1), "Idempotency-Key", "0f8fad5b-d9cb-469f-a165-70867728950e")
		}) {
			if r.status != 202 {
				t.Fatalf("returns %d %s", r.status, r.body)
			}
			ids[r.text(t, "id")]++
		}
		if len(ids) != 1 {
			t.Errorf("the jobs are %v", ids)
		}
		for id := range ids {
			if s := ended(t, b, id, key); s != "completed" {
				t.Errorf("the job is %s", s)
			}
		}
		if s := spent(key); s != "1" {
			t.Errorf("it cost %s", s)
		}
	})
	t.Run("1000 renders on 100 credits are 100", func(t *testing.T) {
		poor := f.workspace(t, 100)
		var ran, refused atomic.Int32
		var ids sync.Map
		spread(t, 1000, both, func(i int, p *process) (reply, error) {
			r, err := p.do("POST", "/api/v1/facade/generate", poor, fmt.Sprintf(small, i))
			switch r.status {
			case 202:
				ran.Add(1)
				ids.Store(r.text(t, "id"), true)
			case 402:
				refused.Add(1)
			default:
				t.Errorf("returns %d %s", r.status, r.body)
			}
			return r, err
		})
		if ran.Load() != 100 || refused.Load() != 900 {
			t.Errorf("%d ran and %d were refused", ran.Load(), refused.Load())
		}
		ids.Range(func(id, _ any) bool {
			if s := ended(t, a, id.(string), poor); s != "completed" {
				t.Errorf("%v is %s", id, s)
			}
			return true
		})
		u := a.must(t, 200, "GET", "/api/v1/usage", poor, "")
		if u.text(t, "spent") != "100" || u.text(t, "available") != "0" || u.text(t, "held") != "0" {
			t.Errorf("the account is %s", u.body)
		}
	})
	t.Run("limits are shared", func(t *testing.T) {
		var admitted atomic.Int32
		spread(t, 24, both, func(_ int, p *process) (reply, error) {
			r, err := p.do("POST", "/api/v1/generate/sign", key, `{"items":[{"html":"<p>cold</p>","width":64,"height":64}]}`)
			if r.status == 200 {
				admitted.Add(1)
			}
			return r, err
		})
		if admitted.Load() != 6 {
			t.Errorf("%d of a burst of 6 were admitted", admitted.Load())
		}
	})
	t.Run("anyone who obeys Retry-After is admitted by the other process", func(t *testing.T) {
		limited := 0
		for i := range 8 {
			body := fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":16,"height":16}]}`, i)
			r, err := both[i%2].do("POST", "/api/v1/facade/generate", key, body)
			if err != nil {
				t.Fatal(err)
			}
			if r.status == 429 {
				limited++
				n, err := strconv.Atoi(r.header.Get("Retry-After"))
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(n) * time.Second) // the pause that Retry-After requires
				both[(i+1)%2].must(t, 200, "POST", "/api/v1/facade/generate", key, body)
			}
		}
		if limited == 0 {
			t.Error("nothing was limited")
		}
	})
	t.Run("a cold signed URL renders once", func(t *testing.T) {
		fresh := f.workspace(t, 50)
		var minted struct{ Data []struct{ URL string } }
		r := a.must(t, 200, "POST", "/api/v1/generate/sign", fresh, `{"items":[{"html":"<p>cold over two</p>","width":640,"height":640}]}`)
		if err := json.Unmarshal(r.body, &minted); err != nil {
			t.Fatal(err)
		}
		path := regexp.MustCompile(`^https?://[^/]+`).ReplaceAllString(minted.Data[0].URL, "")
		places := map[string]int{}
		for _, r := range spread(t, 200, both, func(_ int, p *process) (reply, error) { return p.do("GET", path, "", "") }) {
			if r.status != 302 {
				t.Fatalf("returns %d %s", r.status, r.body)
			}
			places[regexp.MustCompile(`[^/]+$`).FindString(r.header.Get("Location"))]++
		}
		if len(places) != 1 || spent(fresh) != "1" {
			t.Errorf("200 fetches lead to %v and cost %s", places, spent(fresh))
		}
		for name := range places {
			for _, p := range both {
				p.must(t, 200, "GET", "/cdn/"+name, "", "")
			}
		}
	})
	t.Run("a job is followed at either", func(t *testing.T) {
		id := a.must(t, 202, "POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, 77_000)).text(t, "id")
		for _, p := range both {
			r := p.must(t, 200, "GET", "/api/v1/facade/render-jobs/"+id+"/events", key, "")
			if !bytes.Contains(r.body, []byte("event: done")) || !bytes.Contains(r.body, []byte(`"completed"`)) {
				t.Errorf("the stream is %s", r.body)
			}
		}
	})
	t.Run("a revoked key is dead everywhere", func(t *testing.T) {
		made := a.must(t, 201, "POST", "/api/v1/api-keys", key, `{"mode":"live","scopes":["usage:read"]}`)
		secret := made.text(t, "secret")
		for _, p := range both {
			p.must(t, 200, "GET", "/api/v1/usage", secret, "")
		}
		a.must(t, 200, "DELETE", "/api/v1/api-keys/"+made.text(t, "id"), key, "")
		began := time.Now()
		for _, p := range both {
			for {
				r, err := p.do("GET", "/api/v1/usage", secret, "")
				if err != nil {
					t.Fatal(err)
				}
				if r.status == 401 {
					break
				}
				// The cache would keep it for ten seconds; a busy machine gets some of them.
				if time.Since(began) > 4*time.Second {
					t.Fatalf("it still returns %d after %v", r.status, time.Since(began))
				}
			}
		}
		t.Logf("dead after %v", time.Since(began))
	})
}

// TestKilledWorkerIsChargedOnce kills one of two workers with SIGKILL while it renders: the other worker runs its
// jobs, each is charged once, and each ends within half a minute of the kill.
func TestKilledWorkerIsChargedOnce(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_READ=5000/5000", "PLATEN_WORKERS_NATIVE=1")
	api := f.start(t, "api")
	victim := f.start(t, "worker")
	key := f.workspace(t, 1000)
	var ids []string
	const heavy = `{"operation":"render","html":"<div style='width:3000px;height:3000px;filter:blur(30px);background:linear-gradient(red,blue)'>%d</div>","outputs":[{"width":3000,"height":3000}]}`
	for i := range 6 {
		ids = append(ids, api.must(t, 202, "POST", "/api/v1/facade/generate", key, fmt.Sprintf(heavy, i)).text(t, "id"))
	}
	working := func() bool {
		r := api.must(t, 200, "GET", "/api/v1/facade/render-jobs?status=processing", key, "")
		return bytes.Contains(r.body, []byte(`"processing"`))
	}
	for !working() {
	}
	if err := victim.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = victim.cmd.Wait()
	died := time.Now()
	f.start(t, "worker")
	again := 0
	for _, id := range ids {
		var r reply
		for range 6 {
			if r = api.must(t, 200, "GET", "/api/v1/facade/render-jobs/"+id+"?wait=20", key, ""); r.text(t, "status") == "completed" {
				break
			}
		}
		if r.text(t, "status") != "completed" {
			t.Errorf("%s is %s", id, r.body)
		}
		if r.text(t, "attempts") == "2" {
			again++
		}
	}
	t.Logf("all ended %v after the death; %d ran twice", time.Since(died), again)
	if again != 1 {
		t.Errorf("%d jobs ran again, want the one that was at work", again)
	}
	u := api.must(t, 200, "GET", "/api/v1/usage", key, "")
	if u.text(t, "spent") != strconv.Itoa(6*2) || u.text(t, "held") != "0" {
		t.Errorf("the account is %s", u.body)
	}
}

var previous = flag.String("chaos.previous", "", "program of an earlier version with which TestRollingRestartFailsNoRequest begins")

// TestRollingRestartFailsNoRequest restarts every process, one after another, under load: a client that sends
// requests only to ready processes (/readyz) never sees a failure. With -args -chaos.previous PROGRAM the processes that
// are replaced are of an earlier version, so that the database is migrated under load.
func TestRollingRestartFailsNoRequest(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_READ=5000/5000", "PLATEN_RATE_PREVIEW=5000/5000")
	balancer := &balancer{ready: map[*process]bool{}}
	current := f.bin
	if *previous != "" {
		f.bin = *previous
	}
	apis := []*process{f.start(t, "api"), f.start(t, "api")}
	workers := []*process{f.start(t, "worker"), f.start(t, "worker")}
	for _, p := range apis {
		balancer.add(t, p)
	}
	key := f.workspace(t, 10_000)
	ctx, stop := context.WithCancel(t.Context())
	var sent atomic.Int64
	var jobs sync.Map
	var clients sync.WaitGroup
	for c := range 4 {
		clients.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				p := balancer.wait(ctx, i)
				if p == nil {
					if ctx.Err() == nil {
						t.Error("no process was ready for 30 s")
					}
					return
				}
				var r reply
				var err error
				switch i % 3 {
				case 0:
					r, err = p.do("POST", "/api/v1/facade/generate", key, fmt.Sprintf(small, c*1_000_000+i))
					if r.status == 202 {
						jobs.Store(r.text(t, "id"), true)
					}
				case 1:
					r, err = p.do("POST", "/api/v1/facade/generate", key, strings.Replace(fmt.Sprintf(small, c*1_000_000+i), `"render"`, `"preview"`, 1))
				default:
					r, err = p.do("GET", "/api/v1/facade/render-jobs?limit=5", key, "")
				}
				sent.Add(1)
				if err != nil || r.status >= 300 {
					t.Errorf("a request failed: %d %s %v", r.status, r.body, err)
				}
			}
		})
	}
	f.bin = current
	for i := range apis {
		apis[i].stop()
		apis[i] = f.start(t, "api")
		balancer.add(t, apis[i])
	}
	for i := range workers {
		workers[i].stop()
		workers[i] = f.start(t, "worker")
	}
	stop()
	clients.Wait()
	n := 0
	jobs.Range(func(id, _ any) bool {
		n++
		var s string
		for range 4 {
			if s = apis[0].must(t, 200, "GET", "/api/v1/facade/render-jobs/"+id.(string)+"?wait=20", key, "").text(t, "status"); s == "completed" {
				break
			}
		}
		if s != "completed" {
			t.Errorf("%v is %s", id, s)
		}
		return true
	})
	if n < 5 || sent.Load() < 30 {
		t.Errorf("only %d requests and %d jobs", sent.Load(), n)
	}
	t.Logf("%d requests, %d jobs", sent.Load(), n)
}

// balancer tracks which processes are ready.
type balancer struct {
	mu    sync.Mutex
	ready map[*process]bool
}

// add polls the readiness of a process until the test ends, as a load balancer does.
func (b *balancer) add(t *testing.T, p *process) {
	t.Helper()
	look := func() {
		r, err := p.do("GET", "/readyz", "", "")
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ready[p] = err == nil && r.status == 200
	}
	look()
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-t.Context().Done():
				return
			case <-tick.C:
				look()
			}
		}
	}()
}

// wait returns a ready process, nil if there is none for 30 s: a balancer holds a request while its probes fail, as they
// may on a busy machine when one process restarts.
func (b *balancer) wait(ctx context.Context, i int) *process {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	for {
		if p := b.pick(i); p != nil {
			return p
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (b *balancer) pick(i int) *process {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ready []*process
	for p, ok := range b.ready {
		if ok {
			ready = append(ready, p)
		}
	}
	if len(ready) == 0 {
		return nil
	}
	return ready[i%len(ready)]
}
