package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// unbroken returns the box that an inline box's background is positioned in, and a fragment with its edges: with
// box-decoration-break: slice, the fragments on all lines placed side by side, as if the box were not broken (CSS
// Fragmentation 3 §5.4).
func (p *painter) unbroken(f *layout.Fragment, box geom.Rect) (geom.Rect, *layout.Fragment) {
	if f.Kind != layout.InlineFragment || f.Box.Style.BoxDecoClone || !f.OmitLeft && !f.OmitRight {
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
	left, right := pieces[0], pieces[len(pieces)-1]
	var before, all geom.Unit
	found := false
	for _, g := range pieces {
		found = found || g == f
		if !found {
			before += g.Size.W
		}
		all += g.Size.W
	}
	if f.Box.Style.Direction == style.RTL {
		left, right = right, left
		before = all - before - f.Size.W
	}
	whole := *f
	whole.Border.Left, whole.Padding.Left = left.Border.Left, left.Padding.Left
	whole.Border.Right, whole.Padding.Right = right.Border.Right, right.Padding.Right
	return p.snap(geom.Rect{X: box.X - before, Y: box.Y, W: all, H: box.H}), &whole
}

// collectPieces collects the fragments of every inline box that continues on another line, in the order of lines.
func (p *painter) collectPieces(f *layout.Fragment) {
	if f.Kind == layout.InlineFragment && (f.OmitLeft || f.OmitRight) {
		p.pieces[f.Box] = append(p.pieces[f.Box], f)
	}
	for _, c := range f.Children {
		p.collectPieces(c)
	}
}
