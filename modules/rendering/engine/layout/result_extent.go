package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Bottom returns the lower edge of the canvas's scrollable overflow area (CSS Overflow 3, section 2.2): that of the
// root's margin box and its overflow.
func (r *Result) Bottom() geom.Unit {
	root := *r.Root
	overflow := scrollableOverflow(&root) // including the boxes positioned by the initial containing block, which were added last
	return root.Offset.Y + max(root.Size.H+root.Margin.Bottom, overflow.MaxY())
}
