package image

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	stdimage "image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
)

// Limits bounds what [Decode] accepts; a zero field means its default.
type Limits struct {
	MaxBytes  int // of the file; default 10 MiB
	MaxPixels int // width × height; default 40 million
	MaxSide   int // default 12,000
}

// DefaultLimits are the limits of the zero Limits.
var DefaultLimits = Limits{MaxBytes: 10 << 20, MaxPixels: 40_000_000, MaxSide: 12_000}

func (l Limits) check(size int, info Info) error {
	d := DefaultLimits
	if l.MaxBytes == 0 {
		l.MaxBytes = d.MaxBytes
	}
	if l.MaxPixels == 0 {
		l.MaxPixels = d.MaxPixels
	}
	if l.MaxSide == 0 {
		l.MaxSide = d.MaxSide
	}
	switch {
	case size > l.MaxBytes:
		return fmt.Errorf("%w: the file has %d bytes, at most %d are allowed", ErrTooLarge, size, l.MaxBytes)
	case info.Width > l.MaxSide || info.Height > l.MaxSide:
		return fmt.Errorf("%w: %d×%d pixels, at most %d per side are allowed", ErrTooLarge, info.Width, info.Height, l.MaxSide)
	case int64(info.Width)*int64(info.Height) > int64(l.MaxPixels):
		return fmt.Errorf("%w: %d×%d pixels, at most %d in total are allowed", ErrTooLarge, info.Width, info.Height, l.MaxPixels)
	}
	return nil
}

// Decode decodes a PNG, JPEG, WebP, GIF, AVIF, BMP or ICO file (the first frame of an animation, the still image of an
// AVIF sequence, the largest image of an ICO), detected by its first bytes. Size limits are checked before pixels are allocated. The EXIF orientation of
// JPEG and PNG and the cropping, rotation and mirroring of AVIF are applied. Colours are converted to sRGB from matrix
// profiles, the code points of AVIF and PNG, and the gamma and chromaticities of PNG; other profiles are ignored, which
// Bitmap.Unmanaged reports. AVIF with a high dynamic range is not supported. Premultiplication rounds to nearest,
// (c·a+127)/255. Errors wrap ErrUnsupported, ErrVector, ErrTooLarge or ErrCorrupt. It is safe for concurrent use and
// for untrusted data. When ctx ends it returns ctx's error within milliseconds; decoding of a large image may continue
// in the background for a fraction of a second.
func Decode(ctx context.Context, data []byte, limits Limits) (*Bitmap, error) {
	if err := limits.check(len(data), Info{}); err != nil {
		return nil, err
	}
	info, err := Peek(data)
	if err != nil {
		return nil, err
	}
	if err := limits.check(len(data), info); err != nil {
		return nil, err
	}
	b, err := inBackground(ctx, info.Width*info.Height, func() (*Bitmap, error) { return decode(ctx, data, info, limits) })
	if err != nil {
		return nil, err
	}
	b.Hash = sha256.Sum256(data)
	return b, nil
}

func decode(ctx context.Context, data []byte, info Info, limits Limits) (b *Bitmap, err error) {
	switch info.Format {
	case PNG:
		if info.Orientation > 4 { // pixels are stored in the size of the header
			info.Width, info.Height = info.Height, info.Width
		}
		if quick, ok := quickPNG(data, info); ok {
			b = quick
			break
		}
		b, err = decodePNG(ctx, data)
		if err != nil && ctx.Err() == nil {
			// Browsers ignore checksum mismatches if the pixels can be decoded.
			if fixed, ok := repairPNG(data, int64(info.Width)*int64(info.Height)*8+int64(info.Height)*16+64); ok {
				if repaired, again := decodePNG(ctx, fixed); again == nil {
					b, err = repaired, nil
					b.Repaired = true
				}
			}
		}
	case JPEG:
		b, err = decodeJPEG(ctx, data, info.Orientation)
	case WebP:
		b, err = decodeWebP(ctx, data, info)
	case GIF:
		b, err = decodeGIF(ctx, data, info)
	case AVIF:
		b, err = decodeAVIF(ctx, data, limits)
	case BMP:
		b, err = decodeBMP(data)
	case ICO:
		b, err = decodeICO(ctx, data)
	}
	if stopped := ctx.Err(); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		return nil, err
	}
	if info.Format == PNG {
		b = orient(b, info.Orientation)
	}
	manage(b, data, info)
	b.Opaque = isOpaque(b.Pix)
	return b, nil
}

// decodeError translates a decoder's error.
func decodeError(f Format, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return corrupt(f, "the file ends early")
	}
	text := strings.TrimPrefix(err.Error(), string(f)+": ")
	return corrupt(f, "%s", strings.TrimPrefix(text, "invalid format: "))
}

func decodePNG(ctx context.Context, data []byte) (*Bitmap, error) {
	img, err := png.Decode(reader(ctx, data))
	if err != nil {
		var unsupported png.UnsupportedError
		if errors.As(err, &unsupported) {
			return nil, fmt.Errorf("%w: png: %v", ErrUnsupported, err)
		}
		return nil, decodeError(PNG, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return adopt(img), nil
}

func decodeJPEG(ctx context.Context, data []byte, orientation int) (*Bitmap, error) {
	if n := countScans(data); n > maxScans {
		return nil, fmt.Errorf("%w: jpeg: %d scans, at most %d are allowed", ErrTooLarge, n, maxScans)
	}
	img, err := jpeg.Decode(reader(ctx, data))
	if err != nil {
		var unsupported jpeg.UnsupportedError
		if errors.As(err, &unsupported) {
			return nil, fmt.Errorf("%w: jpeg: %v", ErrUnsupported, err)
		}
		return nil, decodeError(JPEG, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := img.Bounds()
	b := &Bitmap{Width: r.Dx(), Height: r.Dy(), Pix: make([]byte, r.Dx()*r.Dy()*4)}
	y, plain := img.(*stdimage.YCbCr)
	if plain {
		upsample(b, y)
	} else {
		_, plain = img.(*stdimage.Gray)
		fill(b, img, 0, 0)
	}
	if plain && orientation <= 1 {
		b.JPEG = withoutMetadata(data)
	}
	return orient(b, orientation), nil
}

func decodeGIF(ctx context.Context, data []byte, info Info) (*Bitmap, error) {
	img, err := gif.Decode(reader(ctx, data))
	if err != nil {
		return nil, decodeError(GIF, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := &Bitmap{Width: info.Width, Height: info.Height, Pix: make([]byte, info.Width*info.Height*4)}
	fill(b, img, img.Bounds().Min.X, img.Bounds().Min.Y)
	return b, nil
}

func isOpaque(pix []byte) bool {
	for i := 3; i < len(pix); i += 4 {
		if pix[i] != 255 {
			return false
		}
	}
	return true
}
