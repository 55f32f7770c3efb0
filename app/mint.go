package app

import (
	"context"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

// MintKey makes an API key of the default workspace and returns its text, as `platen keys create` does;
// without scopes it has the default ones.
func (f *Floor) MintKey(ctx context.Context, mode string, scopes ...string) (string, error) {
	ws, err := f.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if err != nil {
		return "", err
	}
	_, text, err := f.Auth.CreateKey(ctx, auth.NewKey{Workspace: ws.ID, Mode: ident.Mode(mode), Name: "minted", Scopes: scopes, CreatedBy: "cli"})
	return text, err
}
