package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// TextPiece is a piece of text on one line: the bounds of its glyph runs in canvas coordinates, before transforms,
// clipped by its ancestors.
type TextPiece struct {
	// Node is the element of the text, or the originating element of Pseudo.
	Node   dom.NodeID
	Pseudo PseudoKind
	Rect   geom.Rect
	Text   string
	// Fit is the font size selected by text fitting, 0 when it did not apply.
	Fit float64
}

// TextPieces returns the visible pieces of text, in paint order of the flow.
func (r *Result) TextPieces(doc *dom.Document) []TextPiece {
	w := textWalk{doc: doc}
	w.walk(r.Root, geom.Point{}, nil)
	return w.out
}

type textWalk struct {
	doc *dom.Document
	out []TextPiece
}

func (w *textWalk) walk(f *Fragment, origin geom.Point, clip *geom.Rect) {
	if f.Hidden {
		return
	}
	at := origin.Add(f.Offset)
	if f.Kind == TextFragment {
		w.text(f, geom.RectAt(at, f.Size), clip)
		return
	}
	if b := f.Box; b != nil && f.Kind == BoxFragment && (b.Style.Overflow[0] != style.OverflowVisible || b.Style.Overflow[1] != style.OverflowVisible) && !w.viewport(b) {
		inner := geom.RectAt(at, f.Size).Inset(f.Border)
		if clip != nil {
			inner = inner.Intersect(*clip)
		}
		clip = &inner
	}
	for _, c := range f.Children {
		w.walk(c, at, clip)
	}
}

// viewport reports whether a box's overflow is propagated to the canvas (CSS Overflow 3 §3.3): that of the root, and of
// the body while the root's is visible.
func (w *textWalk) viewport(b *Box) bool {
	if b.Pseudo != NoPseudo {
		return false
	}
	if b.Node == w.doc.Body && b.Parent != nil && b.Parent.Node == w.doc.Root {
		o := b.Parent.Style.Overflow
		return o[0] == style.OverflowVisible && o[1] == style.OverflowVisible
	}
	return b.Node == w.doc.Root
}

func (w *textWalk) text(f *Fragment, rect geom.Rect, clip *geom.Rect) {
	if f.Box == nil || f.Box.Style.Visibility != style.Visible {
		return
	}
	if clip != nil {
		if rect = rect.Intersect(*clip); rect.Empty() {
			return
		}
	}
	var said strings.Builder
	for i := range f.Runs {
		r := &f.Runs[i]
		said.WriteString(r.Source[r.Start:r.End])
	}
	if strings.TrimSpace(said.String()) == "" {
		return
	}
	t := TextPiece{Rect: rect, Text: said.String(), Fit: f.Fit}
	if t.Node, t.Pseudo = f.Box.TextOwner(w.doc); t.Node != dom.None {
		w.out = append(w.out, t)
	}
}

// TextOwner returns the element, or its generated box, that a box's text belongs to; dom.None if there is none.
func (b *Box) TextOwner(doc *dom.Document) (dom.NodeID, PseudoKind) {
	if b.Node != dom.None && doc.Node(b.Node).Type == dom.Text {
		return doc.Node(b.Node).Parent, b.Pseudo
	}
	for up := b; up != nil; up = up.Parent {
		if up.Node != dom.None && doc.Node(up.Node).Type == dom.Element && up.Kind != TextBox {
			return up.Node, up.Pseudo
		}
	}
	return dom.None, NoPseudo
}

// Generated is the border box of a generated box in canvas coordinates, before transforms.
type Generated struct {
	Node   dom.NodeID
	Pseudo PseudoKind
	Rect   geom.Rect
}

// GeneratedBoxes returns the boxes of ::before, ::after and ::marker that have one.
func (r *Result) GeneratedBoxes() []Generated {
	var out []Generated
	var walk func(f *Fragment, origin geom.Point)
	walk = func(f *Fragment, origin geom.Point) {
		at := origin.Add(f.Offset)
		if b := f.Box; b != nil && b.Pseudo != NoPseudo && b.Node != dom.None && (f.Kind == BoxFragment || f.Kind == InlineFragment) {
			out = append(out, Generated{b.Node, b.Pseudo, geom.RectAt(at, f.Size)})
		}
		for _, c := range f.Children {
			walk(c, at)
		}
	}
	walk(r.Root, geom.Point{})
	return out
}
