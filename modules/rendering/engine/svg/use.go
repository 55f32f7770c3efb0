package svg

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// target returns the element of the document that a #fragment refers to.
func (p *painter) target(url string) (dom.NodeID, bool) {
	id, ok := strings.CutPrefix(strings.TrimSpace(url), "#")
	if !ok {
		return dom.None, false
	}
	n, ok := p.ids[id]
	return n, ok
}

// once calls draw unless the element is being expanded already: a cycle draws nothing.
func (p *painter) once(id dom.NodeID, draw func()) {
	if p.busy[id] {
		p.warn("svg_cycle", p.node(id), "<"+p.node(id).Tag+"> refers to itself and is not drawn there")
		return
	}
	p.busy[id] = true
	p.depth++
	draw()
	p.depth--
	delete(p.busy, id)
}

// sizeOfUse returns the size that a use element gives to the viewport of a symbol or an svg element; nil leaves it.
func (e *env) sizeOfUse(n *dom.Node) (width, height *float64) {
	if _, has := n.Attr("width"); has {
		v := e.length(n, "width", horizontal, 0)
		width = &v
	}
	if _, has := n.Attr("height"); has {
		v := e.length(n, "height", vertical, 0)
		height = &v
	}
	return width, height
}

// use draws a copy of the referenced element (SVG 2 §5.6).
func (p *painter) use(id dom.NodeID, e env) {
	n, sv := p.node(id), e.style.SVG
	ref, ok := p.target(href(n))
	if !ok || sv == nil {
		return
	}
	x, y := e.geometry(n, "x", sv.GeometryX, horizontal), e.geometry(n, "y", sv.GeometryY, vertical)
	width, height := e.sizeOfUse(n)
	for up := id; up != dom.None; up = p.node(up).Parent {
		if up == ref {
			p.warn("svg_cycle", n, "<use> refers to an element it is in and is not drawn")
			return
		}
	}
	context := p.contextOf(id, e)
	p.once(ref, func() {
		inner := e
		inner.context = context
		inner.m = e.m.Mul(geom.Translate(x, y))
		if parent := p.node(ref).Parent; parent != dom.None {
			inner.parent = p.tree.Styles[parent]
		}
		if inner.parent == nil {
			inner.parent = e.instance
		}
		inner.instance = e.style
		p.warnVariables(n, ref, inner.parent, e.style)
		t := p.node(ref)
		switch t.Tag {
		case "symbol", "svg":
			if !p.count() {
				return
			}
			inner, ok := p.enter(ref, inner)
			if !ok || inner.style.Display == style.DisplayNone {
				return
			}
			p.innerViewport(ref, inner, width, height)
		default:
			p.element(ref, inner)
		}
	})
}

// inherit returns the style of a copied element with the properties inherited from the use element. A property equal to
// that of the element's parent in the document is treated as inherited unless the element itself specifies it.
func inherit(n *dom.Node, own, parent, instance *style.Computed) *style.Computed {
	c := *own
	take(n, "color", &c.Color, &parent.Color, &instance.Color)
	take(n, "direction", &c.Direction, &parent.Direction, &instance.Direction)
	take(n, "visibility", &c.Visibility, &parent.Visibility, &instance.Visibility)
	take(n, "letter-spacing", &c.LetterSpacing, &parent.LetterSpacing, &instance.LetterSpacing)
	take(n, "word-spacing", &c.WordSpacing, &parent.WordSpacing, &instance.WordSpacing)
	take(n, "lang", &c.Lang, &parent.Lang, &instance.Lang)
	f, pf, inf := &c.Font, &parent.Font, &instance.Font
	if slices.Equal(f.Families, pf.Families) && !specifies(n, "font-family") {
		f.Families = inf.Families
	}
	take(n, "font-size", &f.Size, &pf.Size, &inf.Size)
	take(n, "font-weight", &f.Weight, &pf.Weight, &inf.Weight)
	take(n, "font-stretch", &f.Stretch, &pf.Stretch, &inf.Stretch)
	take(n, "font-style", &f.Slant, &pf.Slant, &inf.Slant)
	if own.SVG == nil || parent.SVG == nil || instance.SVG == nil {
		return &c
	}
	sv := *own.SVG
	s, ps, is := &sv, parent.SVG, instance.SVG
	inheritPaint(n, "fill", &s.Fill, &ps.Fill, &is.Fill, &c)
	inheritPaint(n, "stroke", &s.Stroke, &ps.Stroke, &is.Stroke, &c)
	take(n, "fill-opacity", &s.FillOpacity, &ps.FillOpacity, &is.FillOpacity)
	take(n, "stroke-opacity", &s.StrokeOpacity, &ps.StrokeOpacity, &is.StrokeOpacity)
	take(n, "fill-rule", &s.FillEvenOdd, &ps.FillEvenOdd, &is.FillEvenOdd)
	take(n, "clip-rule", &s.ClipEvenOdd, &ps.ClipEvenOdd, &is.ClipEvenOdd)
	take(n, "stroke-width", &s.StrokeWidth, &ps.StrokeWidth, &is.StrokeWidth)
	take(n, "stroke-linecap", &s.StrokeLinecap, &ps.StrokeLinecap, &is.StrokeLinecap)
	take(n, "stroke-linejoin", &s.StrokeLinejoin, &ps.StrokeLinejoin, &is.StrokeLinejoin)
	take(n, "stroke-miterlimit", &s.StrokeMiterlimit, &ps.StrokeMiterlimit, &is.StrokeMiterlimit)
	take(n, "stroke-dashoffset", &s.StrokeDashoffset, &ps.StrokeDashoffset, &is.StrokeDashoffset)
	if slices.Equal(s.StrokeDasharray, ps.StrokeDasharray) && !specifies(n, "stroke-dasharray") {
		s.StrokeDasharray = is.StrokeDasharray
	}
	take(n, "text-anchor", &s.TextAnchor, &ps.TextAnchor, &is.TextAnchor)
	take(n, "dominant-baseline", &s.DominantBaseline, &ps.DominantBaseline, &is.DominantBaseline)
	take(n, "marker-start", &s.MarkerStart, &ps.MarkerStart, &is.MarkerStart)
	take(n, "marker-mid", &s.MarkerMid, &ps.MarkerMid, &is.MarkerMid)
	take(n, "marker-end", &s.MarkerEnd, &ps.MarkerEnd, &is.MarkerEnd)
	take(n, "paint-order", &s.PaintOrder, &ps.PaintOrder, &is.PaintOrder)
	take(n, "shape-rendering", &s.ShapeRenderingCrisp, &ps.ShapeRenderingCrisp, &is.ShapeRenderingCrisp)
	take(n, "color-interpolation", &s.ColorInterpolationLinear, &ps.ColorInterpolationLinear, &is.ColorInterpolationLinear)
	c.SVG = s
	return &c
}

// specifies reports whether an element has a property as an attribute or in its style attribute, with a value other
// than inherit.
func specifies(n *dom.Node, property string) bool {
	if v, has := n.Attr(property); has && !isInherit(v) {
		return true
	}
	for rest := n.Inline; ; {
		i := strings.Index(rest, property)
		if i < 0 {
			return false
		}
		before := strings.TrimSpace(rest[:i])
		rest = rest[i+len(property):]
		if before != "" && before[len(before)-1] != ';' {
			continue
		}
		if v, found := strings.CutPrefix(strings.TrimSpace(rest), ":"); found {
			v, _, _ = strings.Cut(v, ";")
			return !isInherit(v)
		}
	}
}

func isInherit(value string) bool { return strings.EqualFold(strings.TrimSpace(value), "inherit") }

// take sets a property v to the instance's value if it equals the parent's and the element does not specify it.
func take[T comparable](n *dom.Node, property string, v, parent, instance *T) {
	if *v == *parent && !specifies(n, property) {
		*v = *instance
	}
}

// inheritPaint is take for paints; currentcolor follows the instance's color.
func inheritPaint(n *dom.Node, property string, v, parent, instance *style.Paint, c *style.Computed) {
	switch {
	case v.FollowsColor() && !parent.FollowsColor():
		v.Color = c.Color
	case samePaint(v, parent) && !specifies(n, property):
		*v = *instance
	case v.FollowsColor():
		v.Color = c.Color
	}
}

func samePaint(a, b *style.Paint) bool {
	if a.Kind != b.Kind || a.Color != b.Color || a.URL != b.URL || (a.Fallback == nil) != (b.Fallback == nil) || a.FollowsColor() != b.FollowsColor() {
		return false
	}
	return a.Fallback == nil || *a.Fallback == *b.Fallback
}
