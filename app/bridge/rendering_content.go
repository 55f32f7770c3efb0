package bridge

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
)

// templates resolves and fills the library's templates.
type templates struct{ module *library.Module }

func (t templates) Find(ctx context.Context, ref rendering.Ref) (rendering.Ref, string, error) {
	exact, err := t.module.Resolve(ctx, ref.ID, ref.Version)
	return rendering.Ref{ID: exact.ID, Version: exact.Version}, exact.BrandID, err
}

func (t templates) Fill(ctx context.Context, exact rendering.Ref, in rendering.Values) (rendering.Filled, error) {
	f, err := t.module.Fill(ctx, library.Exact{ID: exact.ID, Version: exact.Version},
		library.Values{Data: in.Data, Locale: in.Locale, Timezone: in.Timezone, Empty: in.Missing == "empty"})
	if err != nil {
		return rendering.Filled{}, err
	}
	out := rendering.Filled{Source: rendering.Source{HTML: f.HTML, Document: f.Document, CSS: f.CSS}, Details: f.Details}
	for _, w := range f.Warnings {
		out.Warnings = append(out.Warnings, rendering.Warning(w))
	}
	return out, nil
}

// renderKits reads and checks brand kits.
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
		Body: found.Body, Evaluate: found.Compiled}, nil
}

func (r renderKits) Check(_ context.Context, kit *rendering.Kit, requested *rendering.Request, pages []rendering.Page) ([]fault.Detail, []rendering.Warning, error) {
	compiled, ok := kit.Evaluate.(*brands.Compiled)
	if !ok {
		return nil, nil, fmt.Errorf("a kit of the brands module has the evaluation function %T", kit.Evaluate)
	}
	var wire map[string]any
	if err := canonical.Unmarshal(requested.Wire, &wire); err != nil {
		return nil, nil, fmt.Errorf("reading a request: %w", err)
	}
	seen := make([]brands.Page, len(pages))
	for i := range pages {
		seen[i] = newBrandPage(pages[i].Output.Name, pages[i].Drawing)
	}
	v := compiled.Evaluate(cssOfEngine{}, wire, map[string]any{"id": kit.Ref.ID, "version": int64(kit.Ref.Version)}, seen)
	warnings := make([]rendering.Warning, len(v.Warnings))
	for i, w := range v.Warnings {
		warnings[i] = rendering.Warning(w)
	}
	return v.Errors, warnings, nil
}

// renderApprovals requests approval of renders.
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
	return r.RequiresApproval(ctx, approvals.LockOverride, a.Brands, a.Formats)
}

// contentPolicy checks the text of renders.
type contentPolicy struct{ module *policy.Module }

func (p contentPolicy) Check(ctx context.Context, c rendering.Content) error {
	passages := make([]policy.Passage, len(c.Text))
	for i, t := range c.Text {
		passages[i] = policy.Passage(t)
	}
	return p.module.CheckText(ctx, passages)
}
