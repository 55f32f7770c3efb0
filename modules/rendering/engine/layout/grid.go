package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// The axes of a grid.
const (
	columns = 0
	rows    = 1
)

// gridder lays out one grid container (CSS Grid 2).
type gridder struct {
	l     *layouter
	b     *Box
	s     Space
	e     boxEdges
	width geom.Unit // border box
	style *style.Grid
	// inner is the content box, Indefinite where it depends on the content; percent is the base of percentages.
	inner, percent geom.Size
	axes           [2]gridAxis
	// rowsKnown is set after the rows have been sized once, so that widths that depend on heights can be resolved.
	rowsKnown bool
	// columnsKnown is set when the columns are final.
	columnsKnown bool
	items        []*gridItem
	// sub holds the tracks of a subgrid, nil for a standalone grid.
	sub *subgridTracks
	// empty sizes the tracks without items, for size containment (CSS Containment 2 §3.1).
	empty bool
}

// gridItem is an item of a grid.
type gridItem struct {
	box  *Box
	e    boxEdges
	span [2]gridSpan
	// align holds justify-self and align-self with auto resolved.
	align [2]style.Alignment
	// shim is the space before a baseline-aligned item (or after it, for last baselines) that aligns it in its column
	// and row.
	shim [2]geom.Unit
	// shared is set when the item participates in baseline alignment on an axis.
	shared [2]bool
	frag   *Fragment
}

// layoutGrid lays out a grid container.
func (l *layouter) layoutGrid(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	w := l.resolveWidth(b, s, e)
	g := l.newGridder(b, s, e, w)
	g.place()
	g.sizeColumns(forLayout)
	g.sizeRows()
	in := e.inner().Vertical()
	frag := l.newFragment(b, geom.Size{W: w}, e)
	content := g.axes[rows].total()
	if b.isContained(1) && b.Style.ContainIntrinsic[1].IsAuto() {
		content = l.emptyGridHeight(b, s, e, w)
	}
	frag.Size.H = l.resolveHeight(b, s, e, w, addSat(content, in))
	if g.widthsNeedRows() {
		// The height determined by the first row sizing is final.
		g.rowsKnown = true
		g.sizeColumns(forLayout)
		if g.inner.H == Indefinite {
			g.inner.H = max(0, frag.Size.H-in)
			g.percent.H = g.inner.H
			a := &g.axes[rows]
			a.available, a.percent = g.inner.H, g.inner.H
			a.gap = gap(g.b.Style.RowGap, g.inner.H)
		}
		g.sizeRows()
	}
	// The content also extends a height from the aspect ratio.
	_, specified := l.specifiedHeight(b, s, e)
	if h := max(0, frag.Size.H-in); g.inner.H == Indefinite || g.percent.H == Indefinite || (h > g.inner.H && !specified) {
		g.settleHeight(h)
	}
	g.positionTracks(columns, g.b.Style.JustifyContent, g.inner.W)
	g.positionTracks(rows, g.b.Style.AlignContent, g.inner.H)
	g.columnsKnown = true
	g.alignBaselines(columns)
	g.alignBaselines(rows)
	g.layoutItems(frag)
	frag.Rules = g.gapRules(frag)
	g.outOfFlow(frag)
	frag.grid = g
	return frag
}

// emptyGridHeight returns the content-box height of a grid container of border-box width w without its items.
func (l *layouter) emptyGridHeight(b *Box, s Space, e boxEdges, w geom.Unit) geom.Unit {
	g := l.newGridder(b, s, e, w)
	g.empty = true
	g.place()
	g.sizeColumns(forLayout)
	g.sizeRows()
	return g.axes[rows].total()
}

// gridContentSizes returns the content-box min- and max-content sizes of a grid container; own is the base of the
// container's own percentages.
func (l *layouter) gridContentSizes(b *Box, percent, own geom.Size) Sizes {
	if !l.step(b) {
		return Sizes{}
	}
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: geom.Size{W: own.W, H: Indefinite}}
	g := l.newGridder(b, s, l.edges(b, Indefinite), Indefinite)
	g.inner.H, g.percent.H = percent.H, percent.H
	g.axes[rows].available, g.axes[rows].percent = percent.H, percent.H
	g.empty = b.isContained(0)
	g.place()
	var r Sizes
	r.Min = g.measureColumns(forMinContent)
	r.Max = max(r.Min, g.measureColumns(forMaxContent))
	return r
}

// measureColumns returns the width of the columns under a constraint.
func (g *gridder) measureColumns(c constraint) geom.Unit {
	g.rowsKnown = false
	g.sizeColumns(c)
	if g.widthsNeedRows() {
		g.sizeRows()
		g.rowsKnown = true
		g.sizeColumns(c)
	}
	return g.axes[columns].total()
}

func (l *layouter) newGridder(b *Box, s Space, e boxEdges, w geom.Unit) *gridder {
	return l.newGridderIn(b, s, e, w, l.subgridOf(s))
}

// newGridderIn is newGridder for a subgrid with the given tracks; nil for a standalone grid.
func (l *layouter) newGridderIn(b *Box, s Space, e boxEdges, w geom.Unit, sub *subgridTracks) *gridder {
	g := &gridder{l: l, b: b, s: s, e: e, width: w, style: gridStyle(b), sub: sub}
	in := e.inner()
	g.inner = geom.Size{W: Indefinite, H: Indefinite}
	if w != Indefinite {
		g.inner.W = max(0, w-in.Horizontal())
	}
	g.percent = g.inner
	if h, ok := l.definiteHeight(b, s, e, max(0, w)); ok {
		g.inner.H = max(0, h-in.Vertical())
		g.percent.H = g.inner.H
	} else if s.FixedHeight {
		g.inner.H = max(0, h-in.Vertical())
	}
	st := b.Style
	c, r := &g.axes[columns], &g.axes[rows]
	c.auto, r.auto = g.style.AutoColumns, g.style.AutoRows
	c.available, c.percent, r.available, r.percent = g.inner.W, g.percent.W, g.inner.H, g.percent.H
	c.gap, r.gap = gap(st.ColumnGap, c.percent), gap(st.RowGap, r.percent)
	c.stretch, r.stretch = stretchesTracks(st.JustifyContent.Kind), stretchesTracks(st.AlignContent.Kind)
	if w == Indefinite {
		// Intrinsic keywords would depend on the size being measured.
		c.lo, c.hi = l.definiteWidthLimits(b, s, e)
		if l.widthFromContent(b, s.Percent) {
			c.lo, c.hi = l.transferLimits(b, s, e, c.lo, c.hi)
		}
	} else {
		c.lo, c.hi = l.widthLimits(b, s, e)
	}
	r.lo, r.hi = l.heightLimits(b, s, e)
	c.lo, c.hi = contentLimits(c.lo, c.hi, in.Horizontal())
	r.lo, r.hi = contentLimits(r.lo, r.hi, in.Vertical())
	g.template(columns, g.style.Columns)
	g.template(rows, g.style.Rows)
	return g
}

func stretchesTracks(k style.AlignKind) bool {
	return k == style.AlignNormal || k == style.AlignStretch
}

func contentLimits(lo, hi, inner geom.Unit) (geom.Unit, geom.Unit) {
	if hi != infinite {
		hi = max(0, hi-inner)
	}
	return max(0, lo-inner), hi
}

// template expands an axis's template, with the number of auto repetitions resolved.
func (g *gridder) template(axis int, entries []style.TrackEntry) {
	a := &g.axes[axis]
	if g.sub != nil && g.sub.axes[axis] != nil {
		a.fixed = g.sub.axes[axis].sizes
		a.gap = g.sub.axes[axis].gap
		a.template = subgridTemplate(entries, g.sub.axes[axis])
		a.template.addAreas(g.style.Areas, axis == columns)
		a.template.explicit = len(a.fixed)
		return
	}
	size := a.available
	if size == Indefinite && a.hi != infinite {
		size = max(a.hi, a.lo)
	}
	a.template = expandTemplate(entries, autoRepeats(entries, size, a.lo, a.percent, a.gap))
	a.template.addAreas(g.style.Areas, axis == columns)
}

// place creates the items in order-modified document order and assigns their cells.
func (g *gridder) place() {
	for _, c := range g.b.Children {
		if c.IsOutOfFlow() || g.empty {
			continue
		}
		it := &gridItem{box: c, e: g.l.edges(c, Indefinite)}
		st := gridStyle(c)
		it.span[columns] = g.axes[columns].template.resolveSpan(st.ColumnStart, st.ColumnEnd)
		it.span[rows] = g.axes[rows].template.resolveSpan(st.RowStart, st.RowEnd)
		it.align = g.alignments(c)
		g.items = append(g.items, it)
	}
	slices.SortStableFunc(g.items, func(a, b *gridItem) int { return compareOrder(a.box, b.box) })
	p := placer{items: g.items, major: rows, minor: columns, dense: g.style.FlowDense, step: func() bool { return g.l.step(g.b) }}
	if g.style.FlowColumn {
		p.major, p.minor = columns, rows
	}
	if n := g.axes[p.minor].template.explicit; g.axes[p.minor].fixed != nil && n > 0 {
		g.keepInSubgrid(p.minor, n)
	}
	first, last := p.place([2]int{g.axes[columns].template.explicit, g.axes[rows].template.explicit})
	for i := range g.axes {
		if n := g.axes[i].template.explicit; g.axes[i].fixed != nil && n > 0 {
			first[i], last[i] = 0, n
			g.keepInSubgrid(i, n)
		}
		g.axes[i].build(first[i], last[i])
		g.collapseEmpty(i)
	}
}

// keepInSubgrid clamps items beyond the tracks of a subgrid to its edge: it has no implicit tracks (CSS Grid 2 §9).
func (g *gridder) keepInSubgrid(axis, n int) {
	for _, it := range g.items {
		s := &it.span[axis]
		start, end := max(0, min(s.start, n-1)), max(1, min(s.end(), n))
		s.start, s.n = start, max(1, end-start)
	}
}

// collapseEmpty collapses empty auto-fit tracks (CSS Grid 2 §7.2.3.2).
func (g *gridder) collapseEmpty(axis int) {
	a := &g.axes[axis]
	if !a.template.autoFit {
		return
	}
	used := make([]bool, len(a.tracks))
	for _, it := range g.items {
		from, to := a.trackRange(it.span[axis])
		for i := from; i < to; i++ {
			used[i] = true
		}
	}
	for line := a.template.repeated[0]; line < a.template.repeated[1]; line++ {
		if i := line - a.first; i < len(used) && !used[i] {
			a.tracks[i] = gridTrack{collapsed: true}
		}
	}
}

// alignments resolves a child's justify-self and align-self.
func (g *gridder) alignments(c *Box) [2]style.Alignment {
	j, a := c.Style.JustifySelf, c.Style.AlignSelf
	if j.Kind == style.AlignAutoSelf {
		j = g.b.Style.JustifyItems
	}
	if a.Kind == style.AlignAutoSelf {
		a = g.b.Style.AlignItems
	}
	if c.Replaced != nil && c.Replaced.Fills {
		for _, k := range [...]*style.Alignment{&j, &a} {
			if k.Kind == style.AlignNormal {
				k.Kind = style.AlignStretch
			}
		}
	}
	return [2]style.Alignment{j, a}
}

// sizeColumns sizes the columns under a constraint.
func (g *gridder) sizeColumns(c constraint) {
	a := &g.axes[columns]
	a.constraint = c
	if c != forLayout {
		a.available = Indefinite
	}
	a.rebuild()
	g.alignBaselines(columns)
	if a.fixed == nil {
		a.sizeTracks(g.trackItems(columns))
	}
}

// sizeRows sizes the rows for the current columns.
func (g *gridder) sizeRows() {
	a := &g.axes[rows]
	a.rebuild()
	g.alignBaselines(rows)
	if a.fixed == nil {
		a.sizeTracks(g.trackItems(rows))
	}
}

// widthsNeedRows reports whether an item's width depends on the height of its rows, so that columns must be sized again
// (CSS Grid 2 §12.1 step 3).
func (g *gridder) widthsNeedRows() bool {
	for _, it := range g.items {
		b := it.box
		if b.Kind == OrthogonalBox && b.Style.Height.IsAuto() {
			return true
		}
		if b.heightSensitive() && b.Style.Height.IsAuto() && g.rowHeight(it, 0) != Indefinite {
			if _, fixed := g.axes[rows].fixedSpan(it.span[rows]); !fixed {
				return true
			}
		}
		if rw, _, _ := g.l.ratio(b); rw <= 0 || !g.l.widthFromContent(b, geom.Size{W: Indefinite}) {
			continue
		}
		_, stretched := g.stretchedHeight(it, 0)
		byArea := b.Style.Height.HasPercent() || b.Style.MinHeight.HasPercent() || b.Style.MaxHeight.HasPercent()
		if _, fixed := g.axes[rows].fixedSpan(it.span[rows]); !fixed && (stretched || byArea) {
			return true
		}
	}
	return false
}

// settleHeight makes the content-based height definite: percentages of tracks and gaps are resolved against it (CSS
// Grid 2 §12.1).
func (g *gridder) settleHeight(h geom.Unit) {
	g.inner.H, g.percent.H = h, h
	a := &g.axes[rows]
	if a.fixed != nil {
		return
	}
	if !a.dependsOnSize() && !g.b.Style.RowGap.HasPercent() {
		return
	}
	a.available, a.percent = h, h
	a.gap = gap(g.b.Style.RowGap, h)
	g.sizeRows()
}

// trackItems returns the items that span content-sized tracks of an axis with their contributions.
func (g *gridder) trackItems(axis int) []trackItem {
	a := &g.axes[axis]
	var out []trackItem
	for _, it := range g.items {
		if subgridded(it.box, axis) {
			out = g.subgridItems(it, axis, out)
			continue
		}
		var t trackItem
		t.from, t.to = a.trackRange(it.span[axis])
		a.mark(&t)
		if !t.intrinsic {
			continue
		}
		if axis == columns {
			t.contributions = g.columnContributions(it, &t)
		} else {
			t.contributions = g.rowContributions(it, &t)
		}
		out = append(out, t)
	}
	return out
}

// positionTracks positions an axis's tracks in the content box (CSS Grid 2 §11.6).
func (g *gridder) positionTracks(axis int, al style.Alignment, size geom.Unit) {
	a := &g.axes[axis]
	n := geom.Unit(0)
	for i := range a.tracks {
		if !a.tracks[i].collapsed {
			n++
		}
	}
	free := addSat(size, -a.total())
	if a.fixed != nil {
		free, al = 0, style.Alignment{Kind: style.AlignStartBox}
	}
	// Left and right are relative to a left-to-right axis that is mirrored later.
	back := axis == columns && g.b.Style.Direction == style.RTL
	at, between := distributeContent(contentSide(al.Kind, false, back), al.Safe, false, free, max(1, n))
	started := false
	a.origin, a.gutter = at, a.gap+between
	for i := range a.tracks {
		t := &a.tracks[i]
		if !t.collapsed && started {
			at += a.gap + between
		}
		t.at = at
		if !t.collapsed {
			started = true
			at += t.base
		}
	}
}

// area returns an item's grid area in the content box, before mirroring.
func (g *gridder) area(it *gridItem) geom.Rect {
	x, w := g.axes[columns].extent(it.span[columns])
	y, h := g.axes[rows].extent(it.span[rows])
	return geom.Rect{X: x, Y: y, W: w, H: h}
}

// extent returns the start and size of a span of placed tracks. Collapsed tracks
// at its ends have no gutters.
func (a *gridAxis) extent(s gridSpan) (at, size geom.Unit) {
	from, to := a.trackRange(s)
	at = a.tracks[from].at
	end := at
	started := false
	for i := from; i < to; i++ {
		if t := &a.tracks[i]; !t.collapsed {
			if !started {
				at, started = t.at, true
			}
			end = t.at + t.base
		}
	}
	return at, max(0, end-at)
}
