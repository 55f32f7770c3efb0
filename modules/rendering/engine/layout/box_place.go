package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// newFragment creates the fragment of a box with its border-box size and edges. Children are added with
// [layouter.place] and [layouter.addOutOfFlow]; [layouter.layout] finishes it.
func (l *layouter) newFragment(b *Box, size geom.Size, e boxEdges) *Fragment {
	return &Fragment{
		Kind: BoxFragment, Box: b, Size: size,
		Border: e.Border, Padding: e.Padding, Margin: e.Margin,
		FirstBaseline: NoBaseline, LastBaseline: NoBaseline, lineBaseline: NoBaseline,
	}
}

// place puts a copy of child into parent with its border box's corner at the given point of parent's border box, and
// returns the copy. Relative positioning is applied here (containing is the size of child's containing block, for
// percentages; H may be Indefinite), and descendants of child without a containing block yet are passed on to parent.
func (l *layouter) place(parent, child *Fragment, at geom.Point, containing geom.Size) *Fragment {
	c := *child
	if c.Box != nil && c.Kind == BoxFragment {
		at = at.Add(l.relativeOffset(c.Box, containing))
	}
	c.Offset = geom.Point{X: withinLimit(at.X), Y: withinLimit(at.Y)}
	for _, o := range c.pending {
		o.Static = o.Static.Add(at)
		o.HasArea = false
		parent.pending = append(parent.pending, o)
	}
	c.pending = nil
	parent.Children = append(parent.Children, &c)
	return &c
}

// withinLimit clamps a coordinate to ±MaxUnit.
func withinLimit(v geom.Unit) geom.Unit { return max(-geom.MaxUnit, min(v, geom.MaxUnit)) }

// relativeOffset returns the offset of a relatively positioned box (CSS Positioned Layout 3 §3.4), zero for other
// boxes. Sticky boxes are moved last: see stick.
func (l *layouter) relativeOffset(b *Box, containing geom.Size) geom.Point {
	var p geom.Point
	if b.Style.Position == style.PositionRelative {
		p = insetOffset(b, containing)
	}
	// The inline boxes that were split around a block move it too.
	for q := b.splitParent; q != nil && q.Kind == InlineBox; q = q.Parent {
		if q.Style.Position == style.PositionRelative {
			p = p.Add(insetOffset(q, containing))
		}
	}
	return p
}

func insetOffset(b *Box, containing geom.Size) geom.Point {
	var p geom.Point
	in := &b.Style.Inset
	left, right := in[style.Left], in[style.Right]
	rtl := b.Parent != nil && b.Parent.Style.Direction == style.RTL
	switch {
	case left.IsDefinite() && (!rtl || !right.IsDefinite()):
		p.X = bounded(left.Resolve(containing.W))
	case right.IsDefinite():
		p.X = -bounded(right.Resolve(containing.W))
	}
	usable := func(v style.Length) bool {
		return v.IsDefinite() && (!v.HasPercent() || containing.H != Indefinite)
	}
	switch top, bottom := in[style.Top], in[style.Bottom]; {
	case usable(top):
		p.Y = bounded(top.Resolve(containing.H))
	case usable(bottom):
		p.Y = -bounded(bottom.Resolve(containing.H))
	}
	return p
}

// finish lays out the absolutely positioned descendants whose containing block is f and computes the scrollable
// overflow.
func (l *layouter) finish(f *Fragment) *Fragment {
	f.Size = geom.Size{W: min(max(0, f.Size.W), geom.MaxUnit), H: min(max(0, f.Size.H), geom.MaxUnit)}
	if len(f.pending) > 0 {
		inner := geom.Size{W: max(0, f.Size.W-f.Border.Horizontal()), H: max(0, f.Size.H-f.Border.Vertical())}
		switch {
		case isFixedContainer(f.Box):
			l.placeOutOfFlow(f, inner, allOutOfFlow)
		case isAbsoluteContainer(f.Box):
			l.placeOutOfFlow(f, inner, absoluteOnly)
		}
	}
	f.grid = nil
	f.Overflow = scrollableOverflow(f)
	return f
}

func scrollableOverflow(f *Fragment) geom.Rect {
	r := geom.Rect{W: f.Size.W, H: f.Size.H}
	for _, c := range f.Children {
		o := c.Overflow
		if c.Kind != BoxFragment || (c.Box != nil && c.Box.Style.Overflow != [2]style.Overflow{}) {
			o = geom.Rect{W: c.Size.W, H: c.Size.H}
			if c.Kind != BoxFragment {
				o = scrollableOverflow(c)
			}
		}
		r = r.Union(o.Move(c.Offset))
	}
	return r
}

// isAbsoluteContainer reports whether a box is a containing block of absolutely
// positioned descendants.
func isAbsoluteContainer(b *Box) bool {
	if b == nil || b.Kind == TextBox {
		return false
	}
	return b.Style.Position != style.PositionStatic || isFixedContainer(b)
}

// isFixedContainer reports whether a box is a containing block of fixed descendants too.
func isFixedContainer(b *Box) bool {
	if b == nil || b.Kind == TextBox {
		return false
	}
	s := b.Style
	if b.Kind == InlineBox {
		return len(s.Filter) > 0 && b.Parent != nil
	}
	if s.WillChange&style.WillContain != 0 {
		return true
	}
	return len(s.Transform) > 0 || s.Perspective > 0 || s.Preserve3D || len(s.Filter) > 0 || len(s.BackdropFilter) > 0 || s.Contain&(style.ContainPaint|style.ContainLayout) != 0
}

// alignsCentred reports whether the lines around a box use the central baseline.
func (b *Box) alignsCentred() bool {
	if b.Kind == OrthogonalBox {
		return b.inverse && (b.mode == style.VerticalRL || b.mode == style.VerticalLR)
	}
	return isCentred(b.Style)
}

// synthesizedBaseline returns the first (or last) baseline of a fragment, or the
// bottom of its border box when it has none (CSS Align 3 §9.1).
func synthesizedBaseline(f *Fragment, last bool) geom.Unit {
	v := f.FirstBaseline
	if last {
		v = f.LastBaseline
	}
	if v == NoBaseline {
		if f.Box != nil && f.Box.alignsCentred() {
			return f.Size.H - f.Size.H/2 // the central baseline of vertical lines
		}
		return f.Size.H
	}
	if f.Box != nil && clips(f.Box.Style) {
		return max(0, min(v, f.Size.H)) // content that is scrolled out of view has no effect on alignment
	}
	return v
}

// inheritBaselines sets the baselines of f from a placed child: the first one only if f has none yet, the last one
// always.
func inheritBaselines(f, child *Fragment, at geom.Point) {
	if child.FirstBaseline != NoBaseline && f.FirstBaseline == NoBaseline {
		f.FirstBaseline = at.Y + child.FirstBaseline
	}
	if child.LastBaseline != NoBaseline {
		f.LastBaseline = at.Y + child.LastBaseline
	}
	base := child.LastBaseline
	if child.Kind == BoxFragment && child.Box != nil {
		switch {
		case child.Box.Kind == FlexBox || child.Box.Kind == GridBox:
			base = child.FirstBaseline
		case child.Box.Kind == TableBox:
			base = NoBaseline // a table is not a line
		case child.Box.Kind == BlockBox && clips(child.Box.Style):
			base = child.Size.H + child.Margin.Bottom
		case child.Box.Kind == BlockBox:
			base = child.lineBaseline
		}
	}
	if base != NoBaseline {
		f.lineBaseline = at.Y + base
	}
}
