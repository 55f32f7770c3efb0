package app

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/modules/brands"
	brandsrpc "github.com/platenhq/platen/modules/brands/rpc"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
)

// renderKits is the rendering module's need for brand kits, met by the brands module.
type renderKits struct{ module *brands.Module }

func (r renderKits) Find(ctx context.Context, brandID string, kit *rendering.Ref) (*rendering.Kit, error) {
	var ref rendering.Ref
	if kit != nil {
		ref = *kit
	}
	found, err := r.module.Find(ctx, brandID, ref.ID, ref.Version)
	if err != nil || found == nil {
		return nil, err
	}
	return &rendering.Kit{Ref: rendering.Ref{ID: found.KitID, Version: found.Version}, BrandID: found.BrandID, CSS: found.Compiled.CSS, Locked: found.Compiled.Locked(),
		Body: found.Body, Judge: found.Compiled}, nil
}

func (r renderKits) Check(_ context.Context, kit *rendering.Kit, asked *rendering.Request, pages []rendering.Page) ([]fault.Detail, []rendering.Warning, error) {
	compiled, ok := kit.Judge.(*brands.Compiled)
	if !ok {
		return nil, nil, fmt.Errorf("a kit of the brands module has the judge %T", kit.Judge)
	}
	var wire map[string]any
	if err := json.Unmarshal(asked.Wire, &wire); err != nil {
		return nil, nil, fmt.Errorf("reading a request: %w", err)
	}
	seen := make([]brands.Page, len(pages))
	for i := range pages {
		seen[i] = newBrandPage(pages[i].Output.Name, pages[i].Picture)
	}
	v := compiled.Judge(cssOfEngine{}, wire, map[string]any{"id": kit.Ref.ID, "version": int64(kit.Ref.Version)}, seen)
	warnings := make([]rendering.Warning, len(v.Warnings))
	for i, w := range v.Warnings {
		warnings[i] = rendering.Warning(w)
	}
	return v.Errors, warnings, nil
}

// kitChecks has the rendering module lay out what the brands module checks for nothing.
type kitChecks struct{ module *rendering.Module }

func (k *kitChecks) Judge(ctx context.Context, request []byte) ([]fault.Detail, []brands.Warning, error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return nil, nil, err
	}
	details, list, err := k.module.Judge(ctx, req)
	warnings := make([]brands.Warning, len(list))
	for i, w := range list {
		warnings[i] = brands.Warning(w)
	}
	return details, warnings, err
}

// kitAssets is the brands module's need for assets, met by the library.
type kitAssets struct{ app *App }

func (k kitAssets) Known(ctx context.Context, id string) (bool, error) {
	_, err := k.app.library.Asset(ctx, id)
	switch fault.CodeOf(err) {
	case fault.AssetNotFound, fault.Forbidden:
		return false, nil
	}
	return err == nil, err
}

// kitEvents tells receivers of published kits.
type kitEvents struct{ webhooks *webhooks.Module }

func (k *kitEvents) KitPublished(ctx context.Context, ws ident.Workspace, mode ident.Mode, kit brands.KitVersion) error {
	return k.webhooks.Announce(ctx, webhooks.Fact{Workspace: ws, Mode: mode, Event: webhooks.BrandKitPublished, BrandID: kit.BrandID,
		Data: func(brevity int) (json.RawMessage, error) {
			if brevity > 0 { // its link has all of it
				kit.Kit = brands.Kit{}
			}
			return json.Marshal(map[string]any{"brand_id": kit.BrandID, "brand_kit": json.RawMessage(brandsrpc.Version(kit))})
		}})
}
