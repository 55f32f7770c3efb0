package svg

import (
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// filtered draws an element through its filter property (Filter Effects 1 §9).
func (p *painter) filtered(id dom.NodeID, e env, draw func(env)) {
	if len(e.style.Filter) == 0 {
		draw(e)
		return
	}
	if isShape(p.node(id).Tag) && p.shapeOutline(p.node(id), &e) == nil {
		return // an empty shape is not rendered, with or without a filter
	}
	var box bounds
	measured, graph, spatial := false, false, false
	for _, f := range e.style.Filter {
		switch f.Kind {
		case style.FilterURL:
			if _, ok := p.filterElement(f.URL); ok {
				graph = true
			}
		case style.FilterBlur, style.FilterDropShadow:
			spatial = true
		}
	}
	if graph {
		box, measured = p.localBounds(id, e), true
	}
	_, _, similar := uniform(e.m)
	if (graph || spatial && !similar) && !e.m.IsAxisAligned() {
		p.filteredRotated(id, e, box, draw)
		return
	}
	layer, region := p.filterLayer(e, box)
	switch {
	case len(layer.Filters) == 0:
		draw(e)
	case measured && region.Empty():
	default:
		p.push(layer)
		draw(e)
		p.pop()
	}
}

// filterElement returns the referenced filter element unless it is being expanded.
func (p *painter) filterElement(url string) (dom.NodeID, bool) {
	return p.resource(dom.None, url, "filter")
}

// filterLayer returns the layer of an element's filters. region is the region that a single filter element draws in;
// for other lists it is [everywhere].
func (p *painter) filterLayer(e env, box bounds) (layer display.PushLayer, region display.Rect) {
	layer = display.PushLayer{Bounds: everywhere, Opacity: 255}
	region = everywhere
	source := everywhere
	for _, f := range e.style.Filter {
		if f.Kind != style.FilterURL {
			layer.Filters = append(layer.Filters, p.filterFunction(f, e.m))
			continue
		}
		ref, ok := p.filterElement(f.URL)
		if !ok {
			continue // a missing filter has no effect
		}
		g, area, ok := p.filterGraph(ref, e, box)
		if !ok {
			continue
		}
		source = area
		layer.Filters = append(layer.Filters, display.Filter{Kind: display.GraphFilter, Graph: g})
	}
	layer.Filters = ContinueLinear(layer.Filters)
	if len(layer.Filters) == 1 && layer.Filters[0].Graph != nil {
		layer.Bounds, region = source, layer.Filters[0].Graph.Region
	}
	return layer, region
}

// filterFunction converts a CSS filter function other than url(). m is axis-aligned or a similarity.
func (p *painter) filterFunction(f style.Filter, m geom.Matrix) display.Filter {
	sigma := func(blur geom.Unit) (x, y display.Coord) {
		return display.FromFloat(float64(blur.Float() * geom.Hypot(m.A, m.C))), display.FromFloat(float64(blur.Float() * geom.Hypot(m.B, m.D)))
	}
	switch f.Kind {
	case style.FilterBlur:
		x, y := sigma(f.Blur)
		return display.Filter{Kind: display.Blur, SigmaX: x, SigmaY: y}
	case style.FilterDropShadow:
		x, y := sigma(f.Shadow.Blur)
		dx, dy := vector(m, f.Shadow.X.Float(), f.Shadow.Y.Float())
		return display.Filter{Kind: display.DropShadow, SigmaX: x, SigmaY: y, Color: tint(f.Shadow.Color, 1), Ink: f.Shadow.Color.Ink, DX: dx, DY: dy}
	}
	return display.Filter{Kind: display.ColorMatrix, Matrix: colorFunction(f.Kind, f.Amount)}
}

// vector maps a distance in user units to the image.
func vector(m geom.Matrix, x, y float64) (dx, dy display.Coord) {
	return display.FromFloat(float64(m.A*x) + float64(m.C*y)), display.FromFloat(float64(m.B*x) + float64(m.D*y))
}

// maxSteps bounds the number of primitives of a filter.
const maxSteps = 200

// graphBuilder compiles a filter element to a graph.
type graphBuilder struct {
	p              *painter
	e              env // of the filtered element
	box            bounds
	region         bounds // in user units
	units          bool   // primitiveUnits: objectBoundingBox
	scaleX         float64
	scaleY         float64
	graph          *display.Graph
	areas          []bounds // of the steps, clipped to the filter region, in user units
	unclipped      []bounds // the primitive subregions before clipping to the filter region
	tainted        []bool   // results with content that scripts must not read (Filter Effects 1 §15)
	named          map[string]int
	reachX, reachY float64 // how far the steps move pixels, in pixels of the image
}

// filterGraph compiles a filter element for an element with the given bounding box; e.m maps its user space to the
// image. ok is false when there is no filter.
func (p *painter) filterGraph(ref dom.NodeID, e env, box bounds) (g *display.Graph, source display.Rect, ok bool) {
	n, s := p.node(ref), p.tree.Styles[ref]
	if s == nil {
		return nil, source, false
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
		return b.graph, source, true // nothing is drawn
	}
	b.graph.Region = b.mapped(b.region)
	p.once(ref, func() {
		for c := n.FirstChild; c != dom.None && len(b.graph.Steps) < maxSteps; c = p.node(c).Next {
			if p.node(c).Type == dom.Element && strings.HasPrefix(p.node(c).Tag, "fe") && p.count() {
				b.primitive(c)
			}
		}
	})
	// The input that the steps read outside the region is drawn too.
	source = b.graph.Region
	rx, ry := display.FromFloat(min(b.reachX, maxSourceReach)), display.FromFloat(min(b.reachY, maxSourceReach))
	source.X0, source.Y0, source.X1, source.Y1 = source.X0-rx, source.Y0-ry, source.X1+rx, source.Y1+ry
	return b.graph, source, true
}

// mapped maps a rectangle to the image.
func (b *graphBuilder) mapped(a bounds) display.Rect {
	a = a.mapped(b.e.m)
	return display.Rect{X0: display.FromFloat(a.x0), Y0: display.FromFloat(a.y0), X1: display.FromFloat(a.x1), Y1: display.FromFloat(a.y1)}
}

// input resolves an input of a primitive.
func (b *graphBuilder) input(n *dom.Node, name string) int {
	previous := len(b.graph.Steps) - 1
	if previous < 0 {
		previous = display.SourceGraphic
	}
	v, _ := n.Attr(name)
	switch v {
	case "SourceGraphic":
		return display.SourceGraphic
	case "SourceAlpha":
		return display.SourceAlpha
	}
	if i, ok := b.named[v]; ok {
		return i
	}
	return previous // unknown result names, including FillPaint and BackgroundImage, as in Chromium
}

// length converts a number of a primitive to user units.
func (b *graphBuilder) length(v float64, d direction) float64 {
	if b.units {
		return v * viewport{b.box.w(), b.box.h()}.base(d)
	}
	return v
}

// pair parses one or two numbers.
func pair(n *dom.Node, name string, missing float64) (float64, float64) {
	switch v := numberList(n, name, 2); len(v) {
	case 1:
		return v[0], v[0]
	case 2:
		return v[0], v[1]
	}
	return missing, missing
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
	whole, area := b.subregion(n, step.Inputs)
	step.Do = b.do(id, n, s, step.Inputs, whole)
	if step.Do == nil {
		return
	}
	if _, ok := step.Do.(display.Displace); n.Tag == "feDisplacementMap" && !ok {
		step.Inputs = step.Inputs[:1] // a tainted map displaces nothing
	}
	step.Area = b.mapped(area)
	x, y := displacement(step.Do)
	b.reachX, b.reachY = b.reachX+x, b.reachY+y
	b.graph.Steps = append(b.graph.Steps, step)
	b.areas, b.unclipped = append(b.areas, area), append(b.unclipped, whole)
	b.tainted = append(b.tainted, b.taints(n, step.Inputs))
	if name, ok := n.Attr("result"); ok && name != "" {
		b.named[name] = len(b.graph.Steps) - 1
	}
}

// displacement returns how far a primitive moves pixels, in pixels of the image.
func displacement(do display.Primitive) (x, y float64) {
	switch do := do.(type) {
	case display.Filter:
		x, y = math.Abs(do.DX.Float())+float64(3*do.SigmaX.Float())+1, math.Abs(do.DY.Float())+float64(3*do.SigmaY.Float())+1
	case display.Move:
		x, y = math.Abs(do.DX.Float())+1, math.Abs(do.DY.Float())+1
	case display.Morphology:
		x, y = do.RadiusX.Float()+1, do.RadiusY.Float()+1
	case display.Displace:
		x = math.Abs(do.Scale) + 1
		y = x
	}
	return x, y
}

// taints reports whether a result depends on an element drawn by feImage.
func (b *graphBuilder) taints(n *dom.Node, inputs []int) bool {
	if n.Tag == "feImage" {
		return strings.HasPrefix(href(n), "#")
	}
	for _, i := range inputs {
		if i >= 0 && b.tainted[i] {
			return true
		}
	}
	return false
}

// do parses the operation of a primitive; nil for elements that are not primitives.
func (b *graphBuilder) do(id dom.NodeID, n *dom.Node, s *style.Computed, inputs []int, area bounds) display.Primitive {
	switch n.Tag {
	case "feGaussianBlur":
		x, y := pair(n, "stdDeviation", 0)
		x, y = b.length(x, horizontal), b.length(y, vertical)
		x, y = max(0, x), max(0, y)
		return display.Filter{Kind: display.Blur, SigmaX: display.FromFloat(x * b.scaleX), SigmaY: display.FromFloat(y * b.scaleY)}
	case "feOffset":
		dx, dy := vector(b.e.m, b.length(number(n, "dx", 0), horizontal), b.length(number(n, "dy", 0), vertical))
		return display.Move{DX: dx, DY: dy}
	case "feFlood":
		b.p.warnInk(n, s.SVG.FloodColor)
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
	case "feDropShadow", "fedropshadow": // the HTML parser does not restore its case
		sx, sy := pair(n, "stdDeviation", 2)
		dx, dy := vector(b.e.m, b.length(number(n, "dx", 2), horizontal), b.length(number(n, "dy", 2), vertical))
		return display.Filter{
			Kind: display.DropShadow, Color: tint(s.SVG.FloodColor, s.SVG.FloodOpacity), Ink: s.SVG.FloodColor.Ink, DX: dx, DY: dy,
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
		if i := inputs[1]; i >= 0 && b.tainted[i] {
			return display.Merge{}
		}
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
		return b.feImage(id, n, area)
	case "feTile":
		from := b.region
		if i := inputs[0]; i >= 0 {
			from = b.unclipped[i]
		}
		return display.Tile{From: b.mapped(from)}
	}
	// Browsers skip elements that are not primitives.
	b.p.warn("unsupported_element", n, fmt.Sprintf("<%s> is not a filter primitive; it is ignored", n.Tag))
	return nil
}

// subregion returns the subregion of a primitive (Filter Effects 1 §9.4), which defaults to the union of its inputs'
// subregions or to the filter region.
func (b *graphBuilder) subregion(n *dom.Node, inputs []int) (whole, area bounds) {
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
	whole = bounds{x, y, x + max(0, w), y + max(0, h), true}
	area = bounds{max(x, r.x0), max(y, r.y0), min(whole.x1, r.x1), min(whole.y1, r.y1), true}
	area.x1, area.y1 = max(area.x0, area.x1), max(area.y0, area.y1)
	return whole, area
}

// composite parses the operators of feComposite.
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

// maxSourceReach bounds how far beyond the filter region the source is drawn, in pixels of the image.
const maxSourceReach = 512
