package encode

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"

	"github.com/platenhq/platen/modules/rendering/engine/codec/webp"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Reel writes an animated file frame by frame: GIF, WebP, or PNG (APNG). Each frame contains only the rectangle that
// changed. It is not safe for concurrent use.
type Reel struct {
	o             Options
	width, height int
	loops         int
	frames        []frame
	last          *raster.Pixmap // copy of the previous frame
	alpha         bool           // a frame had transparency
	size          int            // the bytes of frames
	gif           *gifReel       // the frames of a GIF
	png           *pngReel       // the frames of a PNG
}

// frame is an encoded rectangle and its duration in milliseconds.
type frame struct {
	area image.Rectangle
	ms   int
	data []byte
	over bool // blended over the previous frame
}

// NewReel returns a reel of the given size that plays loops times, 0 for endlessly. The error wraps ErrOptions or
// ErrSize.
func NewReel(o Options, width, height, loops int) (*Reel, error) {
	if o.Format != GIF && o.Format != WebP && o.Format != PNG {
		return nil, fmt.Errorf("%w: %v cannot be animated", ErrOptions, o.Format)
	}
	if loops < 0 || loops > 65535 {
		return nil, fmt.Errorf("%w: %d loops; at most 65535 are allowed", ErrOptions, loops)
	}
	blank := &raster.Pixmap{Width: width, Height: height}
	if width > 0 && height > 0 && width <= 1<<16 && height <= 1<<16 {
		blank.Pix = make([]byte, 4*width*height)
	}
	if err := check(blank, &o); err != nil {
		return nil, fmt.Errorf("animating %v: %w", o.Format, err)
	}
	r := &Reel{o: o, width: width, height: height, loops: loops}
	switch o.Format {
	case GIF:
		r.gif = &gifReel{o: o, width: width, height: height}
	case PNG:
		r.png = &pngReel{o: o, width: width, height: height}
		r.png.colors.index(0)
	}
	return r, nil
}

// Add appends a frame shown for ms milliseconds. The pixmap is only read.
func (r *Reel) Add(ctx context.Context, pm *raster.Pixmap, ms int) error {
	area := image.Rect(0, 0, r.width, r.height)
	if r.last != nil {
		area = changed(r.last, pm)
		if area.Empty() {
			switch {
			case r.gif != nil:
				r.gif.ms += ms
			case r.png != nil:
				r.png.frames[len(r.png.frames)-1].Milliseconds += ms
			default:
				r.frames[len(r.frames)-1].ms += ms
			}
			return nil
		}
	}
	if r.gif != nil {
		if err := r.gif.add(ctx, pm, r.last, area, ms); err != nil {
			return fmt.Errorf("animating %v: %w", r.o.Format, err)
		}
		r.size = r.gif.size
		r.keep(pm)
		return nil
	}
	if r.png != nil {
		if err := r.png.add(ctx, pm, r.last, area, ms); err != nil {
			return fmt.Errorf("animating %v: %w", r.o.Format, err)
		}
		r.size = r.png.size
		r.keep(pm)
		return nil
	}
	if r.o.Format == WebP {
		area.Min.X, area.Min.Y = area.Min.X&^1, area.Min.Y&^1 // WebP offsets are even (RFC 9649 §2.7.1.1)
	}
	r.alpha = r.alpha || !pm.Opaque
	part := crop(pm, area)
	f := frame{area: area, ms: ms}
	if r.last != nil && (r.o.Format != WebP || r.o.Lossless) {
		f.over = cutOut(part, r.last, area.Min)
	}
	if err := r.encode(ctx, part, &f); err != nil {
		return fmt.Errorf("animating %v: %w", r.o.Format, err)
	}
	f.data = trimmed(f.data)
	r.frames = append(r.frames, f)
	r.size += len(f.data)
	r.keep(pm)
	return nil
}

// trimmed returns data in a buffer of about its size: the room that an encoder takes for a whole image would be kept for
// every frame.
func trimmed(data []byte) []byte {
	if cap(data) > len(data)+len(data)/4 {
		return bytes.Clone(data)
	}
	return data
}

// keep copies pm as the previous frame.
func (r *Reel) keep(pm *raster.Pixmap) {
	if r.last == nil {
		r.last = &raster.Pixmap{Width: r.width, Height: r.height, Pix: bytes.Clone(pm.Pix)}
	} else {
		copy(r.last.Pix, pm.Pix)
	}
}

// encode sets f's data.
func (r *Reel) encode(ctx context.Context, pm *raster.Pixmap, f *frame) error {
	w, err := encodeWebP(ctx, pm, r.o)
	if err != nil {
		return err
	}
	f.data = w.data
	return nil
}

// Size returns how many bytes the frames added so far take.
func (r *Reel) Size() int { return r.size }

// Bytes returns the file.
func (r *Reel) Bytes() ([]byte, error) {
	if r.last == nil {
		return nil, fmt.Errorf("animating %v: %w: there is no frame", r.o.Format, ErrOptions)
	}
	switch r.o.Format {
	case GIF:
		return r.gif.bytes(context.Background(), r.loops)
	case PNG:
		return r.png.bytes(r.loops), nil
	}
	return r.webP(), nil
}

// changed returns the smallest rectangle that contains all differences between two images of one size.
func changed(a, b *raster.Pixmap) image.Rectangle {
	stride := a.Width * 4
	row := func(y int) ([]byte, []byte) { return a.Pix[y*stride : (y+1)*stride], b.Pix[y*stride : (y+1)*stride] }
	top, bottom := 0, a.Height
	for ; top < bottom; top++ {
		if x, y := row(top); !bytes.Equal(x, y) {
			break
		}
	}
	for ; bottom > top; bottom-- {
		if x, y := row(bottom - 1); !bytes.Equal(x, y) {
			break
		}
	}
	left, right := a.Width, 0
	for line := top; line < bottom; line++ {
		x, y := row(line)
		for i := 0; i < left; i++ {
			if binary.LittleEndian.Uint32(x[4*i:]) != binary.LittleEndian.Uint32(y[4*i:]) {
				left = i
			}
		}
		for i := a.Width; i > right; i-- {
			if binary.LittleEndian.Uint32(x[4*i-4:]) != binary.LittleEndian.Uint32(y[4*i-4:]) {
				right = i
			}
		}
	}
	return image.Rect(left, top, right, bottom)
}

// crop copies a rectangle of an image.
func crop(pm *raster.Pixmap, area image.Rectangle) *raster.Pixmap {
	out := &raster.Pixmap{Width: area.Dx(), Height: area.Dy(), Opaque: true}
	out.Pix = make([]byte, 0, 4*out.Width*out.Height)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		out.Pix = append(out.Pix, pm.Pix[4*(y*pm.Width+area.Min.X):4*(y*pm.Width+area.Max.X)]...)
	}
	for i := 3; i < len(out.Pix) && out.Opaque; i += 4 {
		out.Opaque = out.Pix[i] == 255
	}
	return out
}

// cutOut makes pixels of part transparent that equal those of the previous image, in which part is at p, where that makes
// runs longer: stretches of several colours. It reports whether there are any. Where a pixel changes to one that is not
// opaque, it leaves part as it is.
func cutOut(part, before *raster.Pixmap, p image.Point) bool {
	if !part.Opaque && bares(part, before, p) {
		return false
	}
	begin, several := -1, false // the current stretch, and whether it has several colours
	cut := false
	end := func(i int) {
		if several {
			clear(part.Pix[begin:i])
			cut = true
		}
		begin, several = -1, false
	}
	for y := range part.Height {
		row := part.Pix[4*y*part.Width:][:4*part.Width]
		old := before.Pix[4*((p.Y+y)*before.Width+p.X):]
		for x := 0; x < len(row); x += 4 {
			i := 4*y*part.Width + x
			c := load32(row[x:])
			switch {
			case c != load32(old[x:]):
				if begin >= 0 {
					end(i)
				}
			case begin < 0:
				begin = i
			case c != load32(part.Pix[begin:]):
				several = true
			}
		}
	}
	if begin >= 0 {
		end(len(part.Pix))
	}
	part.Opaque = part.Opaque && !cut
	return cut
}

// bares reports whether a pixel of part that differs from the previous image is not opaque.
func bares(part, before *raster.Pixmap, p image.Point) bool {
	for y := range part.Height {
		row := part.Pix[4*y*part.Width:][:4*part.Width]
		old := before.Pix[4*((p.Y+y)*before.Width+p.X):]
		for x := 0; x < len(row); x += 4 {
			if row[x+3] != 255 && load32(row[x:]) != load32(old[x:]) {
				return true
			}
		}
	}
	return false
}

func load32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }

// webP assembles the frames into a file.
func (r *Reel) webP() []byte {
	frames := make([]webp.Frame, len(r.frames))
	for i, f := range r.frames {
		frames[i] = webp.Frame{X: f.area.Min.X, Y: f.area.Min.Y, Width: f.area.Dx(), Height: f.area.Dy(), Milliseconds: f.ms, Over: f.over, Data: f.data}
	}
	return webp.Animate(r.width, r.height, r.loops, r.alpha, frames)
}
