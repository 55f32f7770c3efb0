package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

const (
	// maxBalanced bounds the lines of text-wrap: balance, as browsers do.
	maxBalanced = 6
	// maxPretty is how many last lines text-wrap: pretty looks at.
	maxPretty = 4
)

// balance narrows lines for text-wrap: balance (all of them, as evenly as the
// same number of lines allows) and pretty (the last ones, when the very last is
// short). Content beside floats is left alone.
func (f *inlineFlow) balance(indent geom.Unit) {
	st := f.c.box.Style
	room := f.c.right - f.c.left
	if f.ic.hasFloat || len(f.c.flow.left)+len(f.c.flow.right) > 0 || room <= 0 {
		return
	}
	switch st.TextWrap {
	case style.WrapBalance:
		lines := f.measureLines(cursor{}, room, indent, maxBalanced+1)
		if len(lines) > 1 && len(lines) <= maxBalanced && !anyForced(lines) {
			f.limit = f.narrowest(cursor{}, room, indent, len(lines))
		}
	case style.WrapPretty:
		f.pretty(room, indent)
	}
}

func anyForced(lines []lineSpan) bool {
	for _, ln := range lines {
		if ln.forced {
			return true
		}
	}
	return false
}

// pretty avoids a last line shorter than a third of the width by evening out the
// last few lines.
func (f *inlineFlow) pretty(room, indent geom.Unit) {
	lines := f.measureLines(cursor{}, room, indent, 1<<20)
	n := len(lines)
	if n < 2 || lines[n-1].width >= room/3 || anyForced(lines[max(0, n-maxPretty):]) {
		return
	}
	from := max(0, n-maxPretty)
	in := geom.Unit(0)
	if from == 0 {
		in = indent
	}
	f.limit = f.narrowest(lines[from].start, room, in, n-from)
	f.limitFrom = lines[from].start.pos
}

// narrowest finds the smallest width that gives no more lines.
func (f *inlineFlow) narrowest(from cursor, room, indent geom.Unit, lines int) geom.Unit {
	lo, hi := geom.Unit(0), room
	for hi-lo > geom.One/4 && f.l.step() {
		mid := lo + (hi-lo)/2
		got := f.measureLines(from, mid, indent, lines+1)
		fits := len(got) <= lines
		for _, ln := range got {
			fits = fits && ln.width <= mid
		}
		if fits {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// measureLines breaks from a place on into at most limit lines.
func (f *inlineFlow) measureLines(from cursor, room, indent geom.Unit, limit int) []lineSpan {
	var out []lineSpan
	f.br.nextBreak = f.firstBreak(from.pos)
	for cur := from; cur.item < len(f.ic.items) && len(out) < limit && f.l.step(); {
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
