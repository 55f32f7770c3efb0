package svg

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// shapeOutline returns the outline of a path or basic shape (SVG 2 §10) in user units; nil if it draws nothing.
func (p *painter) shapeOutline(n *dom.Node, e *env) *outline {
	sv := e.style.SVG
	if sv == nil {
		return nil
	}
	switch n.Tag {
	case "path":
		d, _ := n.Attr("d")
		if sv.D != "" {
			d = sv.D
		}
		o, err := parseOutline(d)
		if err != nil {
			p.warn("invalid_path", n, err.Error())
		}
		return o
	case "rect":
		return rectOutline(n, e, sv)
	case "circle":
		r := e.geometry(n, "r", sv.R, diagonal)
		return ellipseOutline(e.geometry(n, "cx", sv.CX, horizontal), e.geometry(n, "cy", sv.CY, vertical), r, r)
	case "ellipse":
		rx, hasX := radius(n, e, "rx", sv.RX, horizontal)
		ry, hasY := radius(n, e, "ry", sv.RY, vertical)
		if !hasX {
			rx = ry
		}
		if !hasY {
			ry = rx
		}
		return ellipseOutline(e.geometry(n, "cx", sv.CX, horizontal), e.geometry(n, "cy", sv.CY, vertical), rx, ry)
	case "line":
		o := &outline{}
		o.moveTo(point{e.length(n, "x1", horizontal, 0), e.length(n, "y1", vertical, 0)})
		o.lineTo(point{e.length(n, "x2", horizontal, 0), e.length(n, "y2", vertical, 0)})
		return o
	}
	return pointsOutline(n)
}

// pointsOutline parses the points of polyline and polygon; an odd trailing coordinate is ignored.
func pointsOutline(n *dom.Node) *outline {
	value, _ := n.Attr("points")
	s := scanner{s: value}
	o := &outline{}
	for s.space(); !s.done(); s.commaSpace() {
		x, ok := s.number()
		if !ok {
			return nil // as in browsers, for a list with an error
		}
		s.commaSpace()
		y, ok := s.number()
		if !ok && !s.done() {
			return nil
		}
		if !ok {
			break
		}
		if len(o.points) == 0 {
			o.moveTo(point{x, y})
		} else {
			o.lineTo(point{x, y})
		}
	}
	if n.Tag == "polygon" && len(o.points) > 0 {
		o.close()
	}
	return o
}

// radius parses rx or ry; has is false for auto.
func radius(n *dom.Node, e *env, name string, css style.Length, d direction) (r float64, has bool) {
	if css.IsDefinite() {
		return resolve(css, e.view.base(d)), true
	}
	if v, ok := n.Attr(name); ok {
		f, ok := parseLength(v, e.view.base(d), e.style)
		return f, !ok || f >= 0
	}
	return 0, false
}

func rectOutline(n *dom.Node, e *env, sv *style.SVGStyle) *outline {
	x, y := e.geometry(n, "x", sv.GeometryX, horizontal), e.geometry(n, "y", sv.GeometryY, vertical)
	w, h := e.geometry(n, "width", e.style.Width, horizontal), e.geometry(n, "height", e.style.Height, vertical)
	if w <= 0 || h <= 0 {
		return nil
	}
	rx, hasX := radius(n, e, "rx", sv.RX, horizontal)
	ry, hasY := radius(n, e, "ry", sv.RY, vertical)
	if !hasX {
		rx = ry
	}
	if !hasY {
		ry = rx
	}
	rx, ry = min(rx, float64(w/2)), min(ry, float64(h/2))
	if rx <= 0 || ry <= 0 {
		return rectangle(x, y, w, h)
	}
	r := point{rx, ry}
	return roundedRectangle(bounds{x, y, x + w, y + h, true}, [4]point{r, r, r, r})
}

// roundedRectangle returns the outline of a rectangle with elliptical corners; radii are those of the top left, top
// right, bottom right and bottom left corner.
func roundedRectangle(b bounds, radii [4]point) *outline {
	// Quarter ellipses: control points at 4/3·(√2−1) of the radius.
	const k = 1 - 0.5522847498307936
	tl, tr, br, bl := radii[0], radii[1], radii[2], radii[3]
	o := &outline{}
	o.moveTo(point{b.x0 + tl.x, b.y0})
	o.lineTo(point{b.x1 - tr.x, b.y0})
	o.cubicTo(point{b.x1 - float64(tr.x*k), b.y0}, point{b.x1, b.y0 + float64(tr.y*k)}, point{b.x1, b.y0 + tr.y})
	o.lineTo(point{b.x1, b.y1 - br.y})
	o.cubicTo(point{b.x1, b.y1 - float64(br.y*k)}, point{b.x1 - float64(br.x*k), b.y1}, point{b.x1 - br.x, b.y1})
	o.lineTo(point{b.x0 + bl.x, b.y1})
	o.cubicTo(point{b.x0 + float64(bl.x*k), b.y1}, point{b.x0, b.y1 - float64(bl.y*k)}, point{b.x0, b.y1 - bl.y})
	o.lineTo(point{b.x0, b.y0 + tl.y})
	o.cubicTo(point{b.x0, b.y0 + float64(tl.y*k)}, point{b.x0 + float64(tl.x*k), b.y0}, point{b.x0 + tl.x, b.y0})
	o.close()
	return o
}

// roundedInset returns the outline of inset() with its corner radii, which are reduced in proportion where they
// overlap (CSS Backgrounds 3 §4.5).
func roundedInset(s *style.Shape, ref, b bounds) *outline {
	var radii [4]point
	round := false
	for i, r := range s.Radius {
		if x, y := resolve(r[0], ref.w()), resolve(r[1], ref.h()); x > 0 && y > 0 {
			radii[i], round = point{x, y}, true
		}
	}
	if !round {
		return rectangle(b.x0, b.y0, b.w(), b.h())
	}
	f := 1.0
	for _, e := range [4][2]float64{
		{b.w(), radii[0].x + radii[1].x}, {b.h(), radii[1].y + radii[2].y}, {b.w(), radii[2].x + radii[3].x}, {b.h(), radii[3].y + radii[0].y},
	} {
		if e[1] > e[0] {
			f = min(f, e[0]/e[1])
		}
	}
	for i := range radii {
		radii[i] = point{radii[i].x * f, radii[i].y * f}
	}
	return roundedRectangle(b, radii)
}

func ellipseOutline(cx, cy, rx, ry float64) *outline {
	if rx <= 0 || ry <= 0 {
		return nil
	}
	const k = 0.5522847498307936
	kx, ky := float64(rx*k), float64(ry*k)
	o := &outline{}
	o.moveTo(point{cx + rx, cy})
	o.cubicTo(point{cx + rx, cy + ky}, point{cx + kx, cy + ry}, point{cx, cy + ry})
	o.cubicTo(point{cx - kx, cy + ry}, point{cx - rx, cy + ky}, point{cx - rx, cy})
	o.cubicTo(point{cx - rx, cy - ky}, point{cx - kx, cy - ry}, point{cx, cy - ry})
	o.cubicTo(point{cx + kx, cy - ry}, point{cx + rx, cy - ky}, point{cx + rx, cy})
	o.close()
	return o
}

// shape fills and strokes a shape and draws its markers, in paint-order.
func (p *painter) shape(id dom.NodeID, e env) {
	n := p.node(id)
	o := p.shapeOutline(n, &e)
	if o == nil || len(o.verbs) == 0 {
		return
	}
	if p.clipping {
		p.fillClip(o, e)
		return
	}
	box := o.bounds()
	for _, part := range e.style.SVG.PaintOrder {
		switch part {
		case 0:
			if e.style.Visibility == style.Visible && n.Tag != "line" {
				p.fill(n, o, box, e)
			}
		case 1:
			if e.style.Visibility == style.Visible {
				p.stroke(n, o, box, e)
			}
		case 2:
			p.markers(id, o, e)
		}
	}
}

// fillClip draws a shape as part of a clip path.
func (p *painter) fillClip(o *outline, e env) {
	if e.style.Visibility != style.Visible {
		return
	}
	rule := display.NonZero
	if e.style.SVG.ClipEvenOdd {
		rule = display.EvenOdd
	}
	p.push(display.FillPath{Path: o.mapped(e.m), Rule: rule, Brush: display.Solid{Color: display.Color{A: 255}}})
}

func (p *painter) fill(n *dom.Node, o *outline, box bounds, e env) {
	sv := e.style.SVG
	b, opacity, ok := p.brush(n, &sv.Fill, sv.FillOpacity, box, &e)
	if !ok {
		return
	}
	rule := display.NonZero
	if sv.FillEvenOdd {
		rule = display.EvenOdd
	}
	p.translucent(opacity, func() { p.push(display.FillPath{Path: o.mapped(e.m), Rule: rule, Brush: b, Aliased: sv.CrispEdges}) })
}

// translucent draws into a layer if the opacity could not be applied to the brush.
func (p *painter) translucent(opacity float64, draw func()) {
	if opacity >= 1 {
		draw()
		return
	}
	p.push(display.PushLayer{Bounds: everywhere, Opacity: alpha(opacity)})
	draw()
	p.pop()
}

// everywhere is a rectangle larger than any image.
var everywhere = display.Rect{X0: math.MinInt32 / 2, Y0: math.MinInt32 / 2, X1: math.MaxInt32 / 2, Y1: math.MaxInt32 / 2}

// alpha converts an opacity to 8 bits.
func alpha(v float64) uint8 { return uint8(math.Floor(float64(min(max(v, 0), 1)*255) + 0.5)) }

// uniform splits a transform into a scale by k that can be applied to geometry beforehand, and the rest. ok is true
// when the rest is a translation, rotation or reflection, which preserves the shape of pens.
func uniform(m geom.Matrix) (k float64, rest geom.Matrix, ok bool) {
	k = math.Sqrt(math.Abs(float64(m.A*m.D) - float64(m.B*m.C)))
	if k <= 0 || k != k {
		return 1, m, false
	}
	rest = m.Mul(geom.Scale(1/k, 1/k))
	a := float64(m.A*m.A) + float64(m.B*m.B)
	b := float64(m.C*m.C) + float64(m.D*m.D)
	dot := float64(m.A*m.C) + float64(m.B*m.D)
	ok = math.Abs(a-b) < 1e-6*(a+b) && math.Abs(dot) < 1e-6*(a+b)
	return k, rest, ok
}

func (p *painter) stroke(n *dom.Node, o *outline, box bounds, e env) {
	sv := e.style.SVG
	width := resolve(sv.StrokeWidth, e.view.base(diagonal))
	if width <= 0 {
		return
	}
	b, opacity, ok := p.brush(n, &sv.Stroke, sv.StrokeOpacity, box, &e)
	if !ok {
		return
	}
	m, k := e.m, 1.0
	if !sv.VectorEffectNonScaling {
		var rest geom.Matrix
		var same bool
		if k, rest, same = uniform(e.m); !same {
			// The transformed pen is not circular: stroke in a space scaled by k.
			m = geom.Scale(k, k)
			inv, invertible := rest.Invert()
			if !invertible {
				return
			}
			b = moved(b, inv)
			p.push(display.PushTransform{Matrix: rest})
			defer p.pop()
		}
	}
	s := display.Stroke{
		Width: display.FromFloat(width * k), Cap: display.Cap(sv.StrokeLinecap), Join: display.Join(sv.StrokeLinejoin),
		MiterLimit: max(1, sv.StrokeMiterlimit),
	}
	s.Dash, s.DashOffset = p.dashes(n, o, &e, k)
	if s.Width <= 0 {
		return
	}
	p.translucent(opacity, func() {
		p.push(display.StrokePath{Path: o.withoutLoneMoves().mapped(m), Stroke: s, Brush: b, Aliased: sv.CrispEdges})
	})
}

// dashes resolves the dash pattern, scaled by k and by pathLength.
func (p *painter) dashes(n *dom.Node, o *outline, e *env, k float64) ([]display.Coord, display.Coord) {
	sv := e.style.SVG
	if len(sv.StrokeDasharray) == 0 {
		return nil, 0
	}
	if author := number(n, "pathLength", -1); author > 0 && o != nil {
		k *= o.measured().length / author
	} else if author == 0 {
		return nil, 0
	}
	sum := 0.0
	out := make([]display.Coord, 0, 2*len(sv.StrokeDasharray))
	for _, d := range sv.StrokeDasharray {
		v := float64(resolve(d, e.view.base(diagonal)) * k)
		if v < 0 {
			return nil, 0
		}
		sum += v
		out = append(out, display.FromFloat(v))
	}
	if sum <= 0 {
		return nil, 0
	}
	if len(out)%2 == 1 {
		out = append(out, out...)
	}
	return out, display.FromFloat(resolve(sv.StrokeDashoffset, e.view.base(diagonal)) * k)
}

// markers draws the markers at the vertices of a path (SVG 2 §13.7).
func (p *painter) markers(id dom.NodeID, o *outline, e env) {
	n, sv := p.node(id), e.style.SVG
	if n.Tag != "path" && n.Tag != "line" && n.Tag != "polyline" && n.Tag != "polygon" {
		return
	}
	if sv.MarkerStart == "" && sv.MarkerMid == "" && sv.MarkerEnd == "" {
		return
	}
	e.context = p.contextOf(id, e)
	list := vertices(o)
	for i, v := range list {
		url := sv.MarkerMid
		switch {
		case i == 0:
			url = sv.MarkerStart
		case i == len(list)-1:
			url = sv.MarkerEnd
		}
		p.marker(url, v, i == 0, e)
		if i == 0 && len(list) == 1 {
			p.marker(sv.MarkerEnd, v, false, e)
		}
	}
}

// marker draws one marker.
func (p *painter) marker(url string, v vertex, first bool, e env) {
	if url == "" {
		return
	}
	id, ok := p.resource(dom.None, "#"+strings.TrimPrefix(url, "#"), "marker")
	if !ok || !p.count() {
		return
	}
	n, s := p.node(id), p.tree.Styles[id]
	if s.SVG == nil {
		return
	}
	me := env{m: e.m, view: e.view, style: s, parent: s, instance: s, context: e.context}
	scale := resolve(e.style.SVG.StrokeWidth, e.view.base(diagonal))
	if units, _ := n.Attr("markerUnits"); units == "userSpaceOnUse" {
		scale = 1
	}
	angle := 0.0
	switch orient, _ := n.Attr("orient"); strings.TrimSpace(orient) {
	case "auto":
		angle = v.angle()
	case "auto-start-reverse":
		angle = v.angle()
		if first {
			angle += 180
		}
	default:
		angle = parseAngle(orient)
	}
	w, h := me.length(n, "markerWidth", horizontal, 3), me.length(n, "markerHeight", vertical, 3)
	if w <= 0 || h <= 0 || scale <= 0 || emptyViewBox(n) {
		return
	}
	// Percentages refer to the viewport around the marker, as in browsers.
	rx, ry := me.length(n, "refX", horizontal, 0), me.length(n, "refY", vertical, 0)
	fit := geom.Identity()
	box, hasBox := viewBox(n)
	if hasBox {
		align, _ := n.Attr("preserveAspectRatio")
		fit = fitBox(box, align, w, h)
		me.view = viewport{box[2], box[3]}
	} else {
		me.view = viewport{w, h}
	}
	fx, fy := fit.Apply(rx, ry)
	outer := me.m.Mul(geom.Translate(v.at.x, v.at.y)).Mul(geom.Rotate(angle)).Mul(geom.Scale(scale, scale)).Mul(geom.Translate(-fx, -fy))
	me.m = outer.Mul(fit)
	p.once(id, func() {
		p.effects(id, me, func(me env) {
			if clipsOverflow(s) {
				p.push(display.PushClipPath{Path: rectangle(0, 0, w, h).mapped(outer)})
				defer p.pop()
			}
			p.children(id, me)
		})
	})
}

// parseAngle parses an angle in degrees.
func parseAngle(v string) float64 {
	s := scanner{s: strings.TrimSpace(v)}
	f, ok := s.number()
	if !ok {
		return 0
	}
	switch s.s[s.i:] {
	case "rad":
		return f * (180 / math.Pi)
	case "grad":
		return f * 0.9
	case "turn":
		return f * 360
	}
	return f
}

// vertex is a vertex of a path with the directions of its adjacent segments.
type vertex struct {
	at            point
	in, out       point // direction vectors
	hasIn, hasOut bool
	from          point // the direction from the current point to a vertex of moveto
}

// angle returns the direction of a marker: the bisector of the two directions.
func (v vertex) angle() float64 {
	a := geom.AtanDeg2(v.in.y, v.in.x)
	b := geom.AtanDeg2(v.out.y, v.out.x)
	switch {
	case !v.hasIn && !v.hasOut:
		return geom.AtanDeg2(v.from.y, v.from.x) // as in Chromium
	case !v.hasIn:
		return b
	case !v.hasOut:
		return a
	}
	if b-a >= 180 || a-b > 180 { // as in Chromium, which of the two bisectors of a reversal applies depends on its order
		a += 360
	}
	return (a + b) / 2
}

// vertices returns the vertices of a path with their directions.
func vertices(o *outline) []vertex {
	var list []vertex
	var cur point
	start := 0 // index of the subpath's first vertex
	i := 0
	// A segment of no length has the direction of the x axis, as in browsers.
	segment := func(from, to, end point, out point) {
		last := &list[len(list)-1]
		if !last.hasOut {
			last.out, last.hasOut = out, true
		}
		list = append(list, vertex{at: end, in: point{to.x - from.x, to.y - from.y}, hasIn: true})
	}
	diff := func(a, b point) (point, bool) {
		d := point{b.x - a.x, b.y - a.y}
		return d, d.x != 0 || d.y != 0
	}
	for at, verb := range o.verbs {
		switch verb {
		case display.MoveTo:
			start = len(list)
			from, _ := diff(cur, o.points[i])
			cur = o.points[i]
			list = append(list, vertex{at: cur, from: from})
			i++
		case display.LineTo:
			end := o.points[i]
			d, _ := diff(cur, end)
			segment(cur, end, end, d)
			cur = end
			i++
		case display.QuadTo, display.CubicTo:
			k := 2
			if verb == display.CubicTo {
				k = 3
			}
			pts := o.points[i : i+k]
			end := pts[k-1]
			d, ok := diff(cur, pts[0])
			for j := 1; j < k && !ok; j++ {
				d, ok = diff(cur, pts[j])
			}
			from := pts[k-2]
			if _, differs := diff(from, end); !differs {
				if k == 3 {
					from = pts[0]
				}
				if _, differs := diff(from, end); !differs {
					from = cur
				}
			}
			if o.isInnerPiece(at) {
				// Only the last piece of an arc ends in a vertex.
				if last := &list[len(list)-1]; !last.hasOut && ok {
					last.out, last.hasOut = d, true
				}
			} else {
				segment(from, end, end, d)
			}
			cur = end
			i += k
		case display.Close:
			first := list[start].at
			d, ok := diff(cur, first)
			if ok {
				segment(cur, first, first, d)
			}
			list[start].hasOut = true // along the x axis unless a segment followed
			end := &list[len(list)-1]
			end.out, end.hasOut = list[start].out, true
			list[start].in, list[start].hasIn = end.in, end.hasIn
			cur = first
		}
	}
	return list
}
