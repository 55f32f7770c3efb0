package rendering

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// sweepTick settles abandoned jobs. After an outage, live workers get time to renew their leases before these count as
// lapsed.
func (m *Module) sweepTick(ctx context.Context, t jobs.Tick) error {
	return m.sweep(ctx, t.Steady >= queue.SweepGrace)
}

// sweep settles abandoned jobs: those whose lease lapsed are queued again, or fail if they crashed two workers; those
// queued too long fail.
func (m *Module) sweep(ctx context.Context, lapsed bool) error {
	if lapsed {
		if err := m.settleAll(ctx, m.store.Lapsed, func(row *store.Job) (bool, *fault.Error) {
			return row.Deaths+1 >= queue.MaxDeaths, fault.New(fault.RenderFailed, "The render crashed two workers and was abandoned.").
				With(fault.Detail{Rule: "poison", Message: "Two attempts ended without a result."})
		}); err != nil {
			return err
		}
	}
	return m.settleAll(ctx, m.store.Stale, func(row *store.Job) (bool, *fault.Error) {
		if row.StartedAt != nil {
			return true, fault.New(fault.RenderFailed, "The render did not finish within the time limit of a job.").
				With(fault.Detail{Rule: "job_expired", Message: "No attempt finished before the job's time was over: it waits for at most 15 minutes for each attempt and begins none 30 minutes after it was created."})
		}
		return true, fault.New(fault.RenderFailed, "The render waited too long in the queue.").
			With(fault.Detail{Rule: "queue_expired", Message: "No worker was free within 15 minutes."})
	})
}

// settleAll settles the jobs that find returns, each in its own transaction, so that a failure does not affect the
// others.
func (m *Module) settleAll(ctx context.Context, find func(ctx context.Context, except []string) (*store.Job, error), verdict func(row *store.Job) (final bool, f *fault.Error)) error {
	const most = 200
	var problems []error
	var failed []string
	for n := 0; n < most && len(failed) < 10 && ctx.Err() == nil; n++ {
		var row *store.Job
		err := m.db.InTx(ctx, func(ctx context.Context) (err error) {
			if row, err = find(ctx, failed); err != nil {
				return err
			}
			final, f := verdict(row)
			if err := m.takeOver(ctx, row, final, f); err != nil {
				return err
			}
			killpoint.Reach(killpoint.DuringSweep)
			return nil
		})
		switch {
		case row == nil || row.ID == "": // nothing found
			if errors.Is(err, store.ErrGone) {
				err = nil
			}
			return errors.Join(append(problems, err)...)
		case err != nil:
			failed = append(failed, row.ID)
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// takeOver takes over a job from its worker and ends it or queues it again.
func (m *Module) takeOver(ctx context.Context, row *store.Job, final bool, f *fault.Error) error {
	token := ident.New(ident.Lease)
	if err := m.store.Take(ctx, row.ID, token); err != nil {
		return err
	}
	if final {
		m.log.WarnContext(ctx, "an abandoned render job failed", "job", row.ID, "rule", fault.Rule(f), "attempts", row.Attempts, "deaths", row.Deaths)
		return m.recorder.FailJob(ctx, row, token, f)
	}
	m.log.WarnContext(ctx, "a render job's lease expired; it is queued again", "job", row.ID, "attempts", row.Attempts, "deaths", row.Deaths+1)
	return m.recorder.RequeueJob(ctx, row, token, store.Died, 0)
}
