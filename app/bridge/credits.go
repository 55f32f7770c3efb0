package bridge

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/app/operator"
	"github.com/platenhq/platen/modules/credits"
	creditsrpc "github.com/platenhq/platen/modules/credits/rpc"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/webhooks"
)

// Credits returns the needs of the credits module.
func Credits(w *webhooks.Module) credits.Needs { return credits.Needs{Announcer: creditEvents{w}} }

// OperatorCredits returns the credits module as the operator uses it.
func OperatorCredits(m *credits.Module) operator.Credits { return operatorCredits{m} }

type operatorCredits struct{ module *credits.Module }

func (c operatorCredits) Grant(ctx context.Context, ws ident.Workspace, n int64, reason string) (int64, error) {
	b, err := c.module.Grant(ctx, ws, n, reason)
	return b.Available, err
}

func (c operatorCredits) Balance(ctx context.Context, ws ident.Workspace) (operator.Balance, error) {
	b, _, err := c.module.Balance(ctx, ws)
	return operator.Balance{Available: b.Available, Held: b.Held, Spent: b.Spent}, err
}

// creditEvents enqueues the webhook event of a low balance. Only live requests spend credits.
type creditEvents struct{ webhooks *webhooks.Module }

func (c creditEvents) CreditsLow(ctx context.Context, ws ident.Workspace, left credits.Balance, threshold int64) error {
	return c.webhooks.Announce(ctx, webhooks.Fact{Workspace: ws, Mode: ident.Live, Event: webhooks.CreditsLow,
		Data: func(int) (json.RawMessage, error) { return creditsrpc.Low(left, threshold) }})
}
