package paint

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// mask paints an element's mask layers into a list whose alpha (or luminance) multiplies the element (CSS Masking 1
// §6); nil if there is no mask.
func (p *painter) mask(it item) (list *display.List, luminance bool) {
	s := it.frag.Box.Style
	box := p.snap(geom.RectAt(it.at, it.frag.Size))
	snapped := geom.Size{W: box.W - it.frag.Size.W, H: box.H - it.frag.Size.H}
	any := false
	single := s.MaskBorder == nil && len(s.Mask) == 1
	bounds := box // of the masked content
	if slices.ContainsFunc(s.Mask, func(l style.Layer) bool { return l.Clip == style.NoClipArea }) {
		bounds = box.Union(p.inkBounds(it.frag, it.at))
	}
	list = p.sublist(func() {
		inner := it
		inner.clip = nil
		for i := len(s.Mask) - 1; i >= 0; i-- {
			l := s.Mask[i]
			if l.Image == nil {
				continue
			}
			var element func()
			if strings.HasPrefix(l.Image.URL, "#") {
				if element = p.maskElement(l.Image.URL, box, l.Mode); element == nil {
					continue
				}
			} else if single {
				luminance = l.Mode.Luminance(false)
			}
			any = true
			area := areaOf(box, it.frag, l.Origin)
			r := bounds
			if l.Clip != style.NoClipArea {
				r = areaOf(box, it.frag, l.Clip)
			}
			draw := func() {
				p.paintLayer(inner, &l, area, snapped, r, [4]display.Point{}, s)
			}
			if element != nil {
				draw = element
			} else if l.Mode.Luminance(false) && !single {
				// Layers are combined by their mask values, not by their colours.
				image := p.sublist(draw)
				draw = func() { p.maskValues(image, true) }
			}
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
				mode = display.SourceOut
			}
			p.group(nil, display.PushLayer{Bounds: display.RectFrom(bounds), Opacity: 255, Blend: mode}, func() {
				inner.clip = p.base
				draw()
				inner.clip = nil
			})
		}
	})
	if s.MaskBorder != nil {
		if border := p.maskBorder(s, s.MaskBorder, box, it.frag.Border); border != nil && any {
			// The border image is above the layers, as in Chromium.
			list = &display.List{Width: list.Width, Height: list.Height, Ops: slices.Concat(list.Ops, border.Ops)}
		} else if border != nil {
			return border, false
		}
	}
	if !any {
		return nil, false
	}
	return list, luminance
}

// maskBorder paints the nine regions of a mask border; nil without an image.
func (p *painter) maskBorder(s *style.Computed, border *style.BorderImage, box geom.Rect, widths geom.Edges) *display.List {
	line := *s
	line.BorderImage = border
	drawn := false
	list := p.sublist(func() { drawn = p.paintBorderImage(nil, &line, box, widths) })
	if !drawn {
		return nil
	}
	return list
}

// maskElement returns a function that draws a mask element of the document into a mask layer; nil if there is none,
// which masks nothing.
func (p *painter) maskElement(url string, box geom.Rect, mode style.MaskMode) func() {
	if p.in.References == nil {
		return nil
	}
	list, luminance, ok := p.in.References.Mask(url, box)
	p.warnings = append(p.warnings, p.in.References.Warnings()...)
	if !ok {
		return nil
	}
	return func() { p.maskValues(list, mode.Luminance(luminance)) }
}

// maskValues draws the mask values of an image as alpha.
func (p *painter) maskValues(image *display.List, luminance bool) {
	p.group(p.base, display.PushLayer{Bounds: everywhere, Opacity: 255, Mask: image, MaskLuminance: luminance}, func() {
		p.emit(p.base, display.FillRect{Rect: everywhere, Brush: display.Solid{Color: display.Color{A: 255}}})
	})
}
