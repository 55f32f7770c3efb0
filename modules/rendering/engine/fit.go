package engine

import (
	"context"
	"math"
)

// FitHeight returns the canvas height that a document requires in a viewport of height set.Height, in CSS pixels: that
// of the viewport's scrollable overflow area (CSS Overflow 3, section 2.2), at least set.Height and at most most. The
// document must then be opened with it as Height and with set.Height as Viewport.
func (e *Engine) FitHeight(ctx context.Context, src Source, set Settings, files Files, most int) (int, error) {
	d, err := e.Open(ctx, src, set)
	if err != nil {
		return 0, err
	}
	p, err := d.Draw(ctx, files)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	// Excess of less than 1/32 of a pixel is rounding error.
	return min(max(set.Height, int(math.Ceil(p.layout.Bottom().Float()-1.0/32))), most), nil
}
