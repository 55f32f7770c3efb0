package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// columnsPlaced is a row of columns in a multi-column container.
type columnsPlaced struct {
	at, end geom.Unit // in the container's border box
	n       int       // of columns with content
	wrapped bool      // follows the row before it by column-wrap, not after a spanner
}

// columnGapSet returns the gaps of rows of columns, of which the last one ends at an edge.
func columnGapSet(box *Box, row columnRow, rows []columnsPlaced, inline gapRange, end geom.Unit) *gapSet {
	set := &gapSet{kind: columnGaps}
	set.content = [2]gapRange{inline, {rows[0].at, end}}
	set.size = [2]geom.Unit{row.gap, rowGapBetweenColumns(box.Style, Indefinite)}
	most := 0
	for _, r := range rows {
		most = max(most, r.n)
	}
	most = max(most, min(box.Style.ColumnCount, row.n))
	for k := 1; k < most; k++ {
		at := inline.start + geom.Unit(k)*(row.width+row.gap) - row.gap/2
		set.cross = append(set.cross, crossGap{at: at, start: rows[0].at})
	}
	for i, r := range rows {
		if i > 0 {
			before := rows[i-1]
			if r.wrapped && r.at > before.end {
				set.main = append(set.main, mainGap{at: before.end + (r.at-before.end)/2, states: rowStates(before.n, r.n)})
			} else if !r.wrapped {
				set.main = append(set.main, mainGap{at: before.end, spanner: true}, mainGap{at: r.at, spanner: true})
			}
		}
		for k := range set.cross {
			c := &set.cross[k]
			if i > 0 && !r.wrapped {
				c.states = append(c.states, gapBlocked)
			}
			switch {
			case k+1 < r.n:
				c.states = append(c.states, 0)
			case k+1 == r.n:
				c.states = append(c.states, gapEmptyAfter)
			default:
				c.states = append(c.states, gapEmpty)
			}
		}
	}
	if n := len(set.main); n > 0 {
		set.content[1].end = max(end, set.main[n-1].at)
	}
	return set
}

// rowStates returns the states of the gap between rows of different numbers of columns.
func rowStates(above, below int) []gapState {
	if above == below {
		return nil
	}
	out := make([]gapState, max(above, below))
	for i := min(above, below); i < len(out); i++ {
		out[i] = gapEmptyAfter
		if above < below {
			out[i] = gapEmptyBefore
		}
	}
	return out
}

// columnRules returns the rules of a multi-column container.
func (c *container) columnRules(row columnRow) []Rule {
	f := c.frag
	if !hasGapRules(c.box.Style) || len(c.placed) == 0 {
		return nil
	}
	in := f.Border.Add(f.Padding)
	inline := gapRange{in.Left, f.Size.W - in.Right}
	if c.rtl {
		inline = gapRange{in.Right, f.Size.W - in.Left}
	}
	last := &c.placed[len(c.placed)-1]
	end := max(f.Size.H-in.Bottom, last.at)
	if last.wrapped && c.box.Style.ColumnFillAuto {
		end = last.end // as in Blink, where a further row would follow
	}
	return c.l.gapRules(f, columnGapSet(c.box, row, c.placed, inline, end))
}

// stripRules returns the rules between the columns of a strip on a page.
func stripRules(f *Fragment, s *columnStrip, n int, at, height geom.Unit) []Rule {
	if !hasGapRules(f.Box.Style) || height <= 0 {
		return nil
	}
	in := f.Border.Add(f.Padding)
	inline := gapRange{in.Left, f.Size.W - in.Right}
	if s.rtl {
		inline = gapRange{in.Right, f.Size.W - in.Left}
	}
	set := columnGapSet(f.Box, s.row, []columnsPlaced{{at: at, end: at + height, n: n}}, inline, at+height)
	return rulesIn(f, set, func(int) bool { return true })
}

// rowGapBetweenColumns returns the used gap between rows of columns.
func rowGapBetweenColumns(st *style.Computed, base geom.Unit) geom.Unit {
	if !st.RowGap.IsDefinite() {
		return geom.Px(geom.FromFloat(st.Font.Size).Round())
	}
	return gap(st.RowGap, base)
}

// movedRules returns the rules of a container whose rows moved to other pages. There is none before the rows that begin a
// page.
func movedRules(f *Fragment, moves []move, begin []geom.Unit) []Rule {
	if len(f.Rules) == 0 {
		return nil
	}
	shift := func(y geom.Unit) (by geom.Unit) {
		for _, m := range moves {
			if m.from <= y {
				by += m.by
			}
		}
		return by
	}
	var tops []geom.Unit
	for _, c := range f.Children {
		if inFlow(c) {
			tops = append(tops, c.Offset.Y)
		}
	}
	slices.Sort(tops)
	var out []Rule
	for _, r := range f.Rules {
		if r.Side == style.Top || r.Side == style.Bottom {
			next, _ := slices.BinarySearch(tops, r.Rect.Y+r.Rect.H/2)
			if next < len(tops) && slices.Contains(begin, tops[next]) {
				continue
			}
			r.Rect.Y += shift(r.Rect.Y)
		} else {
			top := r.Rect.Y + shift(r.Rect.Y)
			r.Rect.H = r.Rect.MaxY() + shift(r.Rect.MaxY()) - top
			r.Rect.Y = top
		}
		out = append(out, r)
	}
	return out
}
