package bridge

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// Redraw regenerates the file of an AI endpoint's receipt, without a service. ok is false for
// receipts of renders; the error is rendering.ErrPinned for images of a model.
func Redraw(ctx context.Context, r *rendering.Receipt) (file []byte, ok bool, err error) {
	if r.Determinism == ai.Pinned && r.Engine.Name != "browser" {
		return nil, true, fmt.Errorf("%w: %s %s made it", rendering.ErrPinned, r.Engine.Name, r.Engine.Version)
	}
	if r.Engine.Name != ai.Builtin {
		return nil, false, nil
	}
	if r.Engine.Version != art.Version {
		return nil, true, fmt.Errorf("the receipt is of the generator %s and this is %s", r.Engine.Version, art.Version)
	}
	p, ok, err := ai.Redraw(ctx, r.Request, r.Seed)
	switch {
	case err != nil:
		return nil, true, err
	case !ok:
		return nil, true, fmt.Errorf("the receipt's request is none of the AI endpoints")
	}
	e := engine.New(engine.Options{})
	if r.Output.Format != "svg" {
		file, err = rendering.WritePixels(ctx, e, p.Pix, p.Width, p.Height, r.Watermarked)
		return file, true, err
	}
	if !r.Watermarked {
		return p.SVG, true, nil
	}
	file, err = rendering.MarkSVG(ctx, e, p.SVG, p.Width, p.Height)
	return file, true, err
}

// Redraw regenerates the file of a receipt that has no document; see the function Redraw.
func (Backgrounds) Redraw(ctx context.Context, r *rendering.Receipt) (file []byte, ok bool, err error) {
	return Redraw(ctx, r)
}
