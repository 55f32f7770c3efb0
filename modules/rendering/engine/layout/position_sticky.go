package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// stick moves sticky boxes to their position before any scrolling (CSS Positioned Layout 3 §3.4.1): inside the visible
// part of their scroll container, constrained by their containing block. port is that part, in canvas coordinates, origin
// the corner of f's parent, and content the content box of the containing block around f.
func stick(f *Fragment, origin geom.Point, port, content geom.Rect) {
	at := origin.Add(f.Offset)
	if b := f.Box; b != nil && f.Kind == BoxFragment {
		own := geom.RectAt(at, f.Size).Inset(f.Border.Add(f.Padding))
		if !b.isAnonymousFlow() {
			content = own
		}
		if b.Parent != nil && b.Parent.Parent != nil && clips(b.Style) {
			port = own // Blink excludes the padding of the scroll container
		}
	}
	for _, c := range f.Children {
		if b := c.Box; b != nil && (c.Kind == BoxFragment || c.Kind == InlineFragment) && b.Style.Position == style.PositionSticky {
			c.Offset = c.Offset.Add(stickyOffset(b.Style, geom.RectAt(at.Add(c.Offset), c.Size), stickyMargin(b, c), content, port))
		}
		stick(c, at, port, content)
	}
}

// stickyMargin returns the margins that a sticky box keeps inside its containing block: auto ones count as zero.
func stickyMargin(b *Box, f *Fragment) geom.Edges {
	m := f.Margin
	for side := range b.Style.Margin {
		if b.Style.Margin[side].IsAuto() {
			*edge(&m, side) = 0
		}
	}
	return m
}

// stickyOffset returns the offset of a sticky box inside its containing block.
func stickyOffset(st *style.Computed, box geom.Rect, margin geom.Edges, within, port geom.Rect) geom.Point {
	inset := func(side int, base geom.Unit) (geom.Unit, bool) {
		v := st.Inset[side]
		return bounded(v.Resolve(base)), v.IsDefinite()
	}
	// axis moves the interval from a to b into the port, the start taking precedence, but not out of the containing
	// block.
	axis := func(a, b, lo, hi, from, to, start, end geom.Unit, hasStart, hasEnd bool) geom.Unit {
		move := geom.Unit(0)
		if hasEnd && b > to-end {
			move = max(to-end-b, min(0, lo-a))
		}
		if hasStart && a+move < from+start {
			move = max(move, min(from+start-a, max(0, hi-b)))
		}
		return move
	}
	top, hasTop := inset(style.Top, port.H)
	bottom, hasBottom := inset(style.Bottom, port.H)
	left, hasLeft := inset(style.Left, port.W)
	right, hasRight := inset(style.Right, port.W)
	return geom.Point{
		X: axis(box.X, box.MaxX(), within.X+margin.Left, within.MaxX()-margin.Right, port.X, port.MaxX(), left, right, hasLeft, hasRight),
		Y: axis(box.Y, box.MaxY(), within.Y+margin.Top, within.MaxY()-margin.Bottom, port.Y, port.MaxY(), top, bottom, hasTop, hasBottom),
	}
}
