package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// unbroken returns the box that the background of a piece is positioned in, and a fragment with its edges: with
// box-decoration-break: slice, the fragments on all lines placed side by side, or those in all columns one below the
// other, as if the box were not broken (CSS Fragmentation 3 §5.4).
func (p *painter) unbroken(f *layout.Fragment, box geom.Rect) (geom.Rect, *layout.Fragment) {
	inline := f.Kind == layout.InlineFragment
	if !isPiece(f) || inline && f.Box.Style.BoxDecoClone {
		return box, f
	}
	if p.pieces == nil {
		p.pieces = map[*layout.Box][]*layout.Fragment{}
		p.collectPieces(p.in.Layout.Root)
	}
	pieces := p.pieces[f.Box]
	if len(pieces) < 2 {
		return box, f
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	var before, all geom.Unit
	found := false
	for _, g := range pieces {
		length := g.Size.H
		if inline {
			length = g.Size.W
		}
		if found = found || g == f; !found {
			before += length
		}
		all += length
	}
	whole := *f
	if !inline {
		whole.Border.Top, whole.Padding.Top = first.Border.Top, first.Padding.Top
		whole.Border.Bottom, whole.Padding.Bottom = last.Border.Bottom, last.Padding.Bottom
		return p.snap(geom.Rect{X: box.X, Y: box.Y - before, W: box.W, H: all}), &whole
	}
	left, right := first, last
	if f.Box.Style.Direction == style.RTL {
		left, right = right, left
		before = all - before - f.Size.W
	}
	whole.Border.Left, whole.Padding.Left = left.Border.Left, left.Padding.Left
	whole.Border.Right, whole.Padding.Right = right.Border.Right, right.Padding.Right
	return p.snap(geom.Rect{X: box.X - before, Y: box.Y, W: all, H: box.H}), &whole
}

// collectPieces collects the fragments of every box that continues on another line or in another column, in their order.
func (p *painter) collectPieces(f *layout.Fragment) {
	if isPiece(f) {
		p.pieces[f.Box] = append(p.pieces[f.Box], f)
	}
	for _, c := range f.Children {
		p.collectPieces(c)
	}
}
