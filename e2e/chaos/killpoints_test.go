package chaos

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/modules/platform/killpoint"
)

const (
	// pointLanes is the number of services that share the kill points: most of the time is spent waiting for leases.
	pointLanes = 7
	// setting names the kill point of a process; programs built without the tag killpoints ignore it.
	setting = "PLATEN_KILL_POINT"
)

// TestKillsAtNamedPoints kills a service at every kill point in the life of a request, a job and a delivery, restarts it
// and retries requests without a response with the same idempotency key: every request is executed once, every job
// begins within 30 s and completes with one charge and one event, and the database and the stored files satisfy every
// invariant. -args -chaos.kills N runs more rounds, -chaos.seed N repeats a run.
func TestKillsAtNamedPoints(t *testing.T) {
	t.Parallel()
	bin, err := buildKillable()
	if err != nil {
		t.Fatal(err)
	}
	seed := *killSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	points := killpoint.All()
	rounds := max(1, *kills/len(points))
	t.Logf("seed %d, %d kills", seed, rounds*len(points))
	for n := range pointLanes {
		t.Run(fmt.Sprint("service ", n), func(t *testing.T) {
			t.Parallel()
			l := newLane(t, rand.New(rand.NewPCG(seed, 100+uint64(n))))
			l.process.stop()
			l.fleet.bin = bin
			for round := *killFirst; round < rounds; round++ {
				for i := n; i < len(points); i += pointLanes {
					l.killAt(t, points[(i+round)%len(points)])
				}
				t.Logf("round %d of %d is done; -chaos.first %d goes on from there", round+1, rounds, round+1)
			}
			l.process = l.fleet.start(t, "all")
			l.settle(t)
		})
	}
}

// sent is a request and, once received, its response.
type sent struct {
	key, body string
	reply     reply
}

// killAt starts a process that is killed at a point, sends it work until it has exited, restarts it and resends the
// work.
func (l *lane) killAt(t *testing.T, at killpoint.Point) {
	t.Helper()
	var requests []sent
	nth := 1 + l.rnd.IntN(2)
	if at == killpoint.DuringSweep { // it settles the one job whose worker dies here
		requests, nth = l.crash(t, killpoint.MidRender, 1), 1
	}
	requests = append(requests, l.crash(t, at, nth)...)
	before := l.jobs(t)
	again := l.fleet.start(t, "all")
	l.begun(t, before)
	for i := range requests {
		r := &requests[i]
		a := l.resend(t, again, r)
		if a.status/100 != 2 {
			t.Fatalf("%s: sent again, the request returns %d %s", at, a.status, a.body)
		}
		if r.reply.status != 0 && (a.status != r.reply.status || !bytes.Equal(a.body, r.reply.body)) {
			t.Errorf("%s: the request returned %d %s, and again %d %s", at, r.reply.status, r.reply.body, a.status, a.body)
		}
	}
	l.wait(t)
	l.process = again
	l.check(t)
	again.stop()
}

// crash starts a process that is killed when it reaches a point for the nth time, sends it work until it has exited, and
// returns the requests sent.
func (l *lane) crash(t *testing.T, at killpoint.Point, nth int) []sent {
	t.Helper()
	process := l.fleet.start(t, "all", fmt.Sprintf("%s=%s:%d", setting, at, nth))
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = process.cmd.Wait()
	}()
	requests := l.submit(t, process, gone)
	select {
	case <-gone:
	case <-time.After(90 * time.Second):
		t.Fatalf("the process was not killed at %s", at)
	}
	return requests
}

// resend retries a request as clients do. The claim of a preview whose process was killed is held until its lease
// expires, a minute after its last renewal.
func (l *lane) resend(t *testing.T, to *process, r *sent) reply {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; {
		a, err := to.do("POST", "/api/v1/facade/generate", l.key, r.body, "Idempotency-Key", r.key)
		if err != nil {
			t.Fatal(err)
		}
		if a.status != http.StatusConflict || time.Now().After(deadline) {
			return a
		}
		if a.header.Get("Retry-After") == "" {
			t.Errorf("%s has no Retry-After", a.body)
		}
		l.pause(t)
	}
}

// submit sends jobs and previews, each with an idempotency key, until the process has exited.
func (l *lane) submit(t *testing.T, to *process, gone <-chan struct{}) []sent {
	t.Helper()
	var out []sent
	for n := range 8 {
		marker := l.rnd.Uint64()
		body := fmt.Sprintf(`{"operation":"render","html":"<p style='filter:blur(4px)'>%d</p>","outputs":[{"name":"a","width":300,"height":300},{"name":"b","width":200,"height":400}]}`, marker)
		if n%4 == 3 {
			body = fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, marker)
		}
		r := sent{key: uuid.NewString(), body: body}
		var err error
		r.reply, err = to.do("POST", "/api/v1/facade/generate", l.key, body, "Idempotency-Key", r.key)
		if err == nil && r.reply.status/100 != 2 {
			t.Fatalf("%s returns %d %s", body, r.reply.status, r.reply.body)
		}
		out = append(out, r)
		select {
		case <-gone:
			return out
		default:
		}
	}
	return out
}

// TestReleasedProgramsHaveNoKillPoints builds the program as it is released: it contains no kill points, and ignores
// the setting.
func TestReleasedProgramsHaveNoKillPoints(t *testing.T) {
	t.Parallel()
	released, err := build()
	if err != nil {
		t.Fatal(err)
	}
	killable, err := buildKillable()
	if err != nil {
		t.Fatal(err)
	}
	for bin, want := range map[string]bool{released: false, killable: true} {
		program, err := os.ReadFile(bin)
		if err != nil {
			t.Fatal(err)
		}
		// The program embeds the documentation, which contains the setting's name.
		if got := bytes.Contains(program, []byte("killpoint: SIGKILL at")); got != want {
			t.Errorf("%s contains kill points: %v, want %v", bin, got, want)
		}
	}
	cmd := exec.Command(released, "config")
	cmd.Env = append(os.Environ(), setting+"="+string(killpoint.BeforeClaim))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("platen config: %v\n%s", err, out)
	}
}
