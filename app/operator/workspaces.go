package operator

import (
	"context"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

// CreateWorkspace creates a workspace.
func (o *Operator) CreateWorkspace(ctx context.Context, name string) (ws auth.Workspace, err error) {
	err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		ws, err = o.Auth.CreateWorkspace(ctx, name)
		return audit.Change{Workspace: ws.ID, Action: "auth.create_workspace", Subject: string(ws.ID), After: map[string]any{"name": name}}, err
	})
	return ws, err
}

// MintWorkspace creates a workspace with credits and returns a live key of it with every scope.
func (o *Operator) MintWorkspace(ctx context.Context, name string, credits int64) (text string, err error) {
	err = o.DB.InTx(ctx, func(ctx context.Context) error {
		ws, err := o.CreateWorkspace(ctx, name)
		if err != nil {
			return err
		}
		if credits > 0 {
			if _, err := o.GrantCredits(ctx, ws.ID, credits, "a new workspace"); err != nil {
				return err
			}
		}
		text, err = o.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: ident.Live, Name: "minted", Scopes: ident.KnownScopes()})
		return err
	})
	return text, err
}

// GrantCredits adds n credits to a workspace and returns its available balance.
func (o *Operator) GrantCredits(ctx context.Context, ws ident.Workspace, n int64, reason string) (available int64, err error) {
	err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		available, err = o.Credits.Grant(ctx, ws, n, reason)
		return audit.Change{Workspace: ws, Action: "credits.grant", After: map[string]any{"amount": n, "reason": reason, "available": available}}, err
	})
	return available, err
}
