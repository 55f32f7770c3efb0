package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// cursor is a position in inline content: the next item and the byte offset in it. In a ruby that is divided between
// lines, base and note are the positions in the content of its base and annotation.
type cursor struct {
	item, pos  int
	base, note spot
}

// lineSpan is one line found by the breaker.
type lineSpan struct {
	start, end cursor
	// textEnd is the offset where the line's text ends, hidden where its hanging or removed trailing white space
	// begins.
	textEnd, hidden int
	width           geom.Unit // without trailing white space
	hyphen, forced  bool
	last            bool // ends the paragraph
	empty           bool // has no line box: only collapsed or out-of-flow content
	// slack is the part of the width that need not fit: end edges of boxes that close after white space.
	slack geom.Unit
	// overs is the overhang of annotations that the width of the line includes for its alignment.
	overs geom.Unit
	// trimmed is set when the closing bracket at the line's end is narrowed so that it fits.
	trimmed bool
}

// breaker breaks inline content into lines.
type breaker struct {
	l       *layouter
	ic      *inlineContent
	box     *Box // the block container
	percent geom.Size
	// atomic measures an atomic inline's margin-box width.
	atomic func(b *Box) geom.Unit
	// float is called for floats on the line with the width used so far, −1 when nothing precedes them; it returns the
	// remaining width of the line.
	float func(b *Box, used geom.Unit) geom.Unit
	// undo removes the floats placed since a mark; mark returns the mark.
	mark func() int
	undo func(int)
	// minContent breaks at every opportunity (including emergency ones of anywhere).
	minContent bool
	rubies     bool // ruby bases may break
	from       int  // start of the line
	nextBreak  int  // index in ic.breaks of the first break after the line's start
	// fixed, if set, is the next line, which is only measured.
	fixed *lineSpan
}

// lineState is the state of measuring a line.
type lineState struct {
	at    cursor
	width geom.Unit // of the content before at
	// done is the width of the items before the current text piece, pieceStart the start of that piece: pieces are
	// measured as a whole, not accumulated.
	done       geom.Unit
	pieceStart int
	content    bool // content that gives the line a box
	// over is the overhang of a ruby annotation at the end of the content over text that may follow; up to peak, the
	// content must fit without overhang.
	over, peak geom.Unit
	overs      geom.Unit // the overhang of all annotations
}

// next finds the line that starts at c with the available width and the text indent indent.
func (br *breaker) next(c cursor, available, indent geom.Unit) lineSpan {
	ic := br.ic
	br.from = c.pos
	used, _ := br.clonedEdges(c)
	used += indent
	st := lineState{at: c, width: used, done: used, pieceStart: c.pos}
	if fixed := br.fixed; fixed != nil {
		br.advance(&st, fixed.textEnd, fixed.last, geom.MaxUnit)
		ln := br.line(c, st, fixed.textEnd, fixed.hyphen)
		ln.forced, ln.last = fixed.forced, fixed.last
		ln = br.finish(ln, st)
		ln.end = fixed.end
		return ln
	}
	var ln lineSpan
	var good lineState
	var goodLine lineSpan
	have := false
	for br.nextBreak < len(ic.breaks) && ic.breaks[br.nextBreak].Pos <= c.pos {
		br.nextBreak++
	}
	k := br.nextBreak
	for {
		// The next opportunity that is not an emergency one, or the end.
		j := k
		for j < len(ic.breaks) && !br.isRegular(j) {
			j++
		}
		pos, forced, hyphen := len(ic.para.Text), false, false
		if j < len(ic.breaks) {
			pos, forced, hyphen = ic.breaks[j].Pos, ic.breaks[j].Forced, ic.breaks[j].Hyphen
		}
		atEnd := j >= len(ic.breaks)
		mark := 0
		if br.mark != nil {
			mark = br.mark()
		}
		trial := st
		available = br.advance(&trial, pos, atEnd, available)
		cand := br.line(c, trial, pos, hyphen)
		cand.forced, cand.last = forced, atEnd
		if over := cand.width - cand.slack - 1 - available; over > 0 && !br.minContent && cand.hidden == pos {
			// As in Blink, an exact fit counts only on lines that begin with a bracket trimmed in the text.
			if by := ic.shaped.EndTrim(pos); by > over+1 || by > over && ic.shaped.StartGrowth(c.pos) > 0 {
				cand.width, cand.trimmed = cand.width-by, true
			}
		}
		// Like Blink, tolerate one unit of rounding.
		if cand.width-cand.slack-1 > available && !br.minContent {
			if br.rubies {
				if e, ok := br.splitRuby(c, st, trial, available, have); ok {
					if br.undo != nil {
						br.undo(mark)
					}
					return e
				}
			}
			if have {
				if br.undo != nil {
					br.undo(mark)
				}
				st, ln = good, goodLine
				if !br.inText(st.at) {
					ln.overs = st.overs // Blink goes back to the end of an item and adds up the widths without overhang
				}
				return br.deferPositioned(br.finish(ln, st), available)
			}
			if br.hasEmergency(k, j) {
				if br.undo != nil {
					br.undo(mark)
				}
				if e, ok := br.emergency(c, st, k, j, available); ok && e.textEnd < cand.hidden {
					return e
				}
			}
			return br.deferPositioned(br.finish(cand, trial), available)
		}
		st, ln = trial, cand
		good, goodLine, have = st, ln, true
		if forced || atEnd || br.minContent {
			return br.deferPositioned(br.finish(ln, st), available)
		}
		k = j + 1
	}
}

// inText reports whether a position is inside a text item.
func (br *breaker) inText(c cursor) bool {
	if c.item >= len(br.ic.items) {
		return false
	}
	it := &br.ic.items[c.item]
	return it.kind == itemText && c.pos > it.start
}

// shorter returns the lines that [breaker.next] finds from c with increasing available width, up to the line before
// known, in one pass.
func (br *breaker) shorter(c cursor, known lineSpan, indent geom.Unit) []lineSpan {
	ic := br.ic
	br.from = c.pos
	used, _ := br.clonedEdges(c)
	used += indent
	st := lineState{at: c, width: used, done: used, pieceStart: c.pos}
	var out []lineSpan
	for j := br.nextBreak; j < len(ic.breaks) && ic.breaks[j].Pos < known.textEnd; j++ {
		if ic.breaks[j].Pos <= c.pos || !br.isRegular(j) {
			continue
		}
		br.advance(&st, ic.breaks[j].Pos, false, geom.MaxUnit)
		ln := br.line(c, st, ic.breaks[j].Pos, ic.breaks[j].Hyphen)
		ln.forced = ic.breaks[j].Forced
		out = append(out, br.finish(ln, st))
	}
	return out
}

// isRegular reports whether a break is a regular one; for min-content sizes, those of overflow-wrap: anywhere and
// word-break: break-word are (CSS Text 3 §5.5).
func (br *breaker) isRegular(j int) bool {
	if b := br.ic.breaks[j]; !b.Emergency {
		if br.minContent && (br.l.quirks && br.touchesImage(b.Pos) || strings.HasSuffix(br.ic.para.Text[:b.Pos], "\u00a0")) {
			return false // Blink ignores the opportunity after U+00A0 for min-content sizes
		}
		// There is no opportunity directly before a forced break.
		return b.Forced || b.Pos >= len(br.ic.para.Text) || br.ic.para.Text[b.Pos] != '\n'
	}
	if !br.minContent {
		return false
	}
	it := br.itemAt(br.ic.breaks[j].Pos)
	return it != nil && (it.box.Style.OverflowWrap == style.WrapAnywhere || it.box.Style.WordBreak == style.WordBreakWord)
}

// touchesImage reports whether an image touches a break in a table cell of auto width: the minimum width of the cell
// does not break there in quirks mode (Quirks Mode Standard §3.7).
func (br *breaker) touchesImage(pos int) bool {
	if br.box.Kind != TableCellBox || !br.box.Style.Width.IsAuto() {
		return false
	}
	image := func(it *inlineItem) bool {
		return it != nil && it.kind == itemAtomic && it.box.Kind == ReplacedBox && it.box.Replaced.Element == ""
	}
	if image(br.itemAt(pos - 1)) {
		return true
	}
	return pos > 0 && br.ic.para.Text[pos-1] != ' ' && image(br.itemAt(pos))
}

func (br *breaker) finish(ln lineSpan, st lineState) lineSpan {
	ln.end = st.at
	ln.empty = !st.content
	return ln
}

// deferPositioned moves the absolutely positioned boxes at the end of a full line to the next one, as Blink does: after
// hanging white space, and after overflowing content.
func (br *breaker) deferPositioned(ln lineSpan, available geom.Unit) lineSpan {
	if ln.empty {
		return ln
	}
	first := -1
	var after, moved geom.Unit // end edges, and those that move with them
	for i := ln.end.item - 1; i > ln.start.item; i-- {
		it := &br.ic.items[i]
		if it.kind == itemClose && it.edge {
			after += endEdge(it.box, br.l.edges(it.box, br.percent.W))
		} else if it.kind == itemOutOfFlow {
			first, moved = i, after
		} else if it.kind != itemClose && (it.kind != itemOpen || it.edge) {
			break
		}
	}
	if first < 0 {
		return ln
	}
	switch pos := br.ic.items[first].start; {
	case br.minContent:
	case pos > ln.hidden && br.trimmed(pos, len(br.ic.para.Text)) > pos && ln.width-moved+br.ic.shaped.Advance(ln.hidden, pos) > available:
	case (pos == ln.textEnd || pos > ln.hidden) && ln.width-moved-1 > available && !br.box.Style.NoWrap:
	default:
		return ln
	}
	ln.width -= moved
	ln.end = cursor{item: first, pos: br.ic.items[first].start}
	return ln
}

func (br *breaker) hasEmergency(from, to int) bool {
	for k := from; k < to; k++ {
		if br.ic.breaks[k].Emergency {
			return true
		}
	}
	return false
}

// emergency finds the last emergency break that fits, after at least one cluster, in ic.breaks[from:to].
func (br *breaker) emergency(c cursor, st lineState, from, to int, available geom.Unit) (lineSpan, bool) {
	var best lineSpan
	found := false
	place := br.float
	br.float = nil
	defer func() {
		br.float = place
		if found {
			// Floats of the accepted piece are placed after it has been determined.
			br.advance(&st, best.textEnd, false, available)
		}
	}()
	for k := from; k < to; k++ {
		if !br.ic.breaks[k].Emergency {
			continue
		}
		trial := st
		br.advance(&trial, br.ic.breaks[k].Pos, false, available)
		cand := br.line(c, trial, br.ic.breaks[k].Pos, false)
		if cand.width > available && found {
			break
		}
		best, found = br.finish(cand, trial), true
		if cand.width > available {
			break
		}
	}
	return best, found
}

// line returns the line from c to a break at pos.
func (br *breaker) line(c cursor, st lineState, pos int, hyphen bool) lineSpan {
	ln := lineSpan{start: c, textEnd: pos, hyphen: hyphen}
	trim := br.trimmed(c.pos, pos)
	ln.hidden = trim
	_, end := br.clonedEdges(st.at)
	ln.width = st.width - br.ic.shaped.Advance(trim, pos) + end + br.ic.shaped.StartGrowth(c.pos)
	wider, narrower := br.closing(st.at.item, pos)
	ln.slack = narrower + end // as in Blink, the end edge of a cloned box need not fit
	if trim < pos && pos < len(br.ic.para.Text) {
		ln.slack += wider // at the end of the paragraph the edges must fit
	}
	ln.width -= st.over
	if hyphen {
		ln.width += br.hyphenWidth(pos)
	}
	ln.slack -= max(0, st.peak-(ln.width-ln.slack))
	return ln
}

// closing sums the positive and the negative end edges of the boxes that close at pos, before item end. Text must fit
// without the negative margins.
func (br *breaker) closing(end, pos int) (wider, narrower geom.Unit) {
	for i := end - 1; i >= 0; i-- {
		it := &br.ic.items[i]
		if it.kind != itemClose || it.start != pos {
			break
		}
		if it.edge {
			v := endEdge(it.box, br.l.edges(it.box, br.percent.W))
			wider, narrower = wider+max(0, v), narrower+min(0, v)
		}
	}
	return wider, narrower
}

func (br *breaker) hyphenWidth(pos int) geom.Unit {
	sp := br.spanAt(pos - 1)
	if sp < 0 {
		return 0
	}
	return br.l.in.Text.Metrics(br.ic.para.Spans[sp].Style, br.l.in.Fonts).HyphenWidth
}

// spanAt returns the index of the span that contains a byte offset, −1 if there is none.
func (br *breaker) spanAt(pos int) int { return spanIndex(br.ic, pos) }

func spanIndex(ic *inlineContent, pos int) int {
	lo, hi := 0, len(ic.para.Spans)
	for lo < hi {
		m := (lo + hi) / 2
		if ic.para.Spans[m].End <= pos {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(ic.para.Spans) && ic.para.Spans[lo].Start <= pos {
		return lo
	}
	return -1
}

// trimmed returns the start of the trailing white space of [start, pos) that hangs or is removed (CSS Text 3 §4.1.2).
func (br *breaker) trimmed(start, pos int) int {
	text := br.ic.para.Text
	for pos > start {
		b := text[pos-1]
		if b == '\n' {
			pos--
			continue
		}
		// Bidi controls have no width and may follow the space.
		if pos-start >= 3 && b >= 0x80 && (isBidiControl(text[pos-3:pos]) || br.isWordBreak(pos-3)) {
			pos -= 3
			continue
		}
		if b != ' ' || !br.hangs(pos-1) {
			return pos
		}
		pos--
	}
	return pos
}

// isWordBreak reports whether the text of a wbr is at a byte offset.
func (br *breaker) isWordBreak(pos int) bool {
	if br.ic.para.Text[pos:pos+len(wordBreak)] != wordBreak {
		return false
	}
	it := br.itemAt(pos)
	return it != nil && it.start == pos && br.l.isWordBreak(it.box)
}

func isBidiControl(s string) bool {
	switch s {
	case "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069":
		return true
	}
	return false
}

// hangs reports whether the space at a byte offset may hang or be removed at a line's end.
func (br *breaker) hangs(pos int) bool {
	it := br.itemAt(pos)
	if it == nil {
		return false
	}
	st := it.box.Style
	switch st.WhiteSpace {
	case style.WSCollapse, style.WSPreserveBreaks:
		return true
	case style.WSBreakSpaces:
		return false
	}
	return !st.NoWrap
}

// itemAt returns the text item that contains a byte offset.
func (br *breaker) itemAt(pos int) *inlineItem {
	items := br.ic.items
	lo, hi := 0, len(items)
	for lo < hi {
		m := (lo + hi) / 2
		if items[m].end <= pos {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(items) && items[lo].start <= pos {
		return &items[lo]
	}
	return nil
}

// advance measures the content up to the break at pos. Items without text at pos belong to the line if they close boxes
// or are out of flow.
func (br *breaker) advance(st *lineState, pos int, atEnd bool, available geom.Unit) geom.Unit {
	items := br.ic.items
	shaped := br.ic.shaped
	broken := false // a forced break was passed: only the ends of boxes remain on the line
	for st.at.item < len(items) {
		it := &items[st.at.item]
		if broken && it.kind != itemClose {
			break
		}
		if it.start >= pos && !atEnd {
			if it.start > pos || (it.kind != itemClose && it.kind != itemFloat && it.kind != itemOutOfFlow) && !br.closesAt(st.at.item, pos) {
				break
			}
		}
		switch it.kind {
		case itemText:
			from := max(it.start, st.at.pos)
			if st.over > 0 && it.end > from {
				st.width, st.over = st.width-st.over, 0
			}
			if st.pieceStart < it.start || st.pieceStart > it.end || st.at.pos <= it.start {
				st.pieceStart, st.done = from, st.width
			}
			end := min(it.end, pos)
			st.width = addSat(st.done, shaped.Advance(st.pieceStart, end))
			st.content = true
			st.at.pos = end
			if end < it.end {
				return available
			}
		case itemTab:
			st.width = addSat(st.width, br.l.tabAdvance(br.box, it.box.Style, st.width))
			st.content = true
		case itemNewline:
			st.content, broken = true, true
		case itemOpen:
			e := br.l.edges(it.box, br.percent.W)
			if it.edge {
				st.width = addSat(st.width, startEdge(it.box, e))
				st.content = true
			}
		case itemClose:
			e := br.l.edges(it.box, br.percent.W)
			if it.edge {
				st.width = addSat(st.width, endEdge(it.box, e))
				st.content = true
			}
		case itemAtomic:
			st.over = 0
			switch {
			case it.box.Kind == RubyBox && !br.minContent:
				br.advanceRuby(st)
			default:
				st.width = addSat(st.width, br.atomic(it.box))
			}
			st.content = true
		case itemFloat:
			if br.float != nil {
				used := st.width - shaped.Advance(br.trimmed(br.from, it.start), it.start)
				if !st.content {
					used = -1
				}
				available = br.float(it.box, used)
			}
		}
		st.at = cursor{item: st.at.item + 1, pos: max(st.at.pos, it.end)}
		st.pieceStart, st.done = st.at.pos, st.width
	}
	return available
}

// closesAt reports whether the item at index i opens an inline box without edges that closes at the same offset: the
// empty box stays on the line that ends there.
func (br *breaker) closesAt(i, pos int) bool {
	items := br.ic.items
	for ; i < len(items) && items[i].start == pos; i++ {
		switch it := &items[i]; {
		case it.kind == itemClose:
			return true
		case it.kind != itemOpen || it.edge:
			return false
		}
	}
	return false
}

// startEdge and endEdge return an inline box's margin, border and padding at its inline start and end.
func startEdge(b *Box, e boxEdges) geom.Unit {
	if b.Style.Direction == style.RTL {
		return rightEdge(e)
	}
	return leftEdge(e)
}

func endEdge(b *Box, e boxEdges) geom.Unit {
	if b.Style.Direction == style.RTL {
		return leftEdge(e)
	}
	return rightEdge(e)
}

func leftEdge(e boxEdges) geom.Unit  { return e.Margin.Left + e.Border.Left + e.Padding.Left }
func rightEdge(e boxEdges) geom.Unit { return e.Margin.Right + e.Border.Right + e.Padding.Right }

// tabAdvance returns the width of a tab at x from the line's start (CSS Text 3 §4.2).
func (l *layouter) tabAdvance(block *Box, st *style.Computed, x geom.Unit) geom.Unit {
	m := l.fontMetrics(block.Style)
	var stop geom.Unit
	switch t := block.Style.TabSize; t.Kind {
	case style.Fraction:
		stop = geom.FromFloat((m.SpaceWidth.Float() + block.Style.LetterSpacing.ResolveFine(block.Style.Font.Size) + block.Style.WordSpacing.ResolveFine(block.Style.Font.Size)) * t.Pct)
	case style.Px:
		stop = geom.FromFloat(t.Px)
	default:
		stop = 8 * m.SpaceWidth
	}
	if stop <= 0 {
		return 0
	}
	next := (x/stop + 1) * stop
	if x < 0 {
		next = 0
	}
	if next-x < m.SpaceWidth/2 { // browsers compare with half a space where the specification uses half a zero
		next += stop
	}
	return next - x
}
