package rendering

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// ledger is a fake of the credits module; it records the outcome of holds whose transactions have committed.
type ledger struct {
	db    *pg.DB
	mu    sync.Mutex
	holds map[string]string
}

func (l *ledger) HoldFor(ctx context.Context, _ ident.Workspace, _ int, reference string, _ time.Duration) (string, error) {
	l.db.AfterCommit(ctx, func() { l.set("hold_"+reference, "held") })
	return "hold_" + reference, nil
}

func (l *ledger) Capture(ctx context.Context, hold string, _ int) error {
	if l.state(hold) != "held" {
		return fault.New(fault.InternalError, "closed").With(fault.Detail{Rule: "hold_closed"})
	}
	l.db.AfterCommit(ctx, func() { l.set(hold, "captured") })
	return nil
}

func (l *ledger) Void(ctx context.Context, hold string) error {
	if l.state(hold) == "held" {
		l.db.AfterCommit(ctx, func() { l.set(hold, "void") })
	}
	return nil
}

func (l *ledger) set(hold, state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.holds[hold] = state
}

func (l *ledger) state(hold string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.holds[hold]
}

// events records announced events; its other methods do nothing.
type events struct {
	mu   sync.Mutex
	seen []string
	// before is called before an event is received, in its transaction; its error is returned by JobEnded.
	before func(ctx context.Context) error
}

func (*events) CheckWebhooks(context.Context, []string) error { return nil }

func (e *events) JobEnded(ctx context.Context, event string, j *Job) error {
	if e.before != nil {
		if err := e.before(ctx); err != nil {
			return err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.seen = append(e.seen, event+" "+j.ID)
	return nil
}

type noDecisions struct{}

func (noDecisions) Record(context.Context, Decision) error { return nil }

// memory is an in-memory content store.
type memory struct {
	files sync.Map
	// before is called before a file is stored; its error is returned by Store.
	before func() error
}

func (m *memory) Store(_ context.Context, data []byte, _ string) (string, error) {
	if m.before != nil {
		if err := m.before(); err != nil {
			return "", err
		}
	}
	hash := SHA256(data)
	m.files.Store(hash, data)
	return hash, nil
}

func (m *memory) Get(_ context.Context, hash string) ([]byte, error) {
	data, ok := m.files.Load(hash)
	if !ok {
		return nil, errors.New("no such file")
	}
	return data.([]byte), nil
}

// noUploads represents a workspace without uploads.
type noUploads struct{}

func (noUploads) Open(context.Context, string) ([]byte, error) {
	return nil, errors.New("nothing there")
}

func (noUploads) Faces(context.Context, func(string) bool) (string, error) { return "", nil }

type noRemote struct{}

func (noRemote) Fetch(context.Context, string, int64) ([]byte, error) {
	return nil, errors.New("offline")
}

// bench is a module on a real database without running workers: tests act as workers.
type bench struct {
	*Module
	db      *pg.DB
	ctx     context.Context
	credits *ledger
	events  *events
	stored  *memory
}

func newBench(t *testing.T) *bench {
	t.Helper()
	db := pgtest.New(t)
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	queue, err := jobs.New(db, jobs.Config{NativeWorkers: 1, HTMLWorkers: 1, AIWorkers: 1, WebhookWorkers: 1, MaintenanceWorkers: 1}, log)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{db: db, credits: &ledger{db: db, holds: map[string]string{}}, events: &events{}, stored: &memory{}}
	b.Module, err = New(Config{
		BaseURL: "http://test", ReceiptKey: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), PreviewTimeout: 25 * time.Second, JobTimeout: 60 * time.Second, FilmTimeout: time.Minute,
	}, Needs{Credits: b.credits, Decisions: noDecisions{}, Files: b.stored, Remote: noRemote{}, Announce: b.events, Assets: noUploads{}, Policy: anything{}, Approvals: anything{}}, Deps{
		DB: db, Queue: queue, Listener: pg.NewListener(db, log), Cursors: page.NewSealer(secret.New([32]byte{}).AEAD("cursors")), Log: log,
		Decode: func(wire []byte) (*Request, error) {
			html, err := strconv.Unquote(string(wire))
			return simpleRequest(html), err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.ctx = ident.With(context.Background(), ident.System("ws_test", ident.Live))
	return b
}

// anything is a policy and an approver without requirements.
type anything struct{}

func (anything) Check(context.Context, Content) error { return nil }

func (anything) Require(context.Context, Action) (string, error) { return "", nil }

func (anything) MayOverride(context.Context, Action) (bool, error) { return false, nil }

func (anything) Use(context.Context, string, string) error { return nil }

func (anything) Reserve(context.Context, string, string) error { return nil }

func (anything) Release(context.Context, string, string) error { return nil }

func simpleRequest(html string) *Request {
	return &Request{
		Operation: Queue, HTML: html, Outputs: []OutputSpec{{Name: "a", Width: 32, Height: 32}}, Canonical: []byte(`{"html":` + strconv.Quote(html) + `}`), Wire: []byte(strconv.Quote(html)),
	}
}

func (b *bench) queued(t *testing.T, html string) *Job {
	t.Helper()
	r, err := b.Generate(b.ctx, simpleRequest(html), func(context.Context, Result) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return r.Job
}

func (b *bench) state(t *testing.T, id string) *Job {
	t.Helper()
	j, err := b.Job(b.ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestCrashedWorkersLoseTheirLease lets a lease expire: the job is queued again, the earlier attempt can no longer
// finish it, and a second death ends it.
func TestCrashedWorkersLoseTheirLease(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	row, err := b.store.Begin(b.ctx, j.ID, "attempt-1", queue.LeaseTime)
	if err != nil {
		t.Fatal(err)
	}
	b.advance(t, queue.LeaseTime-time.Second)
	b.sweepOnce(t)
	if got := b.state(t, j.ID); got.Status != Processing {
		t.Fatalf("a second before its lease ends the job is %s", got.Status)
	}
	b.advance(t, 2*time.Second)
	b.sweepOnce(t)
	if got := b.state(t, j.ID); got.Status != Queued {
		t.Fatalf("a job whose worker died is %s", got.Status)
	}
	if err := b.store.Finish(b.ctx, row.ID, "attempt-1", store.Outcome{Status: string(Completed)}, func(*store.Job) {}); !errors.Is(err, store.ErrGone) {
		t.Errorf("the expired attempt finishes the job: %v", err)
	}
	if _, err := b.store.Begin(b.ctx, j.ID, "attempt-2", queue.LeaseTime); err != nil {
		t.Fatal(err)
	}
	b.advance(t, queue.LeaseTime+time.Second)
	b.sweepOnce(t)
	got := b.state(t, j.ID)
	if got.Status != Failed || got.Error == nil || fault.Rule(got.Error) != "poison" {
		t.Errorf("after two deaths the job is %s (%v)", got.Status, got.Error)
	}
	b.expectEnd(t, "render.failed "+j.ID, j.ID, "void")
}

// TestQueuedTooLongFails advances the clock past the maximal wait in the queue.
func TestQueuedTooLongFails(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	b.advance(t, queue.Expiry-time.Second)
	b.sweepOnce(t)
	if got := b.state(t, j.ID); got.Status != Queued {
		t.Fatalf("a second before it expires the job is %s", got.Status)
	}
	b.advance(t, 2*time.Second)
	b.sweepOnce(t)
	if got := b.state(t, j.ID); got.Status != Failed || fault.Rule(got.Error) != "queue_expired" {
		t.Errorf("a job queued for 15 minutes is %s (%v)", got.Status, got.Error)
	}
	b.expectEnd(t, "render.failed "+j.ID, j.ID, "void")
}

// TestRunCompletesOnce runs a job, and runs it again as a second worker would.
func TestRunCompletesOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	b.workOnce(t)
	if work, _, err := b.take(plan.Native)(context.Background()); err != nil || work != nil {
		t.Errorf("a second worker claims a job: %v", err)
	}
	got := b.state(t, j.ID)
	if got.Status != Completed || got.Attempts != 1 || len(got.Outputs) != 1 || got.CreditsCharged != 1 {
		t.Errorf("the job is %+v", got)
	}
	b.expectEnd(t, "render.completed "+j.ID, j.ID, "captured")
}

// TestCancelBeatsTheWorker cancels a job in progress: its result is discarded.
func TestCancelBeatsTheWorker(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	if _, err := b.store.Begin(b.ctx, j.ID, "attempt-1", queue.LeaseTime); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Cancel(b.ctx, j.ID, func(context.Context, *Job) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := b.store.Finish(b.ctx, j.ID, "attempt-1", store.Outcome{Status: string(Completed)}, func(*store.Job) {}); !errors.Is(err, store.ErrGone) {
		t.Errorf("a canceled job is finished: %v", err)
	}
	b.expectEnd(t, "render.canceled "+j.ID, j.ID, "void")
}

// workOnce runs the next job as a worker does.
func (b *bench) workOnce(t *testing.T) {
	t.Helper()
	work, _, err := b.take(plan.Native)(context.Background())
	if err != nil || work == nil {
		t.Fatalf("no job to claim: %v", err)
	}
	work(context.Background())
}

func (b *bench) advance(t *testing.T, d time.Duration) {
	t.Helper()
	if err := b.db.Advance(b.ctx, d); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) sweepOnce(t *testing.T) {
	t.Helper()
	if err := b.sweep(context.Background(), true); err != nil {
		t.Fatal(err)
	}
}

// expectEnd checks that one event was received and the outcome of the hold.
func (b *bench) expectEnd(t *testing.T, event, id, hold string) {
	t.Helper()
	b.events.mu.Lock()
	defer b.events.mu.Unlock()
	if len(b.events.seen) != 1 || b.events.seen[0] != event {
		t.Errorf("events %v, want one %s", b.events.seen, event)
	}
	b.credits.mu.Lock()
	defer b.credits.mu.Unlock()
	if got := b.credits.holds["hold_"+id]; got != hold {
		t.Errorf("the hold is %s, want %s", got, hold)
	}
}
