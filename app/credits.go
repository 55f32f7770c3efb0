package app

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/credits"
	creditsrpc "github.com/platenhq/platen/modules/credits/rpc"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/webhooks"
)

// creditEvents tells receivers of workspaces that run short of credits. Only live work spends any.
type creditEvents struct{ webhooks *webhooks.Module }

func (c creditEvents) CreditsLow(ctx context.Context, ws ident.Workspace, left credits.Balance, threshold int64) error {
	return c.webhooks.Announce(ctx, webhooks.Fact{Workspace: ws, Mode: ident.Live, Event: webhooks.CreditsLow,
		Data: func(int) (json.RawMessage, error) { return creditsrpc.Low(left, threshold) }})
}
