package rendering

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Job returns a job of the caller's workspace and mode.
func (m *Module) Job(ctx context.Context, id string) (*Job, error) {
	row, err := m.store.Job(ctx, ident.Must(ctx).Tenant(), id)
	if errors.Is(err, store.ErrGone) {
		return nil, errJobNotFound
	}
	if err != nil {
		return nil, err
	}
	return m.recorder.Job(row), nil
}

// List selects a page of a list.
type List struct {
	Limit        *int32
	Cursor       *string
	CreatedAfter *time.Time
	Status       string            // of jobs; empty selects all
	Format       string            // of images; empty selects all
	Metadata     map[string]string // required labels of a job
}

// scope binds a cursor to the list and its filters.
func (l *List) scope(ctx context.Context, route string) page.Scope {
	keys := make([]string, 0, len(l.Metadata))
	for k, v := range l.Metadata {
		keys = append(keys, fmt.Sprintf("%q=%q", k, v))
	}
	slices.Sort(keys)
	after := ""
	if l.CreatedAfter != nil {
		after = l.CreatedAfter.UTC().Format(time.RFC3339Nano)
	}
	return page.Scope{Route: route, Tenant: ident.Must(ctx).Tenant(), Filters: fmt.Sprint(l.Status, "|", l.Format, "|", after, "|", keys)}
}

// Jobs returns a page of jobs, newest first.
func (m *Module) Jobs(ctx context.Context, l List) (page.Page[*Job], error) {
	req, err := m.cursors.Request(l.scope(ctx, "rendering.jobs"), l.Limit, l.Cursor)
	if err != nil {
		return page.Page[*Job]{}, err
	}
	rows, err := m.store.Jobs(ctx, ident.Must(ctx).Tenant(), store.JobFilter{Status: l.Status, CreatedAfter: l.CreatedAfter, Metadata: l.Metadata}, req)
	if err != nil {
		return page.Page[*Job]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(r *store.Job) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(cut, m.recorder.Job), nil
}

// Cancel ends a job that has not ended. A canceled one is returned unchanged; for a finished one it returns a conflict.
func (m *Module) Cancel(ctx context.Context, id string, respond func(ctx context.Context, j *Job) error) (*Job, error) {
	who := ident.Must(ctx)
	var out *Job
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		row, err := m.store.Cancel(ctx, who.Tenant(), id)
		if errors.Is(err, store.ErrGone) {
			if out, err = m.Job(ctx, id); err != nil {
				return err
			}
			ident.Belongs(ctx, out.BrandID)
			if out.Status != Canceled {
				return errJobEnded
			}
			return respond(ctx, out)
		}
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := m.needs.Credits.Void(ctx, row.HoldID); err != nil {
				return err
			}
		}
		ident.Belongs(ctx, row.BrandID)
		out = m.recorder.Job(row)
		if err := m.recorder.EndJob(ctx, EventCanceled, out); err != nil {
			return err
		}
		return respond(ctx, out)
	})
	return out, err
}

// Wait returns the job when it has ended, or its current state after d.
func (m *Module) Wait(ctx context.Context, id string, d time.Duration) (*Job, error) {
	waits := d > 0
	ended, stop := m.watchers.Subscribe(queue.EndOf(id))
	defer stop()
	deadline := time.NewTimer(d)
	defer deadline.Stop()
	for {
		j, err := m.Job(ctx, id)
		if err == nil && waits {
			// After the read: a credential that was revoked before the job changed must not return the change.
			err = ident.Recheck(ctx)
		}
		if err != nil {
			return nil, err
		}
		if j.Status.Terminal() || d <= 0 {
			return j, nil
		}
		select {
		case <-ended:
		case <-time.After(queue.Recheck):
		case <-deadline.C:
			d = 0
		case <-ctx.Done():
			return j, ctx.Err()
		}
	}
}

// Watch calls visit with the job's current state, if that is newer than the sequence after, and after every change,
// until the job has ended, ctx ends, the credential of the caller is no longer valid, or visit fails. Of states in quick
// succession only the latest is visited. The final state is always visited, even repeatedly, so that a client that
// reconnects learns that the job has ended. A sequence that the job has not reached is ignored.
func (m *Module) Watch(ctx context.Context, id string, after int64, visit func(*Job) error) error {
	changed, stop := m.watchers.Subscribe(id)
	defer stop()
	for first := true; ; first = false {
		j, err := m.Job(ctx, id)
		if err != nil {
			return err
		}
		// After the read: a credential that was revoked before the job changed must not return the change.
		if err := ident.Recheck(ctx); err != nil {
			return err
		}
		if first && after > j.Sequence {
			after = -1
		}
		if j.Sequence > after || j.Status.Terminal() {
			if err := visit(j); err != nil {
				return err
			}
			after = j.Sequence
		}
		if j.Status.Terminal() {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(queue.Recheck):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
