package svg

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// turbulence parses feTurbulence.
func (b *graphBuilder) turbulence(n *dom.Node, area bounds) display.Primitive {
	x, y := pair(n, "baseFrequency", 0)
	kind, _ := n.Attr("type")
	stitch, _ := n.Attr("stitchTiles")
	return display.Turbulence{
		FrequencyX: x, FrequencyY: y, Octaves: int(min(max(math.Trunc(number(n, "numOctaves", 1)), 0), 32)),
		Seed:    int32(math.Trunc(min(max(number(n, "seed", 0), math.MinInt32), math.MaxInt32))),
		Fractal: kind == "fractalNoise", Stitch: stitch == "stitch", Matrix: b.e.m,
		Tile: display.Rect{X0: display.FromFloat(area.x0), Y0: display.FromFloat(area.y0), X1: display.FromFloat(area.x1), Y1: display.FromFloat(area.y1)},
	}
}

// lighting parses a lighting primitive and its light source; without a light source the result is unlit.
func (b *graphBuilder) lighting(n *dom.Node, s *style.Computed) display.Primitive {
	b.p.warnInk(n, s.SVG.LightingColor)
	l := display.Lighting{Color: tint(s.SVG.LightingColor, 1), Specular: n.Tag == "feSpecularLighting", Cone: -1, Exponent: 1}
	scale := geom.Hypot(b.scaleX, b.scaleY) / geom.Hypot(1, 1)
	l.Depth = number(n, "surfaceScale", 1) * scale
	if l.Specular {
		l.Constant, l.Exponent = max(0, number(n, "specularConstant", 1)), min(max(number(n, "specularExponent", 1), 1), 128)
	} else {
		l.Constant = max(0, number(n, "diffuseConstant", 1))
	}
	if l.Specular && l.Constant == 0 {
		return display.Flood{Color: display.Color{A: 255}} // opaque in Chromium, though the specification makes it transparent
	}
	var light *dom.Node
	for c := n.FirstChild; c != dom.None && light == nil; c = b.p.node(c).Next {
		switch m := b.p.node(c); m.Tag {
		case "feDistantLight", "fePointLight", "feSpotLight":
			light = m
		}
	}
	if light == nil {
		return display.Flood{}
	}
	place := func(x, y, z string) [3]float64 {
		px, py := b.length(number(light, x, 0), horizontal), b.length(number(light, y, 0), vertical)
		if b.units {
			px, py = px+b.box.x0, py+b.box.y0
		}
		px, py = b.e.m.Apply(px, py)
		return [3]float64{px, py, b.length(number(light, z, 0), diagonal) * scale}
	}
	switch light.Tag {
	case "feDistantLight":
		sa, ca := geom.SinCosDeg(number(light, "azimuth", 0))
		se, ce := geom.SinCosDeg(number(light, "elevation", 0))
		l.Direction = [3]float64{ca * ce, sa * ce, se}
	case "fePointLight":
		l.Light, l.Position = display.PointLight, place("x", "y", "z")
	case "feSpotLight":
		l.Light, l.Position, l.Target = display.SpotLight, place("x", "y", "z"), place("pointsAtX", "pointsAtY", "pointsAtZ")
		l.Focus = min(max(number(light, "specularExponent", 1), 1), 128)
		l.Cone = 0
		if a := math.Abs(number(light, "limitingConeAngle", 0)); a > 0 && a < 90 {
			_, l.Cone = geom.SinCosDeg(a)
		}
	}
	return l
}

// maxKernel bounds the number of weights of a convolution.
const maxKernel = 225

// convolution parses feConvolveMatrix; an invalid one yields transparent black.
func convolution(n *dom.Node) display.Primitive {
	ox, oy := pair(n, "order", 3)
	ox, oy = math.Trunc(ox), math.Trunc(oy) // as in browsers
	if ox <= 0 || oy <= 0 {
		ox, oy = 3, 3
	}
	c := display.Convolve{Columns: int(min(ox, 1000)), Rows: int(min(oy, 1000)), Bias: min(max(number(n, "bias", 0), -1e6), 1e6)}
	count := c.Columns * c.Rows
	weights := numberList(n, "kernelMatrix", maxKernel)
	c.TargetX, c.TargetY = int(number(n, "targetX", float64(c.Columns/2))), int(number(n, "targetY", float64(c.Rows/2)))
	if count < 1 || count > maxKernel || len(weights) != count || c.TargetX < 0 || c.TargetY < 0 || c.TargetX >= c.Columns || c.TargetY >= c.Rows {
		return display.Flood{}
	}
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	divisor := number(n, "divisor", sum)
	if divisor == 0 {
		divisor = sum
	}
	if divisor == 0 {
		divisor = 1
	}
	c.Kernel = make([]float64, count)
	for i, w := range weights {
		c.Kernel[count-1-i] = min(max(w/divisor, -1e6), 1e6)
	}
	switch mode, _ := n.Attr("edgeMode"); mode {
	case "wrap":
		c.Edge = display.EdgeWrap
	case "none":
		c.Edge = display.EdgeNone
	default:
		c.Edge = display.EdgeDuplicate
	}
	preserve, _ := n.Attr("preserveAlpha")
	c.PreserveAlpha = preserve == "true"
	return c
}

// feImage draws the reference of feImage: an element positioned at the corner of the primitive subregion, or an image
// fitted into it.
func (b *graphBuilder) feImage(_ dom.NodeID, n *dom.Node, area bounds) display.Primitive {
	p := b.p
	if ref, ok := p.target(href(n)); ok {
		if p.busy[ref] {
			return display.Flood{}
		}
		e := b.e
		if parent := p.node(ref).Parent; parent != dom.None && p.tree.Styles[parent] != nil {
			e.style, e.parent, e.instance = p.tree.Styles[parent], p.tree.Styles[parent], p.tree.Styles[parent]
		}
		// Browsers place the origin of the element's user space at the corner of the subregion.
		e.m = e.m.Mul(geom.Translate(area.x0, area.y0))
		var list *display.List
		p.once(ref, func() { list = p.sublist(func() { p.element(ref, e) }) })
		return display.Paint{List: list}
	}
	pic := p.open(n, &style.Computed{})
	if pic == nil || pic.w <= 0 || pic.h <= 0 || area.w() <= 0 || area.h() <= 0 {
		return display.Flood{}
	}
	list := p.sublist(func() {
		if pic.vector != nil {
			p.fitted(pic.vector, n, b.e.m.Mul(geom.Translate(area.x0, area.y0)), point{pic.w, pic.h}, area.w(), area.h())
			return
		}
		align, _ := n.Attr("preserveAspectRatio")
		p.push(display.PushTransform{Matrix: b.e.m.Mul(geom.Translate(area.x0, area.y0)).Mul(fitBox([4]float64{0, 0, pic.w, pic.h}, align, area.w(), area.h()))})
		whole := display.Rect{X1: display.FromFloat(pic.w), Y1: display.FromFloat(pic.h)}
		p.push(display.DrawImage{Image: pic.bitmap, Src: whole, Dst: whole})
		p.pop()
	})
	return display.Paint{List: list}
}
