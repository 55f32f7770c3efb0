package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	queue "github.com/platenhq/platen/modules/rendering/internal/jobs"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// The events of a job's end.
const (
	EventCompleted = "render.completed"
	EventFailed    = "render.failed"
	EventCanceled  = "render.canceled"
)

// run works one attempt of a job under a lease: the next in fairness, whichever
// job's turn in the queue it is. It returns an error only when the queue itself
// should try again.
func (m *Module) run(ctx context.Context, ticket string) error {
	token := ident.New(ident.Request)
	row, err := m.store.BeginNext(ctx, ticket, token, leaseTime)
	if errors.Is(err, store.ErrGone) {
		return nil // its job was canceled, has expired, or another turn took it
	}
	if err != nil {
		return err
	}
	m.hub.publish(ctx, m.db, row.ID)
	ctx = ident.With(ctx, ident.System(ident.Workspace(row.WorkspaceID), modeOf(row)))
	limited, stop := context.WithTimeoutCause(ctx, m.cfg.JobTimeout, context.DeadlineExceeded)
	defer stop()
	limited, lost := context.WithCancelCause(limited)
	defer lost(nil)
	go m.beat(limited, row.ID, token, lost)

	p, result, err := m.attempt(limited, row, token)
	if errors.Is(context.Cause(limited), store.ErrGone) {
		return nil // canceled or taken over: the output is thrown away
	}
	if ctx.Err() != nil {
		// The process is stopping: hand the job back at once.
		return m.handBack(context.WithoutCancel(ctx), row, token, "stops")
	}
	if err == nil {
		err = m.complete(ctx, row, token, p, result)
		if err == nil || errors.Is(err, store.ErrGone) {
			return nil
		}
		m.log.ErrorContext(ctx, "recording a finished job", "job", row.ID, "error", err)
		return m.retry(ctx, row, token, fault.From(err))
	}
	return m.retry(ctx, row, token, fault.From(err))
}

func modeOf(row *store.Job) ident.Mode {
	if row.Livemode {
		return ident.Live
	}
	return ident.Test
}

// beat renews the lease until ctx ends; a lost lease cancels the attempt.
func (m *Module) beat(ctx context.Context, id, token string, lost context.CancelCauseFunc) {
	tick := time.NewTicker(leaseBeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := m.store.Beat(ctx, id, token, leaseTime); errors.Is(err, store.ErrGone) {
				lost(store.ErrGone)
				return
			}
		}
	}
}

func (m *Module) attempt(ctx context.Context, row *store.Job, token string) (*plan, *made, error) {
	req, err := m.decode(row.Request)
	if err != nil {
		return nil, nil, fmt.Errorf("reading a job's request: %w", err)
	}
	p, err := m.check(ctx, req, refuseBroken)
	if err != nil {
		return nil, nil, err
	}
	// The checks ran when the job was queued; its request names nothing that could have changed since.
	p.hash, p.seed = row.RequestHash, row.Seed
	m.keepEngine(p, row.EngineName)
	if err := json.Unmarshal(row.Pins, &p.pins); err != nil {
		return nil, nil, fmt.Errorf("reading a job's versions: %w", err)
	}
	if err := json.Unmarshal(row.Warnings, &p.warnings); err != nil {
		return nil, nil, fmt.Errorf("reading a job's warnings: %w", err)
	}
	result, err := m.make(ctx, p, owner{jobID: row.ID}, func(done int) {
		if done < len(p.outputs) && m.store.Progress(ctx, row.ID, token, done) == nil {
			m.hub.publish(ctx, m.db, row.ID)
		}
	})
	return p, result, err
}

// complete records a result under the attempt's token: images, charge, decision,
// event and state in one transaction.
func (m *Module) complete(ctx context.Context, row *store.Job, token string, p *plan, r *made) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		decision := ident.New(ident.Decision)
		charged := 0
		if row.HoldID != "" {
			charged = row.CreditsReserved
		}
		if err := m.save(ctx, p, r); err != nil {
			return err
		}
		done, err := m.store.Finish(ctx, row.ID, token, store.Outcome{
			Status: string(Completed), Outputs: r.outputs, Warnings: append([]Warning{}, r.warnings...), Completed: len(r.outputs),
			CreditsCharged: charged, DecisionID: decision,
		})
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := m.needs.Credits.Capture(ctx, row.HoldID, charged); err != nil {
				return err
			}
		}
		if err := m.ended(ctx, EventCompleted, done); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, m.decision(ctx, p, r, decision, "render.job", row.ID))
	})
}

// retry decides what a failed attempt means: refusals are final, a renderer's
// failure is tried once more, everything else up to three times.
func (m *Module) retry(ctx context.Context, row *store.Job, token string, f *fault.Error) error {
	again := row.Attempts < maxAttempts
	switch {
	case f.Kind() != fault.KindInternal:
		again = false
	case fault.Rule(f) == "poison":
		again = false
	case f.Code == fault.RenderFailed:
		again = row.Failures+1 < maxFailures
	}
	if again {
		m.log.WarnContext(ctx, "an attempt at a render job failed; it is tried again", "job", row.ID, "attempt", row.Attempts, "error", f.Error())
		return m.handBack(ctx, row, token, "failures")
	}
	if f.Code == fault.InternalError {
		m.log.ErrorContext(ctx, "a render job failed", "job", row.ID, "error", f.Error())
		f = fault.New(fault.RenderFailed, "The render failed for an internal reason.").Because(f)
	}
	return m.fail(ctx, row, token, f)
}

// handBack puts a job back into the queue.
func (m *Module) handBack(ctx context.Context, row *store.Job, token, kind string) error {
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.store.Requeue(ctx, row.ID, token, kind); err != nil {
			return err
		}
		if err := queue.Enqueue(ctx, m.queue, row.ID, row.EngineName == browserName); err != nil {
			return err
		}
		return m.hub.publish(ctx, m.db, row.ID)
	})
	if errors.Is(err, store.ErrGone) {
		return nil
	}
	return err
}

// fail ends a job as failed and frees its credits.
func (m *Module) fail(ctx context.Context, row *store.Job, token string, f *fault.Error) error {
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		decision := ident.New(ident.Decision)
		done, err := m.store.Finish(ctx, row.ID, token, store.Outcome{Status: string(Failed), Error: toFailure(f), DecisionID: decision})
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := m.needs.Credits.Void(ctx, row.HoldID); err != nil {
				return err
			}
		}
		if err := m.ended(ctx, EventFailed, done); err != nil {
			return err
		}
		return m.needs.Decisions.Record(ctx, Decision{
			ID: decision, Workspace: ident.Workspace(row.WorkspaceID), Mode: modeOf(row), Actor: row.Actor, Action: "render.job", Subject: row.ID, Outcome: "failed",
			Facts: map[string]any{"request_hash": row.RequestHash, "code": string(f.Code), "rule": fault.Rule(f)},
		})
	})
	if errors.Is(err, store.ErrGone) {
		return nil
	}
	return err
}

// ended tells of a terminal state, in the transaction that made it.
func (m *Module) ended(ctx context.Context, event string, row *store.Job) error {
	if err := m.needs.Announce.JobEnded(ctx, event, m.job(row)); err != nil {
		return err
	}
	return m.hub.publish(ctx, m.db, row.ID)
}

// sweep settles jobs nobody works on: lapsed leases go back into the queue, or
// fail when the job has killed two workers; jobs queued too long fail.
func (m *Module) sweep(ctx context.Context) error {
	const batch = 100
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		rows, err := m.store.Lapsed(ctx, batch)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := m.settle(ctx, row, row.Deaths+1 >= maxDeaths, fault.New(fault.RenderFailed, "The render ended two workers and was given up.").
				With(fault.Detail{Rule: "poison", Message: "Two attempts ended without an answer."})); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		rows, err := m.store.Stale(ctx, batch)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := m.settle(ctx, row, true, fault.New(fault.RenderFailed, "The render waited too long in the queue.").
				With(fault.Detail{Rule: "queue_expired", Message: "No worker was free within 15 minutes."})); err != nil {
				return err
			}
		}
		return nil
	})
}

// settle takes a job from whoever had it and ends it or hands it back.
func (m *Module) settle(ctx context.Context, row *store.Job, final bool, f *fault.Error) error {
	token := ident.New(ident.Request)
	if err := m.store.Take(ctx, row.ID, token); err != nil {
		return err
	}
	if final {
		return m.fail(ctx, row, token, f)
	}
	return m.handBack(ctx, row, token, "deaths")
}

// failure is how a job row keeps a fault.
type failure struct {
	Code    fault.Code     `json:"code"`
	Message string         `json:"message"`
	Details []fault.Detail `json:"details,omitempty"`
}

func toFailure(f *fault.Error) failure { return failure{f.Code, f.Message, f.Details} }

func fromFailure(raw json.RawMessage) *fault.Error {
	var f failure
	if len(raw) == 0 || json.Unmarshal(raw, &f) != nil || f.Code == "" {
		return nil
	}
	return fault.New(f.Code, f.Message).With(f.Details...)
}
