package svg

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// masking is the drawn mask of an element.
type masking struct {
	list      *display.List
	luminance bool
}

// mask draws the layers of the mask property (CSS Masking 1 §7). A nil list hides the element; ok is false when nothing
// masks it.
func (p *painter) mask(id dom.NodeID, e env) (out masking, ok bool) {
	layers := e.style.Mask
	list := p.sublist(func() {
		for i := len(layers) - 1; i >= 0; i-- {
			m, applies := p.maskLayer(id, e, &layers[i])
			if !applies {
				continue
			}
			ok = true
			if len(layers) == 1 {
				out = m
				return
			}
			p.combineMask(m, layers[i].Composite, i == len(layers)-1)
		}
	})
	if ok && len(layers) > 1 {
		out = masking{list: list}
	}
	return out, ok
}

// combineMask draws the values of a mask layer as alpha above the layers below it.
func (p *painter) combineMask(m masking, composite style.MaskComposite, lowest bool) {
	layer := display.PushLayer{Bounds: everywhere, Opacity: 255}
	switch composite {
	case style.CompositeIntersect:
		layer.Blend = display.DestinationIn
	case style.CompositeExclude:
		layer.Blend = display.Xor
	case style.CompositeSubtract:
		layer.Blend = display.SourceOut
	}
	if grouped := layer.Blend != display.Normal && !lowest; grouped {
		p.push(layer)
		defer p.pop()
	}
	if m.list == nil {
		return
	}
	p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Mask: m.list, MaskLuminance: m.luminance})
	p.push(display.FillRect{Rect: everywhere, Brush: display.Solid{Color: display.Color{A: 255}}})
	p.pop()
}

// maskLayer draws one layer of the mask property; ok is false for a layer without an image, which has no effect.
func (p *painter) maskLayer(id dom.NodeID, e env, l *style.Layer) (m masking, ok bool) {
	switch {
	case l.Image == nil:
		return masking{}, false
	case strings.HasPrefix(l.Image.URL, "#"):
		ref, found := p.resource(id, l.Image.URL, "mask")
		if !found {
			return masking{}, false
		}
		return p.maskOf(ref, e, p.localBounds(id, e), l.Mode)
	case l.Image.URL != "":
		p.warn("unsupported_value", p.node(id), "mask: the images of files are not applied to svg elements")
		return masking{}, false
	case l.Image.Gradient == nil || p.ctx.Decorate == nil:
		return masking{}, false
	}
	box := p.strokeBox(id, e, p.localBounds(id, e))
	if !box.ok || box.w() <= 0 || box.h() <= 0 {
		return masking{}, true
	}
	drawn := p.ctx.Decorate(&style.Computed{Background: []style.Layer{*l}}, geom.FromFloat(box.w()), geom.FromFloat(box.h()))
	return masking{luminance: l.Mode.Luminance(false), list: p.sublist(func() {
		p.push(display.PushTransform{Matrix: e.m.Mul(geom.Translate(box.x0, box.y0))})
		p.repeat(drawn.Ops)
		p.pop()
	})}, true
}

// maskOf draws a mask element for an element with the given bounding box.
func (p *painter) maskOf(ref dom.NodeID, e env, box bounds, mode style.MaskMode) (masking, bool) {
	n, s := p.node(ref), p.tree.Styles[ref]
	inner := env{m: e.m, view: e.view, style: s, parent: s, instance: s}
	area := rectangleOf(n, &inner, box, "maskUnits")
	if units, _ := n.Attr("maskContentUnits"); units == "objectBoundingBox" {
		if !box.ok {
			return masking{}, true
		}
		inner.m = inner.m.Mul(geom.Matrix{A: box.w(), D: box.h(), E: box.x0, F: box.y0})
	}
	if !area.ok || area.w() <= 0 || area.h() <= 0 {
		return masking{}, true
	}
	out := masking{luminance: mode.Luminance(s.SVG == nil || !s.SVG.MaskAlpha)}
	linear := out.luminance && p.masksLinear(ref)
	p.once(ref, func() {
		out.list = p.sublist(func() {
			p.push(display.PushClipPath{Path: rectangle(area.x0, area.y0, area.w(), area.h()).mapped(e.m)})
			if linear {
				p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Filters: []display.Filter{{Kind: display.ComponentTransfer, Tables: linearTables()}}})
				p.children(ref, inner)
				p.pop()
			} else {
				p.children(ref, inner)
			}
			p.pop()
		})
	})
	return out, true
}
