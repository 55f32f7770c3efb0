package svg

import (
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// filtered draws an element through its filter property (Filter Effects 1 §9).
func (p *painter) filtered(id dom.NodeID, e env, draw func(env)) {
	layer := display.PushLayer{Bounds: everywhere, Opacity: 255}
	var region bounds
	graphs := 0
	for _, f := range e.style.Filter {
		if f.Kind != style.FilterURL {
			layer.Filters = append(layer.Filters, p.filterFunction(f, e.m))
			continue
		}
		ref, ok := p.target(f.URL)
		if !ok || p.node(ref).Tag != "filter" || p.busy[ref] {
			continue // a missing filter has no effect
		}
		g, area, ok := p.filterGraph(ref, e, p.localBounds(id, e))
		if !ok {
			continue
		}
		graphs, region = graphs+1, area
		layer.Filters = append(layer.Filters, display.Filter{Kind: display.GraphFilter, Graph: g})
	}
	if len(layer.Filters) == 0 {
		draw(e)
		return
	}
	if graphs == 1 && len(layer.Filters) == 1 {
		if layer.Bounds = layer.Filters[0].Graph.Region; layer.Bounds.Empty() {
			return
		}
		if !e.m.IsAxisAligned() {
			p.push(display.PushClipPath{Path: rectangle(region.x0, region.y0, region.w(), region.h()).mapped(e.m)})
			defer p.pop()
		}
	}
	p.push(layer)
	draw(e)
	p.pop()
}

// filterFunction is a CSS filter function but url().
func (p *painter) filterFunction(f style.Filter, m geom.Matrix) display.Filter {
	k, _, _ := uniform(m)
	switch f.Kind {
	case style.FilterBlur:
		sigma := display.FromFloat(f.Blur.Float() * k)
		return display.Filter{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma}
	case style.FilterDropShadow:
		sigma := display.FromFloat(f.Shadow.Blur.Float() * k)
		dx, dy := vector(m, f.Shadow.X.Float(), f.Shadow.Y.Float())
		return display.Filter{Kind: display.DropShadow, SigmaX: sigma, SigmaY: sigma, Color: tint(f.Shadow.Color, 1), DX: dx, DY: dy}
	}
	return display.Filter{Kind: display.ColorMatrix, Matrix: colorFunction(f.Kind, f.Amount)}
}

// vector maps a distance to the image.
func vector(m geom.Matrix, x, y float64) (dx, dy display.Coord) {
	return display.FromFloat(float64(m.A*x) + float64(m.C*y)), display.FromFloat(float64(m.B*x) + float64(m.D*y))
}

// maxSteps bounds the primitives of a filter.
const maxSteps = 200

// graphBuilder turns a filter element into a graph.
type graphBuilder struct {
	p      *painter
	e      env // of the filtered element
	box    bounds
	region bounds // in user units
	units  bool   // primitiveUnits: objectBoundingBox
	scaleX float64
	scaleY float64
	graph  *display.Graph
	areas  []bounds // of the steps, in user units
	named  map[string]int
	failed bool
}

// filterGraph compiles a filter element for an element with a bounding box; e.m
// leads from its user space to the image. ok is false when the filter uses what
// is not drawn, and has no effect then.
func (p *painter) filterGraph(ref dom.NodeID, e env, box bounds) (g *display.Graph, region bounds, ok bool) {
	n, s := p.node(ref), p.tree.Styles[ref]
	if s == nil {
		return nil, region, false
	}
	own := env{m: e.m, view: e.view, style: s, parent: s, instance: s}
	b := &graphBuilder{p: p, e: e, box: box, named: map[string]int{}, graph: &display.Graph{}}
	b.e.style = s
	b.scaleX, b.scaleY = geom.Hypot(e.m.A, e.m.B), geom.Hypot(e.m.C, e.m.D)
	b.region = rectangleOf(n, &own, box, "filterUnits")
	if units, _ := n.Attr("primitiveUnits"); units == "objectBoundingBox" {
		b.units = true
	}
	if !b.region.ok || b.region.w() <= 0 || b.region.h() <= 0 {
		return b.graph, b.region, true // nothing is drawn
	}
	b.graph.Region = b.mapped(b.region)
	p.once(ref, func() {
		for c := n.FirstChild; c != dom.None && len(b.graph.Steps) < maxSteps; c = p.node(c).Next {
			if p.node(c).Type == dom.Element && strings.HasPrefix(p.node(c).Tag, "fe") && p.count() {
				b.primitive(c)
			}
		}
	})
	return b.graph, b.region, !b.failed
}

// mapped is an area in the image.
func (b *graphBuilder) mapped(a bounds) display.Rect {
	a = a.through(b.e.m)
	return display.Rect{X0: display.FromFloat(a.x0), Y0: display.FromFloat(a.y0), X1: display.FromFloat(a.x1), Y1: display.FromFloat(a.y1)}
}

// input finds a primitive's input.
func (b *graphBuilder) input(n *dom.Node, name string) int {
	previous := len(b.graph.Steps) - 1
	if previous < 0 {
		previous = display.SourceGraphic
	}
	v, _ := n.Attr(name)
	if i, ok := b.named[v]; ok {
		return i
	}
	switch v {
	case "SourceGraphic":
		return display.SourceGraphic
	case "SourceAlpha":
		return display.SourceAlpha
	}
	return previous // names that no result has, FillPaint and BackgroundImage among them, as in Chromium
}

// length is a number of a primitive in user units.
func (b *graphBuilder) length(v float64, d direction) float64 {
	if b.units {
		return v * viewport{b.box.w(), b.box.h()}.base(d)
	}
	return v
}

// pair reads one or two numbers.
func pair(n *dom.Node, name string, missing float64) (float64, float64) {
	v, _ := n.Attr(name)
	s := scanner{s: strings.TrimSpace(v)}
	a, ok := s.number()
	if !ok {
		return missing, missing
	}
	s.commaSpace()
	if b, ok := s.number(); ok {
		return a, b
	}
	return a, a
}

// primitive adds one filter primitive.
func (b *graphBuilder) primitive(id dom.NodeID) {
	n, s := b.p.node(id), b.p.tree.Styles[id]
	if s == nil || s.SVG == nil {
		return
	}
	step := display.Step{Linear: s.SVG.ColorInterpolationFiltersLinear}
	switch n.Tag {
	case "feMerge":
		for c := n.FirstChild; c != dom.None && len(step.Inputs) < maxSteps; c = b.p.node(c).Next {
			if m := b.p.node(c); m.Type == dom.Element && m.Tag == "feMergeNode" {
				step.Inputs = append(step.Inputs, b.input(m, "in"))
			}
		}
	case "feBlend", "feComposite", "feDisplacementMap":
		step.Inputs = []int{b.input(n, "in"), b.input(n, "in2")}
	case "feFlood", "feTurbulence", "feImage":
	default:
		step.Inputs = []int{b.input(n, "in")}
	}
	area := b.subregion(n, step.Inputs)
	step.Do = b.do(id, n, s, step.Inputs, area)
	if step.Do == nil {
		return
	}
	step.Area = b.mapped(area)
	if !b.e.m.IsAxisAligned() && area.w() > 0 && area.h() > 0 {
		step.Clip = rectangle(area.x0, area.y0, area.w(), area.h()).mapped(b.e.m)
	}
	b.graph.Steps = append(b.graph.Steps, step)
	b.areas = append(b.areas, area)
	if name, ok := n.Attr("result"); ok && name != "" {
		b.named[name] = len(b.graph.Steps) - 1
	}
}

// do reads what a primitive does; nil for elements that are no primitives.
func (b *graphBuilder) do(id dom.NodeID, n *dom.Node, s *style.Computed, inputs []int, area bounds) display.Primitive {
	switch n.Tag {
	case "feGaussianBlur":
		x, y := pair(n, "stdDeviation", 0)
		x, y = b.length(x, horizontal), b.length(y, vertical)
		if x < 0 || y < 0 {
			x, y = 0, 0
		}
		return display.Filter{Kind: display.Blur, SigmaX: display.FromFloat(x * b.scaleX), SigmaY: display.FromFloat(y * b.scaleY)}
	case "feOffset":
		dx, dy := vector(b.e.m, b.length(number(n, "dx", 0), horizontal), b.length(number(n, "dy", 0), vertical))
		return display.Move{DX: dx, DY: dy}
	case "feFlood":
		return display.Flood{Color: tint(s.SVG.FloodColor, s.SVG.FloodOpacity)}
	case "feMerge":
		return display.Merge{}
	case "feBlend":
		mode, _ := n.Attr("mode")
		return display.Combine{Mode: blendNames[mode]}
	case "feComposite":
		return b.composite(n)
	case "feColorMatrix":
		m, ok := colorMatrix(n)
		if !ok {
			return display.Merge{}
		}
		return display.Filter{Kind: display.ColorMatrix, Matrix: m}
	case "feComponentTransfer":
		return display.Filter{Kind: display.ComponentTransfer, Tables: b.p.transferTables(n)}
	case "feDropShadow", "fedropshadow": // the HTML parser does not know its case
		sx, sy := pair(n, "stdDeviation", 2)
		dx, dy := vector(b.e.m, b.length(number(n, "dx", 2), horizontal), b.length(number(n, "dy", 2), vertical))
		return display.Filter{
			Kind: display.DropShadow, Color: tint(s.SVG.FloodColor, s.SVG.FloodOpacity), DX: dx, DY: dy,
			SigmaX: display.FromFloat(b.length(max(0, sx), horizontal) * b.scaleX), SigmaY: display.FromFloat(b.length(max(0, sy), vertical) * b.scaleY),
		}
	case "feTurbulence":
		return b.turbulence(n, area)
	case "feMorphology":
		x, y := pair(n, "radius", 0)
		op, _ := n.Attr("operator")
		x, y = b.length(max(0, x), horizontal), b.length(max(0, y), vertical)
		return display.Morphology{RadiusX: display.FromFloat(x * b.scaleX), RadiusY: display.FromFloat(y * b.scaleY), Dilate: op == "dilate"}
	case "feDiffuseLighting", "feSpecularLighting":
		return b.lighting(n, s)
	case "feConvolveMatrix":
		return convolution(n)
	case "feDisplacementMap":
		channel := func(name string) uint8 {
			v, _ := n.Attr(name)
			if i := strings.Index("RGBA", v); v != "" && i >= 0 {
				return uint8(i)
			}
			return 3
		}
		k := b.length(number(n, "scale", 0), diagonal) * geom.Hypot(b.scaleX, b.scaleY) / geom.Hypot(1, 1)
		return display.Displace{Scale: k, X: channel("xChannelSelector"), Y: channel("yChannelSelector")}
	case "feImage":
		return b.picture(id, n, area)
	case "feTile":
		from := b.region
		if i := inputs[0]; i >= 0 {
			from = b.areas[i]
		}
		return display.Tile{From: b.mapped(from)}
	case "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feMergeNode":
		return nil
	}
	b.p.warn("unsupported_element", n, fmt.Sprintf("<%s> is not drawn; the filter that uses it has no effect", n.Tag))
	b.failed = true
	return nil
}

// subregion is where a primitive draws (Filter Effects 1 §9.4): unless it says
// otherwise where its inputs are, or the filter region.
func (b *graphBuilder) subregion(n *dom.Node, inputs []int) bounds {
	var base bounds
	for _, i := range inputs {
		if i < 0 {
			base = b.region
			break
		}
		base.union(b.areas[i])
	}
	if len(inputs) == 0 || n.Tag == "feTile" {
		base = b.region
	}
	read := func(name string, d direction, from, size, missing float64) float64 {
		v, ok := n.Attr(name)
		if !ok {
			return missing
		}
		if b.units {
			return from + float64(fraction(n, name, 0)*size)
		}
		f, ok := parseLength(v, b.e.view.base(d), b.e.style)
		if !ok {
			return missing
		}
		return f
	}
	x := read("x", horizontal, b.box.x0, b.box.w(), base.x0)
	y := read("y", vertical, b.box.y0, b.box.h(), base.y0)
	w := read("width", horizontal, 0, b.box.w(), base.w())
	h := read("height", vertical, 0, b.box.h(), base.h())
	r := b.region
	out := bounds{max(x, r.x0), max(y, r.y0), min(x+max(0, w), r.x1), min(y+max(0, h), r.y1), true}
	out.x1, out.y1 = max(out.x0, out.x1), max(out.y0, out.y1)
	return out
}

// composite reads the operators of feComposite.
func (b *graphBuilder) composite(n *dom.Node) display.Primitive {
	op, _ := n.Attr("operator")
	switch op {
	case "in":
		return display.Combine{Mode: display.SourceIn}
	case "out":
		return display.Combine{Mode: display.SourceOut}
	case "atop":
		return display.Combine{Mode: display.SourceAtop}
	case "xor":
		return display.Combine{Mode: display.Xor}
	case "lighter":
		return display.Combine{Mode: display.PlusLighter}
	case "arithmetic":
		return display.Arithmetic{K: [4]float64{number(n, "k1", 0), number(n, "k2", 0), number(n, "k3", 0), number(n, "k4", 0)}}
	}
	return display.Combine{}
}

var blendNames = map[string]display.Blend{
	"normal": display.Normal, "multiply": display.Multiply, "screen": display.Screen, "overlay": display.Overlay,
	"darken": display.Darken, "lighten": display.Lighten, "color-dodge": display.ColorDodge, "color-burn": display.ColorBurn,
	"hard-light": display.HardLight, "soft-light": display.SoftLight, "difference": display.Difference, "exclusion": display.Exclusion,
	"hue": display.Hue, "saturation": display.Saturation, "color": display.ColorBlend, "luminosity": display.Luminosity,
}
