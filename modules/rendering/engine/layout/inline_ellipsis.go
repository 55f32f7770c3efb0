package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// ellipsis truncates a line that overflows a box with text-overflow, or the last line that line-clamp shows: leaves
// after the cut are hidden and keep their width. It returns the fragment of the ellipsis at its position on the line,
// nil when nothing is truncated. x is the line's visual start.
func (b *lineBuilder) ellipsis(order []int, x geom.Unit) *Fragment {
	st := b.f.c.box.Style
	clamped := b.f.clampsHere(b.ln.end)
	mark := st.TextOverflow
	if st.Overflow[0] == style.OverflowVisible {
		mark = ""
	}
	if clamped {
		mark, b.f.c.flow.clamp.marked = "…", true
	}
	room := b.f.right - b.f.left
	if mark == "" || (!clamped && b.ln.width <= room) {
		return nil
	}
	m, run := b.shapeMark(mark)
	rtl := b.rtl()
	if rtl {
		order = slices.Clone(order)
		slices.Reverse(order)
	}
	// pos is the width of the visible part of the line, from its start edge.
	var pos geom.Unit
	if rtl {
		pos = room - x - b.lineWidth()
	} else {
		pos = x
	}
	limit := room - run.Width
	entered := map[*boxState]bool{}
	cut := false
	var box *Box
	for _, i := range order {
		lf := &b.leaves[i]
		if cut {
			lf.hidden = true
			if lf.kind == leafText {
				lf.shown = []PlacedRun{}
			}
			continue
		}
		for s := lf.state; s != nil && s.parent != nil; s = s.parent {
			if !entered[s] {
				entered[s] = true
				if s.opens {
					pos += startEdge(s.box, s.edges)
				}
			}
		}
		if pos+lf.width <= limit {
			pos += lf.width
			if lf.kind == leafText {
				box = lf.box
			}
			continue
		}
		cut = true
		if lf.kind != leafText {
			lf.hidden = lf.kind == leafAtomic
			continue
		}
		box = lf.box
		pos += b.cutLeaf(lf, max(0, limit-pos), rtl)
	}
	if !cut && clamped {
		pos -= b.trailing(order)
	}
	if !cut && !clamped {
		return nil
	}
	at := geom.Point{X: pos, Y: b.extent.ascent - m.Ascent}
	if rtl {
		at.X = room - pos - run.Width
	}
	if box == nil {
		box = b.f.c.box
	}
	return &Fragment{
		Kind: TextFragment, Box: box, Size: geom.Size{W: run.Width, H: m.Ascent + m.Descent}, Offset: at,
		FirstBaseline: m.Ascent, LastBaseline: NoBaseline, Ellipsis: true,
		Runs: []PlacedRun{{Run: run, Source: mark}},
	}
}

// trailing returns the width of hanging white space at the line's end.
func (b *lineBuilder) trailing([]int) geom.Unit { return b.hang }

// lineWidth returns the total width of the leaves.
func (b *lineBuilder) lineWidth() geom.Unit {
	var w geom.Unit
	for i := range b.leaves {
		w += b.leaves[i].width
	}
	return w
}

// shapeMark shapes the ellipsis in the block's style.
func (b *lineBuilder) shapeMark(mark string) (text.Metrics, text.Run) {
	l, st := b.f.l, b.f.c.box.Style
	p := &text.Paragraph{Text: mark, Spans: []text.Span{{End: len(mark), Style: l.textStyle(st), NoWrap: true}}}
	runs := l.in.Text.ShapeUntil(l.stop, p, l.in.Fonts).Line(0, len(mark), text.LineOptions{})
	if len(runs) == 0 {
		return l.fontMetrics(st), text.Run{}
	}
	run := runs[0]
	for _, r := range runs[1:] {
		run.Glyphs = append(slices.Clone(run.Glyphs), r.Glyphs...)
		run.Width += r.Width
	}
	return l.fontMetrics(st), run
}

// cutLeaf keeps the part of a text leaf from the line's start that fits into room and returns its width.
func (b *lineBuilder) cutLeaf(lf *leaf, room geom.Unit, rtl bool) geom.Unit {
	shaped := b.f.ic.shaped
	start, end := lf.run.Start, lf.run.End
	if rtl == (lf.run.Level%2 == 1) {
		end = shaped.Fit(start, end, room)
		for end > start && b.f.ic.para.Text[end-1] == ' ' {
			end--
		}
	} else { // the text direction is opposite to the line's: the truncated part is at its start
		start = shaped.FitEnd(start, end, room)
		for start < end && b.f.ic.para.Text[start] == ' ' {
			start++
		}
	}
	lf.shown = []PlacedRun{}
	if end <= start {
		return 0
	}
	var w geom.Unit
	for _, r := range shaped.Line(start, end, text.LineOptions{}) {
		lf.shown = append(lf.shown, PlacedRun{Run: r, X: w, Source: b.f.ic.para.Text})
		w += r.Width
	}
	if rtl {
		for i := range lf.shown {
			lf.shown[i].X += lf.width - w
		}
	}
	return w
}
