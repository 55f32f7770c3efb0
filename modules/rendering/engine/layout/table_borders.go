package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// borderEdge is the result of border conflict resolution on one segment of the grid.
type borderEdge struct {
	width geom.Unit
	line  style.LineStyle
	rank  int // of the box's kind: cells take precedence over rows, groups, columns, the table
	from  *Box
	side  int
	set   bool
}

// borderGrid holds the resolved borders: horizontal[r][c] is above row r, vertical[r][c] left of column c in logical
// order.
type borderGrid struct {
	rows, cols           int
	horizontal, vertical []borderEdge
	// fit and fitRows are the numbers of columns and rows with borders or spanning cells: Chromium stores edges only
	// for these.
	fit, fitRows int
}

// verticalHalf returns half of the border left of column c in row r. Beyond the stored columns, Chromium reads into the
// next row, which affects the widths of tables and cells; this matches it.
func (g *borderGrid) verticalHalf(r, c int) geom.Unit {
	stride := g.fit + 1
	i := r*stride + c
	if g.fit == 0 || i/stride >= g.rows {
		return 0
	}
	return g.v(i/stride, i%stride).half()
}

// around returns the border halves that belong to a cell or to the whole table; start and end in logical order.
func (g *borderGrid) around(row, col, rowSpan, colSpan int) (top, bottom, start, end geom.Unit) {
	if g.fit == 0 || col > g.fit || row > g.fitRows {
		return 0, 0, 0, 0
	}
	for k := range colSpan {
		if col+k > g.fit || col+k >= g.cols {
			break
		}
		top = max(top, g.h(row, col+k).half())
		bottom = max(bottom, g.h(row+rowSpan, col+k).half())
	}
	for k := range rowSpan {
		start = max(start, g.verticalHalf(row+k, col))
		end = max(end, g.verticalHalf(row+k, col+colSpan))
	}
	return top, bottom, start, end
}

func (g *borderGrid) h(r, c int) *borderEdge { return &g.horizontal[r*g.cols+c] }
func (g *borderGrid) v(r, c int) *borderEdge { return &g.vertical[r*(g.cols+1)+c] }

// collapseBorders resolves the borders of a table in the collapsing model (CSS 2.1 §17.6.2) and sets the halves of
// table and cells.
func collapseBorders(table *Box) {
	t := buildGrid(table)
	sides := ownSides
	if mode := table.Style.WritingMode; mode != style.HorizontalTB {
		sides = turnedSides(mode) // the axes of its style are swapped later
	}
	g := resolveBorders(t, sides)
	rtl := table.Style.Direction == style.RTL
	edges := func(row, col, rowSpan, colSpan int) *geom.Edges {
		top, bottom, start, end := g.around(row, col, rowSpan, colSpan)
		if rtl {
			start, end = end, start
		}
		return &geom.Edges{Top: top, Right: end, Bottom: bottom, Left: start}
	}
	for _, c := range t.cells {
		c.box.collapsed = edges(c.row, c.col, c.rowSpan, c.colSpan)
	}
	table.collapsed = edges(0, 0, g.rows, g.cols)
}

func (e *borderEdge) half() geom.Unit {
	if e.line == style.LineHidden || e.line == style.LineNone {
		return 0
	}
	return e.width / 2
}

// ownSides are the sides of top, right, bottom and left in a space that is not rotated.
var ownSides = [4]int{style.Top, style.Right, style.Bottom, style.Left}

// resolveBorders resolves the conflicts between all boxes on the segments they touch. sides are the sides of their styles
// that are at the top, right, bottom and left of the table's space.
func resolveBorders(t *tableGrid, sides [4]int) *borderGrid {
	g := &borderGrid{rows: len(t.rows), cols: len(t.columns)}
	g.horizontal = make([]borderEdge, (g.rows+1)*g.cols)
	g.vertical = make([]borderEdge, g.rows*(g.cols+1))
	top, bottom, start, end := sides[style.Top], sides[style.Bottom], sides[style.Left], sides[style.Right]
	if t.box.Style.Direction == style.RTL {
		start, end = end, start
	}
	// bid offers the borders of a box that covers rows [r0, r1) and columns [c0, c1).
	bid := func(b *Box, rank, r0, r1, c0, c1 int) {
		if r1 <= r0 || c1 <= c0 {
			return
		}
		has := func(sides ...int) bool {
			for _, i := range sides {
				if b.Style.Border[i].Style != style.LineNone {
					return true
				}
			}
			return false
		}
		switch {
		case b.Kind == TableCellBox && (c1 > c0+1 || r1 > r0+1), has(end, top, bottom):
			g.fit = max(g.fit, c1)
		case has(start):
			g.fit = max(g.fit, c0+1)
		}
		switch {
		case b.Kind == TableCellBox && (c1 > c0+1 || r1 > r0+1), has(start, end, bottom):
			g.fitRows = max(g.fitRows, r1)
		case has(top):
			g.fitRows = max(g.fitRows, r0+1)
		}
		for c := c0; c < c1; c++ {
			g.h(r0, c).offer(b, top, rank)
			g.h(r1, c).offer(b, bottom, rank)
		}
		for r := r0; r < r1; r++ {
			g.v(r, c0).offer(b, start, rank)
			g.v(r, c1).offer(b, end, rank)
		}
	}
	for _, c := range t.cells {
		bid(c.box, 6, c.row, c.row+c.rowSpan, c.col, c.col+c.colSpan)
	}
	for r := range t.rows {
		bid(t.rows[r].box, 5, r, r+1, 0, g.cols)
	}
	for i := range t.sections {
		sec := &t.sections[i]
		bid(sec.box, 4, sec.start, sec.start+sec.rows, 0, g.cols)
	}
	for i := range t.specs {
		c := &t.specs[i]
		if c.box.Style.Display != style.DisplayTableColumnGroup {
			for k := range c.span {
				bid(c.box, 3, 0, g.rows, c.start+k, c.start+k+1)
			}
		}
	}
	for i := range t.specs {
		c := &t.specs[i]
		if c.box.Style.Display == style.DisplayTableColumnGroup {
			bid(c.box, 2, 0, g.rows, c.start, c.start+c.span)
		}
	}
	bid(t.box, 1, 0, g.rows, 0, g.cols)
	// Segments inside a spanning cell have no border.
	for _, cell := range t.cells {
		for r := cell.row; r < cell.row+cell.rowSpan; r++ {
			for c := cell.col; c < cell.col+cell.colSpan; c++ {
				if r > cell.row {
					*g.h(r, c) = borderEdge{}
				}
				if c > cell.col {
					*g.v(r, c) = borderEdge{}
				}
			}
		}
	}
	return g
}

// offer replaces the current border if that of the box takes precedence: hidden, then wider, then by style, then by
// kind of box; ties go to the first one.
func (e *borderEdge) offer(b *Box, side, rank int) {
	s := b.Style.Border[side]
	n := borderEdge{width: s.Width, line: s.Style, rank: rank, from: b, side: side, set: true}
	if s.Style == style.LineNone {
		return
	}
	switch {
	case !e.set:
		*e = n
	case e.line == style.LineHidden:
	case n.line == style.LineHidden:
		*e = n
	case n.width != e.width:
		if n.width > e.width {
			*e = n
		}
	case lineRank(n.line) != lineRank(e.line):
		if lineRank(n.line) > lineRank(e.line) {
			*e = n
		}
	case n.rank > e.rank:
		*e = n
	}
}

func lineRank(s style.LineStyle) int {
	switch s {
	case style.LineDouble:
		return 8
	case style.LineSolid:
		return 7
	case style.LineDashed:
		return 6
	case style.LineDotted:
		return 5
	case style.LineRidge:
		return 4
	case style.LineOutset:
		return 3
	case style.LineGroove:
		return 2
	case style.LineInset:
		return 1
	}
	return 0
}

// collapsed returns the collapsed borders as rectangles centred on the grid lines, each as long as its segment
// including the joints with wider crossing lines.
func (t *tableLayout) collapsed() *CollapsedBorders {
	g := resolveBorders(t.g, ownSides)
	out := &CollapsedBorders{}
	if g.rows == 0 || g.cols == 0 {
		return out
	}
	rtl := t.g.box.Style.Direction == style.RTL
	// The logical line before column c.
	lineX := func(c int) geom.Unit {
		x, w := t.columnX(min(c, g.cols-1), min(c, g.cols-1)+1)
		if (c == g.cols) != rtl {
			x += w
		}
		return x
	}
	lineY := func(r int) geom.Unit {
		if r < g.rows {
			return t.state[r].y
		}
		return t.state[g.rows-1].y + t.state[g.rows-1].height
	}
	thickness := func(e *borderEdge) geom.Unit {
		if e.half() == 0 {
			return 0
		}
		return e.width
	}
	add := func(e *borderEdge, r geom.Rect) {
		if !r.Empty() {
			out.Edges = append(out.Edges, CollapsedEdge{Rect: r, Side: e.side, From: e.from})
		}
	}
	// vertical and horizontal return the widest line that meets a grid point.
	vertical := func(r, c int) geom.Unit {
		var w geom.Unit
		if r > 0 {
			w = max(w, thickness(g.v(r-1, c)))
		}
		if r < g.rows {
			w = max(w, thickness(g.v(r, c)))
		}
		return w
	}
	horizontal := func(r, c int) geom.Unit {
		var w geom.Unit
		if c > 0 {
			w = max(w, thickness(g.h(r, c-1)))
		}
		if c < g.cols {
			w = max(w, thickness(g.h(r, c)))
		}
		return w
	}
	for r := 0; r <= g.rows; r++ {
		for c := 0; c < g.cols; c++ {
			e := g.h(r, c)
			w := thickness(e)
			if w == 0 {
				continue
			}
			x0, x1 := lineX(c), lineX(c+1)
			j0, j1 := vertical(r, c), vertical(r, c+1)
			if x0 > x1 {
				x0, x1, j0, j1 = x1, x0, j1, j0
			}
			// A horizontal line extends over the joints that are not wider.
			x0, x1 = jointEnd(x0, j0, w, -1), jointEnd(x1, j1, w, 1)
			add(e, geom.Rect{X: x0, Y: lineY(r) - w/2, W: x1 - x0, H: w})
		}
	}
	for r := 0; r < g.rows; r++ {
		for c := 0; c <= g.cols; c++ {
			e := g.v(r, c)
			w := thickness(e)
			if w == 0 {
				continue
			}
			y0 := verticalEnd(lineY(r), horizontal(r, c), w, -1)
			y1 := verticalEnd(lineY(r+1), horizontal(r+1, c), w, 1)
			add(e, geom.Rect{X: lineX(c) - w/2, Y: y0, W: w, H: y1 - y0})
		}
	}
	return out
}

// jointEnd extends a horizontal line to the far side of a joint that it covers, or to the near side of a wider one. dir
// is −1 at the start, 1 at the end.
func jointEnd(at, joint, w, dir geom.Unit) geom.Unit {
	if w >= joint {
		return at + dir*((joint+1)/2)
	}
	return at - dir*(joint/2)
}

// verticalEnd is jointEnd for vertical lines, which yield to equally wide ones.
func verticalEnd(at, joint, w, dir geom.Unit) geom.Unit {
	if w > joint {
		return at + dir*((joint+1)/2)
	}
	return at - dir*(joint/2)
}
