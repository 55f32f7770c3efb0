package svg

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// References draws the filter, clipPath and mask elements of a document for elements outside of svg. It is not safe for
// concurrent use.
type References struct {
	tree *style.Tree
	ctx  Context
	p    *painter // created on first use
}

// NewReferences returns the references of a styled document.
func NewReferences(tree *style.Tree, ctx Context) *References {
	return &References{tree: tree, ctx: ctx}
}

// Warnings returns the warnings since the last call about used features that are not drawn.
func (r *References) Warnings() []dom.Warning {
	if r.p == nil {
		return nil
	}
	w := r.p.warnings
	r.p.warnings = nil
	return w
}

// at resolves the element called tag, of any name if it is "", that a #fragment refers to, and the environment for a box:
// the origin of user space is the box's corner.
func (r *References) at(url, tag string, box geom.Rect) (id dom.NodeID, e env, b bounds, ok bool) {
	if r.p == nil {
		r.p = newPainter(r.tree, r.ctx)
		r.p.list = &display.List{}
	}
	id, ok = r.p.target(url)
	if !ok || tag != "" && r.p.node(id).Tag != tag || r.p.tree.Styles[id] == nil {
		return id, e, b, false
	}
	s := r.p.tree.Styles[id]
	w, h := box.W.Float(), box.H.Float()
	e = env{m: geom.Translate(box.X.Float(), box.Y.Float()), view: viewport{w, h}, style: s, parent: s, instance: s}
	return id, e, bounds{0, 0, w, h, w > 0 && h > 0}, true
}

// Outline returns the outline of a shape element whose origin is the corner of a box, nil when there is none.
func (r *References) Outline(url string, box geom.Rect) *display.Path {
	id, e, _, ok := r.at(url, "", box)
	if !ok || !isShape(r.p.node(id).Tag) {
		return nil
	}
	e.view = r.p.nearestViewport(id, e)
	o := r.p.shapeOutline(r.p.node(id), &e)
	if o == nil || len(o.verbs) == 0 {
		return nil
	}
	return o.mapped(e.m)
}

// nearestViewport returns the viewport of an element that is not being drawn: the viewBox of its svg element, or the
// size in that element's attributes.
func (p *painter) nearestViewport(id dom.NodeID, e env) viewport {
	for up := p.node(id).Parent; up != dom.None; up = p.node(up).Parent {
		n := p.node(up)
		if n.Tag != "svg" || n.Namespace != dom.SVG {
			continue
		}
		if box, ok := viewBox(n); ok {
			return viewport{box[2], box[3]}
		}
		return viewport{e.length(n, "width", horizontal, 300), e.length(n, "height", vertical, 150)}
	}
	return e.view
}

// Filter resolves a filter element for a box; ok is false when there is none or it cannot be drawn, and no filter
// applies.
func (r *References) Filter(url string, box geom.Rect) (display.Filter, bool) {
	id, e, b, ok := r.at(url, "filter", box)
	if !ok {
		return display.Filter{}, false
	}
	g, _, ok := r.p.filterGraph(id, e, b)
	return display.Filter{Kind: display.GraphFilter, Graph: g}, ok
}

// Clip resolves a clipPath element for a box: as a path, or else as a list whose alpha clips. ok is false when there is
// none, and nothing is clipped.
func (r *References) Clip(url string, box geom.Rect) (path *display.PushClipPath, mask *display.List, ok bool) {
	id, e, b, ok := r.at(url, "clipPath", box)
	if !ok {
		return nil, nil, false
	}
	inner, ok := r.p.clipSpaceOf(id, e, b)
	if !ok {
		return nil, &display.List{}, true // a box of zero area is clipped completely
	}
	if o, m, rule, ok := r.p.simpleClip(id, inner); ok {
		return &display.PushClipPath{Path: o.mapped(m), Rule: rule}, nil, true
	}
	list := r.p.clipList(id, e, inner)
	return nil, list, true
}

// Mask resolves a mask element for a box; ok is false when there is none.
func (r *References) Mask(url string, box geom.Rect) (list *display.List, luminance, ok bool) {
	id, e, b, ok := r.at(url, "mask", box)
	if !ok {
		return nil, false, false
	}
	m, ok := r.p.maskOf(id, e, b, style.MaskMatchSource)
	if ok && m.list == nil {
		m.list = &display.List{}
	}
	return m.list, m.luminance, ok
}
