package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableGrid is a table's cells by row and column (CSS Tables 3 §3.3), made once
// whatever the width.
type tableGrid struct {
	box     *Box
	columns []tableColumn
	rows    []tableRow
	cells   []*tableCell
	merged  []tableColumn // taken out
}

type tableColumn struct {
	box, group *Box // the col and colgroup boxes, nil when there are none
	sizes      Sizes
	percent    float64   // of the table's width; negative: none
	fixed      bool      // a width in pixels was given
	before     int       // columns kept before one that was taken out
	extra      geom.Unit // border and padding a percentage comes on top of, in the fixed layout
}

type tableRow struct {
	box, section *Box
	first        bool // of its section
}

// tableCell is a cell's place; rowSpan and colSpan are within the grid.
type tableCell struct {
	box              *Box
	row, col         int
	rowSpan, colSpan int
	span             int // its columns before some were merged
}

// maxTableSlots bounds rows × columns of one table.
const maxTableSlots = 1 << 18

func (l *layouter) tableOf(b *Box) *tableGrid {
	if b.cache.table == nil {
		b.cache.table = buildGrid(b)
		l.measureColumns(b.cache.table)
	}
	return b.cache.table
}

// buildGrid places the cells of all sections.
func buildGrid(b *Box) *tableGrid {
	g := &tableGrid{box: b}
	for _, c := range b.Children {
		if c.Kind != TableColumnBox {
			continue
		}
		if len(c.Children) == 0 {
			for range max(1, c.colSpan) {
				col := tableColumn{box: c, percent: -1}
				if c.Style.Display == style.DisplayTableColumnGroup {
					col = tableColumn{group: c, percent: -1}
				}
				g.columns = append(g.columns, col)
			}
			continue
		}
		for _, cc := range c.Children {
			for range max(1, cc.colSpan) {
				g.columns = append(g.columns, tableColumn{box: cc, group: c, percent: -1})
			}
		}
	}
	for _, section := range b.Children {
		if section.Kind == TableSectionBox {
			g.addSection(section)
		}
	}
	if !g.fixed() {
		g.mergeColumns()
	}
	return g
}

// mergeColumns takes out the columns that no cell starts in and that have no width:
// they only lengthen spans, and have no spacing of their own.
func (g *tableGrid) mergeColumns() {
	starts := make([]bool, len(g.columns)+1)
	for _, c := range g.cells {
		starts[c.col] = true
	}
	index := make([]int, len(g.columns)+1) // of each column after merging
	var kept []tableColumn
	for i, c := range g.columns {
		index[i] = len(kept)
		if starts[i] || hasColumnWidth(c.box) || hasColumnWidth(c.group) {
			kept = append(kept, c)
		} else {
			c.before = len(kept)
			g.merged = append(g.merged, c)
			index[i] = max(0, index[i]-1)
		}
	}
	index[len(g.columns)] = len(kept)
	if len(kept) == len(g.columns) {
		return
	}
	for _, c := range g.cells {
		end := index[c.col+c.colSpan-1] + 1
		c.col = index[c.col]
		c.colSpan = end - c.col
	}
	g.columns = kept
}

func hasColumnWidth(b *Box) bool {
	return b != nil && (!b.Style.Width.IsAuto() || !b.Style.MinWidth.IsAuto())
}

func (g *tableGrid) addSection(section *Box) {
	var rows []*Box
	for _, r := range section.Children {
		if r.Kind == TableRowBox && r.InFlow() {
			rows = append(rows, r)
		}
	}
	base := len(g.rows)
	// taken[c] is the row below the last one that a cell covers in column c.
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
			cell := &tableCell{box: cb, row: row, col: col, rowSpan: rspan, colSpan: span, span: span}
			g.cells = append(g.cells, cell)
			for len(taken) < col+span {
				taken = append(taken, 0)
			}
			for c := col; c < col+span; c++ {
				taken[c] = max(taken[c], row+rspan)
			}
			col += span
		}
	}
	for len(g.columns) < len(taken) {
		g.columns = append(g.columns, tableColumn{percent: -1})
	}
}

// spacing returns the border spacing of a table, none in the collapsing model.
func (g *tableGrid) spacing() (x, y geom.Unit) {
	if g.box.Style.BorderCollapse {
		return 0, 0
	}
	return g.box.Style.BorderSpacing[0], g.box.Style.BorderSpacing[1]
}

// gaps is the room that spacing takes beside the columns.
func (g *tableGrid) gaps() geom.Unit {
	if len(g.columns) == 0 {
		return 0
	}
	x, _ := g.spacing()
	return x * geom.Unit(len(g.columns)+1)
}

// tableContentSizes returns a table's min- and max-content widths with border
// and padding.
func (l *layouter) tableContentSizes(b *Box, percent geom.Size) Sizes {
	if b.wrapper {
		var r Sizes
		for _, c := range b.Children {
			cs := l.contentSizes(c, percent).plus(l.edges(c, percent.W).Margin.Horizontal())
			if c.Kind == TableCaptionBox {
				cs.Max = cs.Min
			}
			r = r.union(cs)
		}
		return r
	}
	g := l.tableOf(b)
	inner := l.edges(b, percent.W).inner().Horizontal()
	if len(g.columns) == 0 {
		x, _ := g.spacing()
		return Sizes{inner + 2*x, inner + 2*x}
	}
	return g.sizes(percentsWiden(b)).plus(g.gaps() + inner)
}

// percentsWiden reports whether percentages of columns widen a table so that they
// come true: not where a flexible box or a cell around it sizes it.
func percentsWiden(b *Box) bool {
	for ; b.Parent != nil; b = b.Parent {
		if b.IsOutOfFlow() {
			for b.Parent.Parent != nil && !isAbsoluteContainer(b.Parent) {
				b = b.Parent
			}
		}
		switch {
		case b.Parent.Kind == FlexBox || b.Parent.Kind == GridBox || b.Parent.Kind == TableCellBox:
			return false
		}
	}
	return true
}

// sized is the style whose width and height properties size a box: for a wrapper
// that of the table in it.
func (b *Box) sized() *style.Computed {
	if b.wrapper {
		for _, c := range b.Children {
			if c.Kind == TableBox {
				return c.Style
			}
		}
	}
	return b.Style
}

// layoutTable lays out a table, or the wrapper of a table and its captions.
func (l *layouter) layoutTable(b *Box, s Space) *Fragment {
	if b.wrapper {
		return l.layoutCaptioned(b, s)
	}
	g := l.tableOf(b)
	e := l.edges(b, s.Percent.W)
	w := l.tableWidth(g, s, e)
	f := l.newFragment(b, geom.Size{W: w}, e)
	t := &tableLayout{l: l, g: g, frag: f, space: s, edges: e, width: w}
	t.columns()
	t.rows()
	t.collapseColumns()
	t.rowPlaces()
	t.place()
	return f
}

// tableWidth is the border-box width of a table: never less than its content needs.
func (l *layouter) tableWidth(g *tableGrid, s Space, e boxEdges) geom.Unit {
	b := g.box
	need := g.sizes(true).plus(g.gaps() + e.inner().Horizontal())
	if g.fixed() {
		need.Min = e.inner().Horizontal()
	}
	if s.FixedWidth {
		return max(s.Available.W, need.Min)
	}
	w, ok := l.borderBoxWidth(b, b.Style.Width, s, e)
	if b.Style.Width.Kind == style.MaxContent {
		w = g.sizes(false).plus(g.gaps() + e.inner().Horizontal()).Max
	}
	if h, definite := l.specifiedHeight(b, s, e); !ok && definite {
		w, ok = l.widthFromHeight(b, h, e)
	}
	if !ok {
		if s.Available.W == Indefinite {
			w = need.Max
		} else {
			w = need.fit(s.Available.W - e.Margin.Horizontal())
		}
	}
	if !s.IgnoreMinMax {
		lo, hi := l.widthLimits(b, s, e)
		w = clampSize(w, lo, hi)
	}
	return max(w, need.Min)
}

// layoutCaptioned stacks captions and the table; the wrapper is as wide as the
// table, or as the widest caption's longest word.
func (l *layouter) layoutCaptioned(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	var table *Box
	var captionMin geom.Unit
	for _, c := range b.Children {
		if c.Kind == TableBox {
			table = c
			continue
		}
		captionMin = max(captionMin, l.contentSizes(c, geom.Size{W: Indefinite, H: Indefinite}).Min+l.edges(c, 0).Margin.Horizontal())
	}
	inner := s
	inner.NewContext = true
	if !s.FixedWidth && s.Available.W != Indefinite {
		inner.Available.W = s.Available.W - e.Margin.Horizontal()
	}
	if s.FixedHeight {
		inner.FixedHeight, inner.Available.H = false, Indefinite
	}
	inner.StretchHeight = false
	tf := l.layout(table, inner)
	w := max(tf.Size.W, captionMin)
	if tf.Size.W < w && !s.FixedWidth {
		inner.FixedWidth, inner.Available.W = true, w
		tf = l.layout(table, inner)
	}
	captions := Space{Available: geom.Size{W: w, H: Indefinite}, Percent: geom.Size{W: w, H: Indefinite}, NewContext: true}
	if height := s.Available.H; s.FixedHeight || s.StretchHeight && height != Indefinite && table.Style.Height.IsAuto() {
		// The table takes what its captions leave.
		if !s.FixedHeight {
			height -= e.Margin.Vertical()
		}
		for _, c := range b.Children {
			if c.Kind != TableBox {
				height -= l.layout(c, captions).Size.H + l.edges(c, w).Margin.Vertical()
			}
		}
		lo, hi := l.heightLimits(table, s, l.edges(table, s.Percent.W))
		if height = clampSize(height, lo, hi); height > tf.Size.H {
			inner.FixedHeight, inner.Available.H = true, height
			inner.FixedWidth, inner.Available.W = true, tf.Size.W
			tf = l.layout(table, inner)
		}
	}
	f := l.newFragment(b, geom.Size{W: w}, e)
	var y geom.Unit
	var after strut
	for _, c := range b.Children {
		if c.Kind == TableBox {
			y += after.sum()
			after = strut{}
			at := geom.Point{Y: y}
			if b.Style.Direction == style.RTL {
				at.X = w - tf.Size.W
			}
			p := l.place(f, tf, at, s.Percent)
			inheritBaselines(f, p, at)
			y += tf.Size.H
			continue
		}
		ce := l.edges(c, w)
		cf := l.layout(c, captions)
		after.add(ce.Margin.Top)
		y += after.sum()
		x := ce.Margin.Left
		if b.Style.Direction == style.RTL {
			x = w - cf.Size.W - ce.Margin.Right
		}
		if free := w - cf.Size.W - ce.Margin.Horizontal(); free > 0 && c.Style.Margin[style.Left].IsAuto() {
			x += free
			if c.Style.Margin[style.Right].IsAuto() {
				x = ce.Margin.Left + free/2
			}
		}
		l.place(f, cf, geom.Point{X: x, Y: y}, captions.Percent)
		y += cf.Size.H
		after = strut{}
		after.add(ce.Margin.Bottom)
	}
	f.Size.H = y + after.sum()
	if s.FixedHeight {
		f.Size.H = max(f.Size.H, s.Available.H)
	}
	return f
}
