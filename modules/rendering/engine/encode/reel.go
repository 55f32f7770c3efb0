package encode

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"

	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Reel writes an animated file frame by frame: GIF, WebP, PNG (APNG), AVIF or WebM. Each frame contains only what
// changed. It is not safe for concurrent use.
type Reel struct {
	o             Options
	width, height int
	loops         int
	last          *raster.Pixmap // copy of the previous frame
	frames        reelFrames
}

// reelFrames are the frames of an animation in a format.
type reelFrames interface {
	// add appends a frame that differs from the previous one, last, at most in area; last is nil for the first frame.
	add(ctx context.Context, pm, last *raster.Pixmap, area image.Rectangle, ms int) error
	// lengthen shows the last frame for longer.
	lengthen(ms int)
	// written returns how many bytes the frames take.
	written() int
	bytes(ctx context.Context, loops int) ([]byte, error)
}

// NewReel returns a reel of the given size that plays loops times, 0 for endlessly. The error wraps ErrOptions or
// ErrSize.
func NewReel(o Options, width, height, loops int) (*Reel, error) {
	if o.Format == JPEG {
		return nil, fmt.Errorf("%w: %v cannot be animated", ErrOptions, o.Format)
	}
	if loops < 0 || loops > 65535 {
		return nil, fmt.Errorf("%w: %d loops; at most 65535 are allowed", ErrOptions, loops)
	}
	blank := &raster.Pixmap{Width: width, Height: height}
	if width > 0 && height > 0 && width <= 1<<16 && height <= 1<<16 {
		blank.Pix = make([]byte, 4*width*height)
	}
	still := o
	if o.Format == WebM {
		still.Format = AVIF // which has the same limits
	}
	if err := check(blank, &still); err != nil {
		return nil, fmt.Errorf("animating %v: %w", o.Format, err)
	}
	o.Quality = still.Quality
	if o.Format == WebM && o.Lossless {
		return nil, fmt.Errorf("%w: a WebM is never lossless", ErrOptions)
	}
	r := &Reel{o: o, width: width, height: height, loops: loops}
	switch o.Format {
	case GIF:
		r.frames = &gifReel{o: o, width: width, height: height}
	case PNG:
		f := &pngReel{o: o, width: width, height: height}
		f.colors.index(0)
		r.frames = f
	case AVIF, WebM:
		r.frames = newAV1Reel(o, width, height)
	default:
		r.frames = &webPReel{o: o, width: width, height: height}
	}
	return r, nil
}

// Add appends a frame shown for ms milliseconds. The pixmap is only read.
func (r *Reel) Add(ctx context.Context, pm *raster.Pixmap, ms int) error {
	area := image.Rect(0, 0, r.width, r.height)
	if r.last != nil {
		area = changed(r.last, pm)
		if area.Empty() {
			r.frames.lengthen(ms)
			return nil
		}
	}
	if err := r.frames.add(ctx, pm, r.last, area, ms); err != nil {
		return fmt.Errorf("animating %v: %w", r.o.Format, err)
	}
	if r.last == nil {
		r.last = &raster.Pixmap{Width: r.width, Height: r.height, Pix: bytes.Clone(pm.Pix)}
	} else {
		copy(r.last.Pix, pm.Pix)
	}
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

// Size returns how many bytes the frames added so far take.
func (r *Reel) Size() int { return r.frames.written() }

// Bytes returns the file.
func (r *Reel) Bytes() ([]byte, error) {
	if r.last == nil {
		return nil, fmt.Errorf("animating %v: %w: there is no frame", r.o.Format, ErrOptions)
	}
	return r.frames.bytes(context.Background(), r.loops)
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
