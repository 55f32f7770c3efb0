package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// place makes the fragments of columns, row groups, rows and cells.
func (t *tableLayout) place() {
	l := t.l
	in := t.edges.inner()
	sx, sy := t.g.spacing()
	if len(t.g.columns) == 0 || len(t.state) == 0 {
		sy = 0
	}
	y := in.Top + sy
	if n := len(t.state); n > 0 {
		y = t.state[n-1].y + t.state[n-1].height + sy
	}
	left, width := in.Left+sx, max(0, t.width-in.Horizontal()-2*sx)
	if len(t.g.columns) == 0 {
		left, width = in.Left, max(0, t.width-in.Horizontal())
	}
	t.placeColumns(in.Top+sy, max(0, y-sy-in.Top-sy)+t.bareHeights())
	byRow := make([][]int, len(t.g.rows))
	for i := range t.cells {
		if c := t.cells[i].cell; c != nil {
			byRow[c.row] = append(byRow[c.row], i)
		}
	}
	for i := 0; i < len(t.g.rows) && l.err == nil; {
		j := i + 1
		for j < len(t.g.rows) && !t.g.rows[j].first {
			j++
		}
		top := t.state[i].y
		section := l.newFragment(t.g.rows[i].section, geom.Size{W: width, H: t.state[j-1].y + t.state[j-1].height - top}, boxEdges{})
		for r := i; r < j; r++ {
			row := l.newFragment(t.g.rows[r].box, geom.Size{W: width, H: t.state[r].height}, boxEdges{})
			for _, k := range byRow[r] {
				t.placeCell(row, &t.cells[k], left)
			}
			if t.state[r].hasBase {
				base := t.rowBaseline(r, byRow[r])
				row.FirstBaseline, row.LastBaseline = base, base
			} else {
				base := t.contentBottom(byRow[r], row.Size.H)
				row.FirstBaseline, row.LastBaseline = base, base
			}
			t.adopt(t.g.rows[r].box, row)
			l.finish(row)
			l.place(section, row, geom.Point{Y: t.state[r].y - top}, geom.Size{W: width, H: Indefinite})
			inheritBaselines(section, row, geom.Point{Y: t.state[r].y - top})
		}
		t.adopt(t.g.rows[i].section, section)
		l.finish(section)
		l.place(t.frag, section, geom.Point{X: left, Y: top}, geom.Size{W: width, H: Indefinite})
		inheritBaselines(t.frag, section, geom.Point{Y: top})
		i = j
	}
	t.emptySections(left, width)
	t.adopt(t.g.box, t.frag)
	if t.g.box.Style.BorderCollapse {
		t.frag.Collapsed = t.collapsed()
	}
}

// rowBaseline is the baseline of a row with baseline-aligned cells: empty cells
// have theirs at the bottom of their content box.
func (t *tableLayout) rowBaseline(r int, cells []int) geom.Unit {
	base := t.state[r].baseline
	for _, i := range cells {
		cs := &t.cells[i]
		if !alignsBaseline(cs.cell.box) || cs.frag.FirstBaseline != NoBaseline || len(cs.cell.box.Children) > 0 {
			continue
		}
		last := &t.state[r+cs.cell.rowSpan-1]
		e := t.l.edges(cs.cell.box, t.width)
		base = max(base, last.y+last.height-t.state[r].y-e.Border.Bottom-e.Padding.Bottom)
	}
	return base
}

// contentBottom is the baseline of a row without baseline-aligned cells: the lowest
// bottom edge of the content of its cells (CSS Tables 3 §3.7.3).
func (t *tableLayout) contentBottom(cells []int, height geom.Unit) geom.Unit {
	least := height
	for n, i := range cells {
		e := t.l.edges(t.cells[i].cell.box, t.width)
		if v := e.Border.Bottom + e.Padding.Bottom; n == 0 || v < least {
			least = v
		}
	}
	if len(cells) == 0 {
		return 0
	}
	return max(0, height-least)
}

// adopt registers the absolutely positioned children of a table part.
func (t *tableLayout) adopt(b *Box, f *Fragment) {
	for _, c := range b.Children {
		if c.IsOutOfFlow() {
			t.l.addOutOfFlow(f, outOfFlow{Box: c, Static: geom.Point{X: f.Border.Left + f.Padding.Left, Y: f.Border.Top + f.Padding.Top}})
		}
	}
}

// emptySections gives row groups without rows a place.
func (t *tableLayout) emptySections(left, width geom.Unit) {
	y := t.edges.inner().Top
	r, bare := 0, t.bare
	for _, s := range t.g.box.Children {
		if s.Kind != TableSectionBox {
			continue
		}
		n := 0
		for r+n < len(t.g.rows) && t.g.rows[r+n].section == s {
			n++
		}
		if n == 0 && len(s.Children) == 0 && len(bare) > 0 {
			t.l.place(t.frag, t.l.newFragment(s, geom.Size{W: width, H: bare[0]}, boxEdges{}), geom.Point{X: left, Y: y}, geom.Size{W: width, H: Indefinite})
			y += bare[0]
			bare = bare[1:]
		}
		if n == 0 {
			continue
		}
		r += n
		y = t.state[r-1].y + t.state[r-1].height
	}
}

// placeColumns makes fragments of col and colgroup boxes, which have backgrounds.
func (t *tableLayout) placeColumns(y, height geom.Unit) {
	if len(t.g.cells) == 0 {
		y, height = 0, t.heights()
	}
	left := t.edges.inner().Left
	if sx, _ := t.g.spacing(); len(t.g.columns) > 0 {
		left += sx
	}
	for i, c := range t.g.merged {
		if c.group != nil && !t.kept(func(k *tableColumn) bool { return k.group == c.group }) && (i == 0 || t.g.merged[i-1].group != c.group) {
			t.l.place(t.frag, t.l.newFragment(c.group, geom.Size{}, boxEdges{}), geom.Point{X: t.mergedAt(&c, left), Y: y}, geom.Size{})
		}
		if c.box != nil && !t.kept(func(k *tableColumn) bool { return k.box == c.box }) && (i == 0 || t.g.merged[i-1].box != c.box) {
			t.l.place(t.frag, t.l.newFragment(c.box, geom.Size{}, boxEdges{}), geom.Point{X: t.mergedAt(&c, left), Y: y}, geom.Size{})
		}
	}
	for i := 0; i < len(t.g.columns); {
		group := t.g.columns[i].group
		j := i + 1
		for group != nil && j < len(t.g.columns) && t.g.columns[j].group == group {
			j++
		}
		if group != nil {
			x, w := t.columnRange(i, j)
			t.l.place(t.frag, t.l.newFragment(group, geom.Size{W: w, H: height}, boxEdges{}), geom.Point{X: x, Y: y}, geom.Size{})
		}
		for k := i; k < j; k++ {
			b := t.g.columns[k].box
			if b == nil || (k > i && t.g.columns[k-1].box == b) {
				continue
			}
			m := k + 1
			for m < j && t.g.columns[m].box == b {
				m++
			}
			x, w := t.columnRange(k, m)
			height := height
			if b.Style.Visibility == style.Collapse || w == 0 {
				height = 0
			}
			t.l.place(t.frag, t.l.newFragment(b, geom.Size{W: w, H: height}, boxEdges{}), geom.Point{X: x, Y: y}, geom.Size{})
		}
		i = j
	}
}

// mergedAt is where a column that was taken out lies: behind the one before it,
// at the start when none follows.
func (t *tableLayout) mergedAt(c *tableColumn, left geom.Unit) geom.Unit {
	if i := c.before; i > 0 && i < len(t.xs) {
		return t.xs[i-1] + t.widths[i-1]
	}
	return left
}

// bareHeights sums up the heights of row groups without rows.
func (t *tableLayout) bareHeights() geom.Unit {
	var sum geom.Unit
	for _, h := range t.bare {
		sum = addSat(sum, h)
	}
	return sum
}

// heights is what the row groups' heights sum up to.
func (t *tableLayout) heights() geom.Unit {
	sum := t.bareHeights()
	for i := range t.state {
		sum = addSat(sum, t.state[i].height)
	}
	return sum
}

// kept reports whether one of the columns that are there is as asked.
func (t *tableLayout) kept(is func(*tableColumn) bool) bool {
	for i := range t.g.columns {
		if is(&t.g.columns[i]) {
			return true
		}
	}
	return false
}

func (t *tableLayout) columnRange(from, to int) (x, w geom.Unit) {
	x = min(t.xs[from], t.xs[to-1])
	end := max(t.xs[from]+t.widths[from], t.xs[to-1]+t.widths[to-1])
	return x, end - x
}

// placeCell lays a cell out at its final height and aligns its content.
func (t *tableLayout) placeCell(row *Fragment, cs *cellState, left geom.Unit) {
	l, c := t.l, cs.cell
	last := &t.state[c.row+c.rowSpan-1]
	height := last.y + last.height - t.state[c.row].y
	if t.g.rows[c.row].box.Style.Visibility == style.Collapse {
		height = 0 // it goes with the row it starts in
	}
	f := *l.layout(c.box, t.cellSpace(c, height, height > cs.frag.Size.H))
	cloneChildren(&f)
	f.Size.H = height // less than its edges in a collapsed row
	dy := geom.Unit(0)
	content := f.contentHeight
	switch c.box.Style.VerticalAlign.Kind {
	case style.VATop:
	case style.VAMiddle:
		dy = (height - content) / 2
	case style.VABottom:
		dy = height - content
	default:
		dy = t.state[c.row].baseline - cellBaseline(&f)
	}
	shiftContent(&f, max(0, dy))
	x := t.xs[c.col]
	if t.g.box.Style.Direction == style.RTL {
		x = t.xs[c.col+c.colSpan-1]
	}
	l.place(row, &f, geom.Point{X: x - left}, geom.Size{W: t.width, H: Indefinite})
}

// cloneChildren makes the direct children of a shared fragment safe to move.
func cloneChildren(f *Fragment) {
	children := make([]*Fragment, len(f.Children))
	for i, c := range f.Children {
		own := *c
		children[i] = &own
	}
	f.Children = children
	f.pending = append([]outOfFlow(nil), f.pending...)
}
