package svg

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// painter draws one svg element. Coordinates are mapped to the image as they are parsed, so that small viewBoxes keep
// their precision.
type painter struct {
	tree *style.Tree
	ctx  Context
	list *display.List
	ids  map[string]dom.NodeID
	// left is the number of elements that may still be drawn; drawing stops when it is negative.
	left     int
	measured int
	depth    int
	// busy holds the elements being expanded, to detect cycles.
	busy     map[dom.NodeID]bool
	clipping bool // draw shapes as clip geometry, in black
	nested   int  // nesting depth of SVG images
	// pageBox is the box of pageNode, an image's root, while its effects are resolved.
	pageBox  *bounds
	pageNode dom.NodeID
	warnings []dom.Warning
	warned   map[string]bool
	// instances caches the styles of copied elements.
	instances map[instanceKey]*style.Computed
	// file is set for markup of an SVG file, whose elements have the namespaces that it declares.
	file bool
}

const (
	maxElements = 10_000
	maxNesting  = 256
	// maxMeasured bounds the elements visited for bounding boxes, maxOps the operations of an image: filters and masks
	// can repeat their input.
	maxMeasured = 200_000
	maxOps      = 400_000
)

// env is the drawing context that an element inherits.
type env struct {
	m    geom.Matrix // maps user units to the image
	view viewport
	// style is the style of the element being drawn.
	style *style.Computed
	// parent is the style of the element's parent in the document, instance that of its parent in the rendered tree;
	// they differ below a use element.
	parent, instance *style.Computed
	// top is the element that the innermost use element refers to.
	top dom.NodeID
	// metrics provides font metrics; nil estimates them.
	metrics style.FontMetrics
	// context holds the context paints of a marker or a used element, or is nil.
	context *contextPaint
}

func newPainter(tree *style.Tree, ctx Context) *painter {
	p := &painter{tree: tree, ctx: ctx, left: maxElements, ids: map[string]dom.NodeID{}, busy: map[dom.NodeID]bool{}, warned: map[string]bool{}}
	for i := range tree.Doc.Nodes {
		n := &tree.Doc.Nodes[i]
		if n.Type == dom.Element && n.ID != "" {
			if _, have := p.ids[n.ID]; !have {
				p.ids[n.ID] = dom.NodeID(i)
			}
		}
	}
	return p
}

// root draws an outermost svg element into a w × h box; fallback is the viewBox for an image without one.
func (p *painter) root(node dom.NodeID, w, h float64, fallback *[4]float64) *display.List {
	p.list = &display.List{Width: int(math.Ceil(w)), Height: int(math.Ceil(h))}
	n, s := p.node(node), p.tree.Styles[node]
	if s == nil || w <= 0 || h <= 0 || emptyViewBox(n) || !p.file && !p.applies(n, s.Lang) {
		return p.list
	}
	e := env{m: geom.Identity(), view: viewport{w, h}, style: s, parent: s, instance: s, metrics: p.ctx.Metrics}
	align, _ := n.Attr("preserveAspectRatio")
	if box, ok := viewBox(n); ok {
		e.m, e.view = fitBox(box, align, w, h), viewport{box[2], box[3]}
	} else if fallback != nil {
		e.m, e.view = fitBox(*fallback, "none", w, h), viewport{fallback[2], fallback[3]}
	}
	p.children(node, e)
	if p.left < 0 {
		p.list.Ops = nil
		p.warn("svg_too_large", n, fmt.Sprintf("the svg has more than %d elements after use is expanded, where %d characters count as one; it is not drawn", maxElements, runesPerElement))
	}
	return p.list
}

// page draws the root of an image with the styles of the root's box: a background that covers the canvas and is
// filtered with it, opacity, filter, clip and mask. natural is the natural size, in which the image is drawn before it
// is scaled to w × h.
func (p *painter) page(node dom.NodeID, w, h float64, natural *[4]float64) *display.List {
	s := p.tree.Styles[node]
	if s != nil && hasEdges(s) {
		p.warn("unsupported_value", p.node(node), "margins, borders, padding and shadows of the root of an svg image are not applied")
	}
	plain := s == nil || s.Opacity == 1 && len(s.Filter) == 0 && s.ClipPath == nil && len(s.Mask) == 0 && s.Blend == style.BlendNormal && len(s.Transform) == 0
	var canvas *display.List
	if s != nil && p.ctx.Decorate != nil && (s.BackgroundColor.A > 0 || len(s.Background) > 0) {
		bw, bh := w, h
		if natural != nil {
			bw, bh = natural[2], natural[3]
		}
		c := *s
		c.Border, c.Radius, c.BoxShadow = [4]style.Border{}, [4][2]style.Length{}, nil
		canvas = p.ctx.Decorate(&c, geom.FromFloat(bw), geom.FromFloat(bh))
	}
	if plain && canvas == nil || w <= 0 || h <= 0 {
		return p.root(node, w, h, natural)
	}
	e := env{m: geom.Identity(), view: viewport{w, h}, style: s, parent: s, instance: s}
	if natural != nil {
		e.m, e.view = fitBox(*natural, "none", w, h), viewport{natural[2], natural[3]}
	}
	ground := e.m
	if len(s.Transform) > 0 {
		ox, oy := resolve(s.TransformOrigin[0], e.view.w), resolve(s.TransformOrigin[1], e.view.h)
		e.m = e.m.Mul(geom.Translate(ox, oy)).Mul(functions(s.Transform, e.view.w, e.view.h)).Mul(geom.Translate(-ox, -oy))
	}
	out := &display.List{Width: int(math.Ceil(w)), Height: int(math.Ceil(h))}
	p.list = out
	p.pageNode, p.pageBox = node, &bounds{0, 0, e.view.w, e.view.h, true}
	background := func() {
		if canvas != nil {
			p.push(display.PushTransform{Matrix: ground})
			p.repeat(canvas.Ops)
			p.pop()
		}
	}
	if len(s.Filter) == 0 {
		background()
	}
	p.effects(node, e, func(e env) {
		if len(s.Filter) > 0 {
			background()
		}
		p.pageBox = nil
		content := p.root(node, e.view.w, e.view.h, natural)
		p.list = out
		p.push(display.PushTransform{Matrix: e.m})
		if len(s.Transform) > 0 {
			// The root clips its overflow before it is transformed.
			p.push(display.PushClipPath{Path: rectangle(0, 0, e.view.w, e.view.h).mapped(geom.Identity())})
			defer p.pop()
		}
		p.repeat(content.Ops)
		p.pop()
	})
	p.list = out
	return out
}

// hasEdges reports whether a style gives the root of an image a box other than the image's own.
func hasEdges(s *style.Computed) bool {
	for i := range s.Border {
		x, y := resolve(s.Radius[i][0], 1), resolve(s.Radius[i][1], 1)
		if s.Border[i].Width > 0 || x > 0 && y > 0 || resolve(s.Margin[i], 1) != 0 || resolve(s.Padding[i], 1) != 0 {
			return true
		}
	}
	return len(s.BoxShadow) > 0
}

func (p *painter) node(id dom.NodeID) *dom.Node { return p.tree.Doc.Node(id) }

func (p *painter) push(op display.Op) { p.list.Ops = append(p.list.Ops, op) }
func (p *painter) pop()               { p.push(display.Pop{}) }

// sublist returns the operations of draw as a list.
func (p *painter) sublist(draw func()) *display.List {
	outer := p.list
	p.list = &display.List{Width: outer.Width, Height: outer.Height}
	draw()
	inner := p.list
	p.list = outer
	return inner
}

func (p *painter) warn(code string, n *dom.Node, message string) {
	if p.warned[code+message] {
		return
	}
	p.warned[code+message] = true
	p.warnings = append(p.warnings, dom.Warning{Code: code, Path: n.Path, Message: message})
}

// warnInk warns about a colour in printing inks that a filter uses.
func (p *painter) warnInk(n *dom.Node, c style.Color) {
	if !c.Ink.IsZero() {
		p.warn("unsupported_value", n, "filters have the screen colours of printing inks in the PDF")
	}
}

func (p *painter) children(node dom.NodeID, e env) {
	for c := p.node(node).FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element {
			p.element(c, e)
		}
	}
}

// enter returns the environment of an element: its style here and its transform.
func (p *painter) enter(id dom.NodeID, e env) (env, bool) {
	own := p.tree.Styles[id]
	if own == nil {
		return e, false
	}
	s := own
	if e.parent != e.instance || e.top != 0 { // selectors see no elements around a copy
		s = p.instance(id, e.top, own, e.instance)
	}
	e.parent, e.instance, e.style = own, s, s
	m, ok := p.transform(id, e)
	e.m = e.m.Mul(m)
	return e, ok
}

// transform returns an element's own transform; ok is false when it is not invertible, which disables rendering of the
// element.
func (p *painter) transform(id dom.NodeID, e env) (geom.Matrix, bool) {
	n, s := p.node(id), e.style
	m := geom.Identity()
	t, has := n.Attr("transform")
	if has {
		m = ParseTransform(t)
	}
	if len(s.Transform) > 0 || has && !m.IsIdentity() {
		ref := bounds{0, 0, e.view.w, e.view.h, true}
		switch s.TransformBox {
		case style.FillBoxArea, style.ContentBoxArea, style.StrokeBoxArea:
			ref = p.transformBounds(id, e)
			if s.TransformBox == style.StrokeBoxArea {
				ref = p.strokeBox(id, e, ref)
			}
		}
		if len(s.Transform) > 0 {
			m = functions(s.Transform, ref.w(), ref.h())
		}
		ox := ref.x0 + resolve(s.TransformOrigin[0], ref.w())
		oy := ref.y0 + resolve(s.TransformOrigin[1], ref.h())
		switch {
		case slices.ContainsFunc(s.Transform, isSpatial):
			m = flattened3D(s, ref, ox, oy)
		case ox != 0 || oy != 0:
			m = geom.Translate(ox, oy).Mul(m).Mul(geom.Translate(-ox, -oy))
		}
	}
	_, ok := m.Invert()
	return m, ok
}

// transformBounds returns the box that transform-box: fill-box refers to. As in Chromium it is in the space of the content:
// of an inner svg element within its viewBox, of use without its x and y.
func (p *painter) transformBounds(id dom.NodeID, e env) bounds {
	n := p.node(id)
	e.m = geom.Identity()
	switch {
	case n.Tag == "svg" && p.isInner(id):
		v := viewportOf(n, &e, nil, nil)
		e.view = v.view
		return p.contentBounds(id, e)
	case n.Tag == "use" && e.style.SVG != nil:
		x, y := e.geometry(n, "x", e.style.SVG.GeometryX, horizontal), e.geometry(n, "y", e.style.SVG.GeometryY, vertical)
		return p.bounds(id, e).mapped(geom.Translate(-x, -y))
	}
	return p.bounds(id, e)
}

// isSpatial reports whether a transform function is one of three dimensions.
func isSpatial(f style.TransformFunc) bool {
	switch f.Kind {
	case style.TransformTranslate, style.TransformScale, style.TransformRotate, style.TransformSkew, style.TransformMatrix:
		return false
	}
	return true
}

// flattened3D returns the 2-D part of a 3-D transform about an origin. SVG elements have no perspective: its components
// are dropped from the product.
func flattened3D(s *style.Computed, ref bounds, ox, oy float64) geom.Matrix {
	oz := s.TransformOriginZ
	m := geom.Translate4(ox, oy, oz)
	for i := range s.Transform {
		m = m.Mul(s.Transform[i].Matrix(ref.w(), ref.h()))
	}
	m = m.Mul(geom.Translate4(-ox, -oy, -oz))
	return geom.Matrix{A: m[0], B: m[1], C: m[4], D: m[5], E: m[12], F: m[13]}
}

// functions multiplies CSS transform functions for a w × h reference box.
func functions(list []style.TransformFunc, w, h float64) geom.Matrix {
	m := geom.Identity()
	for _, f := range list {
		switch f.Kind {
		case style.TransformTranslate:
			m = m.Mul(geom.Translate(resolve(f.X, w), resolve(f.Y, h)))
		case style.TransformScale:
			m = m.Mul(geom.Scale(f.N[0], f.N[1]))
		case style.TransformRotate:
			m = m.Mul(geom.Rotate(f.N[0]))
		case style.TransformSkew:
			m = m.Mul(geom.Matrix{A: 1, B: tangent(f.N[1]), C: tangent(f.N[0]), D: 1})
		case style.TransformMatrix:
			m = m.Mul(geom.Matrix{A: f.N[0], B: f.N[1], C: f.N[2], D: f.N[3], E: f.N[4], F: f.N[5]})
		default:
			if flat, ok := f.Matrix(w, h).Flat(); ok {
				m = m.Mul(flat)
			}
		}
	}
	return m
}

func tangent(deg float64) float64 {
	s, c := geom.SinCosDeg(deg)
	if c == 0 {
		return math.Copysign(1e6, s)
	}
	return s / c
}

// count takes one element off the budget and reports whether drawing may continue.
func (p *painter) count() bool {
	p.left--
	return p.left >= 0 && p.depth < maxNesting
}

// element draws one element and its content.
func (p *painter) element(id dom.NodeID, e env) {
	n := p.node(id)
	if !p.count() || n.Namespace == dom.MathML || p.file && hasOtherNamespace(n) {
		return
	}
	switch n.Tag {
	case "defs", "title", "desc", "metadata", "style", "symbol", "linearGradient", "radialGradient", "clipPath", "mask",
		"pattern", "marker", "filter", "view", "animate", "animateTransform", "animateMotion", "set", "script", "cursor":
		return
	}
	e, ok := p.enter(id, e)
	if !ok || e.style.Display == style.DisplayNone || !p.applies(n, e.style.Lang) {
		return
	}
	p.depth++
	if n.Tag == "svg" {
		p.innerViewport(id, e, nil, nil)
	} else {
		p.effects(id, e, func(e env) { p.content(id, e) })
	}
	p.depth--
}

// content draws the content of an element, without its effects.
func (p *painter) content(id dom.NodeID, e env) {
	n := p.node(id)
	switch n.Tag {
	case "g", "a":
		p.children(id, e)
	case "switch":
		p.switchElement(id, e)
	case "use":
		p.use(id, e)
	case "text":
		p.text(id, e)
	case "image":
		p.image(id, e)
	case "foreignObject":
		p.foreign(id, e)
	default:
		if isShape(n.Tag) {
			p.shape(id, e)
			return
		}
		if isForeign(n.Tag) {
			return
		}
		p.warn("unsupported_element", n, fmt.Sprintf("<%s> inside svg is not drawn", n.Tag))
	}
}

// isShape reports whether elements called tag draw a single outline.
func isShape(tag string) bool {
	switch tag {
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
		return true
	}
	return false
}

// foreign draws the content of a foreignObject, which is laid out as a block in its rectangle (SVG 2 §12.4).
func (p *painter) foreign(id dom.NodeID, e env) {
	n, sv := p.node(id), e.style.SVG
	if p.ctx.Foreign == nil {
		p.warn("unsupported_element", n, "<foreignObject> inside svg is not drawn")
		return
	}
	if p.clipping || sv == nil {
		return
	}
	x, y := e.geometry(n, "x", sv.GeometryX, horizontal), e.geometry(n, "y", sv.GeometryY, vertical)
	w, h := e.geometry(n, "width", e.style.Width, horizontal), e.geometry(n, "height", e.style.Height, vertical)
	if w <= 0 || h <= 0 {
		return
	}
	if p.left -= p.elements(id); p.left < 0 {
		return
	}
	list, warnings := p.ctx.Foreign(p.tree, p.ctx.Fonts, id, geom.FromFloat(w), geom.FromFloat(h))
	p.warnings = append(p.warnings, warnings...)
	if list == nil {
		return
	}
	p.push(display.PushTransform{Matrix: e.m.Mul(geom.Translate(x, y))})
	if clipsOverflow(e.style) {
		p.push(display.PushClipPath{Path: rectangle(0, 0, w, h).mapped(geom.Identity())})
		p.repeat(list.Ops)
		p.pop()
	} else {
		p.repeat(list.Ops)
	}
	p.pop()
}

// elements returns the number of elements below a node.
func (p *painter) elements(id dom.NodeID) int {
	n := 0
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element {
			n += 1 + p.elements(c)
		}
	}
	return n
}

// hasOtherNamespace reports whether an element declares a namespace other than SVG for itself.
func hasOtherNamespace(n *dom.Node) bool {
	ns, ok := n.Attr("xmlns")
	return ok && ns != "http://www.w3.org/2000/svg"
}

// isForeign reports whether a tag has a namespace prefix, as elements that editors add have; they draw nothing.
func isForeign(tag string) bool { return strings.Contains(tag, ":") }

// switchElement draws the first child of a switch that applies (SVG 2 §5.9).
func (p *painter) switchElement(id dom.NodeID, e env) {
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		n := p.node(c)
		if n.Type != dom.Element {
			continue
		}
		if !p.applies(n, e.style.Lang) {
			continue
		}
		p.element(c, e)
		return
	}
}

// innerViewport draws a nested svg or a symbol, which establishes a viewport (SVG 2 §8.7), with its effects. width and
// height are those of a use element. The space of the effects is that of the content, as in browsers.
func (p *painter) innerViewport(id dom.NodeID, e env, width, height *float64) {
	v := viewportOf(p.node(id), &e, width, height)
	fit, invertible := v.fit.Invert()
	if v.box.w <= 0 || v.box.h <= 0 || emptyViewBox(p.node(id)) || !invertible {
		return
	}
	p.effects(id, v.enter(e), func(e env) {
		if clipsOverflow(e.style) && !hasArea(e.style) {
			p.push(display.PushClipPath{Path: rectangle(0, 0, v.box.w, v.box.h).mapped(e.m.Mul(fit))})
			defer p.pop()
		}
		p.children(id, e)
	})
}

// innerSpace is the space of an inner svg element or a symbol.
type innerSpace struct {
	// place maps the element's box to the space around it, and fit the content to the box.
	place, fit geom.Matrix
	// box is the size of the element, and view that of the viewport of its content.
	box, view viewport
}

// enter returns the environment of the content.
func (v *innerSpace) enter(e env) env {
	e.m, e.view = e.m.Mul(v.place).Mul(v.fit), v.view
	return e
}

// viewportOf returns the space of an inner svg element or a symbol. width and height, if set, replace its own.
func viewportOf(n *dom.Node, e *env, width, height *float64) innerSpace {
	// For these elements browsers use the attributes, not the properties.
	v := innerSpace{
		place: geom.Translate(e.length(n, "x", horizontal, 0), e.length(n, "y", vertical, 0)),
		fit:   geom.Identity(),
		box:   viewport{e.length(n, "width", horizontal, e.view.w), e.length(n, "height", vertical, e.view.h)},
	}
	if width != nil {
		v.box.w = *width
	}
	if height != nil {
		v.box.h = *height
	}
	v.view = v.box
	if box, ok := viewBox(n); ok {
		align, _ := n.Attr("preserveAspectRatio")
		v.fit, v.view = fitBox(box, align, v.box.w, v.box.h), viewport{box[2], box[3]}
	}
	return v
}

// hasArea reports whether a filter, clip path or mask bounds what is drawn: in Chromium an inner viewport then does not clip
// its overflow.
func hasArea(s *style.Computed) bool {
	return len(s.Filter) > 0 || s.ClipPath != nil || len(s.Mask) > 0
}

// clipsOverflow reports whether a viewport clips its overflow; overflow: auto does not, as in Chromium.
func clipsOverflow(s *style.Computed) bool {
	o := s.Overflow[0]
	return o == style.OverflowHidden || o == style.OverflowClip || o == style.OverflowScroll
}

// rectangle returns the outline of an axis-aligned rectangle.
func rectangle(x, y, w, h float64) *outline {
	o := &outline{}
	o.moveTo(point{x, y})
	o.lineTo(point{x + w, y})
	o.lineTo(point{x + w, y + h})
	o.lineTo(point{x, y + h})
	o.close()
	return o
}
