package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// place creates the fragments of columns, row groups, rows and cells.
func (t *tableLayout) place() {
	l := t.l
	in := t.edges.inner()
	sx, _ := t.g.spacing()
	left, width := in.Left+sx, max(0, t.width-in.Horizontal()-2*sx)
	if len(t.g.columns) == 0 {
		left, width = in.Left, max(0, t.width-in.Horizontal())
	}
	t.placeColumns(width)
	byRow := make([][]int, len(t.g.rows))
	for i := range t.cells {
		if c := t.cells[i].cell; c != nil {
			byRow[c.row] = append(byRow[c.row], i)
		}
	}
	for i := range t.sections {
		if l.err != nil {
			return
		}
		sec, top := &t.g.sections[i], t.sections[i].y
		section := l.newFragment(sec.box, geom.Size{W: width, H: t.sections[i].height}, boxEdges{})
		for r := sec.start; r < sec.start+sec.rows; r++ {
			row := l.newFragment(t.g.rows[r].box, geom.Size{W: width, H: t.state[r].height}, boxEdges{})
			t.placeCells(row, r, byRow[r], left)
			t.registerPositioned(t.g.rows[r].box, row)
			l.finish(row)
			l.place(section, row, geom.Point{Y: t.state[r].y - top}, geom.Size{W: width, H: Indefinite})
			inheritBaselines(section, row, geom.Point{Y: t.state[r].y - top})
		}
		t.registerPositioned(sec.box, section)
		l.finish(section)
		l.place(t.frag, section, geom.Point{X: left, Y: top}, geom.Size{W: width, H: Indefinite})
		inheritBaselines(t.frag, section, geom.Point{Y: top})
	}
	t.registerPositioned(t.g.box, t.frag)
	if t.g.box.Style.BorderCollapse {
		t.frag.Collapsed = t.collapsed()
	}
}

// registerPositioned registers the absolutely positioned children of a table part.
func (t *tableLayout) registerPositioned(b *Box, f *Fragment) {
	for _, c := range b.Children {
		if c.IsOutOfFlow() {
			t.l.addOutOfFlow(f, outOfFlow{Box: c, Static: geom.Point{X: f.Border.Left + f.Padding.Left, Y: f.Border.Top + f.Padding.Top}})
		}
	}
}

// placeColumns creates the fragments of col and colgroup boxes, for their backgrounds: they are as high as all row
// groups together.
func (t *tableLayout) placeColumns(width geom.Unit) {
	var top, bottom geom.Unit
	seen := false
	for i := range t.sections {
		s := &t.sections[i]
		if s.height == 0 || width == 0 {
			continue
		}
		if !seen {
			top = s.y
		}
		seen, bottom = true, s.y+s.height
	}
	var group geom.Rect
	for _, spec := range t.g.specs {
		var r geom.Rect
		if spec.group != nil {
			r.X, r.Y = group.X, group.Y
		}
		if spec.span > 0 {
			r.X, r.W = t.columnX(spec.start, spec.start+spec.span)
			switch {
			case r.W > 0:
				r.Y, r.H = top, bottom-top
			case spec.group == nil:
				r.Y = 0
			}
		}
		if spec.group == nil {
			group = r
		}
		t.l.place(t.frag, t.l.newFragment(spec.box, geom.Size{W: r.W, H: r.H}, boxEdges{}), geom.Point{X: r.X, Y: r.Y}, geom.Size{})
	}
}

// placeCells lays out the cells of a row at their final heights and aligns their content; the row's baseline is that of
// its baseline-aligned cells or, if there are none, the lowest bottom edge of content (CSS Tables 3 §3.7.3).
func (t *tableLayout) placeCells(row *Fragment, r int, cells []int, left geom.Unit) {
	frags := make([]Fragment, len(cells))
	base, least := NoBaseline, NoBaseline
	for n, i := range cells {
		cs := &t.cells[i]
		height := t.finalHeight(cs.cell)
		f := *t.l.layout(cs.cell.box, t.cellSpace(cs.cell, height, height > cs.frag.Size.H))
		cloneChildren(&f)
		if cs.cell.box.crossed != nil {
			t.l.crossCell(&f, cs.cell.box, height)
		}
		f.Size.H = height // smaller than its edges in a collapsed row
		frags[n] = f
		if alignsBaseline(cs.cell.box) && hasContent(&f) {
			base = max(base, cellBaseline(&f))
		}
		if v := f.Border.Bottom + f.Padding.Bottom; least == NoBaseline || v < least {
			least = v
		}
	}
	switch {
	case base != NoBaseline:
	case least != NoBaseline:
		base = max(0, row.Size.H-least)
	default:
		base = 0
	}
	row.FirstBaseline, row.LastBaseline = base, base
	for n, i := range cells {
		c, f := t.cells[i].cell, &frags[n]
		dy := geom.Unit(0)
		switch c.box.Style.VerticalAlign.Kind {
		case style.VATop:
		case style.VAMiddle:
			dy = (f.Size.H - f.contentHeight) / 2
		case style.VABottom:
			dy = f.Size.H - f.contentHeight
		default:
			if hasContent(f) {
				dy = base - cellBaseline(f)
			}
		}
		shiftContent(f, max(0, dy))
		x, _ := t.columnX(c.col, c.col+c.colSpan)
		t.l.place(row, f, geom.Point{X: x - left}, geom.Size{W: t.width, H: Indefinite})
	}
}

// crossCell lays out the content of a cell with a writing mode of its own again, with lines as long as the cell, and aligns
// it in the cell's own block axis.
func (l *layouter) crossCell(f *Fragment, cell *Box, height geom.Unit) {
	b, inner := cell.crossed, f.Border.Add(f.Padding)
	room := geom.Size{W: max(0, f.Size.W-inner.Horizontal()), H: max(0, height-inner.Vertical())}
	lines := *l.layout(b, Space{Available: room, Percent: room, FixedHeight: true, ShrinkToFit: true, NewContext: true})
	at := geom.Point{X: inner.Left, Y: inner.Top}
	free := max(0, room.W-lines.Size.W)
	fromEnd := !b.inverse && (b.mode == style.VerticalRL || b.mode == style.SidewaysRL)
	switch kind := b.Style.VerticalAlign.Kind; {
	case kind == style.VAMiddle:
		at.X += free / 2
	case (kind == style.VABottom) != fromEnd:
		at.X += free
	}
	f.Children = slices.DeleteFunc(f.Children, func(c *Fragment) bool { return c.Box == b })
	f.pending = nil
	l.place(f, &lines, at, room)
}

// finalHeight returns the height of a cell including the rows it spans; a cell belongs to the row it starts in.
func (t *tableLayout) finalHeight(c *tableCell) geom.Unit {
	if t.state[c.row].collapsed {
		return 0
	}
	_, sy := t.g.spacing()
	var h geom.Unit
	for i := range c.rowSpan {
		if r := &t.state[c.row+i]; !r.collapsed {
			h = addSat(h, r.height)
			if i > 0 {
				h += sy
			}
		}
	}
	return h
}

// cloneChildren copies the direct children of a shared fragment so that they can be moved.
func cloneChildren(f *Fragment) {
	children := make([]*Fragment, len(f.Children))
	for i, c := range f.Children {
		own := *c
		children[i] = &own
	}
	f.Children = children
	f.pending = append([]outOfFlow(nil), f.pending...)
}
