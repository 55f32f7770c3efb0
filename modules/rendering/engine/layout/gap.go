package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Rule is a rule in a gap of a container (CSS Gap Decorations 1).
type Rule struct {
	// Rect is relative to the container's border box.
	Rect geom.Rect
	// Side is the side of a box whose border looks like the rule: style.Left of rules between columns.
	Side int
	// Line is the rule's style and colour; its width is that of Rect across the gap.
	Line style.Border
}

// Gaps are described in the logical directions of their container: inline from its inline-start border edge, block from
// its block-start one. As in Blink, the main gaps are those between the rows of a grid or of columns and between the
// lines of a flex container; cross gaps are between the items of a line, or between columns.

// gapKind is the kind of a container with gaps.
type gapKind uint8

const (
	gridGaps gapKind = iota
	flexGaps
	columnGaps
)

// gapSet holds the gaps of a container.
type gapSet struct {
	kind gapKind
	// turned is set when the main gaps are between columns: in a column flex container.
	turned bool
	main   []mainGap
	cross  []crossGap
	// content holds the edges between which gaps extend, by the axis along them: columns is inline, rows is block.
	content [2]gapRange
	// size holds the sizes of the gaps between columns and rows.
	size [2]geom.Unit
	// lineSize holds the size of the gaps between the items of each line of a flex container.
	lineSize []geom.Unit
	// backLines and backItems are set when lines, or the items of lines, follow each other against the axis: values are
	// assigned in the order of placement.
	backLines, backItems bool
}

// gapRange is a range of lengths along a gap.
type gapRange struct{ start, end geom.Unit }

// mainGap is a gap between rows or lines.
type mainGap struct {
	at geom.Unit // its middle
	// before and after are the ranges of the cross gaps that end and begin at it, in a flex container.
	before, after [2]int
	// spanner is set at the start and the end of a box that spans columns, where no rule is drawn.
	spanner bool
	states  []gapState
}

// crossGap is a gap between columns or between the items of a line.
type crossGap struct {
	at    geom.Unit // its middle
	start geom.Unit // where it begins, except in grids
	line  int       // of a flex container
	// first and last are set for gaps of the first and the last line, which end at the container's edge.
	first, last bool
	states      []gapState
}

// gapState describes a segment of a gap between two neighbouring crossings.
type gapState uint8

const (
	gapBlocked     gapState = 1 << iota // an item spans the gap
	gapEmptyBefore                      // the area before it is empty
	gapEmptyAfter
)

const gapEmpty = gapEmptyBefore | gapEmptyAfter

// gapPoint is a place where a gap meets another one or the edge of the content.
type gapPoint struct {
	at    geom.Unit
	state gapState // of the segment after it
	// window marks the ends of a range in which the cross gaps of two lines of a flex container overlap.
	window gapWindow
	// above is set for a crossing with a gap of the line before.
	above bool
	// main is the main gap at the end of a cross gap, −1 for none.
	main int
}

type gapWindow uint8

const (
	noWindow gapWindow = iota
	windowOpens
	windowCloses
)

// hasGapRules reports whether a style may draw rules.
func hasGapRules(st *style.Computed) bool { return st.GapRules != nil }

// isMain reports whether gaps between the tracks of an axis are main gaps.
func (g *gapSet) isMain(axis int) bool { return (axis == columns) == g.turned }

// count returns the number of gaps between the tracks of an axis.
func (g *gapSet) count(axis int) int {
	if g.isMain(axis) {
		return len(g.main)
	}
	return len(g.cross)
}

func (g *gapSet) middle(axis, i int) geom.Unit {
	if g.isMain(axis) {
		return g.main[i].at
	}
	return g.cross[i].at
}

func (g *gapSet) state(axis, i, k int) gapState {
	var list []gapState
	if g.isMain(axis) {
		list = g.main[i].states
	} else {
		list = g.cross[i].states
	}
	if k < 0 || k >= len(list) {
		return 0
	}
	return list[k]
}

// points returns the places along a gap between which rules are drawn, from the start to the end.
func (g *gapSet) points(axis, i int) []gapPoint {
	along := 1 - axis
	edge := g.content[along]
	var out []gapPoint
	add := func(at geom.Unit) {
		out = append(out, gapPoint{at: at, state: g.state(axis, i, len(out)), main: -1})
	}
	main := g.isMain(axis)
	switch {
	case main && g.kind == flexGaps:
		return g.linePoints(i, edge)
	case main:
		add(edge.start)
		for k := range g.cross {
			add(g.cross[k].at)
		}
		add(edge.end)
	case g.kind == flexGaps:
		c := &g.cross[i]
		end := edge.end
		if c.line < len(g.main) {
			end = g.main[c.line].at
		}
		add(c.start)
		add(end)
		if !c.first {
			out[0].main = c.line - 1
		}
		if c.line < len(g.main) {
			out[1].main = c.line
		}
	default:
		start := edge.start
		if g.kind == columnGaps {
			start = g.cross[i].start
		}
		add(start)
		for k := range g.main {
			add(g.main[k].at)
		}
		add(edge.end)
	}
	return out
}

// linePoints returns the places along the gap after line i of a flex container: where the gaps between the items of
// this line and the next one begin or end. Gaps of the two lines that overlap form a window.
func (g *gapSet) linePoints(i int, edge gapRange) []gapPoint {
	m := &g.main[i]
	out := []gapPoint{{at: edge.start, main: -1}}
	size := func(p *gapPoint) geom.Unit {
		if p.above {
			return g.lineSize[i]
		}
		return g.lineSize[i+1]
	}
	cross := func(at geom.Unit, above bool) {
		p := gapPoint{at: at, above: above, main: -1, window: windowOpens}
		last := &out[len(out)-1]
		switch overlaps := len(out) > 1 && at-last.at < (size(last)+size(&p))/2; {
		case overlaps && last.window == windowOpens:
			p.window = windowCloses
		case overlaps:
			p.window = windowCloses
			*last = p
			return
		case last.window == windowOpens:
			last.window = noWindow
		}
		out = append(out, p)
	}
	a, b := m.before, m.after
	for a[0] < a[1] || b[0] < b[1] {
		switch {
		case b[0] >= b[1] || a[0] < a[1] && g.cross[a[0]].at <= g.cross[b[0]].at:
			if b[0] < b[1] && g.cross[a[0]].at == g.cross[b[0]].at {
				b[0]++
			}
			cross(g.cross[a[0]].at, true)
			a[0]++
		default:
			cross(g.cross[b[0]].at, false)
			b[0]++
		}
	}
	if last := &out[len(out)-1]; last.window == windowOpens {
		last.window = noWindow
	}
	return append(out, gapPoint{at: edge.end, main: -1})
}

// atEdge reports whether a point of a gap is at the edge of the container's content, or of a spanner.
func (g *gapSet) atEdge(axis, i int, points []gapPoint, k int) bool {
	ends := k == 0 || k == len(points)-1
	switch {
	case g.isMain(axis) || g.kind == gridGaps:
		return ends
	case g.kind == flexGaps:
		c := &g.cross[i]
		return c.first && k == 0 || c.last && k == len(points)-1
	}
	return ends || g.main[k-1].spanner
}

// widthAt returns the size of the gap that crosses a gap at a point.
func (g *gapSet) widthAt(axis, i int, points []gapPoint, k int) geom.Unit {
	switch {
	case g.atEdge(axis, i, points, k):
		return 0
	case g.kind != flexGaps || !g.isMain(axis):
		return g.size[1-axis]
	case points[k].above:
		return g.lineSize[i]
	}
	return g.lineSize[i+1]
}

// roomAt returns the length to which percentages of an inset refer at a point: the size of the crossing gap, or of the
// window where several overlap.
func (g *gapSet) roomAt(axis, i int, points []gapPoint, k int) geom.Unit {
	if points[k].window == noWindow {
		return g.widthAt(axis, i, points, k)
	}
	open, shut := k, k
	if points[k].window == windowOpens {
		shut++
	} else {
		open--
	}
	return points[shut].at + g.widthAt(axis, i, points, shut)/2 - (points[open].at - g.widthAt(axis, i, points, open)/2)
}

// order returns the index of the values of a gap in their list.
func (g *gapSet) order(axis, i int) int {
	if g.kind != flexGaps || !g.backLines && !g.backItems {
		return i
	}
	if g.isMain(axis) {
		if g.backLines {
			return len(g.main) - 1 - i
		}
		return i
	}
	first, n := i, 0
	for first > 0 && g.cross[first-1].line == g.cross[i].line {
		first--
	}
	for k := first; k < len(g.cross) && g.cross[k].line == g.cross[i].line; k++ {
		n++
	}
	within := i - first
	if g.backItems {
		within = n - 1 - within
	}
	if g.backLines {
		first = len(g.cross) - first - n
	}
	return first + within
}
