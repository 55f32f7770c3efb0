package credits

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
)

// ranLow is the job that publishes the low-balance event. It is a separate job because the transaction that spent the
// credits locks the account and must not wait for webhooks as well.
type ranLow struct {
	Workspace ident.Workspace `json:"workspace"`
}

func (ranLow) Kind() string { return "credits.low" }

func (m *Module) announceLow(ctx context.Context, j jobs.Job[ranLow]) error {
	if m.needs.Announcer == nil {
		return nil
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		row, err := m.store.Account(ctx, j.Args.Workspace)
		if err != nil {
			return err
		}
		return m.needs.Announcer.CreditsLow(ctx, j.Args.Workspace, balance(row), m.cfg.Low)
	})
}

// notifyLow enqueues a workspace's due low-balance notice. If it fails, the sweep does so later.
func (m *Module) notifyLow(ctx context.Context, ws string) {
	limited, stop := context.WithTimeout(ctx, noticeTime)
	defer stop()
	_ = m.enqueueLow(limited, ws)
}

// noticeTime is the time limit for the database after a capture.
const noticeTime = 5 * time.Second

func (m *Module) enqueueLow(ctx context.Context, ws string) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		if due, err := m.store.TakeDue(ctx, ws); err != nil || !due {
			return err
		}
		return m.queue.Insert(ctx, ranLow{ident.Workspace(ws)}, jobs.Options{})
	})
}

// notifyAll enqueues due notices that were not enqueued because a process ended after a capture.
func (m *Module) notifyAll(ctx context.Context) error {
	list, err := m.store.Due(ctx)
	if err != nil {
		return err
	}
	for _, ws := range list {
		if err := m.enqueueLow(ctx, ws); err != nil {
			return err
		}
	}
	return nil
}
