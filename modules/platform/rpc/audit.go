package rpc

import (
	"context"
	"log/slog"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Audit appends an entry for every request that changed something, in the transaction of the change. A nil
// Audit appends none.
type Audit struct {
	DB  *pg.DB
	Log *audit.Log
	// Operator is notified of entries that could not join their change's transaction.
	Operator *slog.Logger
}

// record wraps handler so that it appends its entry. Use cases under an idempotency key store their response
// and the entry in their last transaction; the others, such as DELETE, run in one transaction here.
func (a *Audit) record(c *Call, req proto.Message, handler func(ctx context.Context) (proto.Message, error)) func(ctx context.Context) (proto.Message, error) {
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
				// The change is committed and must not be rolled back; its entry follows it.
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
