package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/e2e/invariant"
)

// lane is a service that is killed and restarted repeatedly.
type lane struct {
	rnd      *rand.Rand
	fleet    *fleet
	process  *process
	key      string
	db       *pgx.Conn
	accepted map[string]bool
	worst    time.Duration
}

func newLane(t *testing.T, rnd *rand.Rand, settings ...string) *lane {
	t.Helper()
	f := newFleet(t, "PLATEN_ALLOW_LOOPBACK=1", "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_READ=5000/5000")
	f.settings = append(f.settings, settings...)
	return startLane(t, rnd, f)
}

// startLane starts a lane in a fleet; settings apply to its first process only.
func startLane(t *testing.T, rnd *rand.Rand, f *fleet, settings ...string) *lane {
	t.Helper()
	return laneOf(t, rnd, f, f.start(t, "all", settings...))
}

// laneOf returns a lane whose clients call one process of a fleet.
func laneOf(t *testing.T, rnd *rand.Rand, f *fleet, p *process) *lane {
	t.Helper()
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	t.Cleanup(receiver.Close)
	l := &lane{rnd: rnd, accepted: map[string]bool{}, fleet: f, process: p}
	l.key = l.fleet.workspace(t, 10_000)
	l.process.must(t, 201, "POST", "/api/v1/facade/webhooks", l.key, `{"url":"`+receiver.URL+`/x"}`)
	db, err := pgx.Connect(context.Background(), strings.TrimPrefix(l.fleet.settings[0], "PLATEN_DATABASE_URL="))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	l.db = db
	return l
}

// kill queues jobs, kills the service at a random instant meanwhile, restarts it and waits until all jobs have ended.
func (l *lane) kill(t *testing.T, n int) {
	t.Helper()
	ended := make(chan bool)
	process := l.process
	var ids []string
	go func() { // until the process has exited
		defer close(ended)
		for i := range 6 {
			body := fmt.Sprintf(small, n*100+i)
			if i%2 == 0 {
				body = fmt.Sprintf(`{"operation":"render","html":"<p style='filter:blur(8px)'>%d</p>","outputs":[{"name":"a","width":700,"height":700},{"name":"b","width":600,"height":900}]}`, n*100+i)
			}
			a, err := process.do("POST", "/api/v1/facade/generate", l.key, body)
			if err != nil {
				return
			}
			if a.status != 202 {
				t.Errorf("a job returns %d %s", a.status, a.body)
				return
			}
			ids = append(ids, a.text(t, "id"))
		}
	}()
	time.Sleep(time.Duration(l.rnd.IntN(1500)) * time.Millisecond) // the random instant
	if err := process.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.cmd.Wait()
	<-ended
	for _, id := range ids {
		l.accepted[id] = true
	}
	before := l.jobs(t)
	for id := range l.accepted {
		if _, ok := before[id]; !ok {
			t.Fatalf("kill %d: the accepted job %s is gone", n, id)
		}
	}
	if l.rnd.IntN(4) == 0 { // kill another process during startup
		cmd := exec.Command(l.fleet.bin, "serve")
		cmd.Env = append(cmd.Environ(), append([]string{"PLATEN_DATA_DIR=" + t.TempDir()}, l.fleet.settings...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(l.rnd.IntN(1500)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	l.process = l.fleet.start(t, "all")
	l.begun(t, before)
	l.wait(t)
}

// begun waits until every unfinished job of before has begun again, which may take at most 30 s once the process is up.
func (l *lane) begun(t *testing.T, before map[string]jobState) {
	t.Helper()
	up := time.Now()
	for waiting := before; ; {
		after := l.jobs(t)
		var late []string
		for id, was := range waiting {
			switch is := after[id]; {
			case is.ended(), is.status == "processing" && (was.status == "queued" || is.attempts > was.attempts):
				delete(waiting, id)
			default:
				late = append(late, fmt.Sprintf("%s (was %+v, is %+v)", id, was, is))
			}
		}
		if len(late) == 0 {
			break
		}
		if took := time.Since(up); took > 30*time.Second {
			t.Fatalf("%v after the process is up these jobs have not begun again: %v", took, late)
		}
		l.pause(t)
	}
	l.worst = max(l.worst, time.Since(up))
}

// jobState is the state of a job in the database.
type jobState struct {
	status   string
	attempts int
}

func (s jobState) ended() bool { return s.status != "queued" && s.status != "processing" }

func (l *lane) jobs(t *testing.T) map[string]jobState {
	t.Helper()
	rows, err := l.db.Query(context.Background(), "SELECT id, status, attempts FROM rendering.job")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]jobState{}
	var id string
	var s jobState
	if _, err := pgx.ForEachRow(rows, []any{&id, &s.status, &s.attempts}, func() error { out[id] = s; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// pause waits briefly while the service works.
func (l *lane) pause(t *testing.T) {
	t.Helper()
	if _, err := l.db.Exec(context.Background(), "SELECT pg_sleep(0.1)"); err != nil {
		t.Fatal(err)
	}
}

// wait waits until every job has ended, so that no job is interrupted by two kills, after which the service would fail
// it.
func (l *lane) wait(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; l.pause(t) {
		open := 0
		for _, s := range l.jobs(t) {
			if !s.ended() {
				open++
			}
		}
		if open == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d jobs have not ended", open)
		}
	}
}

// check waits until due deliveries were sent and checks the invariants of the database and the stored files.
func (l *lane) check(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	for deadline := time.Now().Add(2 * time.Minute); ; l.pause(t) {
		var pending int
		if err := l.db.QueryRow(ctx, "SELECT count(*) FROM webhooks.delivery WHERE status = 'pending' AND attempts = 0 OR lease_until IS NOT NULL").Scan(&pending); err != nil {
			t.Fatal(err)
		}
		if pending == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d deliveries were never sent", pending)
		}
	}
	violations, err := invariant.Settled(ctx, l.db)
	if err != nil {
		t.Fatal(err)
	}
	broken, err := invariant.Files(ctx, l.db, l.fleet.file)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(violations, broken...) {
		t.Error(v)
	}
}

// settle checks the charge and the events of every job.
func (l *lane) settle(t *testing.T) {
	rows, err := l.db.Query(context.Background(), `SELECT j.id, j.status, j.attempts, j.credits_reserved, j.credits_charged,
		(SELECT count(*) FROM credits.ledger l WHERE l.subject = j.id AND l.kind = 'hold'),
		(SELECT coalesce(sum(amount), 0) FROM credits.ledger l WHERE l.subject = j.id AND l.kind = 'capture'),
		(SELECT count(DISTINCT d.event_id) FROM webhooks.delivery d WHERE position(convert_to(j.id, 'UTF8') IN d.body) > 0)
		FROM rendering.job j`)
	if err != nil {
		t.Fatal(err)
	}
	var id, status string
	var attempts, reserved, charged, holds, captured, events, again, all int
	_, err = pgx.ForEachRow(rows, []any{&id, &status, &attempts, &reserved, &charged, &holds, &captured, &events}, func() error {
		all++
		if attempts > 1 {
			again++
		}
		if status != "completed" || charged != reserved || captured != charged || holds != 1 || events != 1 {
			t.Errorf("%s is %s after %d attempts: charged %d of %d, by the ledger %d of %d holds, %d events", id, status, attempts, charged, reserved, captured, holds, events)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l.check(t)
	t.Logf("%d jobs, %d of them ran again; the last began %v after a start", all, again, l.worst.Round(time.Millisecond))
}
