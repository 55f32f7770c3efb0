package operator

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
)

// FirstCredits are the credits of the default workspace at the first start.
const FirstCredits = 10_000

// FirstKeys are the texts of the keys created at the first start, which are shown once.
type FirstKeys struct{ Live, Test string }

// FirstStart creates the workspace "default" with credits and two keys if the installation has none, and returns nil
// otherwise. Of processes that start concurrently one creates it.
func (o *Operator) FirstStart(ctx context.Context) (*FirstKeys, error) {
	var keys *FirstKeys
	err := o.DB.InTx(ctx, func(ctx context.Context) error {
		ws, err := o.CreateWorkspace(ctx, auth.DefaultWorkspace)
		if errors.Is(err, auth.ErrNameTaken) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := o.GrantCredits(ctx, ws.ID, FirstCredits, "first start"); err != nil {
			return err
		}
		created := &FirstKeys{}
		for _, k := range []struct {
			mode ident.Mode
			text *string
		}{{ident.Live, &created.Live}, {ident.Test, &created.Test}} {
			if *k.text, err = o.MintKeyIn(ctx, auth.NewKey{Workspace: ws.ID, Mode: k.mode, Name: "first " + string(k.mode) + " key"}); err != nil {
				return err
			}
		}
		keys = created
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("creating the default workspace: %w", err)
	}
	return keys, nil
}
