package encode

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/gif"
	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// gifOf writes a GIF of at most n colours. Pixels of less than half coverage become transparent, the others are
// composited over the background.
func gifOf(ctx context.Context, pm *raster.Pixmap, o Options, n int) ([]byte, error) {
	p, err := gifPalette(ctx, pm, o, n)
	if err != nil {
		return nil, err
	}
	return gif.Encode(ctx, p, pm.Width, pm.Height)
}

// gifPalette reduces an image to at most n colours, of which at most one is transparent.
func gifPalette(ctx context.Context, pm *raster.Pixmap, o Options, n int) (*palette.Palette, error) {
	src := &palette.Source{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque}
	if !pm.Opaque {
		const half = 128
		row := flattened(pm, o.Background)
		stride := pm.Width * 4
		src.Pix = make([]byte, len(pm.Pix))
		for y := range pm.Height {
			dst := src.Pix[y*stride : (y+1)*stride]
			row(y, dst)
			for i := 3; i < stride; i += 4 {
				if pm.Pix[y*stride+i] < half {
					clear(dst[i-3 : i+1])
				}
			}
		}
	}
	p, err := palette.Reduce(ctx, src, n)
	if err != nil {
		return nil, err
	}
	p.ThresholdAlpha()
	return p, nil
}
