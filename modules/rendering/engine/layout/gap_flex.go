package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// gapRules returns the rules between the lines and the items of a flex container.
func (f *flexer) gapRules(frag *Fragment) []Rule {
	if !hasGapRules(f.b.Style) || len(f.lines) == 0 {
		return nil
	}
	st := f.b.Style
	in := f.e.inner()
	inlineStart, inlineSize := in.Left, frag.Size.W-in.Horizontal()
	if st.Direction == style.RTL {
		inlineStart = in.Right
	}
	// The axes in the directions of the writing mode.
	main, cross := columns, rows
	mainStart, crossStart := inlineStart, in.Top
	mainSize, crossSize := inlineSize, frag.Size.H-in.Vertical()
	if !f.row {
		main, cross = rows, columns
		mainStart, crossStart, mainSize, crossSize = crossStart, mainStart, crossSize, mainSize
	}
	set := &gapSet{kind: flexGaps, turned: !f.row, backLines: st.FlexWrap == style.FlexWrapReverse, backItems: f.mainTurned()}
	set.size[cross] = f.lineGap
	set.size[main] = f.mainGap
	lines := make([]*flexLine, len(f.lines))
	for i := range f.lines {
		k := i
		if set.backLines {
			k = len(lines) - 1 - i
		}
		lines[k] = &f.lines[i]
	}
	edge := func(ln *flexLine) gapRange {
		at := ln.at
		if set.backLines {
			at = crossSize - ln.at - ln.cross
		}
		return gapRange{crossStart + at, crossStart + at + ln.cross}
	}
	set.content[cross] = gapRange{edge(lines[0]).start, edge(lines[len(lines)-1]).end}
	set.content[main] = gapRange{mainStart, mainStart + mainSize}
	for i, ln := range lines {
		set.lineSize = append(set.lineSize, ln.gap)
		own := edge(ln)
		first := len(set.cross)
		for k := 1; k < len(ln.items); k++ {
			it := ln.items[k]
			if set.backItems {
				it = ln.items[len(ln.items)-1-k]
			}
			at := it.mainAt
			if set.backItems {
				at = mainSize - it.mainAt - it.main
			}
			gap := crossGap{at: mainStart + at - ln.gap/2, start: own.start, line: i, first: i == 0, last: i == len(lines)-1}
			if i > 0 {
				gap.start -= f.lineGap / 2
			}
			set.cross = append(set.cross, gap)
		}
		if n := len(set.cross); n > first && f.row {
			set.content[main].end = max(mainStart+mainSize, set.cross[n-1].at)
		}
		span := [2]int{first, len(set.cross)}
		if i > 0 {
			set.main[i-1].after = span
		}
		if i < len(lines)-1 {
			set.main = append(set.main, mainGap{at: own.end + f.lineGap/2, before: span})
		}
	}
	if it := firstItem(lines[0], set.backItems); it != nil {
		at := it.mainAt
		if set.backItems {
			at = mainSize - it.mainAt - it.main
		}
		set.content[main].start = min(set.content[main].start, mainStart+at)
	}
	return f.l.gapRules(frag, set)
}

func firstItem(ln *flexLine, back bool) *flexItem {
	switch {
	case len(ln.items) == 0:
		return nil
	case back:
		return ln.items[len(ln.items)-1]
	}
	return ln.items[0]
}
