package raster

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// Browsers on Linux have emoji as bitmaps and scale them with Skia's samplers: by halving while the result stays large
// enough, then bilinearly. That is visibly softer at some sizes than at others, so the bundled vector emoji, up to the
// bitmaps' size, are first rendered to such bitmaps and scaled the same way.
const (
	strikeSize   = 109 // pixels per em
	strikeWidth  = 136
	strikeHeight = 128
	strikeTop    = 101 // of them above the baseline
)

// strikeGlyph adds a glyph as a scaled bitmap; ok is false when the glyph is not drawn this way.
func (c *compiler) strikeGlyph(ctx context.Context, l *display.List, s *state, op *display.Glyphs, g display.Glyph) (ok bool, err error) {
	k, upright := s.t.uprightScale()
	size := float64(op.Size.Float() * k)
	if !upright || !op.Face.StandsForBitmaps() || op.Oblique != 0 || !(size > 0 && size <= strikeSize) {
		return false, nil
	}
	x, quarter, y := s.t.origin(g.X, g.Y)
	ppem := int32(math.Floor(float64(size*1024) + 0.5))
	scale := float64(ppem) / (1024 * strikeSize)
	// The device pixels, relative to the origin, that the bitmap touches.
	shift := float64(float64(quarter) / 4)
	right := int(math.Ceil(shift + float64(strikeWidth*scale)))
	top, bottom := int(math.Floor(-float64(strikeTop*scale))), int(math.Ceil(float64((strikeHeight-strikeTop)*scale)))
	key := bitmapKey{op.Face, g.ID, geom.Unit(ppem<<2 | int32(quarter))}
	img, found := c.cache.bitmaps.get(key)
	if !found {
		level := 0
		for z := scale; z*2 <= 1 && level < 6; z *= 2 {
			level++
		}
		src, err := c.strike(ctx, op.Face, g.ID, level)
		if src == nil || err != nil {
			return false, err
		}
		kx := float64(src.Width) / float64(strikeWidth*scale)
		ky := float64(src.Height) / float64(strikeHeight*scale)
		b := &sampler{smooth: true, src: &texture{w: src.Width, h: src.Height, stride: src.Width * 4, pix: src.Pix}}
		b.x = axis{hi: src.Width, size: int64(src.Width) << 32, bounded: true}
		b.y = axis{hi: src.Height, size: int64(src.Height) << 32, bounded: true}
		b.ux, b.vy = fixed32(kx), fixed32(ky)
		b.u0 = fixed32(float64((0.5 - shift) * kx))
		b.v0 = fixed32(float64(float64(float64(top)+0.5+float64(strikeTop*scale)) * ky))
		img = &image.Bitmap{Width: right, Height: bottom - top, Pix: make([]byte, right*(bottom-top)*4)}
		for row := range img.Height {
			b.fill(img.Pix[row*right*4:(row+1)*right*4], 0, row)
		}
		c.cache.bitmaps.put(key, img, len(img.Pix))
	}
	at := func(v int, offset float64) display.Coord { return display.FromFloat((float64(v) - offset) / k) }
	l.Ops = append(l.Ops, display.DrawImage{
		Image: img, Sampling: display.Nearest,
		Src: display.Rect{X1: display.FromFloat(float64(img.Width)), Y1: display.FromFloat(float64(img.Height))},
		Dst: display.Rect{X0: at(x, s.t.E), Y0: at(y+top, s.t.F), X1: at(x+img.Width, s.t.E), Y1: at(y+bottom, s.t.F)},
	})
	return true, nil
}

// strike returns a glyph's bitmap, halved level times, from the cache if possible; nil when the glyph is not a paint
// tree.
func (c *compiler) strike(ctx context.Context, f *font.Face, id font.GlyphID, level int) (*image.Bitmap, error) {
	key := bitmapKey{f, id, geom.Unit(-1 - level)}
	if img, ok := c.cache.bitmaps.get(key); ok {
		return img, nil
	}
	tree, ok := f.ColorGlyph(id, geom.Px(strikeSize))
	if !ok || tree.Paint == nil {
		return nil, nil
	}
	em := float64(f.Metrics().UnitsPerEm)
	t := treePainter{list: &display.List{Width: strikeWidth, Height: strikeHeight}, face: f, text: display.Color{A: 255}, bounds: [4]float64{-em, -em, 2 * em, 2 * em}}
	if tree.HasClip {
		t.bounds = tree.Clip
	}
	t.add(display.PushTransform{Matrix: geom.Matrix{A: strikeSize / em, D: -strikeSize / em, F: strikeTop}})
	t.paint(tree.Paint, 0)
	t.add(display.Pop{})
	area := irect{0, 0, strikeWidth, strikeHeight}
	cmds, err := c.list(ctx, t.list, transform{geom.Identity()}, area)
	if err != nil {
		return nil, err
	}
	e := &executor{workers: 1, budget: c.budget}
	to, err := e.surface(area)
	if err != nil {
		return nil, err
	}
	if err := e.run(ctx, cmds, to, nil); err != nil {
		return nil, err
	}
	img := &image.Bitmap{Width: strikeWidth, Height: strikeHeight, Pix: to.pix}
	for range level {
		img = halved(img)
	}
	c.cache.bitmaps.put(key, img, len(img.Pix))
	return img, nil
}

// halved returns an image of half the size, each pixel the mean of four.
func halved(b *image.Bitmap) *image.Bitmap {
	h := &image.Bitmap{Width: max(b.Width/2, 1), Height: max(b.Height/2, 1)}
	h.Pix = make([]byte, h.Width*h.Height*4)
	at := func(x, y, channel int) int {
		return int(b.Pix[(min(y, b.Height-1)*b.Width+min(x, b.Width-1))*4+channel])
	}
	for y := range h.Height {
		for x := range h.Width {
			for k := range 4 {
				h.Pix[(y*h.Width+x)*4+k] = byte((at(2*x, 2*y, k) + at(2*x+1, 2*y, k) + at(2*x, 2*y+1, k) + at(2*x+1, 2*y+1, k)) / 4)
			}
		}
	}
	return h
}
