package credits

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
)

// ranLow is the job that announces a workspace below the threshold. It is a job of its own: the transaction that
// spent the credits locks the account, and must not wait for webhooks as well.
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

// fell reports whether spending n just brought the balance below the threshold.
func (m *Module) fell(left, n int64) bool { return left < m.cfg.Low && left+n >= m.cfg.Low }
