package engine

import (
	"bytes"
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// trim returns the painted part of a drawn image: without the edges that are transparent or of the background's colour.
// An image without any other pixels is unchanged. The test mark does not count as painted.
func (e *Engine) trim(ctx context.Context, p *Drawing, pm *raster.Pixmap, background *display.Color) (*raster.Pixmap, error) {
	pm = pm.Plain()
	seen := pm
	if p.unmarked != nil {
		plain := *p
		plain.List = p.unmarked
		var err error
		if seen, err = e.Pixels(ctx, &plain, background); err != nil {
			return nil, err
		}
	}
	var empty [4]byte
	if background != nil {
		empty = raster.Premultiplied(*background)
	}
	x0, y0, x1, y1 := painted(seen, empty)
	if x0 >= x1 {
		return pm, nil
	}
	out := &raster.Pixmap{Width: x1 - x0, Height: y1 - y0, Pix: make([]byte, 0, 4*(x1-x0)*(y1-y0)), Opaque: pm.Opaque}
	for y := y0; y < y1; y++ {
		out.Pix = append(out.Pix, pm.Pix[4*(y*pm.Width+x0):4*(y*pm.Width+x1)]...)
	}
	return out, nil
}

// painted returns the smallest rectangle, in pixels, outside which every pixel is empty.
func painted(pm *raster.Pixmap, empty [4]byte) (x0, y0, x1, y1 int) {
	stride := 4 * pm.Width
	blank := bytes.Repeat(empty[:], pm.Width)
	for y1 = pm.Height; y1 > 0 && bytes.Equal(pm.Pix[(y1-1)*stride:y1*stride], blank); y1-- {
	}
	for y0 = 0; y0 < y1 && bytes.Equal(pm.Pix[y0*stride:(y0+1)*stride], blank); y0++ {
	}
	x0 = pm.Width
	for y := y0; y < y1; y++ {
		row := pm.Pix[y*stride : (y+1)*stride]
		left := 0
		for left < x0 && [4]byte(row[4*left:]) == empty {
			left++
		}
		x0 = min(x0, left)
		right := pm.Width
		for right > x1 && [4]byte(row[4*right-4:]) == empty {
			right--
		}
		x1 = max(x1, right)
	}
	return x0, y0, x1, y1
}
