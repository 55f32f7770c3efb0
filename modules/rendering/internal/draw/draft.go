package draw

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
)

// Draft renders output i natively as a PNG on its background, with the test mark if marked.
func (d *Documents) Draft(ctx context.Context, i int, marked bool) (*engine.File, error) {
	layout, err := d.Layout(ctx, i)
	if err != nil {
		return nil, err
	}
	if marked {
		layout = d.engines.Native.Watermark(layout)
	}
	file, err := d.engines.Native.Encode(ctx, layout, engine.Output{Format: encode.PNG, Background: d.outputs[i].Background})
	if err != nil {
		return nil, d.plan.Fault(err, i)
	}
	return file, nil
}

// Review renders output i for approvers: a marked PNG whose longest side is at most longest pixels.
func (d *Documents) Review(ctx context.Context, i, longest int) (*engine.File, error) {
	o, native := d.plan.Outputs[i], d.plan.Engine.Name == plan.Native
	if side := max(o.Width, o.Height); float64(side)*o.Scale > float64(longest) {
		o.Scale = min(o.Scale, float64(longest)/float64(side))
	}
	if !native {
		o.Format, o.Quality, o.MaxBytes = "png", 0, 0
	}
	if o != d.plan.Outputs[i] {
		d = d.WithOutput(i, o)
	}
	if !native {
		file, _, err := d.RenderOutput(ctx, i, true)
		return file.File, err
	}
	layout, err := d.Layout(ctx, i)
	if err != nil {
		return nil, err
	}
	file, err := d.engines.Native.Encode(ctx, d.engines.Native.Watermark(layout), engine.Output{Format: encode.PNG})
	if err != nil {
		return nil, fmt.Errorf("encoding an image for review: %w", err)
	}
	return file, nil
}
