package layout

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// boxState is an inline box on one line; the root state represents the block
// container's root inline box.
type boxState struct {
	box    *Box
	parent *boxState
	edges  boxEdges
	// opens and closes are set when the box's inline start and end edges are on this line.
	opens, closes bool
	metrics       text.Metrics
	align         alignment
	leaves        int
	groups, seen  int // fragments on this line, and those created so far
}

// leaf is the content of a line: text, a tab, an atomic inline, or the position of an out-of-flow box or of an empty
// inline box.
type leaf struct {
	kind  leafKind
	box   *Box
	state *boxState
	run   text.Run
	frag  *Fragment
	width geom.Unit
	level uint8
	align alignment
	// hidden leaves are after an ellipsis; shown holds the remaining runs of a truncated one.
	hidden bool
	shown  []PlacedRun
}

type leafKind uint8

const (
	leafText leafKind = iota
	leafTab
	leafAtomic
	leafOutOfFlow
	leafEmpty
	leafBreak // a br: a box of zero width
)

// lineBuilder builds one line's fragment.
type lineBuilder struct {
	f      *inlineFlow
	ln     lineSpan
	indent geom.Unit
	root   *boxState
	leaves []leaf // logical order
	order  []int  // the leaves from left to right
	states []*boxState
	hang   geom.Unit // hanging trailing white space
	spread []rubySpread
	extent extent
}

func newLineBuilder(f *inlineFlow, ln lineSpan, indent geom.Unit) *lineBuilder {
	b := &lineBuilder{f: f, ln: ln, indent: indent}
	b.root = b.newState(f.root, nil)
	b.collect()
	return b
}

func (b *lineBuilder) newState(box *Box, parent *boxState) *boxState {
	s := &boxState{box: box, parent: parent, metrics: b.f.l.fontMetrics(box.Style)}
	if parent != nil {
		s.edges = b.f.l.edges(box, b.f.c.space.Percent.W)
	}
	b.states = append(b.states, s)
	return s
}

// openAt returns the inline boxes open before the line, outermost first.
func (b *lineBuilder) openAt(cur cursor) []*Box {
	items := b.f.ic.items
	if cur.item >= len(items) {
		return nil
	}
	var chain []*Box
	p := items[cur.item].box
	switch items[cur.item].kind {
	case itemOpen:
		p = p.Parent
	case itemClose, itemControl:
	default:
		p = p.Parent
	}
	for ; p != nil && p != b.f.c.box; p = p.Parent {
		if p.Kind == InlineBox {
			chain = append(chain, p)
		}
	}
	slices.Reverse(chain)
	return chain
}

// collect creates the line's states and leaves in logical order.
func (b *lineBuilder) collect() {
	f, ln := b.f, b.ln
	ic := f.ic
	start := ln.start.pos
	opt := text.LineOptions{Hyphen: ln.hyphen, TrimEnd: ln.trimmed}
	if ln.hidden < ln.textEnd && ln.hidden > start {
		if it := f.br.itemAt(ln.hidden); it != nil && collapses(it.box.Style) {
			opt.Hidden = ln.hidden
		}
	}
	b.justify(&opt)
	var runs []text.Run
	end := ln.textEnd
	if ln.end.base != (spot{}) {
		end = b.justifiedEnd() // the text before a divided ruby is not at the line's end
	}
	base := uint8(0)
	if ic.shaped.BaseAt(start) == text.RTL {
		base = 1
	}
	trailing := b.trailingRuby(base)
	if trailing < len(ic.items) {
		end = ic.items[trailing].start - len(isolateStart)
	}
	if end > start && !(ln.hidden <= start && ln.hidden < ln.textEnd && f.collapsesAt(ln.hidden)) {
		runs = ic.shaped.Line(start, end, opt)
	}
	slices.SortStableFunc(runs, func(x, y text.Run) int { return x.Start - y.Start })
	if n := len(runs); n > 0 && opt.Hidden > 0 && runs[n-1].End == opt.Hidden {
		runs[n-1].SpaceAfter = true
	}
	cur := b.root
	for _, box := range b.openAt(ln.start) {
		cur = b.newState(box, cur)
		cur.continued()
	}
	level := base
	next := 0
	for i := ln.start.item; i < len(ic.items); i++ {
		it := &ic.items[i]
		if i > ln.end.item || (i == ln.end.item && ln.end.base == (spot{}) && (it.start >= ln.end.pos || ln.end.pos <= it.start)) {
			break
		}
		switch it.kind {
		case itemOpen:
			cur = b.newState(it.box, cur)
			cur.opens = !it.box.Before
		case itemClose:
			cur.closes = !it.box.After
			if cur.leaves == 0 {
				b.leaf(leaf{kind: leafEmpty, box: cur.box, state: cur, level: level})
			}
			if cur.parent != nil {
				cur = cur.parent
			}
		case itemText:
			for next < len(runs) && runs[next].Start < it.end {
				level = runs[next].Level
				b.leaf(leaf{kind: leafText, box: it.box, state: cur, run: runs[next], width: runs[next].Width, level: level})
				next++
			}
		case itemNewline:
			if it.box.Kind == LineBreakBox {
				b.leaf(leaf{kind: leafBreak, box: it.box, state: cur, level: base})
			}
		case itemTab:
			level = base
			b.leaf(leaf{kind: leafTab, box: it.box, state: cur, level: level})
			for next < len(runs) && runs[next].Start < it.end {
				next++
			}
		case itemAtomic:
			for next < len(runs) && runs[next].Start < it.end {
				level = runs[next].Level
				next++
			}
			if it.box.Kind == RubyBox {
				level = ic.shaped.LevelAt(it.start - 1) // its text is isolated
				if i >= trailing {
					level = base
				}
			}
			frag := f.atomicPiece(i, ln, level, b.spreadOf(i, opt.Justify))
			b.leaf(leaf{kind: leafAtomic, box: it.box, state: cur, frag: frag, width: addSat(frag.Size.W, frag.Margin.Horizontal()), level: level})
		case itemOutOfFlow:
			b.leaf(leaf{kind: leafOutOfFlow, box: it.box, state: cur, level: b.levelBetween(it.start, base)})
		}
	}
	for s := cur; s.parent != nil; s = s.parent {
		s.continues()
	}
	// The run of a hyphen starts at the end of the line, which may be past the item.
	for ; next < len(runs); next++ {
		if runs[next].Hyphen && len(b.leaves) > 0 {
			b.hyphen(runs[next])
		}
	}
	b.measureTabs()
	b.fillLeaders()
	if ln.hidden < ln.textEnd && opt.Hidden == 0 && len(runs) > 0 {
		b.hang = ic.shaped.Advance(ln.hidden, ln.textEnd)
		if ln.last || ln.forced {
			// Before a forced break, preserved spaces hang only where they do not fit (CSS Text 3 §4.1.3).
			fits := max(0, min(b.hang, f.right-f.left-ln.width))
			b.ln.width, b.hang = addSat(ln.width, fits), b.hang-fits
		}
	}
	for _, s := range b.states[1:] {
		if s.leaves == 0 && !s.closes {
			b.leaf(leaf{kind: leafEmpty, box: s.box, state: s, level: level})
		}
	}
}

// trailingRuby returns the index of the first of the ruby boxes that end the line, if their level is not that of the
// paragraph: like Blink, the line treats them as white space (UAX #9 rule L1).
func (b *lineBuilder) trailingRuby(base uint8) int {
	ic, ln := b.f.ic, b.ln
	first := len(ic.items)
	if !ic.annotated || ln.end.base != (spot{}) {
		return first
	}
	for i := min(ln.end.item, len(ic.items)-1); i >= ln.start.item; i-- {
		it := &ic.items[i]
		switch {
		case i == ln.end.item && ln.end.pos <= it.start:
		case it.kind == itemOpen, it.kind == itemClose, it.kind == itemControl, it.kind == itemOutOfFlow:
		case it.kind == itemText && strings.Trim(ic.para.Text[max(it.start, ln.start.pos):max(it.start, min(it.end, ln.textEnd))], " ") == "":
		case it.kind == itemAtomic && it.box.Kind == RubyBox && it.start >= ln.start.pos+len(isolateStart) && ic.shaped.LevelAt(it.start-1) != base:
			first = i
		default:
			return first
		}
	}
	return first
}

// atomicPiece lays out the atomic inline of an item on a line: of a ruby that is divided, the part on the line.
func (f *inlineFlow) atomicPiece(item int, ln lineSpan, level uint8, wider justifiedRuby) *Fragment {
	box := f.ic.items[item].box
	if box.Kind != RubyBox {
		frag := f.l.layout(box, f.atomicSpace())
		if wider.after == 0 {
			return frag
		}
		spaced := *frag
		if level%2 == 1 {
			spaced.Margin.Left += wider.after
		} else {
			spaced.Margin.Right += wider.after
		}
		return &spaced
	}
	var from, to cursor
	if item == ln.start.item {
		from = ln.start
	}
	if item == ln.end.item {
		to = ln.end
	}
	var piece *Fragment
	var part rubyPart
	switch {
	case from.base == (spot{}) && to.base == (spot{}) && wider.base == 0:
		piece, part = f.l.layout(box, f.atomicSpace()), f.l.rubyOf(box).whole()
	case from.base == (spot{}) && to.base == (spot{}):
		piece, part = f.l.layoutRuby(box, wider.base), f.l.rubyOf(box).whole()
	default:
		piece, part = f.l.rubyPiece(box, from, to, wider.base)
	}
	start, end := f.l.overhangAt(f.ic, item, ln.start.pos, part)
	if from.base != (spot{}) {
		start = 0
	}
	if to.base != (spot{}) {
		end = 0
	}
	if level%2 == 1 {
		start, end = end, start
	}
	frag := *piece
	if level%2 == 1 {
		start -= wider.after
	} else {
		end -= wider.after
	}
	frag.Margin.Left, frag.Margin.Right = -start, -end
	return &frag
}

// levelBetween returns the bidi level for an item without text at an offset: that of its neighbours if they agree.
func (b *lineBuilder) levelBetween(pos int, base uint8) uint8 {
	ic := b.f.ic
	if pos <= 0 || pos >= len(ic.para.Text) {
		return base
	}
	if before := ic.shaped.LevelAt(pos - 1); before == ic.shaped.LevelAt(pos) {
		return before
	}
	return base
}

// hyphen adds a hyphen's run after the last text.
func (b *lineBuilder) hyphen(run text.Run) {
	for i := len(b.leaves) - 1; i >= 0; i-- {
		if lf := b.leaves[i]; lf.kind == leafText {
			b.leaves = slices.Insert(b.leaves, i+1, leaf{kind: leafText, box: lf.box, state: lf.state, run: run, width: run.Width, level: run.Level})
			return
		}
	}
}

func (f *inlineFlow) collapsesAt(pos int) bool {
	it := f.br.itemAt(pos)
	return it != nil && collapses(it.box.Style)
}

func (b *lineBuilder) leaf(lf leaf) {
	for s := lf.state; s != nil; s = s.parent {
		s.leaves++
	}
	b.leaves = append(b.leaves, lf)
}

// measureTabs sets the widths of tabs by their position on the line.
func (b *lineBuilder) measureTabs() {
	x := b.indent
	var chain []*boxState
	_ = chain
	opened := map[*boxState]bool{}
	for i := range b.leaves {
		lf := &b.leaves[i]
		for s := lf.state; s != nil && s.parent != nil; s = s.parent {
			if !opened[s] {
				opened[s] = true
				if s.opens {
					x += startEdge(s.box, s.edges)
				}
			}
		}
		if lf.kind == leafTab {
			lf.width = b.f.l.tabAdvance(b.f.c.box, lf.box.Style, x)
		}
		x += lf.width
	}
}

// textAlign returns the line's alignment: left, right, center or justify.
func (b *lineBuilder) textAlign() style.TextAlign {
	st := b.f.c.box.Style
	rtl := b.rtl()
	a := st.TextAlign
	if b.ln.last || b.ln.forced {
		switch {
		case st.TextAlignLast != style.AlignAuto && st.TextAlignLast != style.AlignStart:
			a = st.TextAlignLast
		case st.TextAlignLast == style.AlignStart && st.TextAlign == style.AlignJustify:
			a = style.AlignStart
		case a == style.AlignJustify:
			a = style.AlignStart
		}
	}
	switch a {
	case style.AlignWebkitLeft:
		return style.AlignLeft
	case style.AlignWebkitRight:
		return style.AlignRight
	case style.AlignWebkitCenter:
		return style.AlignCenter
	case style.AlignStart, style.AlignAuto:
		if rtl {
			return style.AlignRight
		}
		return style.AlignLeft
	case style.AlignEnd:
		if rtl {
			return style.AlignLeft
		}
		return style.AlignRight
	}
	return a
}

// rtl reports whether the line's base direction is right-to-left.
func (b *lineBuilder) rtl() bool {
	if b.f.ic.para.AutoBase {
		return b.f.ic.shaped.BaseAt(b.ln.start.pos) == text.RTL
	}
	return b.f.c.box.Style.Direction == style.RTL
}

// justify sets the width added to every justification opportunity.
func (b *lineBuilder) justify(opt *text.LineOptions) {
	if b.textAlign() != style.AlignJustify {
		return
	}
	free := b.f.right - b.f.left - b.ln.width - b.ln.overs
	if free <= 0 {
		return
	}
	ic := b.f.ic
	if ic.annotated {
		b.spread = b.f.l.rubySpreads(ic, b.ln)
		for _, r := range b.spread {
			opt.Objects = append(opt.Objects, r.object())
		}
	}
	n := ic.shaped.JustifyCount(b.ln.start.pos, b.justifiedEnd(), opt.Objects)
	for _, r := range b.spread {
		n += r.inner
	}
	if n > 0 {
		opt.Justify = free / geom.Unit(n)
	}
}

// justifiedEnd returns the offset where the line's visible text ends, after a ruby that is divided.
func (b *lineBuilder) justifiedEnd() int {
	if b.ln.end.base != (spot{}) {
		return b.f.ic.items[b.ln.end.item].end
	}
	return b.ln.hidden
}

// visual returns the leaves' indexes in visual order (UAX #9 rule L2).
func (b *lineBuilder) visual() []int {
	order := make([]int, len(b.leaves))
	var highest, lowestOdd uint8 = 0, 255
	for i := range order {
		order[i] = i
		v := b.leaves[i].level
		highest = max(highest, v)
		if v%2 == 1 {
			lowestOdd = min(lowestOdd, v)
		}
	}
	for v := highest; v >= lowestOdd && v > 0; v-- {
		for i := 0; i < len(order); {
			if b.leaves[order[i]].level < v {
				i++
				continue
			}
			j := i
			for j < len(order) && b.leaves[order[j]].level >= v {
				j++
			}
			slices.Reverse(order[i:j])
			i = j
		}
	}
	return order
}

// shifted returns the relative offset of an inline box, including that of its ancestors on the line.
func (b *lineBuilder) shifted(s *boxState) geom.Point {
	var p geom.Point
	for ; s.parent != nil; s = s.parent {
		if s.box.Style.Position == style.PositionRelative {
			p = p.Add(insetOffset(s.box, b.f.c.space.Percent))
		}
	}
	return p
}

// emptyX returns the position where the line's text would start if it had any.
func (b *lineBuilder) emptyX() geom.Unit {
	left, right := b.f.left, b.f.right
	if b.f.c.rtl {
		right -= b.indent
	} else {
		left += b.indent
	}
	switch b.textAlign() {
	case style.AlignCenter:
		return (left + right) / 2
	case style.AlignRight:
		return right
	}
	return left
}

// placeEmpty registers the out-of-flow boxes of a line without a line box.
func (b *lineBuilder) placeEmpty() {
	c := b.f.c
	for _, s := range b.states[1:] {
		// The box exists for scripts and reports, with zero size.
		f := &Fragment{Kind: InlineFragment, Box: s.box, OmitLeft: !s.opens, OmitRight: !s.closes, FirstBaseline: NoBaseline, LastBaseline: NoBaseline}
		c.l.place(c.frag, f, geom.Point{X: b.emptyX() - c.origin.X, Y: b.f.top - c.origin.Y + baselineOf(s)}.Add(b.shifted(s)), c.space.Percent)
	}
	for _, lf := range b.leaves {
		if lf.kind != leafOutOfFlow {
			continue
		}
		o := outOfFlow{Box: lf.box, Static: geom.Point{X: b.f.left - c.origin.X, Y: b.f.top - c.origin.Y}, inline: nil}
		switch {
		case lf.box.Style.WasInline:
			o.Static.X = b.emptyX() - c.origin.X
			if c.rtl {
				o.AlignX = staticEnd
			}
		case c.rtl:
			o.Static.X, o.AlignX = c.right-c.origin.X, staticEnd
		default:
			o.Static.X = c.left - c.origin.X
		}
		alignAtPoint(lf.box, &o, c.rtl)
		o.SafeX, o.SafeY = lf.box.Style.JustifySelf.Safe, lf.box.Style.AlignSelf.Safe
		alignInLine(lf.box, &o, b.f.l.lineHeight(c.box.Style))
		if b.setInlineContainer(&o, lf.state); o.inline != nil && !o.inline.Before && !o.inline.After {
			// An inline box without a line box has a position and zero size.
			o.inline = nil
			area := geom.Rect{X: b.emptyX() - c.origin.X, Y: b.f.top - c.origin.Y}
			c.l.layoutOutOfFlow(c.frag, o, area, area)
			continue
		}
		c.l.addOutOfFlow(c.frag, o)
	}
}
