package encode

import (
	"context"
	"encoding/binary"
	"image"

	"github.com/platenhq/platen/modules/rendering/engine/codec/png"
	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// pngReel writes the frames of an animated PNG. All have one colour type: palette indices while the colours suffice, then
// RGB while all pixels are opaque, then RGBA; at a change the previous frames are written again.
type pngReel struct {
	o             Options
	width, height int
	kind          pngKind
	colors        colorTable // of indexed frames, premultiplied; the first one is transparent
	frames        []png.Frame
	size          int // the bytes of frames
}

type pngKind uint8

const (
	pngIndexed pngKind = iota
	pngOpaque
	pngAlpha
)

// pngKey stands for transparent pixels in opaque frames. A frame that has this colour makes the film RGBA.
const pngKey = 0xff02fd01

// add implements reelFrames.
func (r *pngReel) add(ctx context.Context, pm, last *raster.Pixmap, area image.Rectangle, ms int) error {
	part := crop(pm, area)
	f := png.Frame{X: area.Min.X, Y: area.Min.Y, Width: part.Width, Height: part.Height, Milliseconds: ms}
	opaque := part.Opaque
	if last != nil {
		f.Over = cutOut(part, last, area.Min)
	}
	if err := r.write(ctx, &f, part.Pix, opaque); err != nil {
		return err
	}
	r.frames = append(r.frames, f)
	r.size += len(f.Data)
	return nil
}

// write sets f's data to pixels, which are opaque but for those that a blended frame leaves out.
func (r *pngReel) write(ctx context.Context, f *png.Frame, pix []byte, opaque bool) error {
	if r.kind == pngIndexed {
		before := len(r.colors.list)
		indices, ok := r.indices(pix)
		if ok {
			if err := r.widen(ctx, before); err != nil {
				return err
			}
			return r.writeIndices(ctx, f, indices, len(r.colors.list))
		}
		r.colors.list = r.colors.list[:before]
		kind := pngOpaque
		for _, c := range r.colors.list[1:] {
			if c>>24 != 255 || c == pngKey {
				kind = pngAlpha
			}
		}
		if err := r.convert(ctx, kind); err != nil {
			return err
		}
	}
	if r.kind == pngOpaque && (!opaque || has(pix, pngKey)) {
		if err := r.convert(ctx, pngAlpha); err != nil {
			return err
		}
	}
	return r.writePixels(ctx, f, pix)
}

// indices returns the indices of pixels, or false if there are too many colours.
func (r *pngReel) indices(pix []byte) ([]byte, bool) {
	out := make([]byte, 0, len(pix)/4)
	last, number := uint32(0), byte(0)
	for i := 0; i < len(pix); i += 4 {
		if c := load32(pix[i:]); c != last {
			n, ok := r.colors.index(c)
			if !ok {
				return nil, false
			}
			last, number = c, n
		}
		out = append(out, number)
	}
	return out, true
}

// widen writes the frames again if indices have more bits than for the number of colours before.
func (r *pngReel) widen(ctx context.Context, before int) error {
	now := len(r.colors.list)
	if png.Depth(before) == png.Depth(now) {
		return nil
	}
	return r.rewrite(func(f *png.Frame) error {
		indices, err := png.Indices(f.Data, f.Width, f.Height, before)
		if err != nil {
			return err
		}
		return r.writeIndices(ctx, f, indices, now)
	})
}

// convert writes the frames again with pixels of another kind.
func (r *pngReel) convert(ctx context.Context, kind pngKind) error {
	from := r.kind
	r.kind = kind
	return r.rewrite(func(f *png.Frame) error {
		var pix []byte
		if from == pngIndexed {
			indices, err := png.Indices(f.Data, f.Width, f.Height, len(r.colors.list))
			if err != nil {
				return err
			}
			for _, n := range indices {
				pix = binary.LittleEndian.AppendUint32(pix, r.colors.list[n])
			}
			return r.writePixels(ctx, f, pix)
		}
		pix, err := png.Opaque(f.Data, f.Width, f.Height)
		if err != nil {
			return err
		}
		for i := 0; i < len(pix); i += 4 {
			if load32(pix[i:]) == pngKey {
				clear(pix[i : i+4])
			}
		}
		return r.writePixels(ctx, f, pix)
	})
}

// rewrite calls do for every frame, which sets its data.
func (r *pngReel) rewrite(do func(f *png.Frame) error) error {
	r.size = 0
	for i := range r.frames {
		f := &r.frames[i]
		if err := do(f); err != nil {
			return err
		}
		r.size += len(f.Data)
	}
	return nil
}

func (r *pngReel) writeIndices(ctx context.Context, f *png.Frame, indices []byte, colors int) (err error) {
	f.Data, err = png.IndexScanlines(ctx, r.image(f, nil), indices, colors, r.o.Workers)
	f.Data = trimmed(f.Data)
	return err
}

func (r *pngReel) writePixels(ctx context.Context, f *png.Frame, pix []byte) (err error) {
	pic := r.image(f, pix)
	if pic.Opaque = r.kind == pngOpaque; pic.Opaque && f.Over {
		for i := 0; i < len(pix); i += 4 {
			if pix[i+3] == 0 {
				binary.LittleEndian.PutUint32(pix[i:], pngKey)
			}
		}
	}
	f.Data, err = png.Scanlines(ctx, pic, r.o.Workers)
	f.Data = trimmed(f.Data)
	return err
}

func (r *pngReel) image(f *png.Frame, pix []byte) *png.Image {
	return &png.Image{Width: f.Width, Height: f.Height, Pix: pix, Smallest: r.o.Smallest}
}

func (r *pngReel) lengthen(ms int) { r.frames[len(r.frames)-1].Milliseconds += ms }

func (r *pngReel) written() int { return r.size }

// bytes implements reelFrames.
func (r *pngReel) bytes(_ context.Context, loops int) ([]byte, error) {
	a := &png.Animation{Width: r.width, Height: r.height, Loops: loops, Opaque: r.kind == pngOpaque}
	switch r.kind {
	case pngIndexed:
		for _, c := range r.colors.list {
			a.Colors = append(a.Colors, rgba.Straight(c))
		}
	case pngOpaque:
		a.Key = pngKey
	}
	return png.Animate(a, r.frames), nil
}

// has reports whether a pixel has the colour c.
func has(pix []byte, c uint32) bool {
	for i := 0; i < len(pix); i += 4 {
		if load32(pix[i:]) == c {
			return true
		}
	}
	return false
}
