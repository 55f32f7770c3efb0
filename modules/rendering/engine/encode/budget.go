package encode

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/png"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Fit finds the highest of the levels 1 to top whose file takes at most limit bytes, given that a level above top takes
// size bytes, which is too many. It stops when less than a sixteenth of the limit is unused. try writes a level's file.
// Fit minimises the calls of try and is deterministic for given sizes. It returns nil if no level fits, and the
// smallest size seen. The only errors are try's.
func Fit(limit, top, size int, try func(level int) ([]byte, error)) (best []byte, smallest int, err error) {
	const (
		guesses = 5
		margin  = 6 // below the target size, in 1/256 octaves
	)
	aim := log2(limit) - margin
	// The levels around the limit and their file sizes: low's fits, high's does not. Sizes grow roughly exponentially;
	// the initial assumption is that they double every 36 of 80 levels.
	low, high := 0, top+1
	least, most := 0, log2(size)
	slope := 256 * 80 / 36 * 16 / max(top+1, 1) // octaves per level, in 1/4096
	smallest = size
	for tries := 0; high-low > 1; tries++ {
		next := (low + high) / 2
		if tries < guesses && low == 0 {
			next = high - max((most-aim)*16/max(slope, 1), 1)
		} else if tries < guesses {
			next = low + (high-low)*(aim-least)/max(most-least, 1)
		}
		next = min(max(next, low+1), high-1)
		out, err := try(next)
		if err != nil {
			return nil, 0, err
		}
		now := log2(len(out))
		smallest = min(smallest, len(out))
		if len(out) > limit {
			if low == 0 {
				slope = (most - now) * 16 / (high - next)
			}
			high, most = next, now
			continue
		}
		best, low, least = out, next, now
		if limit-len(out) < limit/16 {
			break
		}
	}
	return best, smallest, nil
}

// log2 returns the binary logarithm of v ≥ 1 in 1/256, with an error of at most −1/12.
func log2(v int) int {
	n := bits.Len(uint(max(v, 1))) - 1
	return n<<8 + max(v, 1)<<8>>n - 256
}

// shrink finds the best file of at most o.MaxBytes after the first attempt took size bytes. Lossy formats: a lower
// quality than requested. PNG and GIF: fewer colours. Lossless WebP and AVIF cannot be reduced.
func shrink(ctx context.Context, pm *raster.Pixmap, o Options, size int) ([]byte, error) {
	if o.lossless() {
		return nil, fmt.Errorf("%w: %d bytes lossless, at most %d are allowed", ErrMaxBytes, size, o.MaxBytes)
	}
	top, try, least := o.Quality-1, lossy(ctx, pm, o), "at quality 1"
	if o.Format == PNG || o.Format == GIF {
		top, try = len(colourSteps), coloured(ctx, pm, o)
		least = fmt.Sprintf("with %d colours", colourSteps[0])
	}
	best, smallest, err := Fit(o.MaxBytes, top, size, try)
	if err != nil {
		return nil, err
	}
	if best == nil {
		return nil, fmt.Errorf("%w: %d bytes %s, at most %d are allowed", ErrMaxBytes, smallest, least, o.MaxBytes)
	}
	return best, nil
}

// colourSteps are the colour counts tried for an image that is too large.
var colourSteps = [...]int{16, 32, 64, 128, 256}

// coloured returns a function that writes pm with the colours of a step, counted from 1.
func coloured(ctx context.Context, pm *raster.Pixmap, o Options) func(step int) ([]byte, error) {
	pic := &png.Image{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque, Repeats: pm.Repeats}
	return func(step int) ([]byte, error) {
		n := colourSteps[step-1]
		if o.Format == GIF {
			return gifOf(ctx, pm, o, n)
		}
		return png.EncodePalette(ctx, pic, n, o.Workers)
	}
}
