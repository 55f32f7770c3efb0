package encode

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/png"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// shrink looks for the best file of at most o.MaxBytes, the first try having taken
// size bytes. Lossy formats: the highest quality below the one asked for, found by
// bisection and therefore always the same one. PNG and GIF: fewer and fewer
// colours. WebP and AVIF without loss have nothing to give up.
func shrink(ctx context.Context, pm *raster.Pixmap, o Options, size int) ([]byte, error) {
	if o.Format == PNG || o.Format == GIF {
		return shrinkPalette(ctx, pm, o, size)
	}
	if (o.Format == WebP || o.Format == AVIF) && o.Lossless {
		return nil, fmt.Errorf("%w: %d bytes without loss, at most %d wanted", ErrMaxBytes, size, o.MaxBytes)
	}
	var best []byte
	low, high := 1, o.Quality-1
	for low <= high {
		try := o
		try.Quality = (low + high + 1) / 2
		out, err := write(ctx, pm, try)
		if err != nil {
			return nil, err
		}
		if len(out) <= o.MaxBytes {
			best, low = out, try.Quality+1
		} else {
			size, high = min(size, len(out)), try.Quality-1
		}
	}
	if best == nil {
		return nil, fmt.Errorf("%w: %d bytes at quality 1, at most %d wanted", ErrMaxBytes, size, o.MaxBytes)
	}
	return best, nil
}

// paletteSteps are the colour counts tried for a picture that is too large.
var paletteSteps = [...]int{256, 128, 64, 32, 16}

func shrinkPalette(ctx context.Context, pm *raster.Pixmap, o Options, size int) ([]byte, error) {
	pic := &png.Picture{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque, Same: pm.Same}
	for _, n := range paletteSteps {
		var out []byte
		var err error
		if o.Format == GIF {
			out, err = gifOf(ctx, pm, o, n)
		} else {
			out, err = png.EncodePalette(ctx, pic, n, o.Workers)
		}
		if err != nil {
			return nil, err
		}
		if len(out) <= o.MaxBytes {
			return out, nil
		}
		size = min(size, len(out))
	}
	return nil, fmt.Errorf("%w: %d bytes with %d colours, at most %d wanted",
		ErrMaxBytes, size, paletteSteps[len(paletteSteps)-1], o.MaxBytes)
}
