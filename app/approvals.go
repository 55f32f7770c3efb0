package app

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/approvals"
	approvalsrpc "github.com/platenhq/platen/modules/approvals/rpc"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	"github.com/platenhq/platen/modules/webhooks"
)

// renderApprovals asks for approval of renders.
type renderApprovals struct{ *approvals.Module }

func (r renderApprovals) Require(ctx context.Context, a rendering.Action) (string, error) {
	name := approvals.Render
	if a.Override {
		name = approvals.LockOverride
	}
	return r.Module.Require(ctx, approvals.Action{Name: name, Brands: a.Brands, Formats: a.Formats, Subject: a.Subject, Request: a.Request,
		Bound: a.Bound, RequestHash: a.RequestHash, Execute: a.Execute})
}

func (r renderApprovals) MayOverride(ctx context.Context, a rendering.Action) (bool, error) {
	return r.Asks(ctx, approvals.LockOverride, a.Brands, a.Formats)
}

// signApprovals asks for approval of minting signed URLs.
type signApprovals struct{ *approvals.Module }

func (s signApprovals) Require(ctx context.Context, request []byte, about signing.Checked) (string, error) {
	return s.Module.Require(ctx, approvals.Action{Name: approvals.Sign, Brands: about.Brands, Formats: []string{"png"}, Request: request, Bound: about.Bound})
}

// renders runs the requests that approvals and drafts keep. The rendering module is there once the process is
// wired.
type renders struct {
	module *rendering.Module
	out    renderingrpc.Encoder
}

func (r *renders) Check(ctx context.Context, request []byte) error {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return err
	}
	_, err = r.module.Check(ctx, req)
	return err
}

func (r *renders) Prepare(ctx context.Context, request []byte) (string, func(context.Context) (string, error), error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return "", nil, err
	}
	return r.module.Prepare(ctx, req)
}

func (r *renders) Render(ctx context.Context, request []byte, done func(ctx context.Context, render []byte) error) error {
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

// approvalEvents tells receivers of approvals, in the form that reading one shows, without its request.
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

// templateGate asks for approval of publishing templates. The approvals module is there once the process is wired.
type templateGate struct{ app *App }

func (g templateGate) Allow(ctx context.Context, p library.Publication) error {
	// A template that is created published has its id only when it is: the name stands for it.
	request, err := json.Marshal(map[string]any{"template": p.Name, "version": p.Version, "brand_id": p.BrandID, "content": json.RawMessage(p.Content)})
	if err != nil {
		return err
	}
	return g.app.approvals.Allow(ctx, approvals.Action{Name: approvals.TemplatePublish, Brands: named(p.BrandID), Subject: p.Name, Request: request, Bound: []string{p.SHA256}}, p.TemplateID)
}

// kitGate asks for approval of publishing brand kits.
type kitGate struct{ app *App }

func (g kitGate) Allow(ctx context.Context, v brands.KitVersion) error {
	request, err := json.Marshal(map[string]any{"brand_kit": v.KitID, "version": v.Version, "brand_id": v.BrandID, "kit": v.Kit})
	if err != nil {
		return err
	}
	return g.app.approvals.Allow(ctx, approvals.Action{Name: approvals.BrandKitPublish, Brands: named(v.BrandID), Subject: v.KitID, Request: request}, v.KitID)
}

func named(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}
