package raster

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// The cost limit of an image: a base for effects in small images, plus an amount per pixel. The unit is about the cost
// of one opaque pixel of a uniform colour.
const (
	baseCost     = 1_500_000_000
	costPerPixel = 700
)

// Cost per pixel by kind of work.
const (
	costSolid      = 1
	costBrush      = 12 // gradients, images, patterns
	costGlyph      = 300
	costLayer      = 5
	costMask       = 8
	costBlend      = 20
	costHue        = 80 // the non-separable blend modes
	costMatrix     = 15
	costNarrowBlur = 40
	costWideBlur   = 8 // on downsampled pixels
	costShadow     = 2
	costShadowTile = 12
)

// costs accumulates the cost of a list before it is drawn.
type costs struct {
	op     int // index in the outermost list of the operation being compiled
	spent  int64
	most   int64
	byOp   int64 // cost and index of the most expensive operation so far
	costly int
}

// charge adds n to an operation's cost; it returns an error over the limit.
func (c *compiler) charge(op int, n int64) error {
	k := &c.cost
	if k.spent += n; n > k.byOp {
		k.byOp, k.costly = n, op
	}
	if k.spent <= k.most || k.most == 0 {
		return nil
	}
	return tooComplex(&limit.Error{
		Counted: "pixel_operations", Count: k.spent, Limit: k.most, Op: k.costly + 1,
		Hint: "use fewer or smaller filters, shadows, layers, masks and overlapping shapes, or a smaller canvas",
	})
}

// tooComplex wraps the limit that an image exceeds.
func tooComplex(e *limit.Error) error { return fmt.Errorf("%w: %w", ErrTooComplex, e) }

// mostTextures returns the limit of the pixels of patterns and 3-D planes that an image of so many pixels may use together:
// 32 images of its size and 64 million pixels, but not more than 200 million (800 MB).
func mostTextures(pixels int64) int64 { return min(32*pixels+64<<20, 200<<20) }

// hold adds the pixels of a pattern or plane to those in use; it returns an error over the limit.
func (c *compiler) hold(pixels int64) error {
	if c.textures += pixels; c.textures <= c.mostTextures || c.mostTextures == 0 {
		return nil
	}
	return tooComplex(&limit.Error{
		Counted: "texture_pixels", Count: c.textures, Limit: c.mostTextures, Op: c.cost.op + 1,
		Hint: "use fewer or smaller SVG patterns and elements in 3-D, or a smaller canvas",
	})
}

// costOf returns the cost of a painting command.
func costOf(c command) int64 {
	pixels := pixelCount(c.bounds())
	switch c := c.(type) {
	case *rectCommand:
		return pixels * brushCost(c.paint)
	case *shapeCommand:
		return pixels * brushCost(c.paint)
	case *glyphCommand:
		return int64(len(c.glyphs)) * costGlyph * brushCost(c.paint)
	case *shadowCommand:
		return pixels * costShadow
	}
	return pixels * costBrush
}

func brushCost(p paint) int64 {
	if p.brush == nil {
		return costSolid
	}
	return costBrush
}

// layerCost returns the cost of a layer without its commands.
func layerCost(c command) int64 {
	l, ok := c.(*layerCommand)
	if w, whole := c.(*wholeLayer); whole {
		l, ok = w.layerCommand, true
	}
	if !ok {
		return 0
	}
	n := pixelCount(l.area) * costLayer
	switch {
	case l.blend == display.Normal || l.blend == display.PlusLighter:
	case l.blend >= display.Hue && l.blend <= display.Luminosity:
		n += pixelCount(l.area) * costHue
	default:
		n += pixelCount(l.area) * costBlend
	}
	if l.hasMask {
		n += pixelCount(l.area) * costMask
	}
	pixels := pixelCount(l.content.union(l.area))
	for _, f := range l.filters {
		n += pixels * filterCost(f)
	}
	for _, f := range l.backdrop {
		n += pixelCount(l.backdropArea) * (costLayer + filterCost(f))
	}
	return n
}

// filterCost returns the cost per pixel of a filter function. Graphs are counted separately.
func filterCost(f filter) int64 {
	blur := int64(costNarrowBlur)
	if min(f.sx, f.sy) >= 2*3*2 {
		blur = costWideBlur
	}
	switch f.kind {
	case display.Blur:
		return costLayer + blur
	case display.DropShadow:
		return 2*costLayer + blur
	case display.ColorMatrix, display.ComponentTransfer:
		return costMatrix
	}
	return costLayer
}
