package svg

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// localBounds returns the object bounding box of an element in its own user space, the reference of objectBoundingBox
// units (SVG 2 §8.10). Strokes, clips and filters are not included.
func (p *painter) localBounds(id dom.NodeID, e env) bounds {
	if p.pageBox != nil && id == p.pageNode {
		return *p.pageBox
	}
	e.m = geom.Identity()
	switch p.node(id).Tag {
	case "svg", "symbol": // the environment is that of the content
		return p.contentBounds(id, e)
	}
	return p.bounds(id, e)
}

// bounds returns the bounding box of an element's content mapped by e.m, which already includes the element's own
// transform and the space of an inner viewport.
func (p *painter) bounds(id dom.NodeID, e env) bounds {
	n := p.node(id)
	var b bounds
	switch n.Tag {
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
		if o := p.shapeOutline(n, &e); o != nil {
			if e.m.IsIdentity() {
				return o.bounds()
			}
			q := &outline{verbs: o.verbs, points: make([]point, len(o.points))}
			for i, a := range o.points {
				q.points[i].x, q.points[i].y = e.m.Apply(a.x, a.y)
			}
			return q.bounds()
		}
	case "text":
		return p.textBounds(id, e).mapped(e.m)
	case "image", "foreignObject":
		if e.style.SVG != nil {
			x, y, w, h := p.imageBox(n, &e)
			b = bounds{x, y, x + w, y + h, w > 0 && h > 0}
		}
		return b.mapped(e.m)
	case "use":
		if ref, ok := p.target(href(n)); ok && e.style.SVG != nil && !p.busy[ref] {
			e.m = e.m.Mul(geom.Translate(e.geometry(n, "x", e.style.SVG.GeometryX, horizontal), e.geometry(n, "y", e.style.SVG.GeometryY, vertical)))
			width, height := e.sizeOfUse(n)
			p.once(ref, func() { b = p.boundsInViewport(ref, e, width, height) })
		}
	case "svg", "g", "a", "switch", "clipPath", "mask", "marker", "pattern":
		return p.contentBounds(id, e)
	}
	return b
}

// contentBounds returns the union of the bounding boxes of an element's children.
func (p *painter) contentBounds(id dom.NodeID, e env) (b bounds) {
	for c := p.node(id).FirstChild; c != dom.None; c = p.node(c).Next {
		if p.node(c).Type == dom.Element {
			b.union(p.childBounds(c, e))
		}
	}
	return b
}

// isInner reports whether an svg element is inside another one.
func (p *painter) isInner(id dom.NodeID) bool {
	parent := p.node(id).Parent
	return parent != dom.None && p.node(parent).Namespace == dom.SVG
}

// childBounds is bounds for an element whose transform is not in e.m yet.
func (p *painter) childBounds(id dom.NodeID, e env) bounds {
	if p.node(id).Tag == "symbol" {
		return bounds{} // only drawn by use
	}
	return p.boundsInViewport(id, e, nil, nil)
}

// boundsInViewport is childBounds for an element to which a use element gives a size.
func (p *painter) boundsInViewport(id dom.NodeID, e env, width, height *float64) bounds {
	// Measuring has a budget of its own, apart from that of drawing.
	if p.measured++; p.measured > maxMeasured {
		p.left = -1
	}
	if p.left < 0 || p.depth >= maxNesting {
		return bounds{}
	}
	p.depth++
	defer func() { p.depth-- }()
	n := p.node(id)
	switch n.Tag {
	case "defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "clipPath", "mask", "pattern", "marker", "filter":
		return bounds{}
	}
	outer := e.m
	e.m = geom.Identity()
	e, ok := p.enter(id, e)
	if !ok || e.style.Display == style.DisplayNone || !p.applies(n, e.style.Lang) {
		return bounds{}
	}
	// A container's box is that of its children's boxes, each transformed as a rectangle, as in browsers.
	m := e.m
	e.m = geom.Identity()
	if n.Tag == "svg" || n.Tag == "symbol" {
		v := viewportOf(n, &e, width, height)
		return p.contentBounds(id, v.enter(e)).mapped(m).mapped(outer)
	}
	return p.bounds(id, e).mapped(m).mapped(outer)
}
