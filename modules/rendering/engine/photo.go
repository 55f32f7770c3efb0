package engine

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Photo returns an image of a file's pixels, rendered elsewhere for a canvas of width × height CSS pixels at scale, so
// that it can be marked and encoded like the engine's own. A file of another size is an error.
func (e *Engine) Photo(ctx context.Context, file []byte, width, height int, scale float64) (*Drawing, error) {
	b, err := image.Decode(ctx, file, image.Limits{MaxBytes: 256 << 20, MaxPixels: raster.MaxPixels, MaxSide: 16_500})
	if err != nil {
		return nil, fmt.Errorf("reading a drawn image: %w", err)
	}
	set := Settings{Width: width, Height: height, Scale: scale}
	w, h := devicePixels(width, scale), devicePixels(height, scale)
	if b.Width != w || b.Height != h {
		return nil, fmt.Errorf("reading a drawn image: it is %d × %d pixels, not %d × %d", b.Width, b.Height, w, h)
	}
	if float64(width)*scale != float64(w) || float64(height)*scale != float64(h) {
		// The pixels are preserved only if the canvas is a whole number of them.
		set = Settings{Width: w, Height: h, Scale: 1}
	}
	list := &display.List{Width: set.Width, Height: set.Height, Ops: []display.Op{display.DrawImage{
		Image: b, Sampling: display.Nearest,
		Src: display.Rect{X1: display.FromFloat(float64(b.Width)), Y1: display.FromFloat(float64(b.Height))},
		Dst: display.Rect{X1: display.FromFloat(float64(set.Width)), Y1: display.FromFloat(float64(set.Height))},
	}}}
	return &Drawing{List: list, settings: set}, nil
}

// devicePixels returns the number of device pixels of a side of the canvas.
func devicePixels(side int, scale float64) int { return int(float64(float64(side)*scale) + 0.5) }

// Mark returns only the test mark for a canvas, as an SVG element for HTML.
func (e *Engine) Mark(ctx context.Context, width, height int) (string, error) {
	blank := &Drawing{List: &display.List{Width: width, Height: height}}
	data, err := e.svg(ctx, e.Watermark(blank).List)
	return string(data), err
}

// MaxPages is the maximal number of pages of a document.
const MaxPages = maxPages
