package layout

import (
	"slices"
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableLayout is one layout of a table at a width.
type tableLayout struct {
	l      *layouter
	g      *tableGrid
	frag   *Fragment
	space  Space
	edges  boxEdges
	width  geom.Unit
	widths []geom.Unit // of the columns
	xs     []geom.Unit // left edges from the border box, in visual order
	state  []rowState
	cells  []cellState
	// definite says that the table has a height of its own.
	definite bool
	bare     []geom.Unit // heights of the row groups without rows
}

type rowState struct {
	height   geom.Unit
	y        geom.Unit // from the border box
	baseline geom.Unit // from the row's top, of its baseline-aligned cells
	hasBase  bool
	fixed    bool // has a height of its own
	percent  float64
	empty    bool // no cell gives it height
	opens    bool // a cell that spans rows starts here
}

type cellState struct {
	cell *tableCell
	frag *Fragment // measured
	base geom.Unit
}

// columns fixes the columns' widths and places.
func (t *tableLayout) columns() {
	in := t.edges.inner()
	room := max(0, t.width-in.Horizontal()-t.g.gaps())
	cols := t.g.columns
	if t.g.fixed() {
		t.widths = distributeFixed(cols, room)
	} else {
		t.widths = distribute(cols, room, false)
	}
	sx, _ := t.g.spacing()
	x := in.Left + sx
	t.xs = make([]geom.Unit, len(cols))
	for k := range cols {
		i := k
		if t.g.box.Style.Direction == style.RTL {
			i = len(cols) - 1 - k
		}
		t.xs[i] = x
		x += t.widths[i] + sx
	}
	// Columns may need more than the fixed layout's width.
	t.width = max(t.width, x+in.Right)
	if len(cols) == 0 {
		t.width = max(t.frag.Size.W, in.Horizontal())
	}
	t.frag.Size.W = t.width
}

// distributeFixed is the fixed table layout: given widths first, the rest in
// equal shares.
func distributeFixed(cols []tableColumn, room geom.Unit) []geom.Unit {
	out := make([]geom.Unit, len(cols))
	auto := 0
	left := room
	for i := range cols {
		switch c := &cols[i]; {
		case c.percent >= 0:
			out[i] = geom.FromFloat(room.Float()*c.percent/100) + c.extra
		case c.fixed:
			out[i] = c.sizes.Max
		default:
			auto++
		}
		left -= out[i]
	}
	if left < 0 {
		// Percentages give way to widths.
		var shares geom.Unit
		weight := make([]geom.Unit, len(cols))
		for i := range cols {
			if cols[i].percent >= 0 {
				weight[i] = out[i]
				shares = addSat(shares, out[i])
			}
		}
		spread(out, weight, -min(shares, -left))
		return out
	}
	if left <= 0 {
		return out
	}
	weight := make([]geom.Unit, len(cols))
	given := slices.ContainsFunc(cols, func(c tableColumn) bool { return c.fixed && c.percent < 0 })
	for i := range cols {
		switch c := &cols[i]; {
		case auto > 0:
			if c.percent < 0 && !c.fixed {
				weight[i] = 1
			}
		case given && c.percent >= 0:
		default:
			weight[i] = out[i]
		}
	}
	spread(out, weight, left)
	return out
}

// spanWidth is the width of a cell.
func (t *tableLayout) spanWidth(c *tableCell) geom.Unit {
	sx, _ := t.g.spacing()
	w := sx * geom.Unit(c.colSpan-1)
	for _, v := range t.widths[c.col : c.col+c.colSpan] {
		w = addSat(w, v)
	}
	return w
}

// rows measures all cells and fixes the rows' heights.
func (t *tableLayout) rows() {
	l := t.l
	t.state = make([]rowState, len(t.g.rows))
	var tableHeight geom.Unit
	tableHeight, t.definite = l.definiteHeight(t.g.box, t.space, t.edges, t.width)
	_, sy := t.g.spacing()
	base := Indefinite
	if t.definite {
		base = max(0, tableHeight-t.edges.inner().Vertical()-2*sy)
	}
	for i := range t.g.rows {
		t.rowHeight(i)
		t.state[i].empty = true
	}
	var spanning []int
	t.cells = make([]cellState, len(t.g.cells))
	descents := make([]geom.Unit, len(t.state))
	for i, c := range t.g.cells {
		if !l.step(c.box) {
			return
		}
		cs := &t.cells[i]
		cs.cell = c
		cs.frag = l.layout(c.box, t.cellSpace(c, Indefinite, false))
		height := max(cs.frag.Size.H, t.cellHeight(c))
		switch h := c.box.Style.Height; {
		case c.rowSpan != 1:
		case h.Kind == style.Percent:
			t.state[c.row].percent = max(t.state[c.row].percent, h.Pct)
		case h.Kind == style.Px && h.Px > 0:
			t.state[c.row].fixed = true
		}
		cs.base = cellBaseline(cs.frag)
		if c.rowSpan > 1 {
			spanning = append(spanning, i)
			t.state[c.row].opens = true
		}
		row := &t.state[c.row]
		if alignsBaseline(c.box) {
			row.hasBase = true
			if cs.base > row.baseline {
				row.baseline = cs.base
			}
			if c.rowSpan == 1 {
				descents[c.row] = max(descents[c.row], cs.frag.Size.H-cs.base)
			}
		}
		if c.rowSpan == 1 {
			row.height = max(row.height, height)
			row.empty = row.empty && height == 0
		}
	}
	for i := range t.state {
		if t.state[i].percent >= 0 {
			t.state[i].fixed = false
		}
		if t.state[i].hasBase {
			t.state[i].height = max(t.state[i].height, t.state[i].baseline+descents[i])
		}
	}
	sort.SliceStable(spanning, func(i, j int) bool {
		return t.cells[spanning[i]].cell.rowSpan < t.cells[spanning[j]].cell.rowSpan
	})
	for _, i := range spanning {
		c := t.cells[i].cell
		need := max(t.cells[i].frag.Size.H, t.cellHeight(c)) - sy*geom.Unit(c.rowSpan-1)
		t.grow(c.row, c.row+c.rowSpan, need, true)
	}
	t.growSections()
	t.growTable(sy, base)
}

func alignsBaseline(b *Box) bool {
	switch b.Style.VerticalAlign.Kind {
	case style.VATop, style.VABottom, style.VAMiddle:
		return false
	}
	return true
}

// cellBaseline is the baseline of a cell's first line, the bottom of its content
// box when it has none (CSS 2.1 §17.5.3).
func cellBaseline(f *Fragment) geom.Unit {
	if f.FirstBaseline != NoBaseline {
		return f.FirstBaseline
	}
	return f.contentHeight - f.Border.Bottom - f.Padding.Bottom
}

// cellSpace offers a cell its width; a height other than Indefinite imposes it.
// grown says that it is more than the content needs.
func (t *tableLayout) cellSpace(c *tableCell, height geom.Unit, grown bool) Space {
	w := t.spanWidth(c)
	base := max(0, t.width-t.edges.inner().Horizontal())
	if sx, _ := t.g.spacing(); height != Indefinite {
		base = max(0, base-2*sx) // Blink: percentages are of the final row
	}
	s := Space{
		Available: geom.Size{W: w, H: height}, Percent: geom.Size{W: base, H: Indefinite},
		FixedWidth: true, NewContext: true, AutoHeight: true, IgnoreMinMax: true,
	}
	if height != Indefinite {
		s.FixedHeight, s.AutoHeight = true, false
		// Content has a base only below a height that was given and takes effect.
		s.IndefiniteFixedHeight = c.box.Style.Height.Kind != style.Px && (t.g.box.Style.Height.IsAuto() || !grown)
	}
	return s
}

// cellHeight is the height a cell asks for, 0 for a percentage.
func (t *tableLayout) cellHeight(c *tableCell) geom.Unit {
	base := max(0, t.width-t.edges.inner().Horizontal())
	e := t.l.edges(c.box, base)
	s := Space{Available: geom.Size{W: base, H: Indefinite}, Percent: geom.Size{W: base, H: Indefinite}}
	h, _ := t.l.borderBoxHeight(c.box, c.box.Style.Height, s, e)
	if c.box.Style.Height.HasPercent() {
		return 0
	}
	return h
}

// rowHeight applies a row's own height.
func (t *tableLayout) rowHeight(i int) {
	r := &t.state[i]
	r.percent = -1
	switch h := t.g.rows[i].box.Style.Height; h.Kind {
	case style.Px:
		r.height, r.fixed = geom.FromFloat(h.Px), h.Px > 0
	case style.Percent:
		r.percent = h.Pct
	}
	if h := t.g.rows[i].box.Style.MinHeight; h.Kind == style.Px {
		r.height = max(r.height, geom.FromFloat(h.Px))
	}
}

// grow makes the rows [from, to) at least need high in all. Rows without a height
// of their own take the difference by their height.
func (t *tableLayout) grow(from, to int, need geom.Unit, spanning bool) {
	var have geom.Unit
	for _, r := range t.state[from:to] {
		have = addSat(have, r.height)
	}
	excess := need - have
	if excess <= 0 || to <= from {
		return
	}
	rows := t.state[from:to]
	weight := make([]geom.Unit, len(rows))
	pick := func(want func(r *rowState) geom.Unit) bool {
		any := false
		for i := range rows {
			weight[i] = want(&rows[i])
			any = any || weight[i] > 0
		}
		return any
	}
	switch {
	case spanning && pick(func(r *rowState) geom.Unit {
		if r.opens && r != &rows[0] {
			return 1 // other spans start there
		}
		return 0
	}):
	case pick(func(r *rowState) geom.Unit {
		if r.fixed {
			return 0
		}
		return r.height
	}):
	case !spanning && pick(func(r *rowState) geom.Unit {
		if r.height == 0 && !r.fixed {
			return 1
		}
		return 0
	}):
	case pick(func(r *rowState) geom.Unit { return r.height }):
	case spanning:
		// Only empty rows: the last one takes it all.
		weight[len(weight)-1] = 1
	default:
		pick(func(*rowState) geom.Unit { return 1 })
	}
	heights := make([]geom.Unit, len(rows))
	spread(heights, weight, excess)
	for i := range rows {
		rows[i].height += heights[i]
	}
}

// growSections applies the heights of row groups.
func (t *tableLayout) growSections() {
	_, sy := t.g.spacing()
	for i := 0; i < len(t.g.rows); {
		j := i + 1
		for j < len(t.g.rows) && !t.g.rows[j].first {
			j++
		}
		if h := t.g.rows[i].section.Style.Height; h.Kind == style.Px {
			room := geom.FromFloat(h.Px) - sy*geom.Unit(j-i-1)
			for k := i; k < j; k++ {
				room -= t.state[k].height
			}
			t.growPercents(t.state[i:j], geom.FromFloat(h.Px), room)
			t.grow(i, j, geom.FromFloat(h.Px)-sy*geom.Unit(j-i-1), false)
			for k := i; k < j; k++ {
				t.state[k].fixed = true // other sections grow first
			}
		}
		i = j
	}
}

// growTable shares out what the table's height leaves over its rows' need.
func (t *tableLayout) growTable(sy, base geom.Unit) {
	in := t.edges.inner().Vertical()
	var used, most geom.Unit // spacing: what there is, and what heights are shared without
	bodies, groups := false, 0
	for _, section := range t.g.box.Children {
		if section.Kind != TableSectionBox {
			continue
		}
		most += sy
		groups++
		bodies = bodies || section.Style.Display == style.DisplayTableRowGroup
		if h := section.Style.Height; h.Kind == style.Px && len(section.Children) == 0 {
			t.bare = append(t.bare, geom.FromFloat(h.Px))
		} else if len(section.Children) == 0 {
			t.bare = append(t.bare, 0)
		} else {
			used += sy
		}
	}
	if most > 0 {
		most += sy
	}
	for i := range t.g.rows {
		if !t.g.rows[i].first {
			used, most = used+sy, most+sy
		}
	}
	switch {
	case len(t.g.columns) == 0:
		used = 0
	case most > 0:
		used += sy
	}
	content := in + used
	for _, r := range t.state {
		content = addSat(content, r.height)
	}
	var bare geom.Unit
	for _, h := range t.bare {
		bare = addSat(bare, h)
	}
	content = addSat(content, bare)
	height := content
	if b := t.g.box; len(t.state) > 0 || t.space.FixedHeight || t.space.StretchHeight || !b.Style.Height.IsAuto() || !b.Style.MinHeight.IsAuto() || !b.Style.Width.IsAuto() {
		height = t.l.resolveHeight(b, t.space, t.edges, t.width, content)
	}
	t.frag.Size.H = max(height, content)
	if base != Indefinite {
		content += t.growPercents(t.state, base, height-content)
	}
	switch rest := height - in - most - bare; {
	case height <= content:
	case len(t.state) > 0 && len(t.bare) > 0 && bare == 0 && content == in+used:
		// Nothing has a height: all row groups get the same.
		each := rest / geom.Unit(groups)
		for i := range t.bare {
			t.bare[i] = each
		}
		t.growBodies(rest - each*geom.Unit(len(t.bare)))
	case len(t.state) > 0:
		// Bodies take it before headers and footers.
		t.growBodies(rest)
	case len(t.bare) > 0 && rest > 0:
		var weight []geom.Unit
		for _, section := range t.g.box.Children {
			if section.Kind == TableSectionBox && len(section.Children) == 0 {
				w := geom.Unit(1)
				if bodies && section.Style.Display != style.DisplayTableRowGroup {
					w = 0
				}
				weight = append(weight, w)
			}
		}
		spread(t.bare, weight, rest)
	}
}

// growPercents gives rows what their percentages of a height lack, in proportion
// when there is less room, and returns what they took.
func (t *tableLayout) growPercents(rows []rowState, base, room geom.Unit) (taken geom.Unit) {
	lack := make([]geom.Unit, len(rows))
	var sum geom.Unit
	left := 100.0 // per cent
	for i := range rows {
		r := &rows[i]
		if r.percent < 0 {
			continue
		}
		r.fixed = true
		share := min(r.percent, left)
		left -= share
		lack[i] = max(0, geom.FromFloat(base.Float()*share/100)-r.height)
		sum = addSat(sum, lack[i])
	}
	taken = max(0, min(sum, room))
	more := make([]geom.Unit, len(rows))
	spread(more, lack, taken)
	for i := range rows {
		rows[i].height += more[i]
	}
	return taken
}

func (t *tableLayout) growBodies(need geom.Unit) {
	from, to := 0, len(t.state)
	for from < to && t.g.rows[from].section.Style.Display == style.DisplayTableHeaderGroup {
		from++
	}
	for to > from && t.g.rows[to-1].section.Style.Display == style.DisplayTableFooterGroup {
		to--
	}
	if from == to {
		from, to = 0, len(t.state)
	}
	for i, r := range t.state {
		if i < from || i >= to {
			need -= r.height
		}
	}
	t.grow(from, to, need, false)
}
