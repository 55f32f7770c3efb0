package operator

import (
	"context"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

// MintKey creates an API key of the default workspace and returns its text. Without scopes it has the default ones.
func (o *Operator) MintKey(ctx context.Context, mode string, scopes ...string) (string, error) {
	ws, err := o.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if err != nil {
		return "", err
	}
	return o.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: ident.Mode(mode), Name: "minted", Scopes: scopes})
}

// MintKeyIn creates an API key and returns its text.
func (o *Operator) MintKeyIn(ctx context.Context, n auth.NewKey) (text string, err error) {
	n.CreatedBy = actor
	err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		var key auth.Key
		key, text, err = o.Auth.CreateKey(ctx, n)
		return keyChange("auth.create_api_key", key), err
	})
	return text, err
}

// ImportDefault imports a key that was issued elsewhere into the default workspace.
func (o *Operator) ImportDefault(ctx context.Context, text string) error {
	ws, err := o.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if err != nil {
		return err
	}
	_, err = o.ImportKey(ctx, auth.NewKey{Workspace: ws.ID, Name: "imported"}, text)
	return err
}

// ImportKey imports a key that was issued elsewhere and returns its id.
func (o *Operator) ImportKey(ctx context.Context, n auth.NewKey, text string) (id string, err error) {
	n.CreatedBy = actor
	err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		key, err := o.Auth.ImportKey(ctx, n, text)
		id = key.ID
		return keyChange("auth.import_api_key", key), err
	})
	return id, err
}

// RevokeKey revokes a key of either mode immediately.
func (o *Operator) RevokeKey(ctx context.Context, ws ident.Workspace, id string) error {
	var err error
	for _, mode := range []ident.Mode{ident.Live, ident.Test} {
		err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
			key, err := o.Auth.Revoke(ctx, ident.System(ws, mode), id)
			return keyChange("auth.revoke_api_key", key), err
		})
		if err == nil {
			return nil
		}
	}
	return err
}

// SignIn returns the text of a link that signs the owner of a workspace in to the console, once.
func (o *Operator) SignIn(ctx context.Context, ws ident.Workspace, mode ident.Mode) (link string, err error) {
	err = o.Operate(ctx, func(ctx context.Context) (audit.Change, error) {
		link, err = o.Auth.NewSignIn(ctx, ws, mode)
		return audit.Change{Workspace: ws, Mode: mode, Action: "auth.create_sign_in"}, err
	})
	return link, err
}

func keyChange(action string, k auth.Key) audit.Change {
	scopes := make([]any, len(k.Scopes))
	for i, s := range k.Scopes {
		scopes[i] = s
	}
	return audit.Change{Workspace: k.Workspace, Mode: k.Mode, Action: action, Subject: k.ID,
		After: map[string]any{"name": k.Name, "mode": string(k.Mode), "scopes": scopes, "status": string(k.Status)}}
}
