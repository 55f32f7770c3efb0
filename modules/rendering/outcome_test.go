package rendering

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// row returns the stored row of a job.
func (b *bench) row(t *testing.T, id string) *store.Job {
	t.Helper()
	row, err := b.store.Job(b.ctx, ident.Must(b.ctx).Tenant(), id)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// pausedFor returns the rest of a queued job's pause, by database time.
func (b *bench) pausedFor(t *testing.T, id string) time.Duration {
	t.Helper()
	now, err := b.db.Now(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	row := b.row(t, id)
	if row.Status != string(Queued) || row.NotBefore == nil {
		t.Fatalf("the job is %s, not before %v", row.Status, row.NotBefore)
	}
	return row.NotBefore.Sub(now)
}

func (b *bench) idle(t *testing.T) {
	t.Helper()
	if work, _, err := b.take(plan.Native)(context.Background()); err != nil || work != nil {
		t.Fatalf("a worker claims a job during its pause (%v)", err)
	}
}

// expectPause checks that a job pauses for d ± 20 %, minus the time since, and then ends the pause.
func (b *bench) expectPause(t *testing.T, id string, d time.Duration) {
	t.Helper()
	if got := b.pausedFor(t, id); got > d*12/10 || got < 0 {
		t.Errorf("the job pauses for %v, want %v ± 20 %%", got, d)
	}
	b.idle(t)
	b.advance(t, d*12/10)
}

// TestContentStoreOutageUsesNoAttempts fails a job's files more often than the limit of attempts, with growing pauses;
// when the store recovers the job completes and is charged once.
func TestContentStoreOutageUsesNoAttempts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	b.stored.before = func() error { return errors.New("no space left on device") }
	for _, pause := range []time.Duration{2 * time.Second, 10 * time.Second, 10 * time.Second, 30 * time.Second, 30 * time.Second} {
		b.workOnce(t)
		b.expectPause(t, j.ID, pause)
	}
	if row := b.row(t, j.ID); row.Attempts != 0 || row.Outages != 5 || row.Failures != 0 {
		t.Errorf("after five outages: %d attempts, %d outages, %d failures", row.Attempts, row.Outages, row.Failures)
	}
	b.stored.before = nil
	b.workOnce(t)
	if got := b.state(t, j.ID); got.Status != Completed || got.Attempts != 1 || got.CreditsCharged != 1 {
		t.Errorf("the job after the outages is %+v", got)
	}
	b.expectEnd(t, "render.completed "+j.ID, j.ID, "captured")
}

// TestInternalErrorsAreTriedThreeTimesWithPauses makes the stored request invalid.
func TestInternalErrorsAreTriedThreeTimesWithPauses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	if _, err := b.db.SQL(b.ctx).ExecContext(b.ctx, "UPDATE rendering.job SET request = 'broken'"); err != nil {
		t.Fatal(err)
	}
	b.workOnce(t)
	b.expectPause(t, j.ID, 2*time.Second)
	b.workOnce(t)
	b.expectPause(t, j.ID, 10*time.Second)
	b.workOnce(t)
	if got := b.state(t, j.ID); got.Status != Failed || got.Attempts != 3 {
		t.Errorf("after three internal errors the job is %+v", got)
	}
	b.expectEnd(t, "render.failed "+j.ID, j.ID, "void")
}

// TestLostConnectionAtCommitKeepsTheResult closes the connection of the transaction that records a finished job: the
// outcome is recorded again, and the job is neither rendered again nor counted as failed.
func TestLostConnectionAtCommitKeepsTheResult(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	puts, ends := 0, 0
	b.stored.before = func() error { puts++; return nil }
	b.events.before = func(ctx context.Context) error {
		if ends++; ends > 2 {
			return nil
		}
		_, err := b.db.SQL(ctx).ExecContext(ctx, "SELECT pg_terminate_backend(pg_backend_pid())")
		return err
	}
	b.workOnce(t)
	got := b.row(t, j.ID)
	if got.Status != string(Completed) || got.Attempts != 1 || got.Deaths+got.Failures+got.Outages != 0 || puts != 1 || ends != 3 {
		t.Errorf("after two lost connections: %s, %d attempts, %d deaths, %d failures, %d outages, %d renders, %d tries",
			got.Status, got.Attempts, got.Deaths, got.Failures, got.Outages, puts, ends)
	}
	b.expectEnd(t, "render.completed "+j.ID, j.ID, "captured")
}

// TestJobWithExpiredHoldIsNotCharged checks that the job fails with the rule hold_closed and records no charge.
func TestJobWithExpiredHoldIsNotCharged(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	b.credits.set("hold_"+j.ID, "expired")
	b.workOnce(t)
	got := b.state(t, j.ID)
	if got.Status != Failed || got.CreditsCharged != 0 || got.Error == nil || fault.Rule(got.Error) != "hold_closed" || got.Attempts != 1 {
		t.Errorf("the job is %+v (%v)", got, got.Error)
	}
	b.expectEnd(t, "render.failed "+j.ID, j.ID, "expired")
}

// TestRequeuedJobStillExpires checks that a job that was begun and requeued waits no longer than one that never began,
// and that its lifetime is bounded independent of the number of requeues.
func TestRequeuedJobStillExpires(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	begin := func(token string) {
		t.Helper()
		if _, err := b.store.Begin(b.ctx, j.ID, token, queue.LeaseTime); err != nil {
			t.Fatal(err)
		}
	}
	begin("one")
	b.advance(t, queue.LeaseTime+time.Second)
	b.sweepOnce(t)
	row := b.row(t, j.ID)
	if row.Status != string(Queued) || row.ExpiresAt == nil {
		t.Fatalf("a requeued job is %s and expires %v", row.Status, row.ExpiresAt)
	}
	b.advance(t, queue.Expiry-time.Minute)
	b.sweepOnce(t)
	begin("two")
	if err := b.recorder.RequeueJob(b.ctx, b.row(t, j.ID), "two", store.Stopped, 0); err != nil {
		t.Fatal(err)
	}
	row = b.row(t, j.ID)
	if most := row.CreatedAt.Add(queue.JobLife); row.ExpiresAt == nil || row.ExpiresAt.After(most) {
		t.Errorf("the job may wait until %v, beyond the end of its lifetime at %v", row.ExpiresAt, most)
	}
	b.advance(t, queue.Expiry+time.Second)
	b.idle(t) // its lifetime is over, whether or not a sweep has run
	b.sweepOnce(t)
	if got := b.state(t, j.ID); got.Status != Failed || fault.Rule(got.Error) != "job_expired" {
		t.Errorf("a job at the end of its lifetime is %s (%v)", got.Status, got.Error)
	}
	b.expectEnd(t, "render.failed "+j.ID, j.ID, "void")
}

// TestHoldOutlivesItsJob compares the durations of holds with those of jobs and previews.
func TestHoldOutlivesItsJob(t *testing.T) {
	t.Parallel()
	c := Config{JobTimeout: 10 * time.Minute, FilmTimeout: time.Hour, PreviewTimeout: 25 * time.Second}
	if longest := queue.JobLife + c.JobTimeout + c.FilmTimeout + queue.LeaseTime + queue.SettleTime; c.jobHold() <= longest {
		t.Errorf("a hold of %v is shorter than a job of %v", c.jobHold(), longest)
	}
	if c.previewHold() <= c.PreviewTimeout {
		t.Errorf("a hold of %v is shorter than a preview of %v", c.previewHold(), c.PreviewTimeout)
	}
}

// TestLeasesAreExtendedAfterAnOutage checks that leases are extended after an outage, during which no worker could
// renew one.
func TestLeasesAreExtendedAfterAnOutage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	j := b.queued(t, "<p>x")
	if _, err := b.store.Begin(b.ctx, j.ID, "one", queue.LeaseTime); err != nil {
		t.Fatal(err)
	}
	b.advance(t, time.Minute)
	for _, step := range []struct {
		steady time.Duration
		want   Status
	}{{0, Processing}, {queue.SweepGrace - time.Second, Processing}, {queue.SweepGrace, Queued}} {
		if err := b.sweepTick(b.ctx, jobs.Tick{Steady: step.steady}); err != nil {
			t.Fatal(err)
		}
		if got := b.state(t, j.ID); got.Status != step.want {
			t.Errorf("%v after an outage the job is %s, want %s", step.steady, got.Status, step.want)
		}
	}
}

// TestAbandonedPreviewReleasesItsHold ends previews in every way except success.
func TestAbandonedPreviewReleasesItsHold(t *testing.T) {
	t.Parallel()
	preview := simpleRequest("<p>x")
	preview.Operation = Preview
	responded := func(context.Context, Result) error { return nil }
	for name, c := range map[string]struct {
		during  func(leave func()) error
		respond Respond
	}{
		"the caller leaves": {func(leave func()) error { leave(); return nil }, responded},
		"the store fails":   {func(func()) error { return errors.New("no space left on device") }, responded},
		"a panic":           {func(func()) error { panic("a bug") }, responded},
		"a late panic":      {func(func()) error { return nil }, func(context.Context, Result) error { panic("a bug") }},
		"no response":       {func(func()) error { return nil }, func(context.Context, Result) error { return errors.New("no") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			ctx, leave := context.WithCancel(b.ctx)
			defer leave()
			b.stored.before = func() error { return c.during(leave) }
			err := func() (err error) {
				defer func() {
					if v := recover(); v != nil {
						err = errors.New("panicked")
					}
				}()
				_, err = b.Generate(ctx, preview, c.respond)
				return err
			}()
			if err == nil {
				t.Fatal("the preview succeeded, want an error")
			}
			b.credits.mu.Lock()
			defer b.credits.mu.Unlock()
			if len(b.credits.holds) != 1 {
				t.Fatalf("the holds are %v", b.credits.holds)
			}
			for hold, state := range b.credits.holds {
				if state != "void" || !strings.HasPrefix(hold, "hold_rnd_") {
					t.Errorf("%s is %s, want void", hold, state)
				}
			}
		})
	}
}

// TestConfigReportsEveryInvalidSetting checks that all invalid settings are reported together.
func TestConfigReportsEveryInvalidSetting(t *testing.T) {
	t.Parallel()
	err := (&Config{JobTimeout: time.Hour, FileCache: -1}).Validate()
	for _, name := range []string{"PLATEN_PREVIEW_TIMEOUT", "PLATEN_JOB_TIMEOUT", "PLATEN_RENDER_THREADS", "PLATEN_MAX_PIXELS", "PLATEN_FILE_CACHE"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name %s: %v", name, err)
		}
	}
	if err := (&Config{JobTimeout: 5 * time.Minute, FilmTimeout: 5 * time.Minute, PreviewTimeout: time.Second, Workers: 1, MaxPixels: 1_000_000}).Validate(); err != nil {
		t.Error(err)
	}
}
