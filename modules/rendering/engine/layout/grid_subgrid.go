package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// subgridAxis describes an axis of a subgrid in its parent's grid: the spanned tracks, positioned in the subgrid's
// content box, and the names of the lines (CSS Grid 2 §9).
type subgridAxis struct {
	sizes []geom.Unit
	gap   geom.Unit
	names map[string][]int
}

// subgridTracks holds the subgridded axes; the others are nil.
type subgridTracks struct {
	box  *Box
	axes [2]*subgridAxis
}

// subgridded reports whether an item is subgridded on an axis: not if it establishes an independent formatting context
// for another reason than being a grid container, such as containment (CSS Grid 2 §2).
func subgridded(b *Box, axis int) bool {
	const contained = style.ContainLayout | style.ContainPaint
	if b.Kind != GridBox || b.Style.Grid == nil || b.Style.Contain&contained != 0 || b.Style.Container != style.NoContainer {
		return false
	}
	if axis == columns {
		return b.Style.Grid.SubgridColumns
	}
	return b.Style.Grid.SubgridRows
}

// subgridOf returns the tracks for a subgrid in a space, nil for none.
func (l *layouter) subgridOf(s Space) *subgridTracks {
	if s.Subgrid == 0 {
		return nil
	}
	return &l.subgrids[s.Subgrid-1]
}

// subgridNumber returns the identifier of an item's subgrid tracks for its space, equal for equal tracks; 0 if it is
// not a subgrid.
func (g *gridder) subgridNumber(it *gridItem) int32 {
	if !subgridded(it.box, columns) && !subgridded(it.box, rows) {
		return 0
	}
	t := subgridTracks{box: it.box}
	for axis := range t.axes {
		if subgridded(it.box, axis) {
			t.axes[axis] = g.subgridAxis(it, axis)
		}
	}
	l := g.l
	for i := range l.subgrids {
		if l.subgrids[i].equal(&t) {
			return int32(i + 1)
		}
	}
	l.subgrids = append(l.subgrids, t)
	return int32(len(l.subgrids))
}

func (t *subgridTracks) equal(o *subgridTracks) bool {
	if t.box != o.box {
		return false
	}
	for i, a := range t.axes {
		b := o.axes[i]
		if (a == nil) != (b == nil) || a != nil && (a.gap != b.gap || !slices.Equal(a.sizes, b.sizes)) {
			return false
		}
	}
	return true
}

// subgridEdges returns the margin, border and padding of a subgrid at the start and the end of an axis, and its own
// gap, with around the gap of the parent. base is that of percentages; they have no effect on contributions.
func (g *gridder) subgridEdges(it *gridItem, axis int, around, base geom.Unit) (start, end, own geom.Unit) {
	e := g.l.edges(it.box, base)
	st := it.box.Style
	v := st.RowGap
	if axis == columns {
		v = st.ColumnGap
		start, end = leftEdge(e), rightEdge(e)
		if g.b.Style.Direction == style.RTL {
			start, end = end, start
		}
	} else {
		start, end = e.Margin.Top+e.Border.Top+e.Padding.Top, e.Margin.Bottom+e.Border.Bottom+e.Padding.Bottom
	}
	own = around
	if !v.IsAuto() {
		own = gap(v, Indefinite)
	}
	return start, end, own
}

// subgridAxis returns the tracks that an item spans, as used by its own layout as a subgrid.
func (g *gridder) subgridAxis(it *gridItem, axis int) *subgridAxis {
	a := &g.axes[axis]
	around := a.gap + g.distributedGap(axis)
	first, last := g.axes[columns].trackRange(it.span[columns])
	base := g.axes[columns].spanSize(first, last)
	start, end, own := g.subgridEdges(it, axis, around, base)
	from, to := a.trackRange(it.span[axis])
	if v := [2]style.Length{columns: it.box.Style.ColumnGap, rows: it.box.Style.RowGap}[axis]; v.HasPercent() {
		own = gap(v, max(0, a.spanSize(from, to)-start-end))
	}
	out := &subgridAxis{gap: own, names: map[string][]int{}}
	for i := from; i < to; i++ {
		size := a.tracks[i].base
		if i > from {
			size -= (own - around) / 2
		} else {
			size -= start
		}
		if i < to-1 {
			size -= (own - around) - (own-around)/2
		} else {
			size -= end
		}
		out.sizes = append(out.sizes, size) // negative where the gap is larger than the tracks next to it
	}
	turned := g.turnedSubgrid(it, axis)
	if turned {
		slices.Reverse(out.sizes)
	}
	for name, lines := range a.template.names {
		for _, line := range lines {
			at := line - it.span[axis].start
			if turned {
				at = it.span[axis].n - at
			}
			if at >= 0 && at <= it.span[axis].n {
				out.names[name] = append(out.names[name], at)
			}
		}
	}
	return out
}

// turnedSubgrid reports whether the inline direction of a subgrid is opposite to its parent's.
func (g *gridder) turnedSubgrid(it *gridItem, axis int) bool {
	return axis == columns && it.box.Style.Direction != g.b.Style.Direction
}

// subgridTemplate returns the template of a subgridded axis: the lines of the parent with the subgrid's own names.
func subgridTemplate(entries []style.TrackEntry, sub *subgridAxis) *gridTemplate {
	t := &gridTemplate{names: map[string][]int{}}
	n := len(sub.sizes)
	for range n {
		t.sizes = append(t.sizes, style.TrackSize{})
	}
	for name, lines := range sub.names {
		t.names[name] = slices.Clone(lines)
	}
	line := 0
	var add func(entries []style.TrackEntry, fill int)
	add = func(entries []style.TrackEntry, fill int) {
		for i := range entries {
			en := &entries[i]
			if r := en.Repeat; r != nil {
				count := r.Count
				if r.AutoFill || r.AutoFit {
					count = fill
				}
				for range min(count, n+1) {
					add(r.Entries, 0)
				}
				continue
			}
			if line <= n {
				for _, name := range en.Names {
					t.insert(name, line)
				}
			}
			line++
		}
	}
	named := 0
	for i := range entries {
		if entries[i].Repeat == nil {
			named++
		}
	}
	add(entries, max(0, n+1-named))
	return t
}

// subgridItems adds the items of a subgrid to those that size the tracks of its parent, with the edges of the subgrid
// added to their contributions (CSS Grid 2 §9, "Subgrid Layout").
func (g *gridder) subgridItems(it *gridItem, axis int, out []trackItem) []trackItem {
	l, a := g.l, &g.axes[axis]
	if !l.step(it.box) {
		return out
	}
	var s Space
	w := Indefinite
	t := subgridTracks{box: it.box}
	t.axes[axis] = g.subgridAxis(it, axis)
	if axis == rows {
		s = g.rowSpace(it)
		it.e = l.edges(it.box, s.Percent.W)
		if !g.fillsColumn(it) {
			s.ShrinkToFit = true
		}
		if subgridded(it.box, columns) {
			t.axes[columns] = g.subgridAxis(it, columns)
		}
		w = l.resolveWidth(it.box, s, it.e)
	} else {
		s = Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: geom.Size{W: Indefinite, H: Indefinite}}
		it.e = l.edges(it.box, Indefinite)
	}
	sub := l.newGridderIn(it.box, s, it.e, w, &t)
	sub.place()
	if axis == rows {
		sub.sizeColumns(forLayout)
	}
	from, to := a.trackRange(it.span[axis])
	own := &sub.axes[axis]
	if own.first != 0 || len(own.tracks) > to-from {
		return out // items outside the subgrid's tracks do not affect sizing
	}
	copy(own.tracks, a.tracks[from:to])
	if _, fixed := a.fixedSpan(it.span[axis]); axis == rows && !fixed {
		own.unsized = true
	}
	around := a.gap + g.distributedGap(axis)
	start, end, gap := g.subgridEdges(it, axis, around, Indefinite)
	turned := g.turnedSubgrid(it, axis)
	if turned {
		slices.Reverse(own.tracks)
	}
	for _, n := range sub.trackItems(axis) {
		if turned {
			n.from, n.to = to-from-n.to, to-from-n.from
		}
		extra := geom.Unit(0)
		if n.from == 0 {
			extra += start
		} else {
			extra += (gap - around) / 2
		}
		if n.to == to-from {
			extra += end
		} else {
			extra += (gap - around) - (gap-around)/2
		}
		n.from, n.to = n.from+from, n.to+from
		n.minimum, n.min, n.max = max(0, addSat(n.minimum, extra)), max(0, addSat(n.min, extra)), max(0, addSat(n.max, extra))
		out = append(out, n)
	}
	// The edges require space even in an empty subgrid.
	edge := func(from, to int, size geom.Unit) {
		t := trackItem{from: from, to: to}
		intrinsic := false // as in Blink, the edges do not extend a track whose minimum is fixed
		for i := from; i < to; i++ {
			intrinsic = intrinsic || a.tracks[i].min.intrinsic() && !a.tracks[i].collapsed
		}
		if a.mark(&t); size > 0 && intrinsic {
			t.contributions = contributions{minimum: size, min: size, max: size}
			out = append(out, t)
		}
	}
	if to-from == 1 {
		edge(from, to, start+end)
	} else {
		edge(from, from+1, start)
		edge(to-1, to, end)
	}
	return out
}

// fillSubgrid makes a subgrid fill its area on the subgridded axes, regardless of its size and alignment properties.
func fillSubgrid(b *Box, e boxEdges, s *Space, rowsToo bool) {
	if subgridded(b, columns) {
		s.FixedWidth = true
		s.Available.W = max(e.inner().Horizontal(), s.Available.W-e.Margin.Horizontal())
	}
	if rowsToo && subgridded(b, rows) && s.Available.H != Indefinite {
		s.FixedHeight, s.StretchHeight = true, false
		s.Available.H = max(e.inner().Vertical(), s.Available.H-e.Margin.Vertical())
	}
}
