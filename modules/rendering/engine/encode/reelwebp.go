package encode

import (
	"context"
	"image"

	"github.com/platenhq/platen/modules/rendering/engine/codec/webp"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// webPReel writes the frames of an animated WebP.
type webPReel struct {
	o             Options
	width, height int
	frames        []webp.Frame
	alpha         bool // a frame had transparency
	size          int  // the bytes of frames
}

// add implements reelFrames.
func (r *webPReel) add(ctx context.Context, pm, last *raster.Pixmap, area image.Rectangle, ms int) error {
	area.Min.X, area.Min.Y = area.Min.X&^1, area.Min.Y&^1 // offsets are even (RFC 9649 §2.7.1.1)
	r.alpha = r.alpha || !pm.Opaque
	part := crop(pm, area)
	f := webp.Frame{X: area.Min.X, Y: area.Min.Y, Width: area.Dx(), Height: area.Dy(), Milliseconds: ms}
	if last != nil && r.o.Lossless {
		f.Over = cutOut(part, last, area.Min)
	}
	w, err := encodeWebP(ctx, part, r.o)
	if err != nil {
		return err
	}
	f.Data = trimmed(w.data)
	r.frames = append(r.frames, f)
	r.size += len(f.Data)
	return nil
}

func (r *webPReel) lengthen(ms int) { r.frames[len(r.frames)-1].Milliseconds += ms }

func (r *webPReel) written() int { return r.size }

// bytes implements reelFrames.
func (r *webPReel) bytes(_ context.Context, loops int) ([]byte, error) {
	return webp.Animate(r.width, r.height, loops, r.alpha, r.frames), nil
}
