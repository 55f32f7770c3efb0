package image

import (
	"context"
	stdimage "image"

	decoder "golang.org/x/image/webp"

	"github.com/platenhq/platen/modules/rendering/engine/codec/webp"
)

// peekWebP reads the size from the first chunk.
func peekWebP(data []byte, info *Info) (err error) {
	if info.Width, info.Height, err = webp.Size(data); err != nil {
		return corrupt(WebP, "%v", err)
	}
	return nil
}

// decodeWebP decodes a still WebP file or the first frame of an animation.
func decodeWebP(ctx context.Context, data []byte, info Info) (*Bitmap, error) {
	b := &Bitmap{Width: info.Width, Height: info.Height}
	file, x, y, err := webp.Still(data, info.Width, info.Height)
	if err != nil {
		return nil, corrupt(WebP, "%v", err)
	}
	img, err := decoder.Decode(reader(ctx, file))
	if err != nil {
		return nil, decodeError(WebP, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := img.Bounds()
	if r.Dx() > b.Width-x || r.Dy() > b.Height-y {
		return nil, corrupt(WebP, "a frame of %d×%d pixels does not fit into %d×%d", r.Dx(), r.Dy(), b.Width, b.Height)
	}
	b.Pix = make([]byte, b.Width*b.Height*4)
	switch img := img.(type) {
	case *stdimage.YCbCr:
		fillYCC(b, img, nil, x, y)
	case *stdimage.NYCbCrA:
		fillYCC(b, &img.YCbCr, img, x, y)
	default:
		fill(b, img, x, y)
	}
	return b, nil
}

// fillYCC writes a lossy frame and its alpha into b at (x0, y0).
func fillYCC(b *Bitmap, img *stdimage.YCbCr, alpha *stdimage.NYCbCrA, x0, y0 int) {
	f := b
	if img.Rect.Dx() != b.Width || img.Rect.Dy() != b.Height {
		f = &Bitmap{Width: img.Rect.Dx(), Height: img.Rect.Dy()}
		f.Pix = make([]byte, f.Width*f.Height*4)
	}
	upsampleVideo(f, img)
	if alpha != nil {
		for y := range f.Height {
			row := alpha.A[y*alpha.AStride:][:f.Width]
			dst := f.Pix[y*f.Width*4:]
			for x, a := range row {
				p := dst[x*4 : x*4+4]
				premultiply(p, p[0], p[1], p[2], a)
			}
		}
	}
	if f != b {
		for y := range f.Height {
			copy(b.Pix[((y0+y)*b.Width+x0)*4:], f.Pix[y*f.Width*4:][:f.Width*4])
		}
	}
}
