package approvals

import (
	"context"
	"errors"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
)

// policiesChannel notifies processes that a workspace has a new policy; the payload is the workspace.
const policiesChannel = "approvals_policies"

func newNoPolicies() *cache.Cache[ident.Workspace, struct{}] {
	return cache.New[ident.Workspace](cache.Options[struct{}]{Entries: 50_000, TTL: 5 * time.Second}) // a notification may be lost
}

// policyFor returns the policy that applies to an action; store.ErrGone when none does. It caches that a workspace has
// no policies.
func (m *Module) policyFor(ctx context.Context, action string, brands, formats []string) (*store.Policy, error) {
	t := tenant(ctx)
	inside := m.db.Tx(ctx) != nil
	if _, none := m.noPolicies.Get(t.Workspace()); none && !inside {
		return nil, store.ErrGone
	}
	epoch := m.noPolicies.Epoch()
	p, err := m.store.PolicyFor(ctx, t, action, brands, formats)
	if inside || !errors.Is(err, store.ErrGone) {
		return p, err
	}
	some, e := m.store.HasPolicies(ctx, t.Workspace())
	if e == nil && !some {
		m.noPolicies.Put(t.Workspace(), struct{}{}, epoch)
	}
	return p, err
}

// policyAdded invalidates the cached absence of policies in every process when the transaction of ctx commits.
func (m *Module) policyAdded(ctx context.Context, ws ident.Workspace) error {
	m.db.AfterCommit(ctx, func() { m.noPolicies.Drop("") })
	return m.db.Notify(ctx, policiesChannel, string(ws))
}
