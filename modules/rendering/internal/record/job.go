package record

import (
	"context"
	"encoding/json"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// The events at the end of a job.
const (
	EventCompleted = "render.completed"
	EventFailed    = "render.failed"
	EventCanceled  = "render.canceled"
)

// CompleteJob records a result under an attempt's token: images, charge, decision, event and state in one transaction.
// store.ErrGone: the attempt no longer holds the job.
func (r *Recorder) CompleteJob(ctx context.Context, row *store.Job, token string, p *plan.Plan, result *Result) error {
	return r.DB.InTx(ctx, func(ctx context.Context) error {
		decision := ident.New(ident.Decision)
		charged := 0
		if row.HoldID != "" {
			charged = row.CreditsReserved
		}
		if err := r.Save(ctx, p, result); err != nil {
			return err
		}
		job, err := r.finish(ctx, row, token, store.Outcome{
			Status: string(Completed), Outputs: result.Outputs, Warnings: append([]request.Warning{}, result.Warnings...), Completed: len(result.Outputs), Frames: p.Frames,
			CreditsCharged: charged, DecisionID: decision,
		})
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := r.Credits.Capture(ctx, row.HoldID, charged); err != nil {
				return err
			}
		}
		if err := r.EndJob(ctx, EventCompleted, job); err != nil {
			return err
		}
		return r.Decide(ctx, p, result, decision, "render.job", row.ID)
	})
}

// FailJob marks a job as failed and releases its credits. store.ErrGone: the attempt no longer holds the job.
func (r *Recorder) FailJob(ctx context.Context, row *store.Job, token string, f *fault.Error) error {
	return r.DB.InTx(ctx, func(ctx context.Context) error {
		decision := ident.New(ident.Decision)
		job, err := r.finish(ctx, row, token, store.Outcome{Status: string(Failed), Error: failure{f.Code, f.Message, f.Details}, DecisionID: decision})
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := r.Credits.Void(ctx, row.HoldID); err != nil {
				return err
			}
		}
		if err := r.EndJob(ctx, EventFailed, job); err != nil {
			return err
		}
		return r.Decisions.Record(ctx, Decision{
			ID: decision, Workspace: ident.Workspace(row.WorkspaceID), Mode: mode(row.Livemode), BrandID: row.BrandID, Actor: row.Actor, Action: "render.job", Subject: row.ID, Outcome: "failed",
			Facts: map[string]any{"request_hash": row.RequestHash, "code": string(f.Code), "rule": fault.Rule(f)},
		})
	})
}

// RequeueJob returns a job to the queue after a pause. store.ErrGone: the attempt no longer holds the job.
func (r *Recorder) RequeueJob(ctx context.Context, row *store.Job, token string, reason store.RequeueReason, pause time.Duration) error {
	return r.DB.InTx(ctx, func(ctx context.Context) error {
		err := r.Store.Requeue(ctx, row.ID, token, store.Requeue{Kind: reason, Pause: pause, Expiry: queue.Expiry, Life: queue.JobLife})
		if err != nil {
			return err
		}
		if err := queue.Waiting(ctx, r.DB, row.EngineName); err != nil {
			return err
		}
		return queue.Changed(ctx, r.DB, row.ID)
	})
}

// finish ends a job with an outcome. The changes are in the returned job once a later statement of the transaction was waited
// for, as [store.Store.Finish] says.
func (r *Recorder) finish(ctx context.Context, row *store.Job, token string, o store.Outcome) (*Job, error) {
	job := r.Job(row)
	return job, r.Store.Finish(ctx, row.ID, token, o, func(done *store.Job) { *job = *r.Job(done) })
}

// EndJob notifies the other modules and the watchers of a terminal state, in the transaction that sets it.
func (r *Recorder) EndJob(ctx context.Context, event string, job *Job) error {
	if err := r.Events.JobEnded(ctx, event, job); err != nil {
		return err
	}
	return queue.Ended(ctx, r.DB, job.ID)
}

// failure is the stored form of a job's fault.
type failure struct {
	Code    fault.Code     `json:"code"`
	Message string         `json:"message"`
	Details []fault.Detail `json:"details,omitempty"`
}

// failureOf returns the fault of a failed job's row, nil if there is none.
func failureOf(row *store.Job) *fault.Error {
	var f failure
	if len(row.Error) == 0 || json.Unmarshal(row.Error, &f) != nil || f.Code == "" {
		return nil
	}
	return fault.New(f.Code, f.Message).With(f.Details...)
}
