package svg

import (
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
		inner.instance, inner.top = e.style, ref
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

// instanceKey identifies an element in a copy of top by the style of its parent.
type instanceKey struct {
	id, top dom.NodeID
	parent  *style.Computed
}

// instance returns the style of a copy of an element that has the style own in the document.
func (p *painter) instance(id, top dom.NodeID, own, parent *style.Computed) *style.Computed {
	key := instanceKey{id, top, parent}
	if s, ok := p.instances[key]; ok {
		return s
	}
	s := p.tree.Instance(id, top, parent)
	if s == nil {
		s = own
	}
	if p.instances == nil {
		p.instances = map[instanceKey]*style.Computed{}
	}
	p.instances[key] = s
	return s
}
