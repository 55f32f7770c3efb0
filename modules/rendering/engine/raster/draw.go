package raster

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Errors of [Draw]; test with errors.Is.
var (
	// ErrTooLarge: the canvas at this scale exceeds [MaxPixels].
	ErrTooLarge = errors.New("image too large")
	// ErrUnbalanced: a Pop without its Push, or a Push without its Pop.
	ErrUnbalanced = errors.New("unbalanced push and pop")
	// ErrTooDeep: operations, masks or pattern images nested too deeply.
	ErrTooDeep = errors.New("operations nested too deeply")
	// ErrTooComplex: more edges, dashes or layer memory than an image may use.
	ErrTooComplex = errors.New("image too complex")
	// ErrBadOp: an operation that cannot be drawn (nil path, unknown type).
	ErrBadOp = errors.New("invalid operation")
)

// MaxPixels is the maximum size of an image in device pixels. Callers limit what they draw further.
const MaxPixels = 100_000_000

// maxPattern is the maximum size of a pattern's tile in device pixels.
const maxPattern = 40_000_000

// Options controls drawing. The zero value draws at one device pixel per CSS pixel on a transparent canvas, in the
// calling goroutine, without a cache.
type Options struct {
	// Scale is device pixels per CSS pixel, 0 < Scale ≤ 16; 0 means 1.
	Scale float64
	// Background is painted first; nil leaves the canvas transparent.
	Background *display.Color
	// Workers is the maximum number of goroutines; it does not affect the output.
	Workers int
	// Memory, if not nil, returns a buffer to draw into, which is used if it has at least that many bytes; it may
	// return nil. The image then owns it.
	Memory func(bytes int) *Canvas
	// Indexed requests an image with only uniform colours and text and at most 256 colours as palette indices
	// (Pixmap.Colors and Indices) instead of pixels.
	Indexed bool
	// Frames is the total number of images drawn, which share the base of the cost limit; 0 means 1.
	Frames int
	// Spent, unless nil, is the cost of earlier parts of the same image: it counts against this image's limit, and this
	// image's cost is added to it.
	Spent *int64
	// Cache holds glyph masks, shadows and gradients between calls; it does not affect the output. nil uses a private
	// cache for this call.
	Cache *Cache
}

func (o *Options) memory(bytes int) *Canvas {
	if o.Memory != nil {
		if c := o.Memory(bytes); c != nil {
			return c
		}
	}
	return &Canvas{}
}

// Draw paints a list. The image has Width·Scale by Height·Scale device pixels, rounded to nearest. The same list, scale
// and background give the same bytes on every machine. Errors are those above or ctx's; it returns within milliseconds
// after ctx is cancelled. Draw is safe for concurrent use.
func Draw(ctx context.Context, l *display.List, o Options) (*Pixmap, error) {
	scale := o.Scale
	if scale == 0 {
		scale = 1
	}
	if !(scale > 0 && scale <= 16) {
		return nil, fmt.Errorf("draw at scale %v: %w", scale, ErrTooLarge)
	}
	w, h := deviceSize(l.Width, scale), deviceSize(l.Height, scale)
	if w <= 0 || h <= 0 || w > MaxPixels || h > MaxPixels || w*h > MaxPixels {
		return nil, fmt.Errorf("draw %d×%d at scale %v: %w", l.Width, l.Height, scale, ErrTooLarge)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cache := o.Cache
	if cache == nil {
		cache = NewCache(0)
	}
	canvas := irect{0, 0, w, h}
	c := &compiler{cache: cache, workers: o.Workers, budget: 3*int64(w)*int64(h)*4 + 64<<20, text: make([]bool, h)}
	c.mostTextures = mostTextures(int64(w) * int64(h))
	c.cost.most = baseCost/int64(max(1, o.Frames)) + costPerPixel*int64(w)*int64(h)
	if o.Spent != nil {
		c.cost.spent = *o.Spent
		defer func() { *o.Spent = c.cost.spent }()
	}
	cmds, err := c.list(ctx, l, transform{geom.Scale(scale, scale)}, canvas)
	if err != nil {
		return nil, err
	}
	p := &Pixmap{Width: w, Height: h, Repeats: make([]bool, h), Text: c.text}
	background := uint32(0)
	if o.Background != nil {
		background = premultiply(*o.Background)
	}
	memory := &Canvas{}
	if o.Indexed && indexable(cmds) {
		memory = o.memory(w * h)
		switch ok, err := drawIndexed(ctx, cmds, background, p, memory.Bytes); {
		case err != nil:
			return nil, err
		case ok:
			return p, nil
		}
		clear(p.Repeats)
		memory.background = 0 // the indices have overwritten it
	}
	covered := len(cmds) > 0 && covers(cmds[0], canvas)
	keeps := keepsOpaque(cmds)
	n := 0 // number of prefix commands
	if c.before != nil {
		n = c.before.cmds
	}
	if cap(memory.Bytes) < w*h*4 {
		memory = o.memory(w * h * 4)
	}
	if cap(memory.Bytes) >= w*h*4 {
		p.Pix = memory.Bytes[:w*h*4]
		if !covered {
			cmds = append([]command{&backgroundCommand{area: canvas, color: background}}, cmds...)
			n++
		}
	} else {
		p.Pix, memory.background = make([]byte, w*h*4), 0
		if background != 0 && !covered {
			cmds = append([]command{&backgroundCommand{area: canvas, color: background}}, cmds...)
			n++
		}
	}
	e := &executor{workers: max(1, min(o.Workers, 64)), budget: c.budget}
	to := &surface{area: canvas, stride: w * 4, pix: p.Pix}
	if n > 1 && o.Cache != nil {
		if key, images, ok := keyOf(l, c.before.ops, w, h, scale, background); ok {
			if cmds, err = e.drawStatic(ctx, cache, key, images, n, cmds, to); err != nil {
				return nil, err
			}
		}
	}
	if err := e.run(ctx, e.identifyBackground(cmds, p, memory), to, p.Repeats); err != nil {
		return nil, err
	}
	p.Opaque = (covered || background>>24 == 255) && keeps || opaque(p.Pix)
	return p, nil
}

// covers reports whether c paints every pixel of area opaquely.
func covers(c command, area irect) bool {
	r, ok := c.(*rectCommand)
	if !ok || r.clip.masked() || !r.area.contains(area) {
		return false
	}
	if r.paint.brush != nil {
		return r.paint.brush.opaque()
	}
	return r.paint.color>>24 == 255
}

// keepsOpaque reports whether commands preserve opaque pixels: all blend modes do, but of the compositing operators
// only source-over.
func keepsOpaque(cmds []command) bool {
	for _, c := range cmds {
		l, ok := c.(*layerCommand)
		if w, whole := c.(*wholeLayer); whole {
			l, ok = w.layerCommand, true
		}
		if ok && l.blend > display.PlusLighter {
			return false
		}
	}
	return true
}

func deviceSize(css int, scale float64) int {
	v := math.Floor(float64(float64(css)*scale) + 0.5)
	if !(v >= 0 && v <= MaxPixels) {
		return -1
	}
	return int(v)
}

// opaque reports whether every pixel has alpha 255.
func opaque(pix []byte) bool {
	for len(pix) >= 64 {
		p := pix[:64]
		if p[3]&p[7]&p[11]&p[15]&p[19]&p[23]&p[27]&p[31]&p[35]&p[39]&p[43]&p[47]&p[51]&p[55]&p[59]&p[63] != 255 {
			return false
		}
		pix = pix[64:]
	}
	for i := 3; i < len(pix); i += 4 {
		if pix[i] != 255 {
			return false
		}
	}
	return true
}
