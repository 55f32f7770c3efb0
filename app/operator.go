package app

import (
	"context"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
)

// operator is the actor of what is done on the command line and at the first start.
const operator = "cli"

// Operate makes a change on the operator's behalf: fn makes it and tells what it was, in one transaction
// with its audit entry. The actor is filled in; the mode is live where fn names none.
func (f *Floor) Operate(ctx context.Context, fn func(ctx context.Context) (audit.Change, error)) error {
	return f.DB.InTx(ctx, func(ctx context.Context) error {
		c, err := fn(ctx)
		if err != nil {
			return err
		}
		c.Actor = operator
		if c.Mode == "" {
			c.Mode = ident.Live
		}
		return f.Audit.Append(ctx, c)
	})
}
