package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableGrid holds a table's cells by row and column (CSS Tables 3 §3.3), built once for all widths.
type tableGrid struct {
	box      *Box
	fixed    bool // the fixed table layout applies
	columns  []tableColumn
	specs    []columnSpec
	rows     []tableRow
	sections []tableSection
	cells    []*tableCell
}

// columnSpec is the position of a col or colgroup box, truncated to the table's columns; a box beyond them has a span
// of 0.
type columnSpec struct {
	box, group  *Box // group is the colgroup around a col
	start, span int
}

type tableRow struct {
	box, section *Box
	first        bool // first row of its section
}

type tableSection struct {
	box         *Box
	start, rows int
	body        bool // neither header nor footer
}

// tableCell is a cell's position; rowSpan and colSpan are within the grid.
type tableCell struct {
	box              *Box
	row, col         int
	rowSpan, colSpan int
	span             int // its specified column span
}

// maxTableSlots bounds rows × columns of a table.
const maxTableSlots = 1 << 18

func (l *layouter) tableOf(b *Box) *tableGrid {
	if b.cache.table == nil {
		b.cache.table = buildGrid(b)
		l.measureColumns(b.cache.table)
	}
	return b.cache.table
}

// buildGrid places the cells of all sections. In the automatic layout a cell creates the column it starts in; further
// columns of its span exist only where another cell starts or a col box specifies a width (CSS Tables 3 §3.4,
// spanning-only columns).
func buildGrid(b *Box) *tableGrid {
	g := &tableGrid{box: b, fixed: fixedTable(b.Style)}
	for _, c := range b.Children {
		if c.Kind == TableSectionBox {
			g.addSection(c)
		}
	}
	if n := len(g.sections); n > 0 {
		// Further headers and footers are between these and are treated as bodies.
		first, last := &g.sections[0], &g.sections[n-1]
		first.body = first.box.Style.Display != style.DisplayTableHeaderGroup
		last.body = last.body && last.box.Style.Display != style.DisplayTableFooterGroup
	}
	ends := 0
	for _, c := range g.cells {
		if g.fixed {
			ends = max(ends, c.col+c.span)
		} else {
			ends = max(ends, c.col+1)
		}
	}
	g.addColumns(ends)
	for _, c := range g.cells {
		c.colSpan = max(1, min(c.span, len(g.columns)-c.col))
		if c.span > 1 {
			g.keepColumn(c)
		}
		if c.span == 1 {
			g.columns[c.col].mergeable = false
		}
	}
	return g
}

// fixedTable reports whether the fixed table layout applies (CSS Tables 3 §3.5).
func fixedTable(s *style.Computed) bool {
	w := s.Width
	return s.TableLayoutFixed && !w.IsAuto() && w.Kind != style.MaxContent
}

// addColumns creates the columns of cells and of col boxes: after the last cell, only up to the last one with a width.
func (g *tableGrid) addColumns(needed int) {
	var list []tableColumn
	declare := func(b, group *Box) {
		spec := columnSpec{box: b, group: group, start: len(list)}
		for range max(1, b.colSpan) {
			if len(list) < maxTableSlots {
				list = append(list, g.columnOf(b, group))
			}
		}
		spec.span = len(list) - spec.start
		g.specs = append(g.specs, spec)
	}
	for _, c := range g.box.Children {
		switch {
		case c.Kind != TableColumnBox:
		case len(c.Children) == 0:
			declare(c, nil)
		default:
			at, start := len(g.specs), len(list)
			g.specs = append(g.specs, columnSpec{box: c, start: start})
			for _, cc := range c.Children {
				declare(cc, c)
			}
			g.specs[at].span = len(list) - start
		}
	}
	n := len(list)
	for n > needed && list[n-1].mergeable {
		n--
	}
	list = list[:n]
	for len(list) < needed {
		list = append(list, tableColumn{percent: -1, mergeable: !g.fixed})
	}
	g.columns = list
	for i := range g.specs {
		s := &g.specs[i]
		s.span = max(0, min(s.span, len(list)-s.start))
	}
}

// keepColumn ensures that a spanning cell has a column for its width: the first one that is not collapsed.
func (g *tableGrid) keepColumn(c *tableCell) {
	for i := c.col; i < c.col+c.colSpan; i++ {
		if !g.columns[i].collapsed {
			g.columns[i].mergeable = false
			return
		}
	}
	g.columns[c.col].mergeable = false
}

func (g *tableGrid) addSection(section *Box) {
	var rows []*Box
	for _, r := range section.Children {
		if r.Kind == TableRowBox && r.InFlow() {
			rows = append(rows, r)
		}
	}
	base := len(g.rows)
	g.sections = append(g.sections, tableSection{box: section, start: base, rows: len(rows), body: true})
	// taken[c] is the row after the last one that a cell occupies in column c.
	var taken []int
	for i, r := range rows {
		g.rows = append(g.rows, tableRow{box: r, section: section, first: i == 0})
		row, col := base+i, 0
		for _, cb := range r.Children {
			if cb.Kind != TableCellBox || !cb.InFlow() {
				continue
			}
			for col < len(taken) && taken[col] > row {
				col++
			}
			span, rspan := max(1, cb.colSpan), cb.rowSpan
			if rspan == 0 || rspan > len(rows)-i {
				rspan = len(rows) - i
			}
			if (col+span)*len(rows) > maxTableSlots {
				span = 1
			}
			g.cells = append(g.cells, &tableCell{box: cb, row: row, col: col, rowSpan: rspan, colSpan: span, span: span})
			for len(taken) < col+span {
				taken = append(taken, 0)
			}
			for c := col; c < col+span; c++ {
				taken[c] = max(taken[c], row+rspan)
			}
			col += span
		}
	}
}

// spacing returns the border spacing of a table, none in the collapsing model.
func (g *tableGrid) spacing() (x, y geom.Unit) {
	if g.box.Style.BorderCollapse {
		return 0, 0
	}
	return g.box.Style.BorderSpacing[0], g.box.Style.BorderSpacing[1]
}

// gaps returns the total border spacing between the columns; merged ones have none.
func (g *tableGrid) gaps() geom.Unit {
	x, _ := g.spacing()
	n := 2
	first := true
	for i := range g.columns {
		if g.columns[i].mergeable {
			continue
		}
		if !first {
			n++
		}
		first = false
	}
	return x * geom.Unit(n)
}

// spanGaps returns the spacing inside a cell that spans columns.
func (g *tableGrid) spanGaps(cols []tableColumn) geom.Unit {
	x, _ := g.spacing()
	n := 0
	for i := range cols {
		if !cols[i].mergeable {
			n++
		}
	}
	return x * geom.Unit(max(0, n-1))
}
