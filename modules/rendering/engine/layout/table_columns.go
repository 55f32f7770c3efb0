package layout

import (
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// fixed reports whether the fixed table layout applies (CSS Tables 3 §3.5).
func (g *tableGrid) fixed() bool {
	w := g.box.Style.Width
	return g.box.Style.TableLayoutFixed && !w.IsAuto() && w.Kind != style.MaxContent && w.Kind != style.FitContent
}

// measureColumns fills the columns' constraints from col elements and cells.
func (l *layouter) measureColumns(g *tableGrid) {
	for i := range g.columns {
		c := &g.columns[i]
		for _, b := range []*Box{c.group, c.box} {
			if b != nil {
				l.constrainColumn(c, b, boxEdges{})
			}
		}
	}
	if g.fixed() {
		l.measureFixed(g)
		return
	}
	var spanning []*tableCell
	for _, cell := range g.cells {
		if cell.span > 1 {
			spanning = append(spanning, cell)
			continue
		}
		l.addCell(&g.columns[cell.col], cell)
	}
	sort.SliceStable(spanning, func(i, j int) bool {
		a, b := spanning[i], spanning[j]
		if a.span != b.span {
			return a.span < b.span
		}
		return a.col < b.col
	})
	for _, cell := range spanning {
		l.addSpanningCell(g, cell)
	}
	limitPercents(g.columns)
}

// constrainColumn applies a box' width, min-width and max-width to a column.
func (l *layouter) constrainColumn(c *tableColumn, b *Box, e boxEdges) {
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: geom.Size{W: Indefinite, H: Indefinite}}
	switch w := b.Style.Width; {
	case w.Kind == style.Percent && w.Pct > 0:
		c.percent = max(c.percent, w.Pct)
	case w.Kind == style.Px && (w.Px > 0 || b.Kind == TableCellBox):
		v := l.toBorderBox(b, geom.FromFloat(w.Px), e.inner().Horizontal())
		c.sizes.Max = max(c.sizes.Max, v)
		c.fixed = true
	}
	if b.Kind == TableColumnBox {
		if v, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e); ok {
			c.sizes.Min = max(c.sizes.Min, v)
			c.sizes.Max = max(c.sizes.Max, v)
		}
	}
}

// cellSizes returns a cell's content widths between its limits, and whether its
// width is fixed; percent is negative when it has none.
func (l *layouter) cellSizes(cell *tableCell) (sizes Sizes, percent float64, fixed bool) {
	none := geom.Size{W: Indefinite, H: Indefinite}
	b := cell.box
	e := l.edges(b, Indefinite)
	sizes, percent = l.intrinsicSizes(b, none), -1
	s := Space{Available: none, Percent: none}
	if w := b.Style.Width; w.Kind == style.Percent && w.Pct > 0 {
		percent = w.Pct
	} else if v, ok := l.borderBoxWidth(b, w, s, e); ok {
		fixed = w.Kind == style.Px || w.Kind == style.Calc
		sizes.Max = v
	}
	lo, hi := e.inner().Horizontal(), geom.MaxUnit
	if b.Style.MinWidth.IsDefinite() {
		if v, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e); ok {
			lo = max(lo, v)
		}
	}
	if b.Style.MaxWidth.IsDefinite() {
		if v, ok := l.borderBoxWidth(b, b.Style.MaxWidth, s, e); ok {
			hi = v
		}
	}
	sizes.Min = clampSize(sizes.Min, lo, hi)
	sizes.Max = max(sizes.Min, min(sizes.Max, hi))
	return sizes, percent, fixed
}

func (l *layouter) addCell(c *tableColumn, cell *tableCell) {
	sizes, percent, fixed := l.cellSizes(cell)
	if fixed && !c.fixed {
		// The first fixed width decides the maximum; content counts as minimum.
		c.sizes.Max = max(c.sizes.Min, sizes.Max)
		c.fixed = true
	} else if fixed || !c.fixed {
		c.sizes.Max = max(c.sizes.Max, sizes.Max)
	}
	c.sizes.Min = max(c.sizes.Min, sizes.Min)
	c.sizes.Max = max(c.sizes.Max, c.sizes.Min)
	c.percent = max(c.percent, percent)
}

// addSpanningCell shares a cell's widths out to the columns it spans.
func (l *layouter) addSpanningCell(g *tableGrid, cell *tableCell) {
	cols := g.columns[cell.col : cell.col+cell.colSpan]
	sizes, percent, _ := l.cellSizes(cell)
	x, _ := g.spacing()
	between := x * geom.Unit(cell.colSpan-1)
	if percent >= 0 {
		sharePercent(cols, percent)
	}
	mins := distribute(cols, max(0, sizes.Min-between), true)
	maxs := distribute(cols, max(0, sizes.Max-between), true)
	for i := range cols {
		cols[i].sizes.Min = max(cols[i].sizes.Min, mins[i])
		if cols[i].fixed {
			maxs[i] = 0 // what was asked for stays, as far as the words fit
		}
		cols[i].sizes.Max = max(cols[i].sizes.Max, cols[i].sizes.Min, maxs[i])
	}
}

// sharePercent gives what a spanning cell's percentage has left to the columns
// without one, by their widths.
func sharePercent(cols []tableColumn, percent float64) {
	var total geom.Unit
	n := 0
	for i := range cols {
		if cols[i].percent >= 0 {
			percent -= cols[i].percent
		} else {
			total += cols[i].sizes.Max
			n++
		}
	}
	if percent <= 0 || n == 0 {
		return
	}
	for i := range cols {
		if cols[i].percent >= 0 {
			continue
		}
		if total > 0 {
			cols[i].percent = percent * cols[i].sizes.Max.Float() / total.Float()
		} else {
			cols[i].percent = percent / float64(n)
		}
	}
}

// limitPercents cuts percentages off where they pass 100 in all.
func limitPercents(cols []tableColumn) {
	left := 100.0
	for i := range cols {
		if cols[i].percent < 0 {
			continue
		}
		cols[i].percent = min(cols[i].percent, left)
		left -= cols[i].percent
	}
}

// measureFixed takes widths from col elements and the first row only.
func (l *layouter) measureFixed(g *tableGrid) {
	none := geom.Size{W: Indefinite, H: Indefinite}
	for _, cell := range g.cells {
		if cell.row != 0 {
			continue
		}
		cols := g.columns[cell.col : cell.col+cell.colSpan]
		e := l.edges(cell.box, Indefinite)
		x, _ := g.spacing()
		switch w := cell.box.Style.Width; {
		case w.Kind == style.Percent:
			for i := range cols {
				if cols[i].percent < 0 && !cols[i].fixed {
					cols[i].percent = w.Pct / float64(cell.colSpan)
					if cell.box.Style.BoxSizing == style.ContentBox {
						cols[i].extra = e.inner().Horizontal() / geom.Unit(cell.colSpan)
					}
				}
			}
		default:
			v, ok := l.borderBoxWidth(cell.box, w, Space{Available: none, Percent: none}, e)
			if !ok {
				continue
			}
			share := max(0, v-x*geom.Unit(cell.colSpan-1)) / geom.Unit(cell.colSpan)
			for i := range cols {
				if cols[i].percent < 0 && !cols[i].fixed {
					cols[i].sizes, cols[i].fixed = Sizes{share, share}, true
				}
			}
		}
	}
	limitPercents(g.columns)
}

// tableInfinity is the width in px of a table whose percentages cannot come true.
const tableInfinity = 1e6

// sizes returns the columns' summed widths; percentages widen the maximum so that
// they come true (CSS Tables 3 §3.8.3).
// An ideal width may not come true when a flexible box sizes the table: there
// percentages do not count.
func (g *tableGrid) sizes(ideal bool) Sizes {
	var r Sizes
	var rest geom.Unit
	percent := 0.0
	widest := 0.0
	for i := range g.columns {
		c := &g.columns[i]
		r.Min = addSat(r.Min, c.sizes.Min)
		r.Max = addSat(r.Max, c.sizes.Max)
		if c.percent >= 0 {
			percent += c.percent
			if c.percent > 0 {
				widest = max(widest, c.sizes.Max.Float()*100/c.percent)
			} else if c.sizes.Max > 0 {
				widest = tableInfinity // a share of nothing
			}
		} else {
			rest = addSat(rest, c.sizes.Max)
		}
	}
	if percent > 0 && ideal {
		if percent < 100 {
			widest = max(widest, rest.Float()*100/(100-percent))
		} else if rest > 0 {
			widest = tableInfinity
		}
		r.Max = max(r.Max, geom.FromFloat(min(widest, tableInfinity)))
	}
	return r
}

// distribute shares a width out to columns (CSS Tables 3 §3.9.2.1): through the
// four guesses from minimum to maximum, then the excess. spanning says that it
// is a spanning cell's width, which does not shrink columns.
func distribute(cols []tableColumn, target geom.Unit, spanning bool) []geom.Unit {
	out := make([]geom.Unit, len(cols))
	percentOf := func(c *tableColumn) geom.Unit {
		return max(c.sizes.Min, geom.FromFloat(target.Float()*c.percent/100))
	}
	var sumMin, sumPercent, sumFixed, sumMax geom.Unit
	for i := range cols {
		c := &cols[i]
		sumMin = addSat(sumMin, c.sizes.Min)
		switch {
		case c.percent >= 0:
			v := percentOf(c)
			sumPercent, sumFixed, sumMax = addSat(sumPercent, v), addSat(sumFixed, v), addSat(sumMax, v)
		case c.fixed:
			sumPercent, sumFixed, sumMax = addSat(sumPercent, c.sizes.Min), addSat(sumFixed, c.sizes.Max), addSat(sumMax, c.sizes.Max)
		default:
			sumPercent, sumFixed, sumMax = addSat(sumPercent, c.sizes.Min), addSat(sumFixed, c.sizes.Min), addSat(sumMax, c.sizes.Max)
		}
	}
	// between interpolates from lo to hi by how far target lies between two sums.
	between := func(lo, hi, from, to geom.Unit) geom.Unit {
		if to <= from {
			return hi
		}
		return lo + (hi-lo).Mul(target-from, to-from)
	}
	for i := range cols {
		c := &cols[i]
		lo, hi := c.sizes.Min, c.sizes.Max
		switch {
		case target <= sumMin:
			out[i] = lo
		case target < sumPercent:
			out[i] = lo
			if c.percent >= 0 {
				out[i] = between(lo, percentOf(c), sumMin, sumPercent)
			}
		case c.percent >= 0:
			out[i] = percentOf(c)
		case target < sumFixed:
			out[i] = lo
			if c.fixed {
				out[i] = between(lo, hi, sumPercent, sumFixed)
			}
		case c.fixed:
			out[i] = hi
		case target < sumMax:
			out[i] = between(lo, hi, sumFixed, sumMax)
		default:
			out[i] = hi
		}
	}
	if target > sumMax {
		shareExcess(cols, out, target-sumMax)
	} else if target > sumMin {
		settle(out, target)
	}
	return out
}

// settle gives the last column what rounding lost.
func settle(out []geom.Unit, target geom.Unit) {
	left := target
	for _, v := range out {
		left -= v
	}
	if n := len(out); n > 0 && left > 0 && left < geom.One {
		out[n-1] += left
	}
}

// shareExcess widens columns beyond their maximum: auto columns by their width,
// else fixed ones by their width, else percentage ones by their percentage.
func shareExcess(cols []tableColumn, out []geom.Unit, excess geom.Unit) {
	weight := make([]geom.Unit, len(cols))
	pick := func(want func(c *tableColumn) (geom.Unit, bool)) bool {
		any, sum := false, geom.Unit(0)
		for i := range cols {
			weight[i] = 0
			if w, ok := want(&cols[i]); ok {
				any = true
				weight[i] = w
				sum = addSat(sum, w)
			}
		}
		if any && sum == 0 {
			for i := range cols {
				if _, ok := want(&cols[i]); ok {
					weight[i] = 1
				}
			}
		}
		return any
	}
	switch {
	case pick(func(c *tableColumn) (geom.Unit, bool) {
		return c.sizes.Max, c.percent < 0 && !c.fixed && c.sizes.Max > 0
	}):
	case pick(func(c *tableColumn) (geom.Unit, bool) { return 0, c.percent < 0 && !c.fixed }):
	case pick(func(c *tableColumn) (geom.Unit, bool) { return c.sizes.Max, c.percent < 0 && c.fixed }):
	case pick(func(c *tableColumn) (geom.Unit, bool) {
		return geom.FromFloat(c.percent), c.percent >= 0
	}):
	default:
		return
	}
	spread(out, weight, excess)
}

// spread adds a length to values by weight without losing any of it.
func spread(out, weight []geom.Unit, excess geom.Unit) {
	var sum, done int64
	for _, w := range weight {
		sum += int64(w)
	}
	if sum == 0 {
		return
	}
	var given int64
	for i, w := range weight {
		done += int64(w)
		upTo := int64(excess) * done / sum
		out[i] += geom.Unit(upTo - given)
		given = upTo
	}
}
