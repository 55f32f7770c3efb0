// Package operator changes an installation on its operator's behalf: workspaces, API keys and credits, from the command
// line and at the first start. Every change writes its audit entry in the same transaction.
package operator

import (
	"context"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// actor is the actor of the audit entries.
const actor = "cli"

// Credits reads and raises the balances of workspaces.
type Credits interface {
	// Grant adds n credits and returns the available balance.
	Grant(ctx context.Context, ws ident.Workspace, n int64, reason string) (available int64, err error)
	// Balance returns the balance of a workspace.
	Balance(ctx context.Context, ws ident.Workspace) (Balance, error)
}

// Balance is what a workspace may spend, what running requests hold, and what was spent.
type Balance struct{ Available, Held, Spent int64 }

// Operator makes changes. Every member is required. It is safe for concurrent use.
type Operator struct {
	DB      *pg.DB
	Audit   *audit.Log
	Auth    *auth.Module
	Credits Credits
}

// Operate runs fn, which makes a change and returns its description, in a transaction together with its audit entry. It
// sets the actor, and the mode to live if fn sets none.
func (o *Operator) Operate(ctx context.Context, fn func(ctx context.Context) (audit.Change, error)) error {
	return o.DB.InTx(ctx, func(ctx context.Context) error {
		c, err := fn(ctx)
		if err != nil {
			return err
		}
		c.Actor = actor
		if c.Mode == "" {
			c.Mode = ident.Live
		}
		return o.Audit.Append(ctx, c)
	})
}
