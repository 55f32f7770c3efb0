package app

import (
	"context"

	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
)

// contentPolicy judges what renders say.
type contentPolicy struct{ module *policy.Module }

func (p contentPolicy) Check(ctx context.Context, c rendering.Content) error {
	passages := make([]policy.Passage, len(c.Text))
	for i, t := range c.Text {
		passages[i] = policy.Passage(t)
	}
	return p.module.CheckText(ctx, passages)
}
