package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// withEffects paints a stacking context inside its transform, clip path and layer, from the outside in. It passes the
// current clip to draw.
func (p *painter) withEffects(it item, draw func(*clipChain)) {
	p.mark(it.frag.Box)
	if isTransformable(it.frag) && len(it.frag.Box.Style.Transform) > 0 && !p.textOnly {
		m, ok := p.transform(it)
		if !ok {
			return // not invertible: nothing is drawn
		}
		p.group(it.clip, display.PushTransform{Matrix: m}, func() { p.withLayer(it, p.base, draw) })
		return
	}
	p.withLayer(it, it.clip, draw)
}

// withLayer paints a stacking context inside its clip path and layer.
func (p *painter) withLayer(it item, clip *clipChain, draw func(*clipChain)) {
	if r := reflection(it.frag); r != nil && !p.textOnly {
		inner := draw
		draw = func(c *clipChain) { p.paintReflected(it, r, c, inner) }
	}
	if layer, needed := p.layer(it); needed {
		inner := draw
		draw = func(c *clipChain) { p.group(c, layer, func() { inner(p.base) }) }
	}
	if cp := it.frag.Box.Style.ClipPath; cp != nil {
		op, mask := p.clipPath(it, cp)
		if mask != nil && !p.textOnly {
			inner := draw
			draw = func(c *clipChain) {
				p.group(c, display.PushLayer{Bounds: everywhere, Opacity: 255, Mask: mask}, func() { inner(p.base) })
			}
		}
		if op != nil {
			clip = clip.with(op)
		}
	}
	draw(clip)
}

// everywhere is the bounds of an unbounded layer.
var everywhere = display.Rect{X0: math.MinInt32 / 2, Y0: math.MinInt32 / 2, X1: math.MaxInt32 / 2, Y1: math.MaxInt32 / 2}

// layer returns the offscreen layer that a context requires.
func (p *painter) layer(it item) (display.PushLayer, bool) {
	s := it.frag.Box.Style
	l := display.PushLayer{Opacity: 255, Bounds: everywhere}
	if p.textOnly {
		return l, false
	}
	needed := isBackdropRoot(s) && p.groups.filtered[it.frag]
	if it.frag != p.in.Layout.Root { // whose filters and blending apply to the canvas
		needed = needed || s.Blend != style.BlendNormal || p.groups.blended[it.frag]
		l.Blend = blends[s.Blend]
		if reflection(it.frag) == nil { // whose filters apply before the reflection
			l.Filters = p.filters(it, s.Filter)
		}
	}
	if s.Opacity < 1 {
		l.Opacity = uint8(math.Floor(float64(max(0, s.Opacity)*255) + 0.5))
		needed = true
	}
	needed = needed || len(l.Filters) > 0
	if l.Backdrop = p.filters(it, s.BackdropFilter); len(l.Backdrop) > 0 {
		needed = true
		box := p.snap(geom.RectAt(it.at, it.frag.Size))
		if isShaped(s, outerRadii(s, box.Size())) {
			p.warn("unsupported_value", p.path(it.frag.Box), "backdrop-filter of a box with a corner-shape has round corners")
		}
		l.BackdropClip = &display.RRect{Rect: display.RectFrom(box), Radii: outerRadii(s, box.Size())}
	}
	if len(s.Mask) > 0 || s.MaskBorder != nil {
		if mask, luminance := p.mask(it); mask != nil {
			l.Mask, l.MaskLuminance = mask, luminance
			needed = true
		}
	}
	return l, needed
}

var blends = [...]display.Blend{
	style.BlendNormal: display.Normal, style.BlendMultiply: display.Multiply, style.BlendScreen: display.Screen,
	style.BlendOverlay: display.Overlay, style.BlendDarken: display.Darken, style.BlendLighten: display.Lighten,
	style.BlendColorDodge: display.ColorDodge, style.BlendColorBurn: display.ColorBurn, style.BlendHardLight: display.HardLight,
	style.BlendSoftLight: display.SoftLight, style.BlendDifference: display.Difference, style.BlendExclusion: display.Exclusion,
	style.BlendHue: display.Hue, style.BlendSaturation: display.Saturation, style.BlendColor: display.ColorBlend,
	style.BlendLuminosity: display.Luminosity, style.BlendPlusLighter: display.PlusLighter,
}

// transform returns the element's transform about its origin, in canvas space, for documents without 3-D transforms.
func (p *painter) transform(it item) (geom.Matrix, bool) {
	s := it.frag.Box.Style
	if s.Offset != nil {
		m, _ := p.local(it).Flat()
		_, ok := m.Invert()
		return m, ok
	}
	box, ox, oy := p.transformBox(it)
	m := geom.Translate(ox, oy).Mul(Functions(s.Transform, box)).Mul(geom.Translate(-ox, -oy))
	_, ok := m.Invert()
	return m, ok
}

// origin returns the position at which a fragment is painted. Chromium places a box on whole pixels before a transform
// that is more than a translation.
func (p *painter) origin(f *layout.Fragment, at geom.Point) geom.Point {
	whole := geom.Point{X: p.snapUnit(at.X), Y: p.snapUnit(at.Y)}
	if whole == at || f.Box == nil || len(f.Box.Style.Transform) == 0 || !isTransformable(f) {
		return at
	}
	for i := range f.Box.Style.Transform {
		t := &f.Box.Style.Transform[i]
		if t.Kind == style.TransformTranslate {
			continue
		}
		m := t.Matrix(f.Size.W.Float(), f.Size.H.Float())
		if m[12], m[13], m[14] = 0, 0, 0; t.Kind == style.TransformOffset || m != geom.Identity4() {
			return whole
		}
	}
	return at
}

// transformBox returns the size of an element's reference box for transforms, and the transform origin on the canvas.
func (p *painter) transformBox(it item) (size geom.Size, x, y float64) {
	s := it.frag.Box.Style
	box := geom.RectAt(it.at, it.frag.Size)
	if s.TransformBox == style.ContentBoxArea {
		box = box.Inset(it.frag.Border.Add(it.frag.Padding))
	}
	return box.Size(), box.X.Float() + lengthFloat(s.TransformOrigin[0], box.W), box.Y.Float() + lengthFloat(s.TransformOrigin[1], box.H)
}

// Functions multiplies a list of transform functions for a reference box of the given size, projected orthographically.
func Functions(list []style.TransformFunc, box geom.Size) geom.Matrix {
	m := geom.Identity4()
	for i := range list {
		m = m.Mul(list[i].Matrix(box.W.Float(), box.H.Float()))
	}
	return geom.Matrix{A: m[0], B: m[1], C: m[4], D: m[5], E: m[12], F: m[13]}
}

// clipPath returns the clip for a clip-path value, or a mask that clips; neither if nothing is clipped.
func (p *painter) clipPath(it item, cp *style.ClipPath) (clip display.Op, mask *display.List) {
	box := p.referenceBox(it, cp.Box)
	if cp.URL != "" {
		if p.in.References == nil {
			return nil, nil
		}
		path, list, ok := p.in.References.Clip(cp.URL, box)
		p.warnings = append(p.warnings, p.in.References.Warnings()...)
		if !ok || path == nil {
			return nil, list
		}
		return *path, nil
	}
	if cp.Shape == nil {
		s := it.frag.Box.Style
		outer := geom.RectAt(it.at, it.frag.Size)
		e := geom.Edges{Top: box.Y - outer.Y, Left: box.X - outer.X, Right: outer.MaxX() - box.MaxX(), Bottom: outer.MaxY() - box.MaxY()}
		radii := outerRadii(s, outer.Size())
		if isShaped(s, radii) {
			return display.PushClipPath{Path: contour(s, display.RectFrom(outer), radii, e)}, nil
		}
		return display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box), Radii: innerRadii(radii, e)}}, nil
	}
	return shapeClip(cp.Shape, box), nil
}

// referenceBox returns the reference box of a shape or layer, on the canvas.
func (p *painter) referenceBox(it item, b style.Box) geom.Rect {
	f := it.frag
	r := geom.RectAt(it.at, f.Size)
	switch b {
	case style.PaddingBoxArea:
		return r.Inset(f.Border)
	case style.ContentBoxArea, style.FillBoxArea:
		return r.Inset(f.Border.Add(f.Padding))
	case style.MarginBoxArea:
		return r.Outset(f.Margin)
	}
	return r
}

// filters converts filter functions to display filters.
func (p *painter) filters(it item, list []style.Filter) []display.Filter {
	var out []display.Filter
	for _, f := range list {
		switch f.Kind {
		case style.FilterBlur:
			if f.Blur > 0 {
				out = append(out, display.Filter{Kind: display.Blur, SigmaX: display.FromUnit(f.Blur), SigmaY: display.FromUnit(f.Blur)})
			}
		case style.FilterDropShadow:
			sigma := display.FromUnit(f.Shadow.Blur)
			out = append(out, display.Filter{Kind: display.DropShadow, DX: display.FromUnit(f.Shadow.X), DY: display.FromUnit(f.Shadow.Y), SigmaX: sigma, SigmaY: sigma, Color: toColor(f.Shadow.Color), Ink: f.Shadow.Color.Ink})
		case style.FilterURL:
			if p.in.References == nil {
				continue
			}
			g, ok := p.in.References.Filter(f.URL, p.snap(geom.RectAt(it.at, it.frag.Size)))
			p.warnings = append(p.warnings, p.in.References.Warnings()...)
			if ok {
				out = append(out, g)
			}
		default:
			out = append(out, display.Filter{Kind: display.ColorMatrix, Matrix: ColorMatrix(f.Kind, f.Amount)})
		}
	}
	return svg.ContinueLinear(out)
}
