package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// cssImage is a resolved CSS <image>: a bitmap, a vector image, a gradient or a colour.
type cssImage struct {
	bitmap   *image.Bitmap
	vector   Vector
	natVec   layout.Replaced
	gradient *style.Gradient
	color    *style.Color
}

// resolveImage resolves a CSS <image>; ok is false if there is nothing to draw.
func (p *painter) resolveImage(it item, s *style.Computed, img *style.Image) (*cssImage, bool) {
	switch {
	case img == nil:
		return nil, false
	case img.Gradient != nil:
		return &cssImage{gradient: img.Gradient}, len(img.Gradient.Stops) > 0
	case img.Solid != nil:
		return &cssImage{color: img.Solid}, true
	case img.URL != "":
		if p.in.Images == nil {
			return nil, false
		}
		pic, ok := p.in.Images.Image(s.ImageAddress(img.URL))
		if !ok {
			return nil, false
		}
		out := &cssImage{bitmap: pic.Bitmap, vector: pic.Vector}
		if sizer, ok := pic.Vector.(interface{ Natural() layout.Replaced }); ok {
			out.natVec = sizer.Natural()
		}
		return out, pic.Bitmap != nil || pic.Vector != nil
	case len(img.CrossFade) > 0:
		return p.crossFade(it, s, img.CrossFade)
	}
	p.warn("unsupported_value", p.path(it.frag.Box), "image "+img.Element+" is not drawn")
	return nil, false
}

// natural returns the natural size and ratio, as layout represents them.
func (c *cssImage) natural() (w, h geom.Unit, hasW, hasH bool, rw, rh float64) {
	if c.bitmap != nil {
		bw, bh := c.bitmap.Width, c.bitmap.Height
		return geom.Px(bw), geom.Px(bh), true, true, float64(bw), float64(bh)
	}
	n := c.natVec
	return n.Width, n.Height, n.HasWidth, n.HasHeight, n.RatioW, n.RatioH
}

// brush returns a brush that draws the image once, filling r.
func (c *cssImage) brush(r geom.Rect, sampling display.Sampling) display.Brush {
	switch {
	case c.gradient != nil:
		return gradientBrush(c.gradient, r)
	case c.color != nil:
		return solid(*c.color)
	}
	return c.pattern(r, geom.Point{X: r.W, Y: r.H}, false, false, sampling)
}

// part returns the operations that draw a part of the image stretched to r. Vector images are clipped instead of drawn as
// a whole at the scale of the part, which may be large.
func (c *cssImage) part(r, part geom.Rect) []display.Op {
	if c.vector == nil {
		return []display.Op{display.FillRect{Rect: display.RectFrom(part), Brush: c.brush(r, display.Smooth)}}
	}
	clip := display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(part)}}
	return slices.Concat([]display.Op{clip}, c.vector.Paint(r.W, r.H).Ops, []display.Op{display.Pop{}})
}

// pattern returns a brush that repeats the image.
func (c *cssImage) pattern(tile geom.Rect, step geom.Point, rx, ry bool, sampling display.Sampling) display.Brush {
	pat := &display.Pattern{
		Tile: display.RectFrom(tile), Step: display.Point{X: display.FromUnit(step.X), Y: display.FromUnit(step.Y)},
		RepeatX: rx, RepeatY: ry, Sampling: sampling, Transform: geom.Identity(),
	}
	local := geom.Rect{W: tile.W, H: tile.H}
	var ops []display.Op
	switch {
	case c.color != nil:
		return solid(*c.color)
	case c.bitmap != nil:
		if step.X == tile.W && step.Y == tile.H {
			pat.Image = c.bitmap
			return pat
		}
		ops = []display.Op{display.DrawImage{Image: c.bitmap, Sampling: sampling, Dst: display.RectFrom(local),
			Src: display.Rect{X1: display.Coord(c.bitmap.Width) * 1024, Y1: display.Coord(c.bitmap.Height) * 1024}}}
	case c.vector != nil:
		ops = c.vector.Paint(tile.W, tile.H).Ops
	default:
		ops = []display.Op{display.FillRect{Rect: display.RectFrom(local), Brush: gradientBrush(c.gradient, local)}}
	}
	// The space between tiles is part of the repeated list, so that their edges are antialiased.
	whole := geom.Size{W: max(tile.W, step.X), H: max(tile.H, step.Y)}
	if whole != tile.Size() {
		pat.Tile = display.RectFrom(geom.RectAt(geom.Point{X: tile.X, Y: tile.Y}, whole))
	}
	pat.List = filling(ops, whole)
	return pat
}

// filling returns the list of a tile stretched to whole pixels, to avoid seams between tiles of different sizes.
func filling(ops []display.Op, size geom.Size) *display.List {
	l := &display.List{Width: size.W.Ceil(), Height: size.H.Ceil(), Ops: ops}
	kx, ky := geom.Px(l.Width).Float()/size.W.Float(), geom.Px(l.Height).Float()/size.H.Float()
	if kx != 1 || ky != 1 {
		l.Ops = append(append([]display.Op{display.PushTransform{Matrix: geom.Scale(kx, ky)}}, ops...), display.Pop{})
	}
	return l
}
