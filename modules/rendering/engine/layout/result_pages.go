package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// span is a vertical interval of the canvas.
type span struct{ top, bottom geom.Unit }

// paginator collects possible and required page breaks.
type paginator struct {
	whole  []span // to be kept unbroken if possible
	forced []geom.Unit
	kept   []geom.Unit // the forced breaks after which the margin is kept
	bottom geom.Unit   // of everything
	// columns applies the break properties for columns.
	columns bool
	widows  []widow
	// solid holds unbreakable intervals, which may overflow.
	solid []span
	// first is the top of the first content: there is no break before it.
	first geom.Unit
}

// widow holds the last lines of a block in columns, which stay together in the column in which they begin at the
// latest.
type widow struct {
	span
	latest geom.Unit
}

// end returns the end of the page that begins at at.
func (b *paginator) end(at, height, total geom.Unit) geom.Unit {
	limit := at + height
	for _, f := range b.forced {
		if f > max(at, b.first) && f <= limit && f < total {
			return f
		}
	}
	if limit >= total {
		return limit
	}
	end := limit
	for moved := true; moved; {
		moved = false
		for _, s := range b.whole {
			if s.top < end && end < s.bottom && s.top > max(at, b.first) && s.bottom-s.top <= height {
				end, moved = s.top, true
			}
		}
	}
	return end
}

// keep marks an interval as not to be broken.
func (b *paginator) keep(top, bottom geom.Unit) {
	if bottom > top {
		b.whole = append(b.whole, span{top, bottom})
	}
}

// monolithic marks an interval as unbreakable: it overflows a page that is too small.
func (b *paginator) monolithic(top, bottom geom.Unit) {
	if b.columns && bottom > top {
		b.solid = append(b.solid, span{top, bottom})
	}
}

// flowShift returns the offset of a relatively positioned fragment from its position in the flow; percentages, whose
// base is unknown here, are ignored.
func flowShift(f *Fragment) geom.Point {
	if f.Kind != BoxFragment || f.Box == nil || f.Box.Style.Position != style.PositionRelative {
		return geom.Point{}
	}
	return insetOffset(f.Box, geom.Size{W: 0, H: Indefinite})
}

// walk visits a fragment; content below limit is clipped.
func (b *paginator) walk(f *Fragment, origin geom.Point, limit geom.Unit) {
	if f.Hidden {
		return
	}
	at := origin.Add(f.Offset)
	if b.columns {
		at = at.Sub(flowShift(f))
	}
	top, bottom := at.Y, at.Y+f.Size.H
	x := f.Box
	switch {
	case f.Kind == LineFragment:
		b.keep(top, bottom)
		b.monolithic(top, bottom)
		b.bottom = max(b.bottom, min(bottom, limit))
	case f.Kind == BoxFragment && x != nil:
		leaf := len(f.Children) == 0
		if x.Style.BreakInside == style.BreakAvoid || b.columns && (x.Style.BreakInside == style.BreakAvoidColumn || !divisible(f)) || x.Replaced != nil || x.Kind == TableRowBox || leaf && !b.columns {
			b.keep(top, bottom)
		}
		if x.Replaced != nil || x.Kind == TableRowBox {
			b.monolithic(top, bottom)
		}
		if x.Kind == TableBox && b.columns {
			if first := firstRowEnd(f); first > 0 {
				b.keep(top, top+first) // the border and the spacing at the top belong to the first row
				b.monolithic(top, top+first)
			}
		}
		if f.Size.H > 0 && (leaf || isVisible(f)) {
			b.bottom = max(b.bottom, min(bottom, limit))
		}
		if top > 0 && b.forces(x.Style.BreakBefore) {
			if b.columns {
				top -= startMargin(f)
				b.kept = append(b.kept, top)
			}
			b.forced = append(b.forced, top)
		}
		if b.forces(x.Style.BreakAfter) {
			b.forced = append(b.forced, bottom)
		}
		if x.Parent != nil && x.Style.Overflow[1] != style.OverflowVisible {
			limit = min(limit, bottom)
		}
	}
	b.lines(f, at)
	for i, c := range f.Children {
		b.walk(c, at, limit)
		if i > 0 && (b.avoids(f.Children[i-1], after) || b.avoids(c, before)) {
			b.keep(at.Y+f.Children[i-1].Offset.Y, at.Y+c.Offset.Y+1)
		}
	}
}

// startMargin returns the margin above a fragment, with those of its first children that collapse with it.
func startMargin(f *Fragment) geom.Unit {
	m := max(0, f.Margin.Top)
	for f.Border.Top == 0 && f.Padding.Top == 0 && len(f.Children) > 0 {
		if f = f.Children[0]; f.Kind != BoxFragment || f.Box == nil || !f.Box.InFlow() || f.Offset.Y != 0 {
			break
		}
		m = max(m, f.Margin.Top)
	}
	return m
}

// isVisible reports whether a box itself is visible. The root's background belongs to the canvas.
func isVisible(f *Fragment) bool {
	s := f.Box.Style
	edges := f.Border.Top + f.Border.Right + f.Border.Bottom + f.Border.Left
	return f.Box.Parent != nil && f.Box.Parent.Parent != nil && (edges > 0 || s.BackgroundColor.A > 0 || len(s.Background) > 0)
}

func (b *paginator) forces(k style.Break) bool {
	return b.columns && k == style.BreakColumn || k == style.BreakPage || k == style.BreakAlways || k == style.BreakLeft || k == style.BreakRight
}

// lines keeps the first and the last lines of a block together, by orphans and widows.
func (b *paginator) lines(f *Fragment, at geom.Point) {
	if f.Box == nil {
		return
	}
	var lines []*Fragment
	for _, c := range f.Children {
		if c.Kind == LineFragment {
			lines = append(lines, c)
		}
	}
	if len(lines) < 2 {
		return
	}
	stretch := func(x, y *Fragment) { b.keep(at.Y+x.Offset.Y, at.Y+y.Offset.Y+y.Size.H) }
	n := len(lines)
	orphans, widows := min(max(f.Box.Style.Orphans, 1), n), min(max(f.Box.Style.Widows, 1), n)
	stretch(lines[0], lines[orphans-1])
	if b.columns && widows > 1 && widows < n {
		// A column passes lines to the next one only if it keeps as many itself.
		if n >= widows+orphans {
			last := lines[n-1]
			b.widows = append(b.widows, widow{span{at.Y + lines[n-widows].Offset.Y, at.Y + last.Offset.Y + last.Size.H}, at.Y + lines[n-widows-orphans].Offset.Y})
		}
		return
	}
	stretch(lines[n-widows], lines[n-1])
}

const (
	before = iota
	after
)

// avoids reports whether a fragment asks for no break before or after it.
func (b *paginator) avoids(f *Fragment, side int) bool {
	if f.Box == nil || f.Kind != BoxFragment {
		return false
	}
	k := f.Box.Style.BreakAfter
	if side == before {
		k = f.Box.Style.BreakBefore
	}
	return k == style.BreakAvoid || b.columns && k == style.BreakAvoidColumn
}
