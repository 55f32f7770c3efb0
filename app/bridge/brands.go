package bridge

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	brandsrpc "github.com/platenhq/platen/modules/brands/rpc"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
)

// Brands returns the needs of the brands module.
func Brands(w *webhooks.Module, a *approvals.Module, l *library.Module) brands.Needs {
	return brands.Needs{Styles: cssOfEngine{}, Announcer: kitEvents{w}, Gate: kitGate{a}, Assets: kitAssets{l}}
}

// KitRenderer returns the renderer with which kits are checked; it charges and stores nothing.
func KitRenderer(m *rendering.Module) brands.Renderer { return kitRenderer{m} }

type kitRenderer struct{ module *rendering.Module }

func (k kitRenderer) Evaluate(ctx context.Context, request []byte) ([]fault.Detail, []brands.Warning, error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return nil, nil, err
	}
	details, list, err := k.module.LockViolations(ctx, req)
	warnings := make([]brands.Warning, len(list))
	for i, w := range list {
		warnings[i] = brands.Warning(w)
	}
	return details, warnings, err
}

// kitAssets looks assets up in the library.
type kitAssets struct{ module *library.Module }

func (k kitAssets) Known(ctx context.Context, id string) (bool, error) {
	_, err := k.module.UseAsset(ctx, id)
	switch fault.CodeOf(err) {
	case fault.AssetNotFound, fault.Forbidden:
		return false, nil
	}
	return err == nil, err
}

// kitEvents enqueues the webhook events of published kits.
type kitEvents struct{ webhooks *webhooks.Module }

func (k kitEvents) KitPublished(ctx context.Context, ws ident.Workspace, mode ident.Mode, kit brands.KitVersion) error {
	return k.webhooks.Announce(ctx, webhooks.Fact{Workspace: ws, Mode: mode, Event: webhooks.BrandKitPublished, BrandID: kit.BrandID,
		Data: func(brevity int) (json.RawMessage, error) {
			if brevity > 0 { // the full kit is at its link
				kit.Kit = brands.Kit{}
			}
			return json.Marshal(map[string]any{"brand_id": kit.BrandID, "brand_kit": json.RawMessage(brandsrpc.Version(kit))})
		}})
}

// kitGate requests approval of publishing brand kits.
type kitGate struct{ module *approvals.Module }

func (g kitGate) Allow(ctx context.Context, v brands.KitVersion) error {
	request, err := json.Marshal(map[string]any{"brand_kit": v.KitID, "version": v.Version, "brand_id": v.BrandID, "kit": v.Kit})
	if err != nil {
		return err
	}
	return g.module.Allow(ctx, approvals.Action{Name: approvals.BrandKitPublish, Brands: named(v.BrandID), Subject: v.KitID, Request: request}, v.KitID)
}
