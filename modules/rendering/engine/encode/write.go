package encode

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/jpeg"
	"github.com/platenhq/platen/modules/rendering/engine/codec/png"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// check rejects images and options that cannot be encoded and fills in defaults.
func check(pm *raster.Pixmap, o *Options) error {
	if pm.Width <= 0 || pm.Height <= 0 || pm.Colors == nil && len(pm.Pix) != pm.Width*pm.Height*4 ||
		pm.Colors != nil && len(pm.Indices) != pm.Width*pm.Height {
		return fmt.Errorf("%w: %d×%d with %d bytes of pixels and %d palette indices", ErrSize, pm.Width, pm.Height, len(pm.Pix), len(pm.Indices))
	}
	side := maxSidePNG
	switch o.Format {
	case PNG:
	case JPEG:
		side = maxSideJPEG
	case WebP:
		side = maxSideWebP
	case GIF:
		side = maxSideGIF
	case AVIF:
		side = maxSideAVIF
	case WebM:
		return fmt.Errorf("%w: a WebM is a film", ErrOptions)
	default:
		return fmt.Errorf("%w: unknown format", ErrOptions)
	}
	if pm.Width > side || pm.Height > side {
		return fmt.Errorf("%w: %d×%d, at most %d per side are allowed", ErrSize, pm.Width, pm.Height, side)
	}
	if o.Quality == 0 {
		o.Quality = DefaultQuality
	}
	if o.Quality < 1 || o.Quality > 100 {
		return fmt.Errorf("%w: quality %d is not within 1–100", ErrOptions, o.Quality)
	}
	if o.MaxBytes < 0 {
		return fmt.Errorf("%w: negative size limit", ErrOptions)
	}
	return nil
}

// write encodes one file, with checked options.
func write(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	switch o.Format {
	case PNG:
		pic := &png.Image{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque, Repeats: pm.Repeats, Text: pm.Text, BackgroundID: uint64(pm.BackgroundID), BackgroundRows: pm.BackgroundRows, Memo: o.Memo, Smallest: o.Smallest}
		if pm.Colors != nil {
			return png.EncodeIndexed(ctx, pic, pm.Colors, pm.Indices, o.Workers)
		}
		if o.Palette {
			return png.EncodePalette(ctx, pic, 256, o.Workers)
		}
		return png.Encode(ctx, pic, o.Workers)
	case GIF:
		return gifOf(ctx, pm, o, 256)
	case WebP:
		f, err := encodeWebP(ctx, pm, o)
		return f.file(pm), err
	case AVIF:
		if o.Lossless {
			return losslessAVIF(ctx, pm, o)
		}
	}
	return lossy(ctx, pm, o)(o.Quality)
}

// lossless reports whether the encoding must be lossless.
func (o *Options) lossless() bool { return o.Lossless && (o.Format == WebP || o.Format == AVIF) }

// lossy returns a function that writes pm at a given quality; work that does not depend on the quality is done once.
func lossy(ctx context.Context, pm *raster.Pixmap, o Options) func(quality int) ([]byte, error) {
	switch o.Format {
	case WebP:
		write := lossyWebP(ctx, pm)
		return func(quality int) ([]byte, error) {
			f, err := write(quality)
			return f.file(pm), err
		}
	case AVIF:
		return lossyAVIF(ctx, pm, o)
	}
	pic := &jpeg.Image{Width: pm.Width, Height: pm.Height, Row: flattened(pm, o.Background)}
	return func(quality int) ([]byte, error) { return jpeg.Encode(ctx, pic, quality) }
}

// flattened returns a function that provides pm's rows composited over an opaque background.
func flattened(pm *raster.Pixmap, background *display.Color) func(y int, scratch []byte) []byte {
	n := pm.Width * 4
	bg := display.Color{R: 255, G: 255, B: 255}
	if background != nil {
		bg = *background
	}
	return func(y int, scratch []byte) []byte {
		src := pm.Pix[y*n : (y+1)*n]
		if pm.Opaque {
			return src
		}
		for i := 0; i < n; i += 4 {
			rest := uint32(255 - src[i+3])
			scratch[i] = over(src[i], bg.R, rest)
			scratch[i+1] = over(src[i+1], bg.G, rest)
			scratch[i+2] = over(src[i+2], bg.B, rest)
			scratch[i+3] = 255
		}
		return scratch[:n]
	}
}

// over composites a premultiplied value over an opaque one that shows through by rest/255.
func over(c, under uint8, rest uint32) uint8 {
	return uint8(min(uint32(c)+(uint32(under)*rest+127)/255, 255))
}
