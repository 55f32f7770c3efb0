package svg

import (
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// contextPaint holds the values of context-fill and context-stroke (SVG 2 §13.2): the paints of the element that
// references the marker or the content, and the space they are in.
type contextPaint struct {
	fill, stroke *style.Paint
	m            geom.Matrix
	view         viewport
	box          bounds
	outer        *contextPaint
}

// contextOf returns the context paints of an element.
func (p *painter) contextOf(id dom.NodeID, e env) *contextPaint {
	sv := e.style.SVG
	c := &contextPaint{fill: &sv.Fill, stroke: &sv.Stroke, m: e.m, view: e.view, outer: e.context}
	if sv.Fill.Kind == style.PaintURL || sv.Stroke.Kind == style.PaintURL {
		c.box = p.localBounds(id, e)
	}
	return c
}

// brush returns the brush of a fill or stroke in the space of the image. opacity is the part that the brush could not
// include, usually 1; ok is false when nothing is painted. box is the object bounding box in user units.
func (p *painter) brush(n *dom.Node, paint *style.Paint, opacity float64, box bounds, e *env) (b display.Brush, rest float64, ok bool) {
	switch paint.Kind {
	case style.PaintContextFill, style.PaintContextStroke:
		if e.context == nil {
			return nil, 1, false
		}
		c := *e.context
		from := c.fill
		if paint.Kind == style.PaintContextStroke {
			from = c.stroke
		}
		outer := *e
		outer.m, outer.view, outer.context = c.m, c.view, c.outer
		return p.brush(n, from, opacity, c.box, &outer)
	case style.PaintColor:
		return solid(paint.Color, opacity)
	case style.PaintURL:
		if id, found := p.resource(dom.None, "#"+strings.TrimPrefix(paint.URL, "#"), "linearGradient", "radialGradient", "pattern"); found {
			if p.node(id).Tag == "pattern" {
				if b, ok = p.pattern(id, box, e); ok {
					return b, opacity, ok
				}
			} else if b, ok = p.gradient(id, opacity, box, e); ok {
				return b, 1, b != nil
			}
		}
		if paint.Fallback != nil {
			return solid(*paint.Fallback, opacity)
		}
	}
	return nil, 1, false
}

func solid(c style.Color, opacity float64) (display.Brush, float64, bool) {
	out := tint(c, opacity)
	return display.Solid{Color: out, Ink: c.Ink}, 1, out.A > 0
}

// tint returns a colour with an opacity applied.
func tint(c style.Color, opacity float64) display.Color {
	a := math.Floor(float64(float64(c.A)*min(max(opacity, 0), 1)) + 0.5)
	return display.Color{R: c.R, G: c.G, B: c.B, A: uint8(a)}
}

// moved transforms a brush by m.
func moved(b display.Brush, m geom.Matrix) display.Brush {
	with := func(t geom.Matrix) geom.Matrix {
		if t == (geom.Matrix{}) {
			return m
		}
		return m.Mul(t)
	}
	switch b := b.(type) {
	case *display.Gradient:
		c := *b
		c.Transform = with(b.Transform)
		return &c
	case *display.Pattern:
		c := *b
		c.Transform = with(b.Transform)
		return &c
	}
	return b
}

// chain returns a paint server followed by those of its kind that it inherits attributes from by href.
func (p *painter) chain(id dom.NodeID) []dom.NodeID {
	list := []dom.NodeID{id}
	kind := func(id dom.NodeID) bool { return p.node(id).Tag == "pattern" }
	for len(list) < 32 {
		next, ok := p.target(href(p.node(list[len(list)-1])))
		if !ok || slices.Contains(list, next) || kind(next) != kind(id) || !kind(next) && !isGradient(p.node(next).Tag) {
			break
		}
		list = append(list, next)
	}
	return list
}

func isGradient(tag string) bool { return tag == "linearGradient" || tag == "radialGradient" }

// inherited returns the first value of an attribute along a chain.
func (p *painter) inherited(chain []dom.NodeID, name string) (string, bool) {
	for _, id := range chain {
		if v, ok := p.node(id).Attr(name); ok {
			return v, true
		}
	}
	return "", false
}

// gradientPrecision scales the space of gradient coordinates, so that fractions of a bounding box are not lost to the
// rounding of display coordinates.
const gradientPrecision = 256

// gradient builds the brush of a linear or radial gradient (SVG 2 §14.2). ok is false when the gradient cannot be used
// and the fallback applies; a nil brush with ok paints nothing.
func (p *painter) gradient(id dom.NodeID, opacity float64, box bounds, e *env) (display.Brush, bool) {
	chain := p.chain(id)
	g := &display.Gradient{Straight: true}
	for _, c := range chain {
		if g.Stops, g.Space = p.stops(c, opacity); len(g.Stops) > 0 {
			break
		}
	}
	if len(g.Stops) == 0 {
		return nil, true
	}
	plain := func(c display.Color) (display.Brush, bool) {
		if c.A == 0 {
			return nil, true
		}
		return display.Solid{Color: c}, true
	}
	last := g.Stops[len(g.Stops)-1].Color
	m := e.m
	own := env{m: e.m, view: e.view, style: p.tree.Styles[id]}
	if units, _ := p.inherited(chain, "gradientUnits"); units != "userSpaceOnUse" {
		if !box.ok || box.w() <= 0 || box.h() <= 0 {
			return nil, false
		}
		m = m.Mul(geom.Matrix{A: box.w(), D: box.h(), E: box.x0, F: box.y0})
		own.view = viewport{1, 1}
	}
	if len(g.Stops) == 1 {
		return plain(last)
	}
	m = m.Mul(p.serverTransform(chain, "gradientTransform", e.view))
	if _, ok := m.Invert(); !ok {
		return nil, true
	}
	switch spread, _ := p.inherited(chain, "spreadMethod"); spread {
	case "reflect":
		g.Spread = display.Reflect
	case "repeat":
		g.Spread = display.Repeat
	}
	if g.Spread != display.Pad {
		g.Stops = wholePeriod(g.Stops)
	}
	if s := p.tree.Styles[id]; s != nil && s.SVG != nil && s.SVG.ColorInterpolationLinear {
		g.Space = display.SRGBLinear
	}
	var alike []dom.NodeID // only gradients of the same kind contribute geometry
	for _, c := range chain {
		if p.node(c).Tag == p.node(id).Tag {
			alike = append(alike, c)
		}
	}
	get := func(name string, d direction, missing float64) float64 {
		if v, ok := p.inherited(alike, name); ok {
			if f, ok := parseLength(v, own.view.base(d), own.style); ok {
				return f
			}
		}
		return missing
	}
	coord := func(v float64) display.Coord { return display.FromFloat(v * gradientPrecision) }
	g.Transform = m.Mul(geom.Scale(1.0/gradientPrecision, 1.0/gradientPrecision))
	if p.node(id).Tag == "linearGradient" {
		x1, y1 := get("x1", horizontal, 0), get("y1", vertical, 0)
		x2, y2 := get("x2", horizontal, own.view.w), get("y2", vertical, 0)
		if x1 == x2 && y1 == y2 {
			if g.Spread != display.Pad {
				return plain(averageColor(g.Stops))
			}
			return plain(last)
		}
		g.Kind = display.Linear
		g.P0, g.P1 = display.Point{X: coord(x1), Y: coord(y1)}, display.Point{X: coord(x2), Y: coord(y2)}
		return g, true
	}
	cx, cy := get("cx", horizontal, own.view.w/2), get("cy", vertical, own.view.h/2)
	r := get("r", diagonal, own.view.base(diagonal)/2)
	if r <= 0 {
		return plain(last)
	}
	fx, fy, fr := get("fx", horizontal, cx), get("fy", vertical, cy), get("fr", diagonal, 0)
	g.Kind = display.Radial
	g.P0, g.R0 = display.Point{X: coord(fx), Y: coord(fy)}, coord(max(0, fr))
	g.P1, g.R1 = display.Point{X: coord(cx), Y: coord(cy)}, coord(r)
	if g.P0 == g.P1 && g.R0 == g.R1 {
		g.R0-- // two equal circles: the first colour inside, the last outside
	}
	return g, true
}

// wholePeriod extends the first and last colour to the ends of the gradient vector, which is what repeats.
func wholePeriod(stops []display.Stop) []display.Stop {
	if first := stops[0]; first.Offset > 0 {
		stops = slices.Insert(stops, 0, display.Stop{Color: first.Color, Ink: first.Ink})
	}
	if last := stops[len(stops)-1]; last.Offset < 65536 {
		stops = append(stops, display.Stop{Offset: 65536, Color: last.Color, Ink: last.Ink})
	}
	return stops
}

// averageColor returns the colour of a repeating gradient of zero length: the mean of its colours.
func averageColor(stops []display.Stop) display.Color {
	var sum [4]float64
	add := func(a, b display.Color, w float64) {
		for i, v := range [4][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}, {a.A, b.A}} {
			sum[i] += float64(w * (float64(v[0]) + float64(v[1])) / 2)
		}
	}
	at, from := int32(0), stops[0].Color
	for _, s := range stops {
		add(from, s.Color, float64(s.Offset-at)/65536)
		at, from = s.Offset, s.Color
	}
	add(from, from, float64(65536-at)/65536)
	byteOf := func(v float64) uint8 { return uint8(math.Floor(min(max(v, 0), 255) + 0.5)) }
	return display.Color{R: byteOf(sum[0]), G: byteOf(sum[1]), B: byteOf(sum[2]), A: byteOf(sum[3])}
}

// serverTransform returns the transform of a gradient or pattern: the property, or the attribute of the first element
// of the chain that has it, about the element's transform-origin.
func (p *painter) serverTransform(chain []dom.NodeID, name string, view viewport) geom.Matrix {
	for _, id := range chain {
		s := p.tree.Styles[id]
		t, has := p.node(id).Attr(name)
		if s == nil || !has && len(s.Transform) == 0 {
			continue
		}
		m := ParseTransform(t)
		if len(s.Transform) > 0 {
			m = functions(s.Transform, view.w, view.h)
		}
		if ox, oy := resolve(s.TransformOrigin[0], view.w), resolve(s.TransformOrigin[1], view.h); ox != 0 || oy != 0 {
			m = geom.Translate(ox, oy).Mul(m).Mul(geom.Translate(-ox, -oy))
		}
		return m
	}
	return geom.Identity()
}

// stops parses the stops of one gradient element and determines the colour space between them.
func (p *painter) stops(id dom.NodeID, opacity float64) (out []display.Stop, space display.ColorSpace) {
	least := int32(0)
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		n, s := p.node(c), p.tree.Styles[c]
		if n.Type != dom.Element || n.Tag != "stop" || s == nil || s.SVG == nil || !p.count() {
			continue
		}
		at := int32(math.Floor(float64(min(max(stopOffset(n), 0), 1)*65536) + 0.5))
		least = max(least, at)
		if s.SVG.StopColor.Modern {
			space = display.OKLab
		}
		out = append(out, display.Stop{Offset: least, Color: tint(s.SVG.StopColor.Color, s.SVG.StopOpacity*opacity), Ink: s.SVG.StopColor.Color.Ink})
	}
	return out, space
}

// pattern builds a tiled brush (SVG 2 §14.3).
func (p *painter) pattern(id dom.NodeID, box bounds, e *env) (display.Brush, bool) {
	chain := p.chain(id)
	content := id
	for _, c := range chain {
		if p.hasElements(c) {
			content = c
			break
		}
	}
	s := p.tree.Styles[content]
	if s == nil {
		return nil, false
	}
	view := e.view
	byBox := func(name, otherwise string) bool {
		v, _ := p.inherited(chain, name)
		if v != "userSpaceOnUse" && v != "objectBoundingBox" {
			v = otherwise
		}
		return v == "objectBoundingBox"
	}
	units := byBox("patternUnits", "objectBoundingBox")
	if units {
		view = viewport{1, 1}
	}
	get := func(name string, d direction) float64 {
		if v, ok := p.inherited(chain, name); ok {
			if f, ok := parseLength(v, view.base(d), s); ok {
				return f
			}
		}
		return 0
	}
	x, y, w, h := get("x", horizontal), get("y", vertical), get("width", horizontal), get("height", vertical)
	if units {
		if !box.ok || box.w() <= 0 || box.h() <= 0 {
			return nil, false
		}
		x, y = box.x0+float64(x*box.w()), box.y0+float64(y*box.h())
		w, h = w*box.w(), h*box.h()
	}
	if w <= 0 || h <= 0 {
		return nil, false
	}
	m := e.m.Mul(p.serverTransform(chain, "patternTransform", e.view))
	if _, ok := m.Invert(); !ok {
		return nil, false
	}
	k, _, _ := uniform(m)
	tw, th := max(1, int(math.Ceil(min(w*k, 4096)))), max(1, int(math.Ceil(min(h*k, 4096))))
	inner := env{
		m:    geom.Scale(float64(tw)/w, float64(th)/h),
		view: e.view, style: s, parent: s, instance: s,
	}
	if vb, ok := p.inherited(chain, "viewBox"); ok {
		n := dom.Node{Attrs: []dom.Attr{{Name: "viewBox", Value: vb}}}
		if emptyViewBox(&n) {
			return nil, false
		}
		if b, valid := viewBox(&n); valid {
			align, _ := p.inherited(chain, "preserveAspectRatio")
			inner.m = inner.m.Mul(fitBox(b, align, w, h))
			inner.view = viewport{b[2], b[3]}
		}
	} else if byBox("patternContentUnits", "userSpaceOnUse") {
		// The origin of the content is the tile's corner, as in browsers.
		if !box.ok {
			return nil, false
		}
		inner.m = inner.m.Mul(geom.Scale(box.w(), box.h()))
	}
	var tile *display.List
	p.once(content, func() {
		clipping := p.clipping
		p.clipping = false
		tile = p.sublist(func() { p.children(content, inner) })
		p.clipping = clipping
	})
	if tile == nil {
		return nil, false
	}
	tile.Width, tile.Height = tw, th
	// The tile is in user space scaled by k, which preserves the precision of small units.
	c := func(v float64) display.Coord { return display.FromFloat(v * k) }
	return &display.Pattern{
		List: tile, Tile: display.Rect{X0: c(x), Y0: c(y), X1: c(x + w), Y1: c(y + h)},
		Step: display.Point{X: c(w), Y: c(h)}, RepeatX: true, RepeatY: true,
		Transform: m.Mul(geom.Scale(1/k, 1/k)),
	}, true
}

func (p *painter) hasElements(id dom.NodeID) bool {
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element {
			return true
		}
	}
	return false
}

// stopOffset parses the offset of a stop: a number or a percentage.
func stopOffset(n *dom.Node) float64 {
	if v, _ := n.Attr("offset"); strings.HasSuffix(strings.TrimSpace(v), "px") {
		return 0
	}
	return fraction(n, "offset", 0)
}
