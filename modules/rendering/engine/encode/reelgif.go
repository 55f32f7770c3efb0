package encode

import (
	"context"
	"encoding/binary"
	"image"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/gif"
	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// gifReel writes the frames of an animated GIF, each when the next one is known: where that one has new holes, the
// frame is made transparent after it was shown.
type gifReel struct {
	o             Options
	width, height int
	// before and after are the canvas before and after the last frame: straight colours that are opaque or 0.
	before, after []uint32
	area          image.Rectangle // contains all differences between before and after
	ms            int             // of the last frame
	holes         bool            // a frame had holes
	colors        colorTable      // shared by the frames
	frames        []gif.Frame
	size          int // the bytes of frames
}

// add implements reelFrames.
func (r *gifReel) add(ctx context.Context, pm, last *raster.Pixmap, area image.Rectangle, ms int) error {
	if last == nil {
		r.before, r.after = make([]uint32, r.width*r.height), make([]uint32, r.width*r.height)
	}
	bare, cleared := r.bare(pm, area), image.Rectangle{}
	if !bare.Empty() {
		if err := r.flush(ctx, bare); err != nil {
			return err
		}
		cleared = r.area
		area = area.Union(cleared)
	}
	colors, err := r.draw(ctx, pm, last, area, cleared)
	if err != nil {
		return err
	}
	if bare.Empty() && last != nil {
		if r.same(colors, area) {
			r.ms += ms
			return nil
		}
		if err := r.flush(ctx, bare); err != nil {
			return err
		}
	}
	for y := range area.Dy() {
		copy(r.after[(area.Min.Y+y)*r.width+area.Min.X:], colors[y*area.Dx():][:area.Dx()])
	}
	r.area, r.ms = area, ms
	return nil
}

// bare returns a rectangle that contains the new holes: pixels of less than half coverage whose canvas has a colour.
func (r *gifReel) bare(pm *raster.Pixmap, area image.Rectangle) (out image.Rectangle) {
	if pm.Opaque {
		return out
	}
	const half = 128
	for y := area.Min.Y; y < area.Max.Y; y++ {
		left, right := area.Max.X, area.Min.X
		for x := area.Min.X; x < area.Max.X; x++ {
			if i := y*r.width + x; pm.Pix[4*i+3] < half {
				if r.holes = true; r.after[i] != 0 {
					left, right = min(left, x), x+1
				}
			}
		}
		if left < right {
			out = out.Union(image.Rect(left, y, right, y+1))
		}
	}
	return out
}

// draw returns the canvas's new colours within area. Pixels that have not changed since last keep theirs, except those
// that were cleared.
func (r *gifReel) draw(ctx context.Context, pm, last *raster.Pixmap, area, cleared image.Rectangle) ([]uint32, error) {
	width := area.Dx()
	// Holes, and pixels that keep their colour, count as transparent.
	colors := make([]uint32, width*area.Dy())
	kept := make([]bool, len(colors))
	var table colorTable
	few := true
	seen, known := uint32(0), false // the last colour, if it is in the table
	for y := area.Min.Y; y < area.Max.Y; y++ {
		at, from := (y-area.Min.Y)*width, y*r.width+area.Min.X
		redrawn := cleared.Intersect(image.Rect(area.Min.X, y, area.Max.X, y+1)).Sub(area.Min)
		for x := range width {
			c := load32(pm.Pix[4*(from+x):])
			if last != nil && c == load32(last.Pix[4*(from+x):]) && (x < redrawn.Min.X || x >= redrawn.Max.X) {
				kept[at+x], c = true, 0
			} else if c>>24 != 255 {
				c = r.opaque(c)
			}
			colors[at+x] = c
			if few && (c != seen || !known) {
				_, few = table.index(c)
				seen, known = c, true
			}
		}
	}
	if !few {
		if err := r.reduce(ctx, colors, area); err != nil {
			return nil, err
		}
	}
	for y := range area.Dy() {
		canvas := r.after[(area.Min.Y+y)*r.width+area.Min.X:]
		for x, keeps := range kept[y*width:][:width] {
			if keeps {
				colors[y*width+x] = canvas[x]
			}
		}
	}
	return colors, nil
}

// opaque returns a premultiplied colour over the background, or 0 if it has less than half coverage.
func (r *gifReel) opaque(c uint32) uint32 {
	const half = 128
	if c>>24 < half {
		return 0
	}
	bg := display.Color{R: 255, G: 255, B: 255}
	if r.o.Background != nil {
		bg = *r.o.Background
	}
	rest := 255 - c>>24
	return uint32(over(uint8(c), bg.R, rest)) | uint32(over(uint8(c>>8), bg.G, rest))<<8 | uint32(over(uint8(c>>16), bg.B, rest))<<16 | 255<<24
}

// reduce replaces colours, which are opaque or 0, by at most 256.
func (r *gifReel) reduce(ctx context.Context, colors []uint32, area image.Rectangle) error {
	src := &palette.Source{Width: area.Dx(), Height: area.Dy(), Pix: make([]byte, 0, 4*len(colors))}
	for _, c := range colors {
		src.Pix = binary.LittleEndian.AppendUint32(src.Pix, c)
	}
	p, err := palette.Reduce(ctx, src, 256)
	if err != nil {
		return err
	}
	p.ThresholdAlpha()
	for i, n := range p.Indices {
		colors[i] = p.Colors[n]
	}
	return nil
}

// same reports whether the canvas has these colours within area.
func (r *gifReel) same(colors []uint32, area image.Rectangle) bool {
	for y := range area.Dy() {
		if !slices.Equal(r.after[(area.Min.Y+y)*r.width+area.Min.X:][:area.Dx()], colors[y*area.Dx():][:area.Dx()]) {
			return false
		}
	}
	return true
}

// flush writes the last frame and sets before to the canvas after it. If bare is not empty, that rectangle is made
// transparent.
func (r *gifReel) flush(ctx context.Context, bare image.Rectangle) error {
	area := r.changed().Union(bare)
	f, err := r.frame(ctx, area)
	if err != nil {
		return err
	}
	f.Data, f.Milliseconds, f.Clear = trimmed(f.Data), r.ms, !bare.Empty()
	r.frames = append(r.frames, f)
	r.size += len(f.Data)
	r.area = image.Rectangle{}
	if f.Clear {
		r.area = area
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := r.before[y*r.width:][area.Min.X:area.Max.X]
		if copy(row, r.after[y*r.width+area.Min.X:]); f.Clear {
			clear(row)
		}
	}
	return nil
}

// changed returns the rectangle of the last frame, which contains all differences between before and after and is not
// empty; that of the first frame is the canvas.
func (r *gifReel) changed() (out image.Rectangle) {
	if len(r.frames) == 0 {
		return r.area
	}
	for y := r.area.Min.Y; y < r.area.Max.Y; y++ {
		a, b := r.before[y*r.width:][:r.width], r.after[y*r.width:][:r.width]
		left, right := r.area.Min.X, r.area.Max.X
		for ; left < right && a[left] == b[left]; left++ {
		}
		for ; right > left && a[right-1] == b[right-1]; right-- {
		}
		out = out.Union(image.Rect(left, y, right, y+1))
	}
	if out.Empty() {
		return image.Rectangle{Min: r.area.Min, Max: r.area.Min.Add(image.Pt(1, 1))}
	}
	return out
}

// A frame of at most ownColors colours and ownPixels pixels is also encoded with colours of its own, whose indices are
// shorter, even if it could share those of the others.
const (
	ownColors = 32
	ownPixels = 1 << 13
)

// frame encodes the last frame as a rectangle that contains all differences between before and after.
func (r *gifReel) frame(ctx context.Context, area image.Rectangle) (gif.Frame, error) {
	f := gif.Frame{X: area.Min.X, Y: area.Min.Y, Width: area.Dx(), Height: area.Dy(), Transparent: -1}
	own, indices := r.indices(area)
	var err error
	shared, ok := r.colors.join(own.list)
	if !ok || len(own.list) <= ownColors && len(indices) <= ownPixels && len(r.frames) > 0 {
		f.Transparent = own.transparent()
		if f.Data, err = gif.Image(ctx, own.list, indices, gif.Depth(len(own.list))); err != nil || !ok {
			return f, err
		}
	}
	for i, n := range indices {
		indices[i] = shared[n]
	}
	data, err := gif.Image(ctx, nil, indices, gif.Depth(len(r.colors.list)))
	if f.Data == nil || len(data) < len(f.Data) {
		f.Data, f.Transparent = data, r.colors.transparent()
	}
	return f, err
}

// indices returns the colours of the last frame within area, and each pixel's index. Pixels that keep the canvas's colour
// are transparent where that shortens runs of one index: stretches of several colours.
func (r *gifReel) indices(area image.Rectangle) (*colorTable, []byte) {
	t := new(colorTable)
	out := make([]byte, 0, area.Dx()*area.Dy())
	clear, kept := byte(0), 0 // the transparent index, and the last pixels that keep their colour
	var color uint32          // theirs, 0 if they have several
	end := func() {
		if n, ok := t.find(color); kept > 0 && ok {
			for i := len(out) - kept; i < len(out); i++ {
				out[i] = n
			}
		}
		kept = 0
	}
	last, number := uint32(0), -1
	for y := area.Min.Y; y < area.Max.Y; y++ {
		a, b := r.before[y*r.width:][area.Min.X:area.Max.X], r.after[y*r.width:][area.Min.X:area.Max.X]
		for x, c := range b {
			if c == a[x] {
				switch {
				case kept == 0:
					clear, color = t.nearest(0), c
				case c != color:
					color = 0
				}
				kept++
				out = append(out, clear)
				continue
			}
			if kept > 0 {
				end()
			}
			if c != last || number < 0 {
				last, number = c, int(t.nearest(c))
			}
			out = append(out, byte(number))
		}
	}
	end()
	return t, out
}

func (r *gifReel) lengthen(ms int) { r.ms += ms }

func (r *gifReel) written() int { return r.size }

// bytes implements reelFrames.
func (r *gifReel) bytes(ctx context.Context, loops int) ([]byte, error) {
	if err := r.flush(ctx, image.Rectangle{}); err != nil {
		return nil, err
	}
	if r.holes {
		r.frames[len(r.frames)-1].Clear = true // not every program clears the canvas before it plays the animation again
	}
	return gif.Animate(r.width, r.height, loops, r.colors.list, r.frames), nil
}
