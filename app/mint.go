package app

import (
	"context"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

// MintKey makes an API key of the default workspace and returns its text, as `platen keys create` does;
// without scopes it has the default ones.
func (f *Floor) MintKey(ctx context.Context, mode string, scopes ...string) (string, error) {
	ws, err := f.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if err != nil {
		return "", err
	}
	return f.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: ident.Mode(mode), Name: "minted", Scopes: scopes})
}

// MintKeyIn makes an API key on the operator's behalf and returns its text.
func (f *Floor) MintKeyIn(ctx context.Context, n auth.NewKey) (text string, err error) {
	n.CreatedBy = operator
	err = f.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		var key auth.Key
		key, text, err = f.Auth.CreateKey(ctx, n)
		return keyChange("auth.create_api_key", key), err
	})
	return text, err
}

// MintWorkspace makes a workspace with credits and returns a live key of it that may do everything.
func (f *Floor) MintWorkspace(ctx context.Context, name string, credits int64) (text string, err error) {
	err = f.DB.InTx(ctx, func(ctx context.Context) error {
		ws, err := f.CreateWorkspace(ctx, name)
		if err != nil {
			return err
		}
		if credits > 0 {
			if _, err := f.GrantCredits(ctx, ws.ID, credits, "a new workspace"); err != nil {
				return err
			}
		}
		text, err = f.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: ident.Live, Name: "minted", Scopes: ident.KnownScopes()})
		return err
	})
	return text, err
}

// ImportDefault takes over a key that was issued elsewhere into the default workspace.
func (f *Floor) ImportDefault(ctx context.Context, text string) error {
	ws, err := f.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if err != nil {
		return err
	}
	_, err = f.ImportKey(ctx, auth.NewKey{Workspace: ws.ID, Name: "imported"}, text)
	return err
}

// ImportKey takes over a key that was issued elsewhere and returns its id.
func (f *Floor) ImportKey(ctx context.Context, n auth.NewKey, text string) (id string, err error) {
	n.CreatedBy = operator
	err = f.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		key, err := f.Auth.ImportKey(ctx, n, text)
		id = key.ID
		return keyChange("auth.import_api_key", key), err
	})
	return id, err
}

// RevokeKey ends a key of either mode at once.
func (f *Floor) RevokeKey(ctx context.Context, ws ident.Workspace, id string) error {
	var err error
	for _, mode := range []ident.Mode{ident.Live, ident.Test} {
		err = f.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
			key, err := f.Auth.Revoke(ctx, ws, mode, id)
			return keyChange("auth.revoke_api_key", key), err
		})
		if err == nil {
			return nil
		}
	}
	return err
}

// GrantCredits gives a workspace n more credits and returns what it has available.
func (f *Floor) GrantCredits(ctx context.Context, ws ident.Workspace, n int64, reason string) (available int64, err error) {
	err = f.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		b, err := f.Credits.Grant(ctx, ws, n, reason)
		available = b.Available
		return audit.Change{Workspace: ws, Action: "credits.grant", After: map[string]any{"amount": n, "reason": reason, "available": b.Available}}, err
	})
	return available, err
}

// CreateWorkspace makes a workspace.
func (f *Floor) CreateWorkspace(ctx context.Context, name string) (ws auth.Workspace, err error) {
	err = f.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		ws, err = f.Auth.CreateWorkspace(ctx, name)
		return audit.Change{Workspace: ws.ID, Action: "auth.create_workspace", Subject: string(ws.ID), After: map[string]any{"name": name}}, err
	})
	return ws, err
}

func keyChange(action string, k auth.Key) audit.Change {
	scopes := make([]any, len(k.Scopes))
	for i, s := range k.Scopes {
		scopes[i] = s
	}
	return audit.Change{Workspace: k.Workspace, Mode: k.Mode, Action: action, Subject: k.ID,
		After: map[string]any{"name": k.Name, "mode": string(k.Mode), "scopes": scopes, "status": string(k.Status)}}
}
