package brands

import (
	"context"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Checker checks render requests against kits. It is separate from Module because it depends on rendering, which
// depends on Module. It is safe for concurrent use.
type Checker struct {
	module   *Module
	renderer Renderer
}

// Renderer lays out a render request and checks it against the kit it names; nothing is stored or charged.
type Renderer interface {
	Evaluate(ctx context.Context, request []byte) ([]fault.Detail, []Warning, error)
}

// NewChecker returns a Checker for m's kits.
func NewChecker(m *Module, r Renderer) *Checker { return &Checker{m, r} }

// Check lays out a render request, which names the kit and the version, and checks it. Nothing is stored.
func (c *Checker) Check(ctx context.Context, id string, version int, request func(version int) []byte) (ref map[string]any, v Verdict, err error) {
	kit, err := c.module.Kit(ctx, id)
	if err != nil {
		return nil, v, err
	}
	if version == 0 {
		version = kit.Current.Version
	} else if _, err := c.module.Version(ctx, id, version); err != nil {
		return nil, v, err
	}
	errs, warnings, err := c.renderer.Evaluate(context.WithValue(ctx, evaluatingKey{}, true), request(version))
	return map[string]any{"id": id, "version": int64(version)}, Verdict{Errors: errs, Warnings: warnings}, err
}
