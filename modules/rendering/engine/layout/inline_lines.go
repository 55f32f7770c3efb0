package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// inlineFlow breaks a block container's inline content into lines and lays them out.
type inlineFlow struct {
	c   *container
	l   *layouter
	ic  *inlineContent
	br  *breaker
	top geom.Unit // of the current line, in context coordinates
	// height is the known height of the current line.
	height geom.Unit
	left   geom.Unit // the band between floats
	right  geom.Unit
	// placed holds the floats that are placed already, pending those deferred to the line's end.
	placed  map[*Box]bool
	pending []*Box
	marks   []floatMark
	lined   bool // a line was placed
	last    *Fragment
	// root is the block container, or its copy on a styled first line; own is the block's content meanwhile.
	root *Box
	own  *inlineContent
	// rooms holds the maximal widths of the lines that start at these offsets (text-wrap).
	rooms map[int]geom.Unit
	// spare is the space between the last line's text and its lower edge, available to annotations of the next one;
	// below is the space that annotations need under the last line.
	spare, below geom.Unit
}

// limitAt returns the maximal width of a line that starts at cur.
func (f *inlineFlow) limitAt(cur cursor) geom.Unit {
	if room, ok := f.rooms[cur.pos]; ok {
		return room
	}
	return geom.MaxUnit
}

// clamp counts a line against line-clamp.
func (f *inlineFlow) clamp(line *Fragment) {
	cl := &f.c.flow.clamp
	if cl.limit == 0 {
		return
	}
	cl.lines++
	switch {
	case cl.lines <= cl.limit:
		cl.bottom = f.top
	default:
		cl.cut = true
	}
}

// clampsHere reports whether the line that ends at end is the last one that line-clamp shows, with content remaining.
func (f *inlineFlow) clampsHere(end cursor) bool {
	cl := &f.c.flow.clamp
	return cl.limit > 0 && cl.lines == cl.limit-1 && (cl.forced || end.item < len(f.ic.items))
}

type floatMark struct {
	left, right, children, waiting, out int
	lowest                              geom.Unit
	any                                 bool
	placed                              []*Box
}

// inlineChildren lays out a block container with inline content.
func (c *container) inlineChildren() {
	l := c.l
	ic := l.shapedInline(c.box)
	f := &inlineFlow{c: c, l: l, ic: ic, root: c.box, placed: map[*Box]bool{}}
	f.br = &breaker{l: l, ic: ic, box: c.box, percent: c.space.Percent, atomic: f.atomicWidth, rubies: ic.annotated}
	if ic.hasFloat {
		f.br.float, f.br.mark, f.br.undo = f.float, f.mark, f.undo
	}
	f.top = c.origin.Y + c.top()
	indent := l.textIndent(c.box, c.space.Percent.W)
	first := true
	f.balance(indent)
	fit := f.fitLines(indent)
	if c.box.first != nil {
		f.enterFirstLine()
	}
	for cur := (cursor{}); cur.item < len(f.ic.items) && l.step(c.box); {
		in := geom.Unit(0)
		if first != c.box.Style.IndentHanging {
			in = indent
		}
		if fit != nil {
			fit.enter(f, cur)
		}
		ln, frag := f.line(cur, in)
		if ln.end == cur {
			break
		}
		if frag != nil {
			c.y = addSat(f.top-c.origin.Y, frag.Size.H)
			c.absorbing, c.filled, f.lined, f.last = false, true, true, frag
			first = ln.forced && c.box.Style.IndentEachLine
			if ln.last {
				c.y = addSat(c.y, max(0, f.below-f.around().Padding.Bottom))
			}
			f.top = c.origin.Y + c.y
			f.clamp(frag)
		}
		f.placePending()
		if frag != nil {
			f.clearAfter(ln)
		}
		cur = ln.end
		if frag != nil && f.own != nil {
			cur = f.leaveFirstLine(cur)
		}
	}
	if fit != nil {
		fit.leave(f)
	}
	if f.lined {
		c.flow.text = textEnd{bottom: addSat(c.origin.Y, c.y), line: f.last}
	}
	f.resolveInlineContainers()
}

// textEnd is the end of the last line of a formatting context.
type textEnd struct {
	bottom geom.Unit
	line   *Fragment
}

// clearAfter moves the content after a line below the floats that the br at its end clears (CSS 2.1 §9.5.2).
func (f *inlineFlow) clearAfter(ln lineSpan) {
	if ln.end.item == 0 {
		return
	}
	it := &f.ic.items[ln.end.item-1]
	if it.end != ln.end.pos || it.kind != itemNewline || it.box.Kind != LineBreakBox || it.box.Style.Clear == style.ClearNone {
		return
	}
	if bottom, ok := f.c.flow.clearY(it.box.Style.Clear); ok && bottom > f.top {
		f.top = bottom
		f.c.y = f.top - f.c.origin.Y
	}
}

// textIndent returns the indent of a block container's first line. Anonymous blocks have one only as the first child of
// their parent (CSS 2.1 §16.1).
func (l *layouter) textIndent(b *Box, base geom.Unit) geom.Unit {
	if b.isAnonymousFlow() && b.Parent != nil && b.Parent.Kind != FlexBox && b.Parent.Kind != GridBox {
		first := b.Parent.Children[0]
		if first.Kind == MarkerBox {
			first = b.Parent.Children[1]
		}
		if first != b {
			return 0
		}
	}
	return b.Style.TextIndent.Resolve(max(0, base))
}

// line breaks and builds the line that starts at cur; the fragment is nil when there is no line box.
func (f *inlineFlow) line(cur cursor, indent geom.Unit) (lineSpan, *Fragment) {
	c := f.c
	height := geom.Unit(0)
	for {
		f.left, f.right = c.flow.lineBand(f.top, height, c.left, c.right)
		f.height = height
		f.leadingFloats(cur)
		known := *c.flow
		// Only floats placed before the line move it down; those on the line narrow it, and browsers do not move the
		// lines of a box that does not wrap.
		narrowed := f.left > c.left || f.right < c.right
		f.br.nextBreak = f.firstBreak(cur.pos)
		ln := f.br.next(cur, min(f.right-f.left, f.limitAt(cur)), indent)
		if narrowed && ln.width-1 > max(0, f.right-f.left) && // one unit of rounding is tolerated, as by the breaker
			!ln.empty && max(0, f.right-f.left) < c.right-c.left && !f.br.box.Style.NoWrap {
			if next, ok := c.flow.nextLineY(f.top); ok {
				if end := f.leadingPositioned(cur); end != cur {
					// Absolutely positioned boxes before the content stay at the floats, on a line without a box.
					ln = lineSpan{start: cur, end: end, textEnd: end.pos, hidden: end.pos, empty: true}
					b := newLineBuilder(f, ln, indent)
					b.verticalAlign()
					b.placeEmpty()
					return ln, nil
				}
				f.top, height = next, 0
				continue
			}
		}
		b := newLineBuilder(f, ln, indent)
		if ln.empty {
			b.verticalAlign()
			b.placeEmpty()
			return ln, nil
		}
		h := b.verticalAlign()
		// Shapes on the line are evaluated at its top; those placed before it are evaluated over its whole height.
		if known.shaped && h > height {
			lo, hi := known.lineBand(f.top, height, c.left, c.right)
			if l, r := known.lineBand(f.top, h, c.left, c.right); l != lo || r != hi {
				height = h
				continue
			}
		}
		if c.flow.shaped {
			return ln, b.build()
		}
		if lo, hi := c.flow.lineBand(f.top, h, c.left, c.right); h > height && hi-lo < f.right-f.left && ln.width > hi-lo {
			height = h
			continue
		} else if hi-lo < f.right-f.left && h > height {
			f.left, f.right = lo, hi
		}
		return ln, b.build()
	}
}

// leadingFloats places the floats at the start of a line, before any content.
func (f *inlineFlow) leadingFloats(cur cursor) {
	for i := cur.item; i < len(f.ic.items); i++ {
		switch it := &f.ic.items[i]; it.kind {
		case itemFloat:
			f.float(it.box, -1)
		case itemOutOfFlow, itemControl:
		case itemOpen:
			if it.edge {
				return
			}
		default:
			return
		}
	}
}

// leadingPositioned returns the end of the floats and absolutely positioned boxes at the start of a line, cur if none of
// them is absolutely positioned.
func (f *inlineFlow) leadingPositioned(cur cursor) cursor {
	end := cur
	for i := cur.item; i < len(f.ic.items); i++ {
		switch it := &f.ic.items[i]; it.kind {
		case itemFloat:
		case itemOutOfFlow:
			end = cursor{item: i + 1, pos: it.end}
		default:
			return end
		}
	}
	return cur
}

// firstBreak returns the index of the first break after pos.
func (f *inlineFlow) firstBreak(pos int) int {
	lo, hi := 0, len(f.ic.breaks)
	for lo < hi {
		m := (lo + hi) / 2
		if f.ic.breaks[m].Pos <= pos {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// atomicSpace returns the space of an inline-level box.
func (f *inlineFlow) atomicSpace() Space {
	s := f.c.space
	s.ShrinkToFit, s.NewContext = true, true
	return s
}

func (f *inlineFlow) atomicWidth(b *Box) geom.Unit {
	frag := f.l.layout(b, f.atomicSpace())
	return addSat(frag.Size.W, frag.Margin.Horizontal())
}

// float places a float on the line, or defers it below the line when it does not fit next to the content so far (CSS
// 2.1 §9.5.1 rule 8).
func (f *inlineFlow) float(b *Box, used geom.Unit) geom.Unit {
	if f.placed[b] {
		return f.right - f.left
	}
	c := f.c
	frag := f.l.layout(b, f.atomicSpace())
	w := addSat(frag.Size.W, frag.Margin.Horizontal())
	cleared := false // moved below the line's top
	if b.Style.Clear != style.ClearNone {
		bottom, ok := c.flow.clearY(b.Style.Clear)
		cleared = ok && bottom > f.top
	}
	if used >= 0 && (cleared || len(f.pending) > 0 || addSat(used, w) > f.right-f.left) {
		f.pending = append(f.pending, b)
		f.note(b)
		return f.right - f.left
	}
	f.note(b)
	f.l.layoutFloat(c.frag, b, c.space, c.flow, c.origin, f.top, c.left, c.right)
	f.left, f.right = c.flow.lineBand(f.top, f.height, c.left, c.right)
	return f.right - f.left
}

func (f *inlineFlow) note(b *Box) {
	f.placed[b] = true
	if n := len(f.marks); n > 0 {
		f.marks[n-1].placed = append(f.marks[n-1].placed, b)
	}
}

// placePending places the deferred floats below the line.
func (f *inlineFlow) placePending() {
	c := f.c
	for _, b := range f.pending {
		f.l.layoutFloat(c.frag, b, c.space, c.flow, c.origin, f.top, c.left, c.right)
	}
	f.pending = f.pending[:0]
	f.marks = f.marks[:0]
}

func (f *inlineFlow) mark() int {
	fl := f.c.flow
	f.marks = append(f.marks, floatMark{
		left: len(fl.left), right: len(fl.right), lowest: fl.lowestTop, any: fl.placed,
		children: len(f.c.frag.Children), waiting: len(f.pending), out: len(f.c.frag.pending),
	})
	return len(f.marks) - 1
}

func (f *inlineFlow) undo(to int) {
	fl := f.c.flow
	for i := len(f.marks) - 1; i >= to; i-- {
		m := f.marks[i]
		fl.left, fl.right, fl.lowestTop, fl.placed = fl.left[:m.left], fl.right[:m.right], m.lowest, m.any
		f.c.frag.Children = f.c.frag.Children[:m.children]
		f.c.frag.pending = f.c.frag.pending[:m.out]
		f.pending = f.pending[:m.waiting]
		for _, b := range m.placed {
			delete(f.placed, b)
		}
	}
	f.marks = f.marks[:to]
	f.left, f.right = fl.lineBand(f.top, f.height, f.c.left, f.c.right)
}

// resolveInlineContainers lays out the absolutely positioned boxes whose containing block is a relatively positioned
// inline box of this content: it extends from the first fragment's padding box to the last one's (CSS 2.1 §10.1).
func (f *inlineFlow) resolveInlineContainers() {
	frag := f.c.frag
	var rest []outOfFlow
	waiting := frag.pending
	frag.pending = nil
	for _, o := range waiting {
		if o.inline == nil || o.inline.Before || o.inline.After {
			rest = append(rest, o) // that of an inline box around blocks waits for all its pieces
			continue
		}
		box := o.inline
		o.inline = nil
		first, last, ok := inlineExtent(frag, box, geom.Point{})
		if !ok {
			rest = append(rest, o)
			continue
		}
		area := inlineArea(box, first, last)
		f.l.layoutOutOfFlow(frag, o, area, area)
	}
	frag.pending = append(rest, frag.pending...)
}

// inlineArea returns the containing block that the first and the last fragment of an inline box make.
func inlineArea(b *Box, first, last geom.Rect) geom.Rect {
	left, right := first, last
	if b.Style.Direction == style.RTL {
		left, right = last, first
	}
	return geom.Rect{X: left.X, Y: first.Y, W: max(0, right.MaxX()-left.X), H: max(0, last.MaxY()-first.Y)}
}

// setSplitContainers makes the nearest positioned inline box that a block-level child split the containing block of its
// absolutely positioned descendants, those of f from an index on.
func setSplitContainers(f *Fragment, from int, child *Box) {
	for i := from; i < len(f.pending) && child.splitParent != nil; i++ {
		o := &f.pending[i]
		for p := child.splitParent; p != nil && p.Kind == InlineBox && o.inline == nil; p = p.Parent {
			if isFixedContainer(p) || o.Box.Style.Position == style.PositionAbsolute && isAbsoluteContainer(p) {
				o.inline = p
			}
		}
	}
}

// resolveSplitContainers is [inlineFlow.resolveInlineContainers] for inline boxes that blocks among the children of a
// block container split.
func (l *layouter) resolveSplitContainers(f *Fragment) {
	var rest []outOfFlow
	waiting := f.pending
	f.pending = nil
	for _, o := range waiting {
		box := o.inline
		if box == nil {
			rest = append(rest, o)
			continue
		}
		first, last, ok := inlineExtent(f, box, geom.Point{})
		if o.inline = nil; !ok {
			rest = append(rest, o)
			continue
		}
		area := inlineArea(box, first, last)
		l.layoutOutOfFlow(f, o, area, area)
	}
	f.pending = append(rest, f.pending...)
}

// inlineExtent returns the padding boxes of an inline box's first and last fragments, relative to f.
func inlineExtent(f *Fragment, b *Box, at geom.Point) (first, last geom.Rect, ok bool) {
	for _, c := range f.Children {
		if c.Kind != LineFragment && c.Kind != InlineFragment && !(c.Kind == BoxFragment && c.Box.isAnonymousFlow()) {
			continue
		}
		p := at.Add(c.Offset)
		if c.Kind == InlineFragment && (c.Box == b || (b.Before || b.After) && c.Box.Node == b.Node && c.Box.Pseudo == b.Pseudo) {
			r := geom.RectAt(p, c.Size).Inset(c.Border)
			if !ok {
				first = r
			}
			last, ok = r, true
		}
		a, z, found := inlineExtent(c, b, p)
		if found {
			if !ok {
				first = a
			}
			last, ok = z, true
		}
	}
	return first, last, ok
}
