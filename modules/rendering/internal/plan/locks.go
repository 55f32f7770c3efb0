package plan

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// checkLocks lays out every output and checks the locks of the brand kit. With approve, broken locks that a policy
// permits approvers to override become warnings.
func (b *Builder) checkLocks(ctx context.Context, p *Plan, docs Documents, approve bool) error {
	if p.kit == nil || !p.kit.Locked {
		return nil
	}
	pages := make([]Page, len(p.Outputs))
	for i := range p.Outputs {
		layout, err := docs.Layout(ctx, i)
		if err != nil {
			return err
		}
		pages[i] = Page{Output: *docs.Output(i), Index: i, Drawing: layout}
	}
	details, warnings, err := b.Brands.Check(ctx, p.kit, p.Original, pages)
	if err != nil {
		return err
	}
	p.Warnings = append(p.Warnings, warnings...)
	if len(details) == 0 {
		return nil
	}
	if approve {
		may, err := b.Overrides.MayOverride(ctx, p.Action())
		if err != nil {
			return err
		}
		if may {
			p.override(details)
			return nil
		}
	}
	return fault.New(fault.StyleLockViolation, "The document breaks locks of the brand kit.").With(details...)
}

// override records the broken locks that an approval must permit.
func (p *Plan) override(details []fault.Detail) {
	for _, d := range details {
		p.Overridden = append(p.Overridden, d.Rule)
		p.Warnings = append(p.Warnings, request.Warning{Code: "lock_overridden", Path: d.Path, Message: d.Message})
	}
}
