package bridge

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/approvals"
	approvalsrpc "github.com/platenhq/platen/modules/approvals/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
)

// Approvals returns the needs of the approvals module.
func Approvals(w *webhooks.Module) approvals.Needs {
	return approvals.Needs{Announce: approvalEvents{w}}
}

// Renders returns the renderer of the requests that approvals and drafts store.
func Renders(m *rendering.Module, out renderingrpc.Encoder) approvals.Renders { return renders{m, out} }

type renders struct {
	module *rendering.Module
	out    renderingrpc.Encoder
}

func (r renders) Check(ctx context.Context, request []byte) error {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return err
	}
	_, err = r.module.Resolve(ctx, req)
	return err
}

func (r renders) Prepare(ctx context.Context, request []byte) (string, func(context.Context) (string, error), error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return "", nil, err
	}
	return r.module.PlanApproved(ctx, req)
}

func (r renders) Render(ctx context.Context, request []byte, done func(ctx context.Context, render []byte) error) error {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return err
	}
	req.Operation = rendering.Preview
	_, err = r.module.Generate(ctx, req, func(ctx context.Context, result rendering.Result) error {
		return done(ctx, wire.Encode(r.out.Result(result).GetRender()))
	})
	return err
}

// approvalEvents enqueues the webhook events of approvals. Their data is an approval as the API returns it, without its
// request.
type approvalEvents struct{ webhooks *webhooks.Module }

func (e approvalEvents) Approval(ctx context.Context, event string, a approvals.Approval) error {
	fact := webhooks.Fact{Workspace: a.Workspace, Mode: a.Mode, Event: event, Data: func(brevity int) (json.RawMessage, error) {
		m := approvalsrpc.Approval(a)
		if brevity > 0 {
			for _, r := range m.Reviews {
				r.Comment = ""
			}
		}
		return append(append([]byte(`{"approval":`), wire.Encode(m)...), '}'), nil
	}}
	if len(a.Brands) == 1 {
		fact.BrandID = a.Brands[0]
	}
	return e.webhooks.Announce(ctx, fact)
}

// named returns the brands of an object that belongs to at most one.
func named(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}
