package webhooks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
	"github.com/platenhq/platen/modules/webhooks"
)

type needs struct{}

func (needs) Exists(context.Context, ident.Workspace, string) (bool, error) { return true, nil }

func (needs) APIVersion(context.Context, ident.Workspace) (string, error) { return "2026-01-01", nil }

func (needs) Completed(context.Context, ident.Workspace, ident.Mode) (json.RawMessage, error) {
	return json.RawMessage(`{}`), nil
}

// process is one process's module with its queue, which works once started.
type process struct {
	*webhooks.Module
	queue *jobs.Queue
}

func newProcess(t *testing.T, db *pg.DB) process {
	t.Helper()
	q, err := jobs.New(db, jobs.Config{NativeWorkers: 1, HTMLWorkers: 1, AIWorkers: 1, WebhookWorkers: 50, MaintenanceWorkers: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ring := secret.New([32]byte{1})
	m := webhooks.New(webhooks.Config{Timeout: 5 * time.Second, Sweep: 100 * time.Millisecond}, webhooks.Needs{Brands: needs{}, Workspaces: needs{}, Examples: needs{}},
		webhooks.Deps{DB: db, Queue: q, Secrets: ring, Cursors: page.NewSealer(ring.AEAD("page")), Guard: egress.New(egress.Config{AllowLoopback: true}),
			Log: slog.New(slog.DiscardHandler)})
	return process{m, q}
}

func (p process) start(t *testing.T) {
	t.Helper()
	if err := p.queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := p.queue.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
}

// caller returns the context of a caller of a fresh workspace, narrowed to brands.
func caller(t *testing.T, ws ident.Workspace, brands ...string) context.Context {
	t.Helper()
	list := []string{"webhooks:write"}
	for _, b := range brands {
		list = append(list, "brand:"+b)
	}
	scopes, err := ident.ParseScopes(list)
	if err != nil {
		t.Fatal(err)
	}
	return ident.With(t.Context(), &ident.Principal{Workspace: ws, Mode: ident.Live, Kind: ident.KindKey, KeyID: "key_1", Scopes: scopes})
}

func (p process) create(t *testing.T, db *pg.DB, ctx context.Context, n webhooks.NewWebhook) webhooks.Webhook {
	t.Helper()
	n.Enabled = true
	var w webhooks.Webhook
	if err := db.InTx(ctx, func(ctx context.Context) (err error) {
		w, err = p.Create(ctx, n)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return w
}

func fact(ws ident.Workspace, event string) webhooks.Fact {
	return webhooks.Fact{Workspace: ws, Mode: ident.Live, Event: event, Data: func(int) (json.RawMessage, error) { return json.RawMessage(`{"n":1}`), nil }}
}

func (p process) announce(t *testing.T, db *pg.DB, facts ...webhooks.Fact) {
	t.Helper()
	if err := db.InTx(t.Context(), func(ctx context.Context) error {
		for _, f := range facts {
			if err := p.Announce(ctx, f); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// sink is a receiver that stores bodies and counts its concurrent requests.
type sink struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	now    atomic.Int32
	most   atomic.Int32
	came   chan string
}

func newSink(t *testing.T, hold time.Duration) *sink {
	t.Helper()
	s := &sink{came: make(chan string, 10_000)}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := s.now.Add(1)
		defer s.now.Add(-1)
		for {
			if most := s.most.Load(); n <= most || s.most.CompareAndSwap(most, n) {
				break
			}
		}
		body, _ := io.ReadAll(r.Body)
		time.Sleep(hold)
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mu.Unlock()
		s.came <- string(body)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *sink) next(t *testing.T) string {
	t.Helper()
	select {
	case b := <-s.came:
		return b
	case <-time.After(20 * time.Second):
		t.Fatal("nothing came")
		return ""
	}
}

func (s *sink) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies)
}

// TestTwoProcessesSendOnce: two processes on one database send each delivery once, in no more than ten
// requests at a time, and number the events without a gap.
func TestTwoProcessesSendOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	a, b := newProcess(t, db), newProcess(t, db)
	a.start(t)
	b.start(t)
	s, ws := newSink(t, 20*time.Millisecond), ident.NewWorkspace()
	a.create(t, db, caller(t, ws), webhooks.NewWebhook{URL: s.URL})
	const events = 120
	var announcing sync.WaitGroup
	for range 4 {
		announcing.Go(func() {
			for range events / 4 {
				a.announce(t, db, fact(ws, webhooks.RenderCompleted))
			}
		})
	}
	announcing.Wait()
	numbers := map[int64]int{}
	for range events {
		var body struct{ Sequence int64 }
		if err := json.Unmarshal([]byte(s.next(t)), &body); err != nil {
			t.Fatal(err)
		}
		numbers[body.Sequence]++
	}
	for n := int64(1); n <= events; n++ {
		if numbers[n] != 1 {
			t.Errorf("event %d was sent %d times", n, numbers[n])
		}
	}
	if most := s.most.Load(); most > 10 {
		t.Errorf("%d requests at a time", most)
	}
}

// TestDeliveryOfACrashedWorkerIsResumed: a delivery whose worker crashed while sending is sent again when
// its lease expires, by database time, and not before.
func TestDeliveryOfACrashedWorkerIsResumed(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	p.create(t, db, caller(t, ws), webhooks.NewWebhook{URL: s.URL})
	p.announce(t, db, fact(ws, webhooks.RenderCompleted))
	if _, err := db.SQL(t.Context()).ExecContext(t.Context(), "UPDATE webhooks.delivery SET token = 'dead', lease_until = svc_now() + interval '1 hour', woken_until = NULL"); err != nil {
		t.Fatal(err)
	}
	p.start(t)
	other := newSink(t, 0)
	ws2 := ident.NewWorkspace()
	p.create(t, db, caller(t, ws2), webhooks.NewWebhook{URL: other.URL})
	p.announce(t, db, fact(ws2, webhooks.RenderCompleted))
	other.next(t) // by now the queue entry of the leased one has been processed
	if n := s.count(); n != 0 {
		t.Fatalf("%d requests while another has the lease", n)
	}
	if err := db.Advance(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	s.next(t)
}

// TestRolledBackChangesSendNoNotification: deliveries exist exactly when the fact does.
func TestRolledBackChangesSendNoNotification(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	p.start(t)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	p.create(t, db, caller(t, ws), webhooks.NewWebhook{URL: s.URL})
	stop := errors.New("stop")
	if err := db.InTx(t.Context(), func(ctx context.Context) error {
		return errors.Join(p.Announce(ctx, fact(ws, webhooks.RenderFailed)), stop)
	}); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	p.announce(t, db, fact(ws, webhooks.RenderCompleted))
	if got := s.next(t); !strings.Contains(got, webhooks.RenderCompleted) || !strings.Contains(got, `"sequence":1,`) {
		t.Errorf("the first event is %s", got)
	}
}

// TestPayloadsAreShort: data too long for 20 KiB is written in a shorter form.
func TestPayloadsAreShort(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	p.start(t)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	p.create(t, db, caller(t, ws), webhooks.NewWebhook{URL: s.URL})
	f := fact(ws, webhooks.RenderCompleted)
	f.Data = func(brevity int) (json.RawMessage, error) {
		return json.RawMessage(fmt.Sprintf(`{"brevity":%d,"fill":"<%s>"}`, brevity, strings.Repeat("x", 30_000-10_000*brevity))), nil
	}
	p.announce(t, db, f)
	if got := s.next(t); len(got) > 20<<10 || !strings.Contains(got, `"brevity":1,"fill":"<`) {
		t.Errorf("%d bytes: %.300s", len(got), got)
	}
	f.Data = func(int) (json.RawMessage, error) {
		return json.RawMessage(`"` + strings.Repeat("x", 30_000) + `"`), nil
	}
	if err := db.InTx(t.Context(), func(ctx context.Context) error { return p.Announce(ctx, f) }); err == nil {
		t.Error("a payload over the limit was stored")
	}
}

// TestUnsignedRequestsAreNeverSent: nothing is sent to a webhook whose secret cannot be decrypted, and its log says so.
func TestUnsignedRequestsAreNeverSent(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	ctx := caller(t, ws)
	w := p.create(t, db, ctx, webhooks.NewWebhook{URL: s.URL})
	v := p.create(t, db, ctx, webhooks.NewWebhook{URL: s.URL + "/2"})
	// The sealed secret of another row: the same key, another context.
	if _, err := db.SQL(ctx).ExecContext(ctx, "UPDATE webhooks.endpoint SET secret = (SELECT secret FROM webhooks.endpoint WHERE id = $1) WHERE id = $2", v.ID, w.ID); err != nil {
		t.Fatal(err)
	}
	p.start(t)
	p.announce(t, db, fact(ws, webhooks.RenderCompleted))
	s.next(t)
	for range 3000 {
		list, err := p.Deliveries(ctx, w.ID, "", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := list.Items[0]; len(d.Attempts) == 1 {
			if d.Status != webhooks.Failed || !strings.Contains(d.Attempts[0].Error, "signed") || d.NextAttemptAt == nil {
				t.Errorf("the log shows %+v", d)
			}
			if n := s.count(); n != 1 {
				t.Errorf("%d requests came, want 1", n)
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("no attempt was recorded")
}

// TestBrands: a webhook of a brand receives events of that brand only, and a token of a brand sees and creates no other.
func TestBrands(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	p.start(t)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	mine, other := ident.New(ident.Brand), ident.New(ident.Brand)
	wide, narrow := caller(t, ws), caller(t, ws, mine)
	w := p.create(t, db, narrow, webhooks.NewWebhook{URL: s.URL})
	all := p.create(t, db, wide, webhooks.NewWebhook{URL: s.URL + "/all", Events: []string{webhooks.CreditsLow}})
	if w.BrandID != mine {
		t.Errorf("made for the brand %q", w.BrandID)
	}
	err := db.InTx(narrow, func(ctx context.Context) error {
		_, err := p.Create(ctx, webhooks.NewWebhook{URL: s.URL + "/x", BrandID: other})
		return err
	})
	if fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("another brand: %v", err)
	}
	if _, err := p.Webhook(narrow, all.ID); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("another's webhook: %v", err)
	}
	if list, err := p.Webhooks(narrow, nil, nil); err != nil || len(list.Items) != 1 {
		t.Errorf("listed %v, %v", list.Items, err)
	}
	if err := p.Delete(narrow, all.ID); fault.CodeOf(err) != fault.Forbidden {
		t.Errorf("deleting another's webhook: %v", err)
	}
	for _, brand := range []string{"", other, mine} {
		f := fact(ws, webhooks.RenderCompleted)
		f.BrandID = brand
		p.announce(t, db, f)
	}
	if got := s.next(t); !strings.Contains(got, `"sequence":1,`) {
		t.Errorf("heard %s", got)
	}
	if list, err := p.Deliveries(wide, w.ID, "", nil, nil); err != nil || len(list.Items) != 1 {
		t.Errorf("%d deliveries, %v", len(list.Items), err)
	}
}

// TestDisablingAnEndpointIsReported: the others receive an event about a webhook that is disabled.
func TestDisablingAnEndpointIsReported(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := newProcess(t, db)
	p.start(t)
	s, ws := newSink(t, 0), ident.NewWorkspace()
	ctx := caller(t, ws)
	p.create(t, db, ctx, webhooks.NewWebhook{URL: s.URL, Events: []string{webhooks.WebhookDisabled}})
	w := p.create(t, db, ctx, webhooks.NewWebhook{URL: s.URL + "/2", Events: []string{webhooks.WebhookDisabled}})
	off := false
	if err := db.InTx(ctx, func(ctx context.Context) error {
		_, err := p.Update(ctx, w.ID, webhooks.Change{Enabled: &off})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if got := s.next(t); !strings.Contains(got, webhooks.WebhookDisabled) || !strings.Contains(got, w.ID) {
		t.Errorf("heard %s", got)
	}
	if n := s.count(); n != 1 {
		t.Errorf("heard %d times", n)
	}
}
