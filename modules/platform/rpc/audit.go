package rpc

import (
	"context"
	"log/slog"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Audit leaves an entry of every request that changed something, in the transaction of the change. A nil
// Audit leaves none.
type Audit struct {
	DB  *pg.DB
	Log *audit.Log
	// Operator is notified of entries that could not join their change's transaction.
	Operator *slog.Logger
}

// around returns handler so that it leaves its entry. Use cases under an idempotency key store their response
// in their last transaction, and the entry goes there; the others, such as DELETE, are one transaction here.
func (a *Audit) around(c *Call, req proto.Message, handler func(ctx context.Context) (proto.Message, error)) func(ctx context.Context) (proto.Message, error) {
	if a == nil || c.Operation == nil || !c.Operation.Changes() {
		return handler
	}
	return func(ctx context.Context) (proto.Message, error) {
		p := ident.Must(ctx)
		record := a.Log.Begin(audit.Change{
			Workspace: p.Workspace, Mode: p.Mode, Actor: p.Actor(), Action: audit.ActionOf(c.Operation.Procedure), RequestID: c.RequestID, IP: c.ClientIP.String(),
		}, req)
		ctx = audit.With(ctx, record)
		if c.Operation.Mutation {
			response, err := handler(ctx)
			if err == nil && !record.Written() {
				// The change is made and must not be undone; its entry comes after it.
				a.Operator.WarnContext(ctx, "an audit entry was written after its change", "operation", c.Operation.Procedure)
				err = audit.Done(pg.Outside(context.WithoutCancel(ctx)), response)
			}
			return response, err
		}
		var response proto.Message
		err := a.DB.InTx(ctx, func(ctx context.Context) error {
			var err error
			if response, err = handler(ctx); err != nil {
				return err
			}
			return audit.Done(ctx, response)
		})
		if err != nil {
			return nil, err
		}
		return response, nil
	}
}
