// Package encode writes pixels as files: PNG, JPEG, WebP, AVIF and GIF, and films as all of them but JPEG, and WebM. The bytes depend on the pixels and the options
// alone, never on the machine or on the number of goroutines. The encoders are tuned for images of the engine: flat
// areas, gradients, text and photographs on one canvas.
package encode

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/png"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Format is a file format.
type Format uint8

// The formats.
const (
	PNG Format = iota
	JPEG
	WebP
	GIF
	AVIF
	WebM // of films only
)

// String returns the format's name as the API spells it.
func (f Format) String() string {
	switch f {
	case PNG:
		return "png"
	case JPEG:
		return "jpeg"
	case WebP:
		return "webp"
	case GIF:
		return "gif"
	case AVIF:
		return "avif"
	case WebM:
		return "webm"
	}
	return fmt.Sprintf("format(%d)", uint8(f))
}

// Options controls encoding. The zero value writes a PNG.
type Options struct {
	Format Format
	// Quality of lossy formats is 1–100; 0 means the default (80). A WebP of at most 256 colours is lossless if that is
	// smaller.
	Quality int
	// Lossless requests lossless WebP or AVIF; Quality is then ignored.
	Lossless bool
	// Palette requests a PNG of at most 256 colours, quantised if the image has more. An image that has no more is
	// written that way in any case.
	Palette bool
	// Smallest requests the smallest PNG of the same pixels, at several times the work; other formats ignore it.
	Smallest bool
	// Background is composited under translucent pixels in formats without transparency; nil means white. Its alpha is
	// ignored. In GIF, pixels of less than half coverage are transparent instead.
	Background *display.Color
	// MaxBytes is the maximum file size, 0 for unlimited. Quality and colours are reduced until the file fits.
	MaxBytes int
	// Memo, if not nil, caches parts of files for reuse. It does not change the output.
	Memo *Memo
	// Workers is the maximum number of goroutines; 0 means 1. It does not change the output.
	Workers int
}

// Memo caches compressed parts of images; see [Options]. Its zero value is empty; it is bounded to some megabytes and
// safe for concurrent use.
type Memo = png.Memo

// DefaultQuality is the quality used when none is given.
const DefaultQuality = 80

// Errors of [Encode] besides those of its context.
var (
	// ErrOptions reports that an option is out of range.
	ErrOptions = errors.New("invalid encoding option")
	// ErrSize reports that the image is empty, its pixels do not match its size, or a side exceeds the format's limit.
	ErrSize = errors.New("image size cannot be encoded")
	// ErrMaxBytes reports that no permitted quality makes the file small enough.
	ErrMaxBytes = errors.New("file cannot be made small enough")
)

// limits of the formats' size fields.
const (
	maxSidePNG  = 1<<31 - 1
	maxSideJPEG = 65500
	maxSideWebP = 16383
	maxSideGIF  = 65535
	maxSideAVIF = 65536
)

// Encode writes pm with options o. It is safe for concurrent use; pm is only read. Errors wrap ErrOptions, ErrSize,
// ErrMaxBytes or are ctx's, which is checked between stripes.
func Encode(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	if err := check(pm, &o); err != nil {
		return nil, fmt.Errorf("encode %v: %w", o.Format, err)
	}
	if o.Format != PNG && o.Format != WebP || o.MaxBytes > 0 {
		pm = pm.Plain()
	}
	out, err := write(ctx, pm, o)
	if err == nil && o.MaxBytes > 0 && len(out) > o.MaxBytes {
		o.Smallest = false // too slow for a search over many files
		out, err = shrink(ctx, pm, o, len(out))
	}
	if err != nil {
		return nil, fmt.Errorf("encode %v: %w", o.Format, err)
	}
	return out, nil
}
