package credits

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
)

// Announcer tells receivers of webhooks, in the transaction of ctx.
type Announcer interface {
	// CreditsLow is called once each time that spending brings a workspace below the threshold.
	CreditsLow(ctx context.Context, ws ident.Workspace, left Balance, threshold int64) error
}

// ranLow tells that a workspace has fallen below the threshold. It is work of its own: the transaction that
// spent the credits holds the account already, and must not wait for webhooks as well.
type ranLow struct {
	Workspace ident.Workspace `json:"workspace"`
}

func (ranLow) Kind() string { return "credits.low" }

func (m *Module) announceLow(ctx context.Context, j jobs.Job[ranLow]) error {
	if m.Announce == nil {
		return nil
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		row, err := m.store.Account(ctx, j.Args.Workspace)
		if err != nil {
			return err
		}
		return m.Announce.CreditsLow(ctx, j.Args.Workspace, balance(row), m.cfg.Low)
	})
}

// fell reports whether spending n has just brought what is left below the threshold.
func (m *Module) fell(left, n int64) bool { return left < m.cfg.Low && left+n >= m.cfg.Low }
