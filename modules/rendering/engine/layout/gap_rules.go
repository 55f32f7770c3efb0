package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ruler creates the rules of a container from its gaps.
type ruler struct {
	gaps  *gapSet
	rules *style.GapRules
	frag  *Fragment
	rtl   bool
	spend func(places int) bool
	out   []Rule
}

// gapRules returns the rules in the gaps of a container, in the order of painting.
func (l *layouter) gapRules(f *Fragment, g *gapSet) []Rule {
	return rulesIn(f, g, func(n int) bool { return l.spend(f.Box, n) })
}

// rulesIn is [layouter.gapRules] with a function that charges the work.
func rulesIn(f *Fragment, g *gapSet, spend func(places int) bool) []Rule {
	st := f.Box.Style
	r := &ruler{gaps: g, rules: st.GapRules, frag: f, rtl: st.Direction == style.RTL, spend: spend}
	if r.rules.ColumnsOver {
		r.axis(rows)
		r.axis(columns)
	} else {
		r.axis(columns)
		r.axis(rows)
	}
	return r.out
}

// of returns the declared rules of an axis.
func (r *ruler) of(axis int) *style.GapRule {
	if axis == columns {
		return &r.rules.Columns
	}
	return &r.rules.Rows
}

// breaks returns the used value of rule-break.
func (r *ruler) breaks(axis int) style.RuleBreak {
	b := r.of(axis).Break
	if b == style.RuleBreakNormal && r.gaps.kind == columnGaps {
		if axis == columns {
			return style.RuleBreakIntersection
		}
		return style.RuleBreakNone
	}
	return b
}

// items returns the used value of rule-visibility-items.
func (r *ruler) items(axis int) style.RuleItems {
	v := r.of(axis).Items
	switch {
	case v != style.RuleItemsNormal:
		return v
	case r.gaps.kind == gridGaps:
		return style.RuleItemsAll
	}
	return style.RuleItemsBetween
}

// showsSegment reports whether a segment is drawn for the areas at its sides.
func showsSegment(s gapState, v style.RuleItems) bool {
	switch v {
	case style.RuleItemsAround:
		return s&gapEmpty != gapEmpty
	case style.RuleItemsBetween:
		return s&gapEmpty == 0
	}
	return true
}

// axis adds the rules between the tracks of an axis.
func (r *ruler) axis(axis int) {
	g, declared := r.gaps, r.of(axis)
	n := g.count(axis)
	for i := range n {
		if g.isMain(axis) && g.main[i].spanner {
			continue
		}
		k := g.order(axis, i)
		width, line, color := declared.Widths.At(k, n), declared.Styles.At(k, n), declared.Colors.At(k, n)
		switch line { // as of collapsed borders
		case style.LineInset:
			line = style.LineRidge
		case style.LineOutset:
			line = style.LineGroove
		}
		if width <= 0 || line == style.LineNone || line == style.LineHidden || color.A == 0 {
			continue
		}
		points := g.points(axis, i)
		if !r.spend(4 * len(points)) {
			return
		}
		border := style.Border{Width: geom.FromFloat(width), Style: line, Color: color}
		for start := 0; start < len(points)-1; {
			from, to := r.segment(axis, i, points, start)
			if from >= to {
				break
			}
			r.add(axis, i, points, from, to, border)
			start = to
		}
	}
}

// segment returns the next points between which a rule is drawn (CSS Gap Decorations 1 §4.2).
func (r *ruler) segment(axis, i int, points []gapPoint, start int) (from, to int) {
	last := len(points) - 1
	for start < last && r.skips(axis, points, start) {
		start++
	}
	if start == last {
		return last, last
	}
	end := start + 1
	for end < last && r.passes(axis, i, points, end) {
		end++
	}
	return start, end
}

// skips reports whether no rule begins at a point.
func (r *ruler) skips(axis int, points []gapPoint, k int) bool {
	switch points[k].window {
	case windowOpens:
		return true
	case windowCloses:
		return false
	}
	if !showsSegment(points[k].state, r.items(axis)) {
		return true
	}
	return r.breaks(axis) != style.RuleBreakNone && points[k].state&gapBlocked != 0
}

// passes reports whether a rule continues through a point.
func (r *ruler) passes(axis, i int, points []gapPoint, k int) bool {
	g, state := r.gaps, points[k].state
	if !showsSegment(state, r.items(axis)) {
		return false
	}
	switch r.breaks(axis) {
	case style.RuleBreakNone:
		return true
	case style.RuleBreakNormal:
		return state&gapBlocked == 0
	}
	if g.kind == flexGaps {
		return points[k].window == windowCloses
	}
	if state&gapBlocked != 0 || g.kind != gridGaps {
		return false
	}
	// Items span the crossing gap at both sides: nothing crosses here.
	cross := 1 - axis
	return g.state(cross, k-1, i)&gapBlocked != 0 && g.state(cross, k-1, i+1)&gapBlocked != 0
}

// isCap reports whether no rule crosses at a point.
func (r *ruler) isCap(axis, i int, points []gapPoint, k int) bool {
	g := r.gaps
	if g.atEdge(axis, i, points, k) {
		return true
	}
	if g.kind == flexGaps || r.items(axis) != style.RuleItemsBetween {
		return false
	}
	cross := 1 - axis
	visible := r.items(cross)
	present := func(segment int) bool {
		s := g.state(cross, k-1, segment)
		return showsSegment(s, visible) && s&gapBlocked == 0
	}
	return !present(i) && !present(i+1)
}

// inset returns the distance of the end of a rule from the edge of the gap that crosses at a point.
func (r *ruler) inset(axis, i int, points []gapPoint, k, end int) geom.Unit {
	g, declared := r.gaps, r.of(axis)
	isCap := r.isCap(axis, i, points, k)
	if !isCap {
		end += style.JunctionStart - style.CapStart
	}
	room := g.roomAt(axis, i, points, k)
	v := declared.Insets[end]
	if !v.Join {
		return v.Length.Resolve(room)
	}
	switch {
	case isCap:
		return 0
	case g.isMain(axis) && g.kind != gridGaps:
		return -room / 2
	}
	cross := k - 1
	if points[k].main >= 0 {
		cross = points[k].main
	}
	width := r.of(1-axis).Widths.At(cross, g.count(1-axis))
	return -room/2 - geom.FromFloat(width)/2
}

// add adds the rule between two points.
func (r *ruler) add(axis, i int, points []gapPoint, from, to int, line style.Border) {
	g := r.gaps
	start := points[from].at + g.widthAt(axis, i, points, from)/2 + r.inset(axis, i, points, from, style.CapStart)
	length := points[to].at - start - (g.widthAt(axis, i, points, to)/2 + r.inset(axis, i, points, to, style.CapEnd))
	if length <= 0 {
		return
	}
	across := g.middle(axis, i) - line.Width/2
	rule := Rule{Rect: geom.Rect{X: across, Y: start, W: line.Width, H: length}, Side: style.Left, Line: line}
	if axis == rows {
		rule.Rect, rule.Side = geom.Rect{X: start, Y: across, W: length, H: line.Width}, style.Top
	}
	if r.rtl {
		rule.Rect.X = r.frag.Size.W - rule.Rect.MaxX()
		if axis == columns {
			rule.Side = style.Right
		}
	}
	r.out = append(r.out, rule)
}

// shiftRules returns the rules moved down.
func shiftRules(rules []Rule, dy geom.Unit) []Rule {
	if dy == 0 || len(rules) == 0 {
		return rules
	}
	out := make([]Rule, len(rules))
	for i, r := range rules {
		r.Rect.Y += dy
		out[i] = r
	}
	return out
}

// cutRules returns the parts of rules between two heights, moved up to the first.
func cutRules(rules []Rule, from, to geom.Unit) []Rule {
	var out []Rule
	for _, r := range rules {
		top, bottom := max(r.Rect.Y, from), min(r.Rect.MaxY(), to)
		if top >= bottom {
			continue
		}
		r.Rect.Y, r.Rect.H = top-from, bottom-top
		out = append(out, r)
	}
	return out
}

// turnRules rotates rules with the fragment of an orthogonal box's content.
func (b *Box) turnRules(rules []Rule, in geom.Size) []Rule {
	var out []Rule
	for _, r := range rules {
		r.Rect = b.turnRect(r.Rect, in)
		var side geom.Edges
		*edge(&side, r.Side) = 1
		side = b.turnEdges(side, false)
		for k := range 4 {
			if *edge(&side, k) == 1 {
				r.Side = k
			}
		}
		out = append(out, r)
	}
	return out
}
