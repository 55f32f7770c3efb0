package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/platform/lease"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// take claims the next job of an engine, fairly among workspaces, under a lease, and returns the work on it.
func (m *Module) take(engine string) jobs.Take {
	return func(ctx context.Context) (work jobs.Work, more bool, err error) {
		token := ident.New(ident.Lease)
		row, more, err := m.store.BeginNext(ctx, store.Claim{Engine: engine, Token: token, Lease: queue.LeaseTime, Changed: queue.ChangedChannel, Bare: m.submitted.Any()})
		if errors.Is(err, store.ErrGone) {
			return nil, false, nil // no job is waiting
		}
		if err != nil {
			return nil, false, err
		}
		killpoint.Reach(killpoint.AfterFetchBeforeBegin)
		return func(ctx context.Context) { m.work(ctx, row, token) }, more, nil
	}
}

// work performs one attempt at a job and records its outcome. It renews the lease until the outcome is recorded.
func (m *Module) work(ctx context.Context, row *store.Job, token string) {
	ctx, end := jobs.Continue(ctx, row.Trace, "rendering.job", row.EngineName, row.Attempts)
	mode := ident.Test
	if row.Livemode {
		mode = ident.Live
	}
	ctx = ident.With(ctx, ident.System(ident.Workspace(row.WorkspaceID), mode))
	leased, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	// The lease outlives the process's context, since the outcome must still be recorded.
	beating, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	go m.queue.Leases.Keep(beating, lease.Lease{Name: "rendering.job", ID: row.ID, Every: queue.LeaseBeat, Gone: store.ErrGone,
		Renew: func(ctx context.Context) error { return m.store.Beat(ctx, row.ID, token, queue.LeaseTime) },
		Lost:  func() { lose(store.ErrGone) }})

	p, result, err := m.attempt(leased, row, token)
	end(err)
	m.recordOutcome(ctx, leased, row, func(ctx context.Context) error {
		stopping := ctx.Err() != nil
		ctx = context.WithoutCancel(ctx)
		switch {
		case err != nil && stopping:
			return m.recorder.RequeueJob(ctx, row, token, store.Stopped, 0)
		case err != nil:
			return m.retry(ctx, row, token, err)
		}
		switch problem := m.recorder.CompleteJob(ctx, row, token, p, result); {
		case problem == nil, errors.Is(problem, store.ErrGone), pg.Outage(problem):
			return problem
		default:
			m.log.ErrorContext(ctx, "a finished job could not be recorded", "job", row.ID, "error", problem)
			return m.retry(ctx, row, token, problem)
		}
	})
}

// attempt renders the stored request of a job.
func (m *Module) attempt(ctx context.Context, row *store.Job, token string) (p *plan.Plan, result *record.Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			m.log.ErrorContext(ctx, "an attempt at a render job panicked", "job", row.ID, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = request.EngineFault(request.Recovered(v), -1)
		}
	}()
	req, err := m.requestOf(ctx, row, token)
	if err != nil {
		return nil, nil, fmt.Errorf("reading a job's request: %w", err)
	}
	// The request was checked when the job was queued and references nothing that can have changed since.
	stored := &plan.Stored{Hash: row.RequestHash, Seed: row.Seed, BrandID: row.BrandID, Engine: row.EngineName}
	if err := json.Unmarshal(row.Pins, &stored.Pins); err != nil {
		return nil, nil, fmt.Errorf("reading a job's versions: %w", err)
	}
	if err := json.Unmarshal(row.Warnings, &stored.Warnings); err != nil {
		return nil, nil, fmt.Errorf("reading a job's warnings: %w", err)
	}
	planning, planned := context.WithTimeoutCause(ctx, m.cfg.JobTimeout, context.DeadlineExceeded)
	defer planned()
	p, docs, err := m.plan(planning, req, plan.Options{Stored: stored})
	defer docs.Close()
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, m.cfg.attemptTime(p.Frames), context.DeadlineExceeded)
	defer cancel()
	var at draw.Progress
	var decoded time.Time
	result, err = m.render(ctx, p, docs, record.Owner{JobID: row.ID}, func(now draw.Progress) {
		output := now.Outputs > at.Outputs
		at = now
		if at.Outputs == len(p.Outputs) || !output && clock.Now().Sub(decoded) < progressEvery {
			return
		}
		decoded = clock.Now()
		if m.store.Progress(ctx, row.ID, token, at.Outputs, at.Frames, p.Frames) == nil {
			if output {
				killpoint.Reach(killpoint.MidRender)
			}
			_ = queue.Changed(ctx, m.db, row.ID)
		}
	})
	return p, result, err
}

// requestOf returns the request of a job: as it was submitted to this process, or decoded from the row.
func (m *Module) requestOf(ctx context.Context, row *store.Job, token string) (_ *Request, err error) {
	if req := m.submitted.Take(row.ID); req != nil {
		return req, nil
	}
	wire := row.Request
	if wire == nil {
		if wire, err = m.store.RequestOf(ctx, row.ID, token); err != nil {
			return nil, err
		}
	}
	return m.decode(wire)
}

// progressEvery is the time between what is recorded of the frames of a film.
const progressEvery = time.Second

// recordOutcome records the outcome of an attempt with settle. While the database is unreachable it retries, so that an
// outage at the end of a render neither loses its result nor counts as the death of its worker. It stops when the lease
// is lost, and soon after the process has to stop: the lease then expires.
func (m *Module) recordOutcome(ctx, leased context.Context, row *store.Job, settle func(ctx context.Context) error) {
	for n := 1; ; n++ {
		if errors.Is(context.Cause(leased), store.ErrGone) {
			return // canceled or taken over: the result is discarded
		}
		err := settle(ctx)
		killpoint.Reach(killpoint.AfterResultCommitBeforeAck)
		if err == nil || errors.Is(err, store.ErrGone) {
			return
		}
		// An error of the database other than an outage is permanent.
		last := ctx.Err() != nil && n > 3 || !pg.Outage(err) && n > 4
		m.log.ErrorContext(ctx, "recording the outcome of a render job failed", "job", row.ID, "tries", n, "abandoned", last, "error", err)
		if last {
			return
		}
		time.Sleep(min(time.Duration(n)*500*time.Millisecond, 2*time.Second))
	}
}

// retry queues a job again after a failed attempt or ends it: rejections are final, a renderer failure is retried once,
// an outage until the job's lifetime is over, other errors up to three times.
func (m *Module) retry(ctx context.Context, row *store.Job, token string, cause error) error {
	f := fault.From(cause)
	kind, again, pause := store.Errored, row.Attempts < queue.MaxAttempts, queue.Backoff(row.Failures+row.Outages)
	switch {
	case f.Kind() != fault.KindInternal, fault.Rule(f) == "poison", fault.Rule(f) == "hold_closed":
		again = false
	case errors.Is(cause, record.ErrFiles), pg.Outage(cause):
		kind, again = store.OutOfService, true
	case f.Code == fault.RenderFailed:
		again, pause = row.Failures+1 < queue.MaxFailures, 0
	}
	if again {
		m.log.WarnContext(ctx, "an attempt at a render job failed; it is tried again", "job", row.ID, "attempt", row.Attempts, "outages", row.Outages,
			"kind", kind, "pause", pause, "error", cause)
		return m.recorder.RequeueJob(ctx, row, token, kind, pause)
	}
	switch {
	case fault.Rule(f) == "hold_closed":
		m.log.ErrorContext(ctx, "a render job is not charged: its credits were no longer held", "job", row.ID, "hold", row.HoldID)
		f = fault.New(fault.RenderFailed, "The credits reserved for the render were released before it finished.").
			With(fault.Detail{Rule: "hold_closed", Message: "The credits reserved for the render were released before it finished."}).Because(f)
	case f.Code == fault.InternalError:
		m.log.ErrorContext(ctx, "a render job failed", "job", row.ID, "error", cause)
		f = fault.New(fault.RenderFailed, "The render failed for an internal reason.").Because(f)
	}
	return m.recorder.FailJob(ctx, row, token, f)
}
