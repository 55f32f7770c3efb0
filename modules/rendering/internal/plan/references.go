package plan

import (
	"context"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// findReferences resolves the references of a request (step 10): a brand outside the caller's limit is forbidden, an
// object that does not exist is not found.
//
// The render belongs to the brand in the request, else to that of its kit, else to that of its template. A render of a
// caller who is limited to a single brand belongs to that brand.
func (b *Builder) findReferences(ctx context.Context, p *Plan, unowned bool) error {
	who := ident.Must(ctx).Tenant()
	brand := p.Original.BrandID
	if p.Original.BrandID != "" || p.Original.BrandKit != nil || len(who.Brands()) == 1 {
		kit, err := b.Brands.Find(ctx, p.Original.BrandID, p.Original.BrandKit)
		if err != nil {
			return located(err)
		}
		if p.kit = kit; kit != nil {
			p.Pins.BrandKit = &kit.Ref
			brand = kit.BrandID
		}
	}
	if p.Original.Template != nil {
		exact, of, err := b.Templates.Find(ctx, *p.Original.Template)
		if err != nil {
			return located(err)
		}
		p.Pins.Template = &exact
		if brand == "" {
			brand = of
		}
	}
	if unowned {
		return nil
	}
	var err error
	p.BrandID, err = who.Choose("/brand_id", brand)
	return err
}

// referencePaths are the members of a request that refer to the missing object of a code.
var referencePaths = map[fault.Code]string{
	fault.TemplateNotFound: "/template/id", fault.TemplateVersionNotFound: "/template/version",
	fault.BrandNotFound: "/brand_id", fault.BrandKitNotFound: "/brand_kit",
}

// located adds the path of the reference to the fault of an object that does not exist.
func located(err error) error {
	f := fault.From(err)
	path, ok := referencePaths[f.Code]
	if !ok {
		return err
	}
	if len(f.Details) > 0 {
		meant, ok := f.Details[0].Context["suggestion"].(string)
		if !ok {
			return err
		}
		g := *f
		g.Details = slices.Clone(f.Details)
		g.Details[0].Path, g.Details[0].FixPatch = path, []fault.Op{fault.Replace(path, meant)}
		return &g
	}
	return f.With(fault.Detail{Path: path, Rule: strings.ToLower(string(f.Code)), Message: f.Message})
}
