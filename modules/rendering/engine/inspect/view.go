package inspect

import (
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// View is the model of a laid-out document for checks: the positions, texts and styles of its elements. It is not safe
// for concurrent use.
type View struct {
	// Width and Height are the canvas in CSS pixels.
	Width, Height float64
	// Elements are the visible elements and generated boxes in document order; parents precede their descendants.
	Elements []Element

	doc    *dom.Document
	finder *style.Finder
	byNode map[dom.NodeID]int
	boxes  map[owner]geom.Rect // of generated boxes

	order   []paintedPart
	byOwner map[owner]int
}

// Area is a rectangle in CSS pixels from the canvas origin.
type Area struct{ X, Y, W, H float64 }

// Empty reports whether the area has no size.
func (a Area) Empty() bool { return a.W <= 0 || a.H <= 0 }

// Element is an element, or a generated box, of a view.
type Element struct {
	// Parent is the index of the parent, -1 for the root.
	Parent  int
	Tag, ID string
	Classes []string
	// Pseudo is "", "before", "after" or "marker".
	Pseudo string
	// Path is the location in the request, as [dom.Node.Path].
	Path  string
	Style *style.Computed
	// Text is its own text as drawn, without that of its descendants.
	Text string
	// Box is the border box, Letters the bounding box of its own text, both after transforms; either may be empty.
	Box, Letters Area
	// Image is the URL of an image element.
	Image string
	// Shape is set for a shape or a text of an SVG drawing.
	Shape bool
	// Moved is set when a transform applies to it or an ancestor.
	Moved bool
	// Opacity is the product of its own and its ancestors' opacity.
	Opacity float64

	node dom.NodeID
}

// NewView returns the view of a painted document. It shares in's layout.
func NewView(in *Input) *View {
	v := &View{
		Width: float64(in.Width), Height: float64(in.Height),
		doc: in.Doc, finder: style.NewFinder(in.Doc), byNode: map[dom.NodeID]int{}, boxes: map[owner]geom.Rect{},
		order: in.Order.parts, byOwner: map[owner]int{},
	}
	for _, g := range in.Layout.GeneratedBoxes() {
		at := owner{g.Node, g.Pseudo}
		if have, ok := v.boxes[at]; ok {
			g.Rect = have.Union(g.Rect)
		}
		v.boxes[at] = g.Rect
	}
	boxes := make(map[dom.NodeID]geom.Rect, len(in.Boxes))
	for _, b := range in.Boxes {
		boxes[b.Node] = b.Rect
	}
	texts := map[owner][]layout.TextPiece{}
	for _, t := range in.Layout.TextPieces(in.Doc) {
		at := owner{t.Node, t.Pseudo}
		texts[at] = append(texts[at], t)
	}
	matrices := map[dom.NodeID]geom.Matrix{}
	for i := range in.Doc.Nodes {
		n, id := &in.Doc.Nodes[i], dom.NodeID(i)
		s := in.Tree.Styles[i]
		if n.Type != dom.Element || s == nil || !linked(in.Doc, id) {
			continue
		}
		m, moved := geom.Identity(), false
		if n.Parent != dom.None {
			if up, ok := matrices[n.Parent]; ok {
				m, moved = up, true
			}
		}
		box, has := boxes[id]
		if has && len(s.Transform) > 0 {
			m, moved = m.Mul(transformOf(s, box)), true
		}
		if moved {
			matrices[id] = m
		}
		v.add(in.Tree, id, box, has, texts, m, moved)
	}
	return v
}

// transformOf returns the transform of an element about its origin, as the painter applies it.
func transformOf(s *style.Computed, box geom.Rect) geom.Matrix {
	ox := box.X.Float() + s.TransformOrigin[0].Resolve(box.W).Float()
	oy := box.Y.Float() + s.TransformOrigin[1].Resolve(box.H).Float()
	return geom.Translate(ox, oy).Mul(paint.Functions(s.Transform, box.Size())).Mul(geom.Translate(-ox, -oy))
}

type owner struct {
	node   dom.NodeID
	pseudo layout.PseudoKind
}

// linked reports whether a node is still in the tree: overrides unlink the nodes they replace.
func linked(doc *dom.Document, id dom.NodeID) bool {
	p := doc.Nodes[id].Parent
	if p == dom.None {
		return true
	}
	for c := doc.Nodes[p].FirstChild; c != dom.None; c = doc.Nodes[c].Next {
		if c == id {
			return true
		}
	}
	return false
}

// add adds an element and its generated boxes to the view if any of them is visible.
func (v *View) add(tree *style.Tree, id dom.NodeID, box geom.Rect, has bool, texts map[owner][]layout.TextPiece, m geom.Matrix, moved bool) {
	n, s := v.doc.Node(id), tree.Styles[id]
	parent, opacity := -1, s.Opacity
	for up := n.Parent; up != dom.None; up = v.doc.Node(up).Parent {
		if i, ok := v.byNode[up]; ok {
			parent = i
			opacity = float64(opacity * v.Elements[i].Opacity)
			break
		}
	}
	shape := n.Namespace == dom.SVG && shapes[n.Tag]
	if shape && parent >= 0 {
		// Elements of a drawing have no box of their own; they use that of the drawing.
		if up := &v.Elements[parent]; !has && !up.Box.Empty() && s.Display != style.DisplayNone && s.Visibility == style.Visible {
			v.push(Element{Parent: parent, Tag: n.Tag, ID: n.ID, Classes: n.Classes, Path: n.Path, Style: s, Box: up.Box, Shape: true, Moved: moved, Opacity: opacity, node: id}, true)
		}
		return
	}
	said := texts[owner{id, layout.NoPseudo}]
	if !has && len(said) == 0 {
		if n.Namespace == dom.SVG && parent >= 0 && s.Display != style.DisplayNone {
			v.byNode[id] = parent // a group of a drawing
		}
		return
	}
	e := Element{Parent: parent, Tag: n.Tag, ID: n.ID, Classes: n.Classes, Path: n.Path, Style: s, Box: areaOf(box, m), Moved: moved, Opacity: opacity, node: id}
	if n.Tag == "img" && n.Namespace == dom.HTML {
		e.Image, _ = n.Attr("src")
	}
	e.Text, e.Letters = joinPieces(said, m)
	self := v.push(e, true)
	for _, g := range []struct {
		kind   layout.PseudoKind
		name   string
		pseudo *style.Pseudo
	}{{layout.BeforePseudo, "before", tree.Before[id]}, {layout.AfterPseudo, "after", tree.After[id]}, {layout.MarkerPseudo, "marker", tree.Marker[id]}} {
		if g.pseudo == nil || g.pseudo.Style == nil {
			continue
		}
		ge := Element{Parent: self, Tag: n.Tag, ID: n.ID, Classes: n.Classes, Path: n.Path, Pseudo: g.name, Style: g.pseudo.Style, Moved: moved,
			Opacity: float64(opacity * g.pseudo.Style.Opacity), node: id}
		ge.Text, ge.Letters = joinPieces(texts[owner{id, g.kind}], m)
		if b, ok := v.boxes[owner{id, g.kind}]; ok {
			ge.Box = areaOf(b, m)
		} else {
			ge.Box = ge.Letters
		}
		v.push(ge, false)
	}
}

func (v *View) push(e Element, named bool) int {
	i := len(v.Elements)
	v.Elements = append(v.Elements, e)
	v.byOwner[v.ownerOf(i)] = i
	if named {
		v.byNode[e.node] = i
	}
	return i
}

// joinPieces joins pieces of text and their boxes.
func joinPieces(list []layout.TextPiece, m geom.Matrix) (string, Area) {
	var text strings.Builder
	var r geom.Rect
	for i, t := range list {
		text.WriteString(t.Text)
		if i == 0 {
			r = t.Rect
		} else {
			r = r.Union(t.Rect)
		}
	}
	if len(list) == 0 {
		return "", Area{}
	}
	return strings.Join(strings.Fields(text.String()), " "), areaOf(r, m)
}

// shapes holds the SVG elements that are painted with fill and stroke.
var shapes = map[string]bool{"path": true, "rect": true, "circle": true, "ellipse": true, "line": true, "polyline": true, "polygon": true, "text": true, "tspan": true, "textPath": true, "use": true}

// areaOf returns the bounding box of a transformed rectangle.
func areaOf(r geom.Rect, m geom.Matrix) Area {
	x0, y0, x1, y1 := r.X.Float(), r.Y.Float(), r.MaxX().Float(), r.MaxY().Float()
	if m.IsIdentity() {
		return Area{x0, y0, x1 - x0, y1 - y0}
	}
	ax, ay := m.Apply(x0, y0)
	lx, ly, hx, hy := ax, ay, ax, ay
	for _, c := range [][2]float64{{x1, y0}, {x0, y1}, {x1, y1}} {
		px, py := m.Apply(c[0], c[1])
		lx, ly, hx, hy = min(lx, px), min(ly, py), max(hx, px), max(hy, py)
	}
	return Area{lx, ly, hx - lx, hy - ly}
}

// Match reports whether an element or generated box matches a selector list.
func (v *View) Match(s style.Selectors, i int) bool {
	e := &v.Elements[i]
	return v.finder.Matches(s, e.node, pseudoElements[e.Pseudo])
}

var pseudoElements = map[string]css.PseudoElement{"": css.PseudoNone, "before": css.PseudoBefore, "after": css.PseudoAfter, "marker": css.PseudoMarker}

// Selector returns a selector that matches only this element or generated box in its document: by its id where that is
// unique, otherwise by its position.
func (v *View) Selector(i int) string {
	e := &v.Elements[i]
	tail := ""
	if e.Pseudo != "" {
		tail = "::" + e.Pseudo
	}
	return v.place(e.node) + tail
}

func (v *View) place(id dom.NodeID) string {
	n := v.doc.Node(id)
	if simpleID(n.ID) && v.unique(n.ID) {
		return "#" + n.ID
	}
	if n.Parent == dom.None {
		return ":root"
	}
	at := 1
	for p := n.Prev; p != dom.None; p = v.doc.Node(p).Prev {
		if v.doc.Node(p).Type == dom.Element {
			at++
		}
	}
	if id == v.doc.Body {
		return ":root > body"
	}
	return fmt.Sprintf("%s > :nth-child(%d)", v.place(n.Parent), at)
}

func simpleID(id string) bool {
	for i := 0; i < len(id); i++ {
		c := id[i] | 0x20
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= id[i] && id[i] <= '9' || id[i] == '-') || id[i] == '_') {
			return false
		}
	}
	return id != ""
}

func (v *View) unique(id string) bool {
	n := 0
	for i := range v.doc.Nodes {
		if v.doc.Nodes[i].Type == dom.Element && v.doc.Nodes[i].ID == id {
			n++
		}
	}
	return n == 1
}
