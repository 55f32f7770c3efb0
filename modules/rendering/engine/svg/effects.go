package svg

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// effects draws an element with its opacity, mask, clip and filter (SVG 2 §3.7).
func (p *painter) effects(id dom.NodeID, e env, draw func(env)) {
	s := e.style
	if p.clipping {
		// Inside a clip path only geometry and further clips apply.
		p.clipped(id, e, draw)
		return
	}
	layer := display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: blends[s.Blend]}
	needed := s.Blend != style.BlendNormal || s.Isolate
	if s.Opacity < 1 {
		layer.Opacity, needed = alpha(s.Opacity), true
		if layer.Opacity == 0 {
			return
		}
	}
	if mask, ok := p.mask(id, e); ok {
		layer.Mask, layer.MaskLuminance, needed = mask.list, mask.luminance, true
		if mask.list == nil {
			return
		}
	}
	if needed {
		p.push(layer)
		defer p.pop()
	}
	p.clipped(id, e, func(e env) { p.filtered(id, e, draw) })
}

var blends = [...]display.Blend{
	style.BlendNormal: display.Normal, style.BlendMultiply: display.Multiply, style.BlendScreen: display.Screen,
	style.BlendOverlay: display.Overlay, style.BlendDarken: display.Darken, style.BlendLighten: display.Lighten,
	style.BlendColorDodge: display.ColorDodge, style.BlendColorBurn: display.ColorBurn, style.BlendHardLight: display.HardLight,
	style.BlendSoftLight: display.SoftLight, style.BlendDifference: display.Difference, style.BlendExclusion: display.Exclusion,
	style.BlendHue: display.Hue, style.BlendSaturation: display.Saturation, style.BlendColor: display.ColorBlend,
	style.BlendLuminosity: display.Luminosity, style.BlendPlusLighter: display.PlusLighter,
}

// clipped draws an element with its clip-path.
func (p *painter) clipped(id dom.NodeID, e env, draw func(env)) {
	cp := e.style.ClipPath
	if cp == nil {
		draw(e)
		return
	}
	if cp.URL == "" {
		if o, rule, ok := p.basicShape(id, cp, e); ok {
			p.push(display.PushClipPath{Path: o.mapped(e.m), Rule: rule})
			draw(e)
			p.pop()
			return
		}
		draw(e)
		return
	}
	ref, ok := p.resource(id, cp.URL, "clipPath")
	if !ok {
		draw(e) // missing and circular clips do not clip
		return
	}
	inner, ok := p.clipSpaceOf(ref, e, p.localBounds(id, e))
	if !ok {
		return // a clip with a bounding box of zero area clips everything
	}
	if o, m, rule, ok := p.simpleClip(ref, inner); ok {
		p.push(display.PushClipPath{Path: o.mapped(m), Rule: rule})
		draw(e)
		p.pop()
		return
	}
	list := p.clipList(ref, e, inner)
	if list == nil {
		return
	}
	p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Mask: list})
	draw(e)
	p.pop()
}

// clipList draws the children of a clipPath in black; it returns nil for a clipPath inside itself. outer is the
// environment of the clipped element, to which the clip path's own clip applies.
func (p *painter) clipList(ref dom.NodeID, outer, inner env) (list *display.List) {
	p.once(ref, func() {
		was := p.clipping
		p.clipping = true
		list = p.sublist(func() {
			own := outer
			own.style = inner.style
			p.clipped(ref, own, func(env) { p.clipChildren(ref, inner) })
		})
		p.clipping = was
	})
	return list
}

// clipChildren draws the permitted children of a clipPath (CSS Masking 1 §5.3): shapes, text and uses of them; groups
// and other elements are ignored.
func (p *painter) clipChildren(ref dom.NodeID, e env) {
	for c := p.node(ref).FirstChild; c != dom.None; c = p.node(c).Next {
		n := p.node(c)
		if n.Type != dom.Element {
			continue
		}
		tag := n.Tag
		if tag == "use" {
			t, ok := p.target(href(n))
			if !ok || !p.applies(n, e.style.Lang) {
				continue
			}
			tag = p.node(t).Tag
		}
		switch tag {
		case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text":
			p.element(c, e)
		}
	}
}

// clipSpaceOf returns the environment of a clipPath's children for an element with the given bounding box.
func (p *painter) clipSpaceOf(ref dom.NodeID, e env, box bounds) (env, bool) {
	s := p.tree.Styles[ref]
	if s == nil {
		return e, false
	}
	n := p.node(ref)
	inner := env{m: e.m, view: e.view, style: s, parent: s, instance: s}
	// The transform of the clipPath is outside the units of the bounding box, as in browsers.
	t, ok := p.transform(ref, inner)
	inner.m = inner.m.Mul(t)
	if units, _ := n.Attr("clipPathUnits"); units == "objectBoundingBox" {
		if !box.ok {
			return e, false
		}
		inner.m = inner.m.Mul(geom.Matrix{A: box.w(), D: box.h(), E: box.x0, F: box.y0})
	}
	return inner, ok
}

// simpleClip returns the outline of a clipPath that consists of one shape.
func (p *painter) simpleClip(ref dom.NodeID, e env) (o *outline, m geom.Matrix, rule display.FillRule, ok bool) {
	if e.style.ClipPath != nil {
		return nil, m, rule, false
	}
	var only dom.NodeID = dom.None
	for c := p.node(ref).FirstChild; c != dom.None; c = p.node(c).Next {
		switch n := p.node(c); {
		case n.Type != dom.Element:
		case only != dom.None:
			return nil, m, rule, false
		default:
			only = c
		}
	}
	if only == dom.None {
		return nil, m, rule, false
	}
	n := p.node(only)
	switch n.Tag {
	case "path", "rect", "circle", "ellipse", "polygon", "polyline":
	default:
		return nil, m, rule, false
	}
	inner, entered := p.enter(only, e)
	s := inner.style
	if !entered || !p.applies(n, s.Lang) || s.SVG == nil || s.ClipPath != nil || s.Display == style.DisplayNone || s.Visibility != style.Visible {
		return nil, m, rule, false
	}
	if s.SVG.ClipEvenOdd {
		rule = display.EvenOdd
	}
	o = p.shapeOutline(n, &inner)
	return o, inner.m, rule, o != nil
}

// strokeBox extends the fill box of an element by half its stroke width.
func (p *painter) strokeBox(id dom.NodeID, e env, b bounds) bounds {
	if sv := e.style.SVG; sv != nil && sv.Stroke.Kind != style.PaintNone && isShape(p.node(id).Tag) && b.ok {
		w := float64(resolve(sv.StrokeWidth, e.view.base(diagonal)) / 2)
		b.x0, b.y0, b.x1, b.y1 = b.x0-w, b.y0-w, b.x1+w, b.y1+w
	}
	return b
}

// basicShape returns a CSS shape of clip-path in user units.
func (p *painter) basicShape(id dom.NodeID, cp *style.ClipPath, e env) (o *outline, rule display.FillRule, ok bool) {
	ref := p.localBounds(id, e)
	switch cp.Box {
	case style.ViewBoxArea:
		ref = bounds{0, 0, e.view.w, e.view.h, true}
	case style.FillBoxArea, style.ContentBoxArea, style.PaddingBoxArea:
	default:
		ref = p.strokeBox(id, e, ref) // the border box and margin box of an element are its stroke box
	}
	sh := cp.Shape
	if sh == nil {
		return rectangle(ref.x0, ref.y0, ref.w(), ref.h()), rule, ref.ok
	}
	if sh.EvenOdd {
		rule = display.EvenOdd
	}
	at := func(i int, l style.Length) float64 {
		if i == 0 {
			return ref.x0 + resolve(l, ref.w())
		}
		return ref.y0 + resolve(l, ref.h())
	}
	switch sh.Kind {
	case style.ShapeInset:
		t, r := resolve(sh.Inset[style.Top], ref.h()), resolve(sh.Inset[style.Right], ref.w())
		b, l := resolve(sh.Inset[style.Bottom], ref.h()), resolve(sh.Inset[style.Left], ref.w())
		return roundedInset(sh, ref, bounds{ref.x0 + l, ref.y0 + t, ref.x0 + l + max(0, ref.w()-l-r), ref.y0 + t + max(0, ref.h()-t-b), true}), rule, true
	case style.ShapePolygon:
		o = &outline{}
		for i, q := range sh.Points {
			v := point{at(0, q[0]), at(1, q[1])}
			if i == 0 {
				o.moveTo(v)
			} else {
				o.lineTo(v)
			}
		}
		o.close()
		return o, rule, len(sh.Points) > 0
	case style.ShapePath, style.ShapeCommands:
		data := sh.Path
		if sh.Kind == style.ShapeCommands {
			data = sh.PathData(ref.w(), ref.h())
		}
		o, _ = parseOutline(data)
		for i := range o.points {
			o.points[i].x += ref.x0
			o.points[i].y += ref.y0
		}
		return o, rule, true
	}
	cx, cy := at(0, sh.Center[0]), at(1, sh.Center[1])
	extent := func(x style.RadialExtent, v style.Length, base, a, b float64) float64 {
		switch x {
		case style.ExtentExplicit:
			return resolve(v, base)
		case style.FarthestSide:
			return max(a, b)
		}
		return min(a, b)
	}
	left, right, top, bottom := cx-ref.x0, ref.x1-cx, cy-ref.y0, ref.y1-cy
	if sh.Kind == style.ShapeCircle {
		d := viewport{ref.w(), ref.h()}.base(diagonal)
		low, high := min(left, right, top, bottom), max(left, right, top, bottom)
		r := extent(sh.ExtentX, sh.RadiusX, d, low, high)
		return ellipseOutline(cx, cy, r, r), rule, r > 0
	}
	rx := extent(sh.ExtentX, sh.RadiusX, ref.w(), left, right)
	ry := extent(sh.ExtentY, sh.RadiusY, ref.h(), top, bottom)
	return ellipseOutline(cx, cy, rx, ry), rule, rx > 0 && ry > 0
}

// masksLinear reports whether the luminance of a mask is computed in linear light, by color-interpolation of its
// content.
func (p *painter) masksLinear(ref dom.NodeID) bool {
	for c := p.node(ref).FirstChild; c != dom.None; c = p.node(c).Next {
		if s := p.tree.Styles[c]; p.node(c).Type == dom.Element && s != nil && s.SVG != nil {
			return s.SVG.ColorInterpolationLinear
		}
	}
	return false
}

// linearTables map the colour channels from sRGB to linear light.
func linearTables() *[4][256]uint8 {
	var t [4][256]uint8
	for i := range 256 {
		v := float64(i) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = geom.Pow((v+0.055)/1.055, 2.4)
		}
		l := uint8(math.Floor(float64(v*255) + 0.5))
		t[0][i], t[1][i], t[2][i], t[3][i] = l, l, l, uint8(i)
	}
	return &t
}

// encodingTables map the colour channels from linear light to sRGB.
func encodingTables() *[4][256]uint8 {
	var t [4][256]uint8
	for i := range 256 {
		v := float64(i) / 255
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = float64(1.055*geom.Pow(v, 1/2.4)) - 0.055
		}
		e := uint8(math.Floor(float64(v*255) + 0.5))
		t[0][i], t[1][i], t[2][i], t[3][i] = e, e, e, uint8(i)
	}
	return &t
}

// rectangleOf parses x, y, width and height of a mask or filter; the default is the bounding box extended by 10 % on
// each side.
func rectangleOf(n *dom.Node, e *env, box bounds, unitsName string) bounds {
	if units, _ := n.Attr(unitsName); units == "userSpaceOnUse" {
		x, y := e.length(n, "x", horizontal, -0.1*e.view.w), e.length(n, "y", vertical, -0.1*e.view.h)
		w, h := e.length(n, "width", horizontal, 1.2*e.view.w), e.length(n, "height", vertical, 1.2*e.view.h)
		return bounds{x, y, x + w, y + h, true}
	}
	x, y := fraction(n, "x", -0.1), fraction(n, "y", -0.1)
	w, h := fraction(n, "width", 1.2), fraction(n, "height", 1.2)
	x0, y0 := box.x0+float64(x*box.w()), box.y0+float64(y*box.h())
	return bounds{x0, y0, x0 + float64(w*box.w()), y0 + float64(h*box.h()), box.ok}
}
