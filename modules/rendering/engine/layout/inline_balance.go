package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

const (
	// maxBalanced bounds the number of lines for text-wrap: balance, as browsers do.
	maxBalanced = 6
	// maxPretty is the number of last lines that text-wrap: pretty considers.
	maxPretty = 4
)

// balance chooses the line breaks of text-wrap: balance (lines as even as the same number of lines permits) and pretty
// (of the last lines, when the very last is short). Content next to floats is balanced if
// they leave all its lines the same width.
func (f *inlineFlow) balance(indent geom.Unit) {
	st := f.c.box.Style
	if st.TextWrap != style.WrapBalance && st.TextWrap != style.WrapPretty || f.c.flow.clamp.limit > 0 ||
		f.ic.hasFloat || f.l.fit.trial && f.uniformHeight() {
		return
	}
	room, ok := f.constantRoom(indent)
	if !ok || room <= 0 {
		return
	}
	if st.TextWrap == style.WrapBalance {
		lines := f.measureLines(cursor{}, room, indent, maxBalanced+1)
		switch n := len(lines); {
		case n < 2 || n > maxBalanced || anyForced(lines) || anyWider(lines, room):
		case n == 2:
			f.rooms = map[int]geom.Unit{lines[0].start.pos: f.narrowest(room, indent)}
		default:
			f.rooms = f.evenBreaks(lines, room, indent, true)
		}
		return
	}
	lines := f.measureLines(cursor{}, room, indent, 1<<20)
	n := len(lines)
	if n < 2 || lines[n-1].width >= room/3 {
		return
	}
	if lines = lines[max(0, n-maxPretty):]; !anyForced(lines) {
		if n > maxPretty {
			indent = 0
		}
		f.rooms = f.evenBreaks(lines, room, indent, false)
	}
}

// constantRoom returns the width of the lines of the block; false if floats leave them different widths.
func (f *inlineFlow) constantRoom(indent geom.Unit) (geom.Unit, bool) {
	c := f.c
	left, right := c.flow.lineBand(f.top, 0, c.left, c.right)
	if len(c.flow.left)+len(c.flow.right) == 0 || right <= left {
		return right - left, true
	}
	lines := f.measureLines(cursor{}, right-left, indent, maxBalanced+1)
	last := geom.Unit(max(0, len(lines)-1)) * f.l.lineHeight(c.box.Style)
	lo, hi := c.flow.lineBand(f.top, last+1, c.left, c.right)
	from, to := c.flow.lineBand(f.top+last, 0, c.left, c.right)
	return right - left, lo == left && hi == right && from == left && to == right
}

func anyForced(lines []lineSpan) bool {
	for _, ln := range lines {
		if ln.forced {
			return true
		}
	}
	return false
}

// anyWider reports whether any line overflows.
func anyWider(lines []lineSpan, room geom.Unit) bool {
	for _, ln := range lines {
		if ln.width-ln.slack-1 > room {
			return true
		}
	}
	return false
}

// uniformHeight reports whether all lines have the same height independent of the breaks: balanced lines are then as high as
// and no wider than unbalanced ones.
func (f *inlineFlow) uniformHeight() bool {
	spans := f.ic.para.Spans
	for i := range f.ic.items {
		if k := f.ic.items[i].kind; k != itemText && k != itemControl {
			return false
		}
	}
	for i := range spans {
		if spans[i].Style.Size != spans[0].Style.Size {
			return false
		}
	}
	return len(f.ic.shaped.Missing()) == 0
}

// warnUnbalanced warns that lines are not balanced.
func (f *inlineFlow) warnUnbalanced() {
	f.l.warnOnce(f.c.box, "text_wrap_limit", "the lines are broken as without text-wrap: the text is too long to look for even lines")
}

// narrowest returns the width of the first of two lines when both are as narrow as possible.
func (f *inlineFlow) narrowest(room, indent geom.Unit) geom.Unit {
	best, widest := room, geom.MaxUnit
	for _, first := range f.linesFrom(cursor{}, room, indent) {
		f.br.nextBreak = f.firstBreak(first.end.pos)
		second := f.br.next(first.end, room, 0)
		if !f.l.work.takeCandidates(f.firstBreak(second.end.pos) - f.firstBreak(first.end.pos) + 1) {
			f.warnUnbalanced()
			return room
		}
		if second.end.item < len(f.ic.items) {
			break
		}
		if w := max(first.width, second.width); w < widest {
			best, widest = first.width-first.slack, w
		}
	}
	return best
}

// measureLines breaks the content from a position into at most limit lines.
func (f *inlineFlow) measureLines(from cursor, room, indent geom.Unit, limit int) []lineSpan {
	var out []lineSpan
	f.br.nextBreak = f.firstBreak(from.pos)
	for cur := from; cur.item < len(f.ic.items) && len(out) < limit && f.l.step(f.c.box); {
		ln := f.br.next(cur, room, indent)
		indent = 0
		if ln.end == cur {
			break
		}
		if !ln.empty {
			out = append(out, ln)
		}
		cur = ln.end
	}
	return out
}
