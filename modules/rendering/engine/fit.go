package engine

import (
	"context"
	"math"
)

// FitHeight returns the height of the canvas that a document fills in a viewport of set.Height, in CSS pixels: that of the
// viewport's scrollable overflow area (CSS Overflow 3, section 2.2), at least set.Height and at most most. The document is to
// be opened with it as Height and with set.Height as Viewport.
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
	// What is less than 1/32 of a pixel is rounding.
	return min(max(set.Height, int(math.Ceil(p.layout.Bottom().Float()-1.0/32))), most), nil
}
