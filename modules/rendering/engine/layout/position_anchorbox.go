package layout

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// anchorBox is a box with an anchor-name among the descendants of a fragment.
type anchorBox struct {
	box  *Box
	rect geom.Rect // in physical directions, from the corner of that fragment, after transforms
	// outer is the absolutely positioned child of the fragment that contains the anchor, nil if there is none.
	outer *Box
	// visible is set when a part of the anchor is not clipped by the boxes between it and the fragment.
	visible bool

	local geom.Rect // before the transforms in
	in    *anchorTransform
}

// anchorTransform is the transform from the coordinates inside a transformed box to those of the fragment.
type anchorTransform struct{ matrix geom.Matrix4 }

// bounds returns the bounding box of a transformed rectangle; nil does not transform.
func (t *anchorTransform) bounds(r geom.Rect) geom.Rect {
	if t == nil {
		return r
	}
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, c := range [...][2]geom.Unit{{r.X, r.Y}, {r.MaxX(), r.Y}, {r.X, r.MaxY()}, {r.MaxX(), r.MaxY()}} {
		v := t.matrix.Apply(c[0].Float(), c[1].Float())
		if v[3] <= 0 {
			return r // behind the viewer
		}
		for i := range lo {
			lo[i], hi[i] = math.Min(lo[i], v[i]/v[3]), math.Max(hi[i], v[i]/v[3])
		}
	}
	x, y := bounded(geom.FromFloatRound(lo[0])), bounded(geom.FromFloatRound(lo[1]))
	return geom.Rect{X: x, Y: y, W: bounded(geom.FromFloatRound(hi[0])) - x, H: bounded(geom.FromFloatRound(hi[1])) - y}
}

// anchorKey identifies the anchors of a name in one scope.
type anchorKey struct {
	name  string
	scope scopeRoot
}

// anchorIndex holds the anchors among the descendants of a fragment by name.
type anchorIndex struct {
	l     *layouter
	space anchorSpace
	seen  int // children of the fragment that have been searched
	names map[anchorKey][]*anchorBox
	// boxes counts the fragments searched, which are charged to the limits of the layout.
	boxes int
}

// anchorsIn returns the anchors among the descendants of f that have been laid out.
func (l *layouter) anchorsIn(f *Fragment, space anchorSpace) *anchorIndex {
	ix := l.anchors.found[f]
	if ix == nil || ix.seen > len(f.Children) {
		ix = &anchorIndex{l: l, space: space, names: map[anchorKey][]*anchorBox{}}
		if l.anchors.found == nil {
			l.anchors.found = map[*Fragment]*anchorIndex{}
		}
		l.anchors.found[f] = ix
	}
	for ; ix.seen < len(f.Children); ix.seen++ {
		c := f.Children[ix.seen]
		w := newAnchorWalk(f, c)
		ix.addSplit(f, c, geom.Point{}, &w)
		ix.walk(c, geom.Point{}, w)
	}
	return ix
}

// anchorWalk is what a fragment inherits in the search for anchors.
type anchorWalk struct {
	outer   *Box
	in      *anchorTransform
	clip    geom.Rect // in the coordinates of the searched fragment
	visible bool
	// perspective is that of the parent.
	perspective geom.Matrix4
	projects    bool
	// port and content are the visible part of the scroll container and the containing block of sticky boxes, in the
	// space of the searched fragment; hasPort is set if the former is inside that fragment.
	port, content geom.Rect
	hasPort       bool
}

// newAnchorWalk returns what the child c of the searched fragment f inherits.
func newAnchorWalk(f, c *Fragment) anchorWalk {
	w := anchorWalk{visible: true, clip: geom.Rect{X: -geom.MaxUnit / 2, Y: -geom.MaxUnit / 2, W: geom.MaxUnit, H: geom.MaxUnit}}
	if c.Box != nil && c.Box.IsOutOfFlow() {
		w.outer = c.Box
	}
	w.content = geom.Rect{W: f.Size.W, H: f.Size.H}.Inset(f.Border.Add(f.Padding))
	w.port = w.content
	w.hasPort = f.Box == nil || f.Box.Parent != nil && clips(f.Box.Style)
	return w
}

// stick returns the offset of a sticky box from its position in the flow, as [stick] will move it.
func (ix *anchorIndex) stick(f *Fragment, rect geom.Rect, w *anchorWalk) geom.Point {
	if !w.hasPort {
		ix.l.warnOnce(f.Box, "unsupported_value", "position: sticky: boxes positioned at an anchor here are placed at its position in the flow")
		return geom.Point{}
	}
	return stickyOffset(f.Box.Style, rect, stickyMargin(f.Box, f), w.content, w.port)
}

func (ix *anchorIndex) walk(f *Fragment, origin geom.Point, w anchorWalk) {
	ix.boxes++
	at := origin.Add(f.Offset)
	local := geom.RectAt(at, f.Size)
	w.visible = w.visible && !f.Hidden
	if b := f.Box; b != nil && (f.Kind == BoxFragment || f.Kind == InlineFragment) {
		s := b.Style
		if s.Position == style.PositionSticky {
			at = at.Add(ix.stick(f, local, &w))
			local = geom.RectAt(at, f.Size)
		}
		rect := ix.space.physical(local)
		if f.Kind == BoxFragment && (len(s.Transform) > 0 || s.Perspective > 0 || w.projects) {
			ix.transform(f, rect, &w)
		}
		if s.Anchoring != nil && len(s.Anchoring.Names) > 0 {
			ix.add(b, rect, &w)
		}
		if f.Kind == BoxFragment && s.Overflow != [2]style.Overflow{} && b.Parent != nil {
			w.clip = clippedBy(w.clip, w.in.bounds(ix.space.physical(local.Inset(f.Border))), ix.l.physicalStyle(b))
		}
		if f.Kind == BoxFragment {
			own := local.Inset(f.Border.Add(f.Padding))
			if !b.isAnonymousFlow() {
				w.content = own
			}
			if b.Parent != nil && b.Parent.Parent != nil && clips(s) {
				w.port, w.hasPort = own, true
			}
		}
	}
	for _, c := range f.Children {
		ix.addSplit(f, c, at, &w)
		ix.walk(c, at, w)
	}
}

// addSplit adds the line with a block that split inline boxes to their rectangles.
func (ix *anchorIndex) addSplit(f, block *Fragment, at geom.Point, w *anchorWalk) {
	if block.Box == nil || block.Box.splitParent == nil || block.Kind != BoxFragment {
		return
	}
	in := f.Border.Add(f.Padding)
	line := geom.Rect{X: at.X + in.Left, Y: at.Y + block.Offset.Y - block.lowered, W: max(0, f.Size.W-in.Horizontal()), H: block.Size.H + block.lowered}
	for b := block.Box.splitParent; b != nil && b.Kind == InlineBox; b = b.Parent {
		if a := b.Style.Anchoring; a != nil && len(a.Names) > 0 {
			ix.add(b, ix.space.physical(line), w)
		}
	}
}

// clippedBy returns the part of a clip that a box with overflow leaves.
func clippedBy(clip, by geom.Rect, s *style.Computed) geom.Rect {
	if s.Overflow[0] != style.OverflowVisible {
		x, end := max(clip.X, by.X), min(clip.MaxX(), by.MaxX())
		clip.X, clip.W = x, end-x
	}
	if s.Overflow[1] != style.OverflowVisible {
		y, end := max(clip.Y, by.Y), min(clip.MaxY(), by.MaxY())
		clip.Y, clip.H = y, end-y
	}
	return clip
}

// transform adds the transform of a box, and the perspective of its parent, and sets the perspective for its children.
func (ix *anchorIndex) transform(f *Fragment, rect geom.Rect, w *anchorWalk) {
	s := f.Box.Style
	m := geom.Identity4()
	if w.in != nil {
		m = w.in.matrix
	}
	if w.projects {
		m = m.Mul(w.perspective)
	}
	w.projects = false
	box := rect
	if s.TransformBox == style.ContentBoxArea {
		box = box.Inset(ix.space.edges(f.Border.Add(f.Padding)))
	}
	if len(s.Transform) > 0 {
		x := box.X.Float() + s.TransformOrigin[0].ResolveFine(box.W.Float())
		y := box.Y.Float() + s.TransformOrigin[1].ResolveFine(box.H.Float())
		m = m.Mul(geom.Translate4(x, y, s.TransformOriginZ))
		for i := range s.Transform {
			if s.Transform[i].Kind == style.TransformOffset {
				ix.l.warnOnce(f.Box, "unsupported_value", "offset-path: boxes positioned at an anchor here do not follow the path")
			}
			m = m.Mul(s.Transform[i].Matrix(box.W.Float(), box.H.Float()))
		}
		m = m.Mul(geom.Translate4(-x, -y, -s.TransformOriginZ))
	}
	if !s.Preserve3D {
		for _, i := range [...]int{2, 6, 8, 9, 10, 11, 14} {
			m[i] = 0
		}
		m[10] = 1
	}
	w.in = &anchorTransform{m}
	if s.Perspective > 0 {
		x := rect.X.Float() + s.PerspectiveOrigin[0].ResolveFine(rect.W.Float())
		y := rect.Y.Float() + s.PerspectiveOrigin[1].ResolveFine(rect.H.Float())
		w.perspective, w.projects = geom.Translate4(x, y, 0).Mul(geom.Perspective4(s.Perspective)).Mul(geom.Translate4(-x, -y, 0)), true
	}
}

// add adds a fragment of a box to the index; the fragments of a box make one anchor.
func (ix *anchorIndex) add(b *Box, rect geom.Rect, w *anchorWalk) {
	mapped := w.in.bounds(rect)
	visible := w.visible && mapped.X <= w.clip.MaxX() && mapped.MaxX() >= w.clip.X && mapped.Y <= w.clip.MaxY() && mapped.MaxY() >= w.clip.Y
	for i, name := range b.Style.Anchoring.Names {
		if slices.Contains(b.Style.Anchoring.Names[:i], name) {
			continue
		}
		ix.boxes++
		key := anchorKey{name, ix.l.anchorScope(b, name)}
		list := ix.names[key]
		k := len(list) - 1 // the fragments of a box follow each other, but for anchors inside it
		for k >= 0 && k >= len(list)-maxAnchorsInside && !isSameBox(list[k].box, b) {
			k--
		}
		if k < 0 || !isSameBox(list[k].box, b) {
			at := len(list) // in tree order
			for at > 0 && list[at-1].box.Index > b.Index {
				at--
			}
			ix.names[key] = slices.Insert(list, at, &anchorBox{box: b, rect: mapped, outer: w.outer, visible: visible, local: rect, in: w.in})
			continue
		}
		a := list[k]
		a.visible = a.visible || visible
		if a.in == w.in {
			a.local = a.local.Union(rect)
			a.rect = a.in.bounds(a.local)
		} else {
			a.rect = a.rect.Union(mapped)
		}
	}
}

// maxAnchorsInside bounds the search for the other fragments of an anchor among those of its name.
const maxAnchorsInside = 64

// isSameBox reports whether two boxes are pieces of one, which blocks split.
func isSameBox(a, b *Box) bool {
	return a == b || a.Node != dom.None && a.Node == b.Node && a.Pseudo == b.Pseudo
}

// find returns the target of an anchor name for a box: the last one in tree order of the scope; nil if there is none.
func (ix *anchorIndex) find(name string, positioned *Box) *anchorBox {
	list := ix.names[anchorKey{name, ix.l.anchorScope(positioned, name)}]
	for _, a := range slices.Backward(list) {
		if a.outer == nil || a.outer.Index < positioned.Index { // others are laid out later
			return a
		}
		ix.boxes++
	}
	return nil
}

// scopeRoot identifies the element or pseudo-element that limits an anchor name; the zero value is the document.
type scopeRoot struct {
	node   dom.NodeID
	pseudo PseudoKind
	found  bool
}

// anchorScope returns the nearest element around a box, or the box's own, whose anchor-scope has a name.
func (l *layouter) anchorScope(b *Box, name string) scopeRoot {
	for b != nil && b.Node == dom.None {
		b = b.Parent
	}
	if b == nil {
		return scopeRoot{}
	}
	if b.Style.Anchoring.Scopes(name) {
		return scopeRoot{b.Node, b.Pseudo, true}
	}
	n := b.Node
	if b.Pseudo == NoPseudo {
		n = l.in.Tree.Doc.Node(n).Parent
	}
	for ; n != dom.None; n = l.in.Tree.Doc.Node(n).Parent {
		if s := l.in.Tree.Styles[n]; s != nil && s.Anchoring.Scopes(name) {
			return scopeRoot{n, NoPseudo, true}
		}
	}
	return scopeRoot{}
}
