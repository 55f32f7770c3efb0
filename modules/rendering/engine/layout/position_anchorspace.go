package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// anchorSpace converts between the space of a fragment, which is rotated in vertical writing modes, and the physical
// directions that the properties of anchor positioning refer to.
type anchorSpace struct {
	turn *Box // rotates from the fragment's space; nil if it is not rotated
	size geom.Size
}

// physicalSpace returns the conversion for the children of f.
func (l *layouter) physicalSpace(f *Fragment) anchorSpace {
	mode := style.HorizontalTB
	if b := f.Box; b != nil {
		if k := l.anchors.kept(l, b); k != nil {
			mode = k.mode
		} else if p := b.Parent; p != nil && p.Kind == OrthogonalBox && p.Children[0] == b && !p.inverse {
			mode = p.mode
		}
	}
	if mode == style.HorizontalTB {
		return anchorSpace{}
	}
	return anchorSpace{turn: &Box{Kind: OrthogonalBox, mode: mode}, size: f.Size}
}

// physical converts a rectangle from the fragment's space.
func (s anchorSpace) physical(r geom.Rect) geom.Rect {
	if s.turn == nil {
		return r
	}
	return s.turn.turnRect(r, s.size)
}

// local converts a rectangle to the fragment's space.
func (s anchorSpace) local(r geom.Rect) geom.Rect {
	if s.turn == nil {
		return r
	}
	return s.turn.unturnRect(r, s.size)
}

// edges converts edges from the fragment's space.
func (s anchorSpace) edges(e geom.Edges) geom.Edges {
	if s.turn == nil {
		return e
	}
	return s.turn.turnEdges(e, false)
}

// physicalStyle returns the style of a box before its axes were swapped.
func (l *layouter) physicalStyle(b *Box) *style.Computed {
	if k := l.anchors.kept(l, b); k != nil {
		return k.style
	}
	return b.Style
}

// styleInSpace returns a physical style of a box for the space that it is laid out in.
func (l *layouter) styleInSpace(b *Box, s *style.Computed) *style.Computed {
	if k := l.anchors.kept(l, b); k != nil {
		return turnedBoxStyle(s, k.mode, k.around)
	}
	return s
}

// anchorState is what a layout knows of anchors.
type anchorState struct {
	turned map[*Box]*keptBox // by box; nil before it is needed
	found  map[*Fragment]*anchorIndex
	sized  map[*Box]anchoredSizes // of the cached results of a box
	// unshown holds the elements that position-visibility hides.
	unshown map[element]bool
}

// element identifies an element or pseudo-element, of which boxes may be copies.
type element struct {
	node   dom.NodeID
	pseudo PseudoKind
}

// kept returns the original values of a box whose axes were swapped, nil for others.
func (a *anchorState) kept(l *layouter, b *Box) *keptBox {
	if len(l.kept) == 0 {
		return nil
	}
	if a.turned == nil {
		a.turned = make(map[*Box]*keptBox, len(l.kept))
		for i := range l.kept {
			a.turned[l.kept[i].box] = &l.kept[i]
		}
	}
	return a.turned[b]
}
