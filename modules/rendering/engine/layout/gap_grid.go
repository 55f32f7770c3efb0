package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// gapRules returns the rules between the tracks of a grid.
func (g *gridder) gapRules(f *Fragment) []Rule {
	if !hasGapRules(g.b.Style) || len(g.axes[columns].tracks) == 0 || len(g.axes[rows].tracks) == 0 {
		return nil
	}
	in := g.e.inner()
	start := [2]geom.Unit{in.Left, in.Top}
	if g.b.Style.Direction == style.RTL {
		start[columns] = in.Right
	}
	set := &gapSet{kind: gridGaps}
	var live [2][]int // the tracks that are not collapsed
	for axis := range g.axes {
		a := &g.axes[axis]
		for i := range a.tracks {
			if !a.tracks[i].collapsed {
				live[axis] = append(live[axis], i)
			}
		}
		last := &a.tracks[len(a.tracks)-1]
		set.content[axis] = gapRange{start[axis] + a.tracks[0].at, start[axis] + last.at + last.base}
		set.size[axis] = a.gutter
	}
	states := g.gapStates(live)
	for axis := range g.axes {
		a := &g.axes[axis]
		for k := 1; k < len(live[axis]); k++ {
			twice := 2*(start[axis]+a.tracks[live[axis][k]].at) - a.gutter
			at := twice >> 1
			if axis == rows {
				set.main = append(set.main, mainGap{at: at, states: states(rows, k)})
			} else {
				set.cross = append(set.cross, crossGap{at: at, states: states(columns, k)})
			}
		}
	}
	return g.l.gapRules(f, set)
}

// gapStates returns a function for the states of the segments of the gap before a live track: whether an item spans the
// gap there, and whether the areas at its sides are empty.
func (g *gridder) gapStates(live [2][]int) func(axis, k int) []gapState {
	st := g.b.Style.GapRules
	needed := st.Columns.Items != style.RuleItemsNormal || st.Rows.Items != style.RuleItemsNormal
	var items [2][][]*gridItem // by track
	for axis := range g.axes {
		items[axis] = make([][]*gridItem, len(g.axes[axis].tracks))
		for _, it := range g.items {
			from, to := g.axes[axis].trackRange(it.span[axis])
			needed = needed || to-from > 1
			if !g.l.spend(g.b, to-from) {
				return func(int, int) []gapState { return nil }
			}
			for i := from; i < to; i++ {
				items[axis][i] = append(items[axis][i], it)
			}
		}
	}
	return func(axis, k int) []gapState {
		along := 1 - axis
		before, after := live[axis][k-1], live[axis][k]
		if !needed || !g.l.spend(g.b, len(live[along])+8*(len(items[axis][before])+len(items[axis][after]))) {
			return nil
		}
		all := make([]gapState, len(g.axes[along].tracks))
		for i := range all {
			all[i] = gapEmpty
		}
		for _, side := range [...]struct {
			track int
			empty gapState
		}{{before, gapEmptyBefore}, {after, gapEmptyAfter}} {
			for _, it := range items[axis][side.track] {
				_, end := g.axes[axis].trackRange(it.span[axis])
				from, to := g.axes[along].trackRange(it.span[along])
				for i := from; i < to; i++ {
					all[i] &^= side.empty
					if side.track == before && end > after {
						all[i] |= gapBlocked
					}
				}
			}
		}
		out := make([]gapState, len(live[along]))
		for i, track := range live[along] {
			if out[i] = all[track]; out[i]&gapBlocked != 0 {
				out[i] = gapBlocked
			}
		}
		return out
	}
}
