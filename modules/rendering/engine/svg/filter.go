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
	list := e.style.Filter
	if len(list) == 0 {
		draw(e)
		return
	}
	f := list[len(list)-1]
	rest := e
	st := *e.style
	st.Filter = list[:len(list)-1]
	rest.style = &st
	inner := func() { p.filtered(id, rest, func(env) { draw(e) }) }
	if f.Kind == style.FilterURL {
		ref, ok := p.target(f.URL)
		if !ok || p.node(ref).Tag != "filter" {
			inner() // a missing filter has no effect
			return
		}
		p.once(ref, func() { p.filterElement(id, ref, e, inner) })
		return
	}
	layer := display.PushLayer{Bounds: everywhere, Opacity: 255}
	k, _, _ := uniform(e.m)
	switch f.Kind {
	case style.FilterBlur:
		sigma := display.FromFloat(f.Blur.Float() * k)
		layer.Filters = []display.Filter{{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma}}
	case style.FilterDropShadow:
		x, y := f.Shadow.X.Float(), f.Shadow.Y.Float()
		sigma := display.FromFloat(f.Shadow.Blur.Float() * k)
		layer.Filters = []display.Filter{{
			Kind: display.DropShadow, SigmaX: sigma, SigmaY: sigma, Color: tint(f.Shadow.Color, 1),
			DX: display.FromFloat(float64(e.m.A*x) + float64(e.m.C*y)), DY: display.FromFloat(float64(e.m.B*x) + float64(e.m.D*y)),
		}}
	default:
		layer.Filters = []display.Filter{{Kind: display.ColorMatrix, Matrix: colorFunction(f.Kind, f.Amount)}}
	}
	p.push(layer)
	inner()
	p.pop()
}

// filterGraph draws the results of a filter element's primitives. A result is a
// function that paints it; one that is used twice is painted twice.
type filterGraph struct {
	p       *painter
	e       env // of the filtered element
	box     bounds
	region  bounds // in user units
	units   bool   // primitiveUnits: objectBoundingBox
	results map[string]func()
	last    func()
	painted int
	failed  bool
}

// maxFilterSteps bounds how often results are painted.
const maxFilterSteps = 200

// filterElement draws source through a filter element.
func (p *painter) filterElement(id, ref dom.NodeID, e env, source func()) {
	n, s := p.node(ref), p.tree.Styles[ref]
	if s == nil {
		source()
		return
	}
	own := env{m: e.m, view: e.view, style: s, parent: s, instance: s}
	// Drawn once, repeated as often as primitives ask for it.
	drawn := p.sublist(source).Ops
	source = func() { p.repeat(drawn) }
	g := &filterGraph{p: p, e: e, box: p.localBounds(id, e), results: map[string]func(){}}
	g.region = rectangleOf(n, &own, g.box, "filterUnits")
	if units, _ := n.Attr("primitiveUnits"); units == "objectBoundingBox" {
		g.units = true
	}
	if !g.region.ok || g.region.w() <= 0 || g.region.h() <= 0 {
		return
	}
	g.results["SourceGraphic"] = source
	g.results["SourceAlpha"] = func() { g.layer(g.e.m, alphaOnly(), source) }
	for _, paint := range [2]string{"FillPaint", "StrokePaint"} {
		g.results[paint] = func() {}
	}
	g.last = nil
	for c := n.FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element && strings.HasPrefix(p.node(c).Tag, "fe") && p.count() {
			g.primitive(c)
		}
	}
	if g.failed {
		source()
		return
	}
	if g.last == nil {
		return // a filter without primitives makes everything transparent
	}
	p.push(display.PushClipPath{Path: rectangle(g.region.x0, g.region.y0, g.region.w(), g.region.h()).mapped(e.m)})
	p.push(display.PushLayer{Bounds: everywhere, Opacity: 255})
	g.last()
	p.pop()
	p.pop()
}

// repeat appends operations, within the bound of a picture.
func (p *painter) repeat(ops []display.Op) {
	if len(p.list.Ops)+len(ops) > maxOps {
		p.left = -1
		return
	}
	p.list.Ops = append(p.list.Ops, ops...)
}

// layer draws a result through filter functions.
func (g *filterGraph) layer(_ geom.Matrix, f []display.Filter, draw func()) {
	g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Filters: f})
	g.draw(draw)
	g.p.pop()
}

// draw paints a result, within the bound on repetitions.
func (g *filterGraph) draw(f func()) {
	if g.painted++; g.painted <= maxFilterSteps {
		f()
	}
}

// blend paints a result onto the current layer with a mode.
func (g *filterGraph) blend(mode display.Blend, f func()) {
	g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: mode})
	g.draw(f)
	g.p.pop()
}

// mixed paints into a layer whose colours are linear light when linear is set.
func (g *filterGraph) mixed(linear bool, f func()) func() {
	return func() {
		if !linear {
			g.isolated(f)
			return
		}
		g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Filters: []display.Filter{{Kind: display.ComponentTransfer, Tables: fromLinear}}})
		f()
		g.p.pop()
	}
}

// onto paints a result into a mixed layer.
func (g *filterGraph) onto(linear bool, mode display.Blend, f func()) {
	if !linear {
		g.blend(mode, f)
		return
	}
	g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: mode, Filters: []display.Filter{{Kind: display.ComponentTransfer, Tables: toLinear}}})
	g.draw(f)
	g.p.pop()
}

// isolated paints into a transparent layer.
func (g *filterGraph) isolated(f func()) {
	g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: display.Normal, Filters: []display.Filter{identityFilter()}})
	f()
	g.p.pop()
}

// identityFilter keeps a layer from being flattened into the one below.
func identityFilter() display.Filter {
	m := [20]int32{0: 65536, 6: 65536, 12: 65536, 18: 65536}
	return display.Filter{Kind: display.ColorMatrix, Matrix: m}
}

func alphaOnly() []display.Filter {
	return []display.Filter{{Kind: display.ColorMatrix, Matrix: [20]int32{18: 65536}}}
}

// input finds a primitive's input.
func (g *filterGraph) input(n *dom.Node, name string) func() {
	v, _ := n.Attr(name)
	previous := g.last
	if previous == nil {
		previous = g.results["SourceGraphic"]
	}
	if v == "" {
		return previous
	}
	if f, ok := g.results[v]; ok {
		return f
	}
	if v == "BackgroundImage" || v == "BackgroundAlpha" {
		return func() {}
	}
	return previous
}

// length is a number of a primitive in user units.
func (g *filterGraph) length(v float64, d direction) float64 {
	if g.units {
		return v * viewport{g.box.w(), g.box.h()}.base(d)
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
func (g *filterGraph) primitive(id dom.NodeID) {
	p, n, s := g.p, g.p.node(id), g.p.tree.Styles[id]
	if s == nil || s.SVG == nil {
		return
	}
	linear := s.SVG.ColorInterpolationFiltersLinear
	in := g.input(n, "in")
	scaleX, scaleY := geom.Hypot(g.e.m.A, g.e.m.B), geom.Hypot(g.e.m.C, g.e.m.D)
	var out func()
	switch n.Tag {
	case "feGaussianBlur":
		x, y := pair(n, "stdDeviation", 0)
		x, y = g.length(x, horizontal), g.length(y, vertical)
		if x < 0 || y < 0 {
			x, y = 0, 0
		}
		f := inLinear(linear, display.Filter{Kind: display.Blur, SigmaX: display.FromFloat(x * scaleX), SigmaY: display.FromFloat(y * scaleY)})
		out = func() { g.layer(g.e.m, f, in) }
	case "feOffset":
		x, y := g.length(number(n, "dx", 0), horizontal), g.length(number(n, "dy", 0), vertical)
		move := geom.Translate(float64(g.e.m.A*x)+float64(g.e.m.C*y), float64(g.e.m.B*x)+float64(g.e.m.D*y))
		out = func() {
			p.push(display.PushTransform{Matrix: move})
			g.isolated(func() { g.draw(in) })
			p.pop()
		}
	case "feFlood":
		c := tint(s.SVG.FloodColor, s.SVG.FloodOpacity)
		area := g.subregion(n)
		out = func() {
			p.push(display.FillPath{Path: rectangle(area.x0, area.y0, area.w(), area.h()).mapped(g.e.m), Brush: display.Solid{Color: c}})
		}
	case "feMerge":
		var parts []func()
		for c := n.FirstChild; c != dom.None; c = p.node(c).Next {
			if m := p.node(c); m.Type == dom.Element && m.Tag == "feMergeNode" {
				parts = append(parts, g.input(m, "in"))
			}
		}
		out = g.mixed(linear, func() {
			for _, f := range parts {
				g.onto(linear, display.Normal, f)
			}
		})
	case "feBlend":
		mode, _ := n.Attr("mode")
		under := g.input(n, "in2")
		b, ok := blendNames[mode]
		if !ok {
			b = display.Normal
		}
		out = g.mixed(linear, func() {
			g.onto(linear, display.Normal, under)
			g.onto(linear, b, in)
		})
	case "feComposite":
		out = g.composite(n, in, linear)
	case "feColorMatrix":
		m, ok := colorMatrix(n)
		if !ok {
			out = in
			break
		}
		f := inLinear(linear, display.Filter{Kind: display.ColorMatrix, Matrix: m})
		out = func() { g.layer(g.e.m, f, in) }
	case "feComponentTransfer":
		f := inLinear(linear, display.Filter{Kind: display.ComponentTransfer, Tables: p.transferTables(n)})
		out = func() { g.layer(g.e.m, f, in) }
	case "feDropShadow", "fedropshadow": // the HTML parser does not know its case
		sx, sy := pair(n, "stdDeviation", 2)
		dx, dy := g.length(number(n, "dx", 2), horizontal), g.length(number(n, "dy", 2), vertical)
		f := []display.Filter{{
			Kind: display.DropShadow, Color: tint(s.SVG.FloodColor, s.SVG.FloodOpacity),
			SigmaX: display.FromFloat(g.length(max(0, sx), horizontal) * scaleX), SigmaY: display.FromFloat(g.length(max(0, sy), vertical) * scaleY),
			DX: display.FromFloat(float64(g.e.m.A*dx) + float64(g.e.m.C*dy)), DY: display.FromFloat(float64(g.e.m.B*dx) + float64(g.e.m.D*dy)),
		}}
		out = func() { g.layer(g.e.m, f, in) }
	case "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feMergeNode":
		return
	default:
		p.warn("unsupported_element", n, fmt.Sprintf("<%s> is not drawn; the filter that uses it has no effect", n.Tag))
		g.failed = true
		return
	}
	if n.Tag != "feFlood" && g.hasSubregion(n) {
		inner, area := out, g.subregion(n)
		out = func() {
			p.push(display.PushClipPath{Path: rectangle(area.x0, area.y0, area.w(), area.h()).mapped(g.e.m)})
			inner()
			p.pop()
		}
	}
	g.last = out
	if name, ok := n.Attr("result"); ok && name != "" {
		g.results[name] = out
	}
}

func (g *filterGraph) hasSubregion(n *dom.Node) bool {
	for _, name := range [4]string{"x", "y", "width", "height"} {
		if _, ok := n.Attr(name); ok {
			return true
		}
	}
	return false
}

// subregion is where a primitive draws: the filter region unless it says otherwise.
func (g *filterGraph) subregion(n *dom.Node) bounds {
	e := g.e
	read := func(name string, d direction, base, size, missing float64) float64 {
		v, ok := n.Attr(name)
		if !ok {
			return missing
		}
		if g.units {
			return base + float64(fraction(n, name, 0)*size)
		}
		f, _ := parseLength(v, e.view.base(d), e.style)
		return f
	}
	x := read("x", horizontal, g.box.x0, g.box.w(), g.region.x0)
	y := read("y", vertical, g.box.y0, g.box.h(), g.region.y0)
	w := read("width", horizontal, 0, g.box.w(), g.region.x1-x)
	h := read("height", vertical, 0, g.box.h(), g.region.y1-y)
	return bounds{x, y, x + max(0, w), y + max(0, h), true}
}

// composite combines two results by a Porter-Duff operator.
func (g *filterGraph) composite(n *dom.Node, in func(), linear bool) func() {
	under := g.input(n, "in2")
	op, _ := n.Attr("operator")
	steps := func(list ...func()) func() {
		return g.mixed(linear, func() {
			for _, f := range list {
				f()
			}
		})
	}
	put := func(mode display.Blend, f func()) func() { return func() { g.onto(linear, mode, f) } }
	switch op {
	case "in":
		return steps(put(display.Normal, under), put(display.SourceIn, in))
	case "out":
		return steps(put(display.Normal, in), put(display.DestinationOut, under))
	case "atop":
		return steps(put(display.Normal, under), func() {
			g.isolated(func() {
				put(display.Normal, under)()
				put(display.SourceIn, in)()
			})
		})
	case "xor":
		return steps(put(display.Normal, under), put(display.Xor, in))
	case "lighter":
		return steps(put(display.Normal, under), put(display.PlusLighter, in))
	case "arithmetic":
		k1, k2, k3, k4 := number(n, "k1", 0), number(n, "k2", 0), number(n, "k3", 0), number(n, "k4", 0)
		if k1 == 0 && k4 == 0 && k2 >= 0 && k3 >= 0 {
			return steps(func() { g.weighted(k3, put(display.Normal, under)) }, func() {
				g.p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: display.PlusLighter})
				g.weighted(k2, put(display.Normal, in))
				g.p.pop()
			})
		}
		g.p.warn("unsupported_value", n, "feComposite operator=\"arithmetic\" with k1 or k4 is not drawn; the filter that uses it has no effect")
		g.failed = true
	}
	return steps(put(display.Normal, under), put(display.Normal, in))
}

// weighted paints a result with its alpha multiplied by k.
func (g *filterGraph) weighted(k float64, f func()) {
	m := identityFilter()
	m.Matrix[18] = int32(math.Floor(float64(min(k, 100)*65536) + 0.5))
	g.layer(g.e.m, []display.Filter{m}, f)
}

var blendNames = map[string]display.Blend{
	"normal": display.Normal, "multiply": display.Multiply, "screen": display.Screen, "overlay": display.Overlay,
	"darken": display.Darken, "lighten": display.Lighten, "color-dodge": display.ColorDodge, "color-burn": display.ColorBurn,
	"hard-light": display.HardLight, "soft-light": display.SoftLight, "difference": display.Difference, "exclusion": display.Exclusion,
	"hue": display.Hue, "saturation": display.Saturation, "color": display.ColorBlend, "luminosity": display.Luminosity,
}
