package rendering

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// SketchOptions say how a sketch is drawn.
type SketchOptions struct {
	// Watermarked draws the test mark over it.
	Watermarked bool
}

// Sketch draws a request of one output as a PNG that nobody keeps and that costs nothing: the preview of a
// template. It passes the checks of a render, but for approvals and credits.
func (m *Module) Sketch(ctx context.Context, req *Request, o SketchOptions) ([]byte, error) {
	p, err := m.check(ctx, req, refuseBroken)
	if err != nil {
		return nil, err
	}
	if len(p.outputs) != 1 {
		return nil, fmt.Errorf("a sketch has %d outputs", len(p.outputs))
	}
	ctx, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	if err := m.lay(ctx, p, 0); err != nil {
		return nil, err
	}
	pic := p.pictures[0]
	if o.Watermarked {
		pic = m.engine.Watermark(pic)
	}
	file, err := m.engine.Encode(ctx, pic, engine.Output{Format: encode.PNG, Background: p.outputs[0].Background})
	if err != nil {
		return nil, p.fault(err, 0)
	}
	return file.Bytes, nil
}
