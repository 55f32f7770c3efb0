package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// layoutItems lays out the items in their areas and places them.
func (g *gridder) layoutItems(frag *Fragment) {
	in := g.e.inner()
	rtl := g.b.Style.Direction == style.RTL
	first, last := g.baselineRows()
	for _, it := range g.items {
		area := g.area(it)
		s := Space{Available: area.Size(), Percent: area.Size()}
		it.e = g.l.edges(it.box, area.W)
		it.frag = g.layoutIn(it, s, true)
		m := it.e.Margin
		x := alignInArea(g.side(it, columns), it.safe(columns), area.W, it.frag.Size.W,
			rtl, &m.Left, &m.Right, it.box.Style.Margin[style.Left].IsAuto(), it.box.Style.Margin[style.Right].IsAuto(), it.shim[columns])
		y := alignInArea(g.side(it, rows), it.safe(rows), area.H, it.frag.Size.H,
			false, &m.Top, &m.Bottom, it.box.Style.Margin[style.Top].IsAuto(), it.box.Style.Margin[style.Bottom].IsAuto(), it.shim[rows])
		left := area.X
		if rtl {
			left = g.inner.W - area.MaxX()
		}
		at := geom.Point{X: in.Left + left + x, Y: in.Top + area.Y + y}
		p := g.l.place(frag, it.frag, at, area.Size())
		p.Margin = m
		if it == first {
			frag.FirstBaseline = at.Y + synthesizedBaseline(it.frag, it.align[rows].Kind == style.AlignLastBaseline)
		}
		if it == last {
			frag.LastBaseline = at.Y + synthesizedBaseline(it.frag, it.align[rows].Kind != style.AlignBaseline)
		}
	}
}

// safe reports whether an item that overflows its area is aligned to the start.
func (it *gridItem) safe(axis int) bool {
	a := it.align[axis]
	return a.Safe || !it.shared[axis] && (a.Kind == style.AlignBaseline || a.Kind == style.AlignLastBaseline)
}

// side resolves an item's alignment on an axis to start (left, top), center, end, baseline or last baseline.
func (g *gridder) side(it *gridItem, axis int) style.AlignKind {
	k := it.align[axis].Kind
	rtl := axis == columns && g.b.Style.Direction == style.RTL
	self := axis == columns && it.box.Style.Direction == style.RTL
	pick := func(start, back bool) style.AlignKind {
		if start != back {
			return style.AlignStartBox
		}
		return style.AlignEndBox
	}
	switch k {
	case style.AlignCenterBox:
		return k
	case style.AlignEndBox, style.AlignFlexEnd:
		return pick(false, rtl)
	case style.AlignSelfStart:
		return pick(true, self)
	case style.AlignSelfEnd:
		return pick(false, self)
	case style.AlignLeftBox:
		return style.AlignStartBox
	case style.AlignRightBox:
		if axis == columns {
			return style.AlignEndBox
		}
		return style.AlignStartBox
	case style.AlignBaseline, style.AlignLastBaseline:
		if !it.shared[axis] && !it.box.IsOutOfFlow() {
			return pick(k == style.AlignBaseline, rtl) // Blink's fallback
		}
		// Shims are measured from the left or top; in right-to-left columns the groups change sides.
		if rtl && k == style.AlignBaseline {
			return style.AlignLastBaseline
		} else if rtl {
			return style.AlignBaseline
		}
		return k
	}
	return pick(true, rtl)
}

// alignInArea aligns a box in an area and returns its distance from the area's left or top edge; auto margins are
// resolved. back is set when the axis runs to the left, so that overflow is there.
func alignInArea(k style.AlignKind, safe bool, area, size geom.Unit, back bool, start, end *geom.Unit, autoStart, autoEnd bool, shim geom.Unit) geom.Unit {
	free := area - size - *start - *end
	if autoStart || autoEnd {
		if free < 0 && back {
			return *start + free
		}
		room := max(0, free)
		switch {
		case autoStart && autoEnd:
			*start = room / 2
			*end = room - room/2
			return *start
		case autoStart:
			*start = room
			return *start
		}
		*end = room
		return *start
	}
	if free < 0 && safe {
		k = style.AlignStartBox
		if back {
			k = style.AlignEndBox
		}
	}
	switch k {
	case style.AlignCenterBox:
		return *start + free/2
	case style.AlignEndBox:
		return *start + free
	case style.AlignBaseline:
		return *start + shim
	case style.AlignLastBaseline:
		return *start + free - shim
	}
	return *start
}

// baselineRows returns the items that determine the grid's baselines: those of the first and last row with items,
// preferably a baseline-aligned one (CSS Grid 2 §11.6).
func (g *gridder) baselineRows() (first, last *gridItem) {
	if len(g.items) == 0 {
		return nil, nil
	}
	top, bottom := g.items[0].span[rows].start, g.items[0].span[rows].end()
	for _, it := range g.items {
		top, bottom = min(top, it.span[rows].start), max(bottom, it.span[rows].end())
	}
	rank := func(it *gridItem, want style.AlignKind) int {
		switch k := it.align[rows].Kind; {
		case k == want:
			return 2
		case k == style.AlignBaseline || k == style.AlignLastBaseline:
			return 1
		}
		return 0
	}
	better := func(it, than *gridItem, want style.AlignKind) bool {
		if than == nil {
			return true
		}
		if a, b := rank(it, want), rank(than, want); a != b {
			return a > b
		}
		if want == style.AlignLastBaseline {
			return it.span[columns].start > than.span[columns].start
		}
		return it.span[columns].start < than.span[columns].start
	}
	for _, it := range g.items {
		if it.span[rows].start == top && better(it, first, style.AlignBaseline) {
			first = it
		}
		if it.span[rows].end() == bottom && better(it, last, style.AlignLastBaseline) {
			last = it
		}
	}
	return first, last
}

// outOfFlow registers the absolutely positioned children: their containing block is a grid area when they specify lines
// (CSS Grid 2 §9), their static position that of an only item in the content box.
func (g *gridder) outOfFlow(frag *Fragment) {
	in := g.e.inner()
	for _, c := range g.b.Children {
		if !c.IsOutOfFlow() {
			continue
		}
		it := &gridItem{box: c, align: g.alignments(c)}
		o := outOfFlow{Box: c, AlignX: areaSide(g.side(it, columns)), AlignY: areaSide(g.side(it, rows))}
		o.Static = geom.Point{
			X: alignPoint(o.AlignX, in.Left, g.inner.W),
			Y: alignPoint(o.AlignY, in.Top, g.inner.H),
		}
		o.SafeX, o.SafeY = c.Style.JustifySelf.Safe, c.Style.AlignSelf.Safe
		if isFixedContainer(g.b) || c.Style.Position == style.PositionAbsolute && isAbsoluteContainer(g.b) {
			o.Area, o.HasArea = g.absoluteArea(c, frag), true
			o.Static = geom.Point{
				X: alignPoint(o.AlignX, o.Area.X, o.Area.W),
				Y: alignPoint(o.AlignY, o.Area.Y, o.Area.H),
			}
		}
		g.l.addOutOfFlow(frag, o)
	}
}

func areaSide(k style.AlignKind) staticAlign {
	switch k {
	case style.AlignCenterBox:
		return staticCenter
	case style.AlignEndBox, style.AlignLastBaseline:
		return staticEnd
	}
	return staticStart
}

// absoluteArea returns the containing block of an absolutely positioned child: between the specified lines, auto being
// the padding edges.
func (g *gridder) absoluteArea(c *Box, frag *Fragment) geom.Rect {
	st := gridStyle(c)
	in, border := g.e.inner(), g.e.Border
	x0, x1 := g.absoluteLines(columns, st.ColumnStart, st.ColumnEnd)
	y0, y1 := g.absoluteLines(rows, st.RowStart, st.RowEnd)
	left, right := border.Left, frag.Size.W-border.Right
	top, bottom := border.Top, frag.Size.H-border.Bottom
	if g.b.Style.Direction == style.RTL {
		if x1.ok {
			left = in.Left + g.inner.W - x1.at
		}
		if x0.ok {
			right = in.Left + g.inner.W - x0.at
		}
	} else {
		if x0.ok {
			left = in.Left + x0.at
		}
		if x1.ok {
			right = in.Left + x1.at
		}
	}
	if g.b.Style.Direction == style.RTL {
		left = min(left, right)
	}
	if y0.ok {
		top = in.Top + y0.at
	}
	if y1.ok {
		bottom = in.Top + y1.at
	}
	return geom.Rect{X: left, Y: top, W: max(0, right-left), H: max(0, bottom-top)}
}

// linePosition is the position of a line in the content box; ok is false for auto and for lines outside the grid.
type linePosition struct {
	at geom.Unit
	ok bool
}

func (g *gridder) absoluteLines(axis int, start, end style.GridLine) (from, to linePosition) {
	a := &g.axes[axis]
	startFixed, endFixed := !start.Auto && !start.Span, !end.Auto && !end.Span
	var s, e int
	switch {
	case startFixed && endFixed, startFixed && end.Span, start.Span && endFixed:
		r := a.template.resolveSpan(start, end)
		s, e = r.start, r.end()
		return a.lineStart(s), a.lineEnd(e)
	case startFixed:
		return a.lineStart(a.template.line(start, "-start")), linePosition{}
	case endFixed:
		return linePosition{}, a.lineEnd(a.template.line(end, "-end"))
	}
	return linePosition{}, linePosition{}
}

// lineStart returns the position of a line as the start of an area, after its gutter.
func (a *gridAxis) lineStart(line int) linePosition {
	i := line - a.first
	switch {
	case i < 0 || i > len(a.tracks):
		return linePosition{}
	case len(a.tracks) == 0:
		return linePosition{a.origin, true}
	case i == len(a.tracks):
		t := &a.tracks[i-1]
		return linePosition{t.at + t.base, true}
	}
	if t := &a.tracks[i]; t.collapsed && a.liveTracks(0, i) > 0 {
		return linePosition{t.at + a.gap, true}
	}
	return linePosition{a.tracks[i].at, true}
}

// lineEnd returns the position of a line as the end of an area, before its gutter.
func (a *gridAxis) lineEnd(line int) linePosition {
	i := line - a.first
	switch {
	case i < 0 || i > len(a.tracks):
		return linePosition{}
	case len(a.tracks) == 0:
		return linePosition{a.origin, true}
	case i == 0:
		return linePosition{a.tracks[0].at, true}
	}
	t := &a.tracks[i-1]
	return linePosition{t.at + t.base, true}
}
