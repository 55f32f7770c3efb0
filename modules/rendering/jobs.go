package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Job returns a job of the caller's workspace and mode.
func (m *Module) Job(ctx context.Context, id string) (*Job, error) {
	row, err := m.store.Job(ctx, tenant(ident.Must(ctx)), id)
	if errors.Is(err, store.ErrGone) {
		return nil, errJobNotFound
	}
	if err != nil {
		return nil, err
	}
	return m.job(row), nil
}

// List is what a client asks of a list.
type List struct {
	Limit        *int32
	Cursor       *string
	CreatedAfter *time.Time
	Status       string            // of jobs; empty = all
	Format       string            // of images; empty = all
	Metadata     map[string]string // labels a job must have
}

// scope binds a cursor to the list and its filters.
func (l *List) scope(ctx context.Context, route string) page.Scope {
	who := ident.Must(ctx)
	keys := make([]string, 0, len(l.Metadata))
	for k, v := range l.Metadata {
		keys = append(keys, fmt.Sprintf("%q=%q", k, v))
	}
	slices.Sort(keys)
	after := ""
	if l.CreatedAfter != nil {
		after = l.CreatedAfter.UTC().Format(time.RFC3339Nano)
	}
	return page.Scope{Route: route, Workspace: who.Workspace, Mode: who.Mode, Filters: fmt.Sprint(l.Status, "|", l.Format, "|", after, "|", keys)}
}

// Jobs returns a page of jobs, newest first.
func (m *Module) Jobs(ctx context.Context, l List) (page.Page[*Job], error) {
	req, err := m.cursors.Request(l.scope(ctx, "rendering.jobs"), l.Limit, l.Cursor)
	if err != nil {
		return page.Page[*Job]{}, err
	}
	rows, err := m.store.Jobs(ctx, tenant(ident.Must(ctx)), store.JobFilter{Status: l.Status, CreatedAfter: l.CreatedAfter, Metadata: l.Metadata}, req)
	if err != nil {
		return page.Page[*Job]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(r *store.Job) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(cut, m.job), nil
}

// Cancel ends a job that has not ended. A canceled one is returned as it is; a
// finished one is a conflict.
func (m *Module) Cancel(ctx context.Context, id string, answer func(ctx context.Context, j *Job) error) (*Job, error) {
	who := ident.Must(ctx)
	var out *Job
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		row, err := m.store.Cancel(ctx, tenant(who), id)
		if errors.Is(err, store.ErrGone) {
			if out, err = m.Job(ctx, id); err != nil {
				return err
			}
			if out.Status != Canceled {
				return errJobEnded
			}
			return answer(ctx, out)
		}
		if err != nil {
			return err
		}
		if row.HoldID != "" {
			if err := m.needs.Credits.Void(ctx, row.HoldID); err != nil {
				return err
			}
		}
		out = m.job(row)
		if err := m.ended(ctx, EventCanceled, row); err != nil {
			return err
		}
		return answer(ctx, out)
	})
	return out, err
}

// job turns a row into what clients see.
func (m *Module) job(r *store.Job) *Job {
	j := &Job{
		ID: r.ID, Workspace: ident.Workspace(r.WorkspaceID), Mode: modeOf(r), Status: Status(r.Status), RequestHash: r.RequestHash,
		EngineName: r.EngineName, EngineVersion: r.EngineVersion, Seed: r.Seed, Completed: r.Completed, Total: r.Total,
		Error: fromFailure(r.Error), Attempts: r.Attempts, Sequence: r.Sequence, CreatedAt: r.CreatedAt, StartedAt: r.StartedAt,
		FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt, CreditsReserved: r.CreditsReserved, CreditsCharged: r.CreditsCharged,
		WebhookIDs: r.WebhookIDs, DecisionID: r.DecisionID,
	}
	// The columns were written by this module; what does not read is left out.
	_ = json.Unmarshal(r.Outputs, &j.Outputs)
	_ = json.Unmarshal(r.Warnings, &j.Warnings)
	_ = json.Unmarshal(r.Metadata, &j.Metadata)
	for i := range j.Outputs {
		j.Outputs[i].URL = m.url(&j.Outputs[i])
	}
	return j
}
