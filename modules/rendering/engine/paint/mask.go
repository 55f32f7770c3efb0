package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// mask paints an element's mask layers into a list whose alpha (or luminance)
// multiplies the element (CSS Masking 1 §6). nil means nothing masks.
func (p *painter) mask(it item) (list *display.List, luminance bool) {
	s := it.frag.Box.Style
	box := p.snap(geom.RectAt(it.at, it.frag.Size))
	any := false
	list = p.sublist(func() {
		inner := it
		inner.clip = nil
		for i := len(s.Mask) - 1; i >= 0; i-- {
			l := s.Mask[i]
			if l.Image == nil {
				continue
			}
			any = true
			luminance = luminance || l.Luminance
			area := areaOf(box, it.frag, l.Origin)
			r := box
			if l.Clip != style.NoClipArea {
				r = areaOf(box, it.frag, l.Clip)
			}
			draw := func() { p.paintLayer(inner, &l, area, r, [4]display.Point{}, s) }
			if i == len(s.Mask)-1 || l.Composite == style.CompositeAdd {
				draw()
				continue
			}
			mode := display.Normal
			switch l.Composite {
			case style.CompositeIntersect:
				mode = display.DestinationIn
			case style.CompositeExclude:
				mode = display.Xor
			case style.CompositeSubtract:
				// source out of what lies below: exclusive part of this layer only
				p.warn("unsupported_value", p.path(it.frag.Box), "mask-composite: subtract is drawn as exclude")
				mode = display.Xor
			}
			p.group(nil, display.PushLayer{Bounds: display.RectFrom(box), Opacity: 255, Blend: mode}, func() {
				inner.clip = p.base
				draw()
				inner.clip = nil
			})
		}
	})
	if !any {
		return nil, false
	}
	return list, luminance
}
