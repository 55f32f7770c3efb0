package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Bottom is the lower edge of the canvas' scrollable overflow area (CSS Overflow 3, section 2.2): of the root's margin box
// and of what overflows it.
func (r *Result) Bottom() geom.Unit {
	root := *r.Root
	overflow := scrollableOverflow(&root) // with the boxes that the initial containing block positions, which came last
	return root.Offset.Y + max(root.Size.H+root.Margin.Bottom, overflow.MaxY())
}
