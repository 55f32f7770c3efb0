package layout

import (
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableColumn holds the constraints of col boxes and cells on a column (CSS Tables 3 §3.8).
type tableColumn struct {
	least, most       geom.Unit
	hasLeast, hasMost bool
	percent           float32   // of the table's width; negative: unspecified
	extra             geom.Unit // border and padding to add to a percentage in the fixed layout
	constrained       bool      // a width in pixels is specified
	collapsed         bool      // visibility: collapse
	// mergeable is set when nothing constrains the column: no cell starts in it and it has no width.
	mergeable bool
}

// isFixed reports whether the column has a width in pixels and no percentage.
func (c *tableColumn) isFixed() bool { return c.constrained && c.percent < 0 }

// share returns the width for a column's percentage of a table width, at least its minimum.
func (c *tableColumn) share(of geom.Unit) geom.Unit {
	return max(c.least, percentOf(c.percent, of)+c.extra)
}

// percentOf returns a percentage of a length in single precision, as Chromium computes it.
func percentOf(percent float32, of geom.Unit) geom.Unit {
	return geom.FromFloat(float64(float32(float32(float32(of.Float())*percent) / 100)))
}

// columnOf returns the constraints of a col box, optionally in a colgroup, on its columns.
func (g *tableGrid) columnOf(b, group *Box) tableColumn {
	width, hasWidth := pixels(b.Style.Width)
	if !hasWidth && group != nil && !g.fixed {
		if width, hasWidth = pixels(group.Style.Width); hasWidth {
			if least, ok := pixels(group.Style.MinWidth); ok {
				width = max(width, least)
			}
		}
	}
	c := tableColumn{percent: -1, hasLeast: true, collapsed: b.Style.Visibility == style.Collapse}
	c.collapsed = c.collapsed || group != nil && group.Style.Visibility == style.Collapse
	if least, ok := pixels(b.Style.MinWidth); ok {
		c.least = least
		if hasWidth {
			width = max(width, least)
		}
	}
	if p := percentWidth(b.Style); p > 0 {
		c.percent = p
	}
	c.most, c.hasMost, c.constrained = width, hasWidth, hasWidth
	c.mergeable = !g.fixed && width == 0 && c.percent < 0
	return c
}

// pixels returns a length that is not a percentage or keyword.
func pixels(v style.Length) (geom.Unit, bool) {
	if v.Kind == style.Px || v.Kind == style.Calc && !v.HasPercent() {
		return bounded(max(0, v.Resolve(0))), true
	}
	return 0, false
}

// percentWidth returns a width in per cent, at most that of max-width; negative when there is none.
func percentWidth(s *style.Computed) float32 {
	if s.Width.Kind != style.Percent {
		return -1
	}
	p := s.Width.Pct
	if s.MaxWidth.Kind == style.Percent {
		p = min(p, s.MaxWidth.Pct)
	}
	return float32(p)
}

// measureColumns computes the columns' constraints from cells: in the fixed layout from those of the first row only.
func (l *layouter) measureColumns(g *tableGrid) {
	own := make([]*cellWidths, len(g.columns))
	var spanning []*tableCell
	for _, cell := range g.cells {
		switch {
		case g.fixed && cell.row != 0:
		case cell.span > 1:
			spanning = append(spanning, cell)
		default:
			w := l.cellWidths(g, cell)
			if own[cell.col] == nil {
				own[cell.col] = &w
			} else {
				own[cell.col].union(w)
			}
		}
	}
	for i, w := range own {
		if w != nil {
			g.columns[i].take(g.fixed, *w)
		}
	}
	sort.SliceStable(spanning, func(i, j int) bool {
		a, b := spanning[i], spanning[j]
		if a.span != b.span {
			return a.span < b.span
		}
		return a.col < b.col
	})
	for _, cell := range spanning {
		cols := g.columns[cell.col : cell.col+cell.colSpan]
		if w := l.cellWidths(g, cell); g.fixed {
			g.shareFixed(cols, w)
		} else {
			g.shareAuto(cols, w)
		}
	}
	limitPercents(g.columns, g.fixed)
}

// cellWidths holds the constraints of one cell, or of all cells that start in a column.
type cellWidths struct {
	least, most geom.Unit
	percent     float32
	extra       geom.Unit
	constrained bool
}

// cellWidths returns a cell's content widths, clamped to its limits.
func (l *layouter) cellWidths(g *tableGrid, cell *tableCell) cellWidths {
	b := cell.box
	inner := l.edges(b, Indefinite).inner().Horizontal()
	size := func(v style.Length) (geom.Unit, bool) {
		w, ok := pixels(v)
		return l.toBorderBox(b, w, inner), ok
	}
	r := cellWidths{percent: percentWidth(b.Style)}
	width, hasWidth := size(b.Style.Width)
	least, _ := size(b.Style.MinWidth)
	if _, ok := pixels(b.Style.MinWidth); !ok {
		least = 0
	}
	var content Sizes
	if !g.fixed || !hasWidth {
		content = l.intrinsicSizes(b, geom.Size{W: Indefinite, H: Indefinite})
	}
	if !g.fixed {
		r.least = max(content.Min, least)
		if hasWidth && l.quirks && l.hasAttribute(b, "nowrap") {
			r.least = max(r.least, width) // Quirks Mode Standard §3.8
		}
	}
	r.most, r.constrained = width, hasWidth
	if !hasWidth {
		r.most = content.Max
	}
	if most, ok := size(b.Style.MaxWidth); ok {
		most = max(most, least)
		r.most, r.least = min(r.most, most), min(r.least, most)
	}
	r.most = max(r.most, r.least)
	if g.fixed && r.percent >= 0 && b.Style.BoxSizing == style.ContentBox {
		r.extra = inner
	}
	return r
}

func (l *layouter) hasAttribute(b *Box, name string) bool {
	if b.Node < 0 || b.Pseudo != NoPseudo {
		return false
	}
	_, ok := l.in.Tree.Doc.Node(b.Node).Attr(name)
	return ok
}

// union merges the constraints of another cell in the column: a width in pixels determines the maximum, and content
// without one then only affects the minimum.
func (w *cellWidths) union(o cellWidths) {
	w.least = max(w.least, o.least)
	switch {
	case w.constrained == o.constrained:
		w.most = max(w.most, o.most)
	case w.constrained:
		w.most = max(w.most, o.least)
	default:
		w.most = max(w.least, o.most)
	}
	w.constrained = w.constrained || o.constrained
	if o.percent > w.percent {
		w.percent, w.extra = o.percent, o.extra
	}
}

// take applies the constraints of a column's cells; in the fixed layout a col box with a width takes precedence.
func (c *tableColumn) take(fixed bool, w cellWidths) {
	if fixed && c.constrained {
		return
	}
	switch {
	case !c.hasLeast:
		c.least, c.most = w.least, w.most
	case c.constrained && !w.constrained:
		c.least, c.most = max(c.least, w.least), max(c.most, w.least)
	default:
		c.least, c.most = max(c.least, w.least), max(c.most, w.most)
	}
	c.hasLeast, c.hasMost = true, true
	c.most = max(c.most, c.least)
	if w.percent > c.percent {
		c.percent, c.extra = w.percent, w.extra
	}
	c.constrained = c.constrained || w.constrained
}

// shareAuto distributes a spanning cell's widths to the columns it spans.
func (g *tableGrid) shareAuto(cols []tableColumn, w cellWidths) {
	between := g.spanGaps(cols)
	if w.percent >= 0 {
		sharePercent(cols, w.percent)
	}
	for i, v := range distribute(cols, max(0, w.least-between), true) {
		cols[i].least = max(cols[i].least, v)
	}
	for i, v := range distribute(cols, max(0, w.most-between), w.constrained) {
		cols[i].most = max(cols[i].most, cols[i].least, v)
		cols[i].hasLeast, cols[i].hasMost = true, true
	}
}

// shareFixed distributes a spanning cell's widths equally to the columns without one.
func (g *tableGrid) shareFixed(cols []tableColumn, w cellWidths) {
	between := g.spanGaps(cols)
	n := geom.Unit(len(cols))
	var least geom.Unit
	if w.constrained {
		least = max(0, w.least-between)
	}
	most := max(0, w.most-between)
	for i := range cols {
		c := &cols[i]
		if !c.hasLeast {
			c.least, c.hasLeast = least/n, true
			c.constrained = c.constrained || w.constrained
		}
		if !c.hasMost {
			c.most, c.hasMost = most/n, true
			c.constrained = c.constrained || w.constrained
		}
		if c.percent < 0 && !c.constrained && w.percent >= 0 {
			c.percent = w.percent / float32(len(cols))
		}
	}
	last := &cols[len(cols)-1]
	last.least += least - least/n*n
	last.most += most - most/n*n
}

// sharePercent distributes the rest of a spanning cell's percentage to the columns without one, by their widths.
func sharePercent(cols []tableColumn, percent float32) {
	var total geom.Unit
	n := 0
	for i := range cols {
		c := &cols[i]
		switch {
		case c.mergeable:
		case c.percent >= 0:
			percent -= c.percent
		default:
			total = addSat(total, c.most)
			n++
		}
	}
	if percent <= 0 || n == 0 {
		return
	}
	for i := range cols {
		c := &cols[i]
		if c.percent >= 0 || c.mergeable {
			continue
		}
		if total > 0 {
			c.percent = float32(percent*float32(c.most.Float())) / float32(total.Float())
		} else {
			c.percent = percent / float32(n)
		}
	}
}

// limitPercents limits the sum of percentages to 100 by truncation; the fixed layout scales them down.
func limitPercents(cols []tableColumn, fixed bool) {
	var total float32
	for i := range cols {
		c := &cols[i]
		if c.percent < 0 {
			continue
		}
		if !fixed && c.percent+total > 100 {
			c.percent = 100 - total
		}
		total += c.percent
	}
	if !fixed || total <= 100 {
		return
	}
	for i := range cols {
		if c := &cols[i]; c.percent >= 0 {
			c.percent = float32(c.percent*100) / total
		}
	}
}

// tableInfinity is the width in px of a table whose percentages cannot be satisfied.
const tableInfinity = 1e6

// sizes returns the sums of the columns' widths; percentages widen the maximum until they are satisfied (CSS Tables 3
// §3.8.3) unless ideal is false, as for a table sized by a flexible box.
func (g *tableGrid) sizes(ideal bool) Sizes {
	var r Sizes
	var rest, widest geom.Unit
	var percent float32
	for i := range g.columns {
		c := &g.columns[i]
		if g.fixed && c.isFixed() {
			r.Min = addSat(r.Min, c.most)
		} else {
			r.Min = addSat(r.Min, c.least)
		}
		if c.percent > 0 {
			if c.most > 0 {
				widest = max(widest, geom.FromFloat(min(float64(float32(100/c.percent)*float32((c.most-c.extra).Float())), tableInfinity)))
			}
		} else {
			rest = addSat(rest, c.most)
		}
		r.Max = addSat(r.Max, c.most)
		percent += max(0, c.percent)
	}
	percent = min(percent, 100)
	if percent > 0 && ideal {
		if rest != 0 {
			all := tableInfinity
			if percent < 100 {
				all = min(float64(float32(100/(100-percent))*float32(rest.Float())), all)
			}
			widest = max(widest, geom.FromFloat(all))
		}
		r.Max = max(r.Max, widest)
	}
	r.Max = max(r.Max, r.Min)
	return r
}
