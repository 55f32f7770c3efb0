package svg

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// References draws the filter, clipPath and mask elements of a document for
// elements outside of svg. It is used by one goroutine.
type References struct {
	tree *style.Tree
	ctx  Context
	p    *painter // once something is requested
}

// NewReferences returns the references of a styled document.
func NewReferences(tree *style.Tree, ctx Context) *References {
	return &References{tree: tree, ctx: ctx}
}

// Warnings returns what was used and is not drawn, since the last call.
func (r *References) Warnings() []dom.Warning {
	if r.p == nil {
		return nil
	}
	w := r.p.warnings
	r.p.warnings = nil
	return w
}

// at finds the element that a #fragment names and the environment of a box: user
// space begins at its corner.
func (r *References) at(url, tag string, box geom.Rect) (id dom.NodeID, e env, b bounds, ok bool) {
	if r.p == nil {
		r.p = newPainter(r.tree, r.ctx)
		r.p.list = &display.List{}
	}
	id, ok = r.p.target(url)
	if !ok || r.p.node(id).Tag != tag || r.p.tree.Styles[id] == nil {
		return id, e, b, false
	}
	s := r.p.tree.Styles[id]
	w, h := box.W.Float(), box.H.Float()
	e = env{m: geom.Translate(box.X.Float(), box.Y.Float()), view: viewport{w, h}, style: s, parent: s, instance: s}
	return id, e, bounds{0, 0, w, h, w > 0 && h > 0}, true
}

// Filter returns a filter element as it filters a box; ok is false when there is
// none, or none that can be drawn: it has no effect then.
func (r *References) Filter(url string, box geom.Rect) (display.Filter, bool) {
	id, e, b, ok := r.at(url, "filter", box)
	if !ok {
		return display.Filter{}, false
	}
	g, _, ok := r.p.filterGraph(id, e, b)
	return display.Filter{Kind: display.GraphFilter, Graph: g}, ok
}

// Clip returns a clipPath element as it clips a box: as a path, or else as a list
// whose alpha clips. ok is false when there is none: nothing is clipped then.
func (r *References) Clip(url string, box geom.Rect) (path *display.PushClipPath, mask *display.List, ok bool) {
	id, e, b, ok := r.at(url, "clipPath", box)
	if !ok {
		return nil, nil, false
	}
	inner, ok := r.p.clipSpaceOf(id, e, b)
	if !ok {
		return nil, &display.List{}, true // a box without area is clipped away
	}
	if o, m, rule, ok := r.p.simpleClip(id, inner); ok {
		return &display.PushClipPath{Path: o.mapped(m), Rule: rule}, nil, true
	}
	list := r.p.clipList(id, e, inner)
	return nil, list, true
}

// Mask returns a mask element as it masks a box; ok is false when there is none.
func (r *References) Mask(url string, box geom.Rect) (list *display.List, luminance, ok bool) {
	id, e, b, ok := r.at(url, "mask", box)
	if !ok {
		return nil, false, false
	}
	m, ok := r.p.maskOf(id, e, b)
	if ok && m.list == nil {
		m.list = &display.List{}
	}
	return m.list, m.luminance, ok
}
