package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ruby pairs the bases in a ruby element with the annotations that follow them (HTML §4.5.10): each pair is an atomic
// inline box.
func (t *treeBuilder) ruby(st *style.Computed, raw []*Box) []*Box {
	var out, base []*Box
	for i := 0; i < len(raw); i++ {
		b := raw[i]
		if !t.isAnnotation(b) {
			base = append(base, b)
			continue
		}
		note := append([]*Box(nil), b.Children...)
		for i+1 < len(raw) && raw[i+1].Node == b.Node { // the pieces of an annotation that was split around blocks
			i++
			note = append(note, raw[i].Children...)
		}
		out = append(out, t.rubyPair(st, b, base, note))
		base = nil
	}
	return append(out, base...)
}

func (t *treeBuilder) isAnnotation(b *Box) bool {
	if b.Node == dom.None || b.Kind != InlineBox || b.Pseudo != NoPseudo {
		return false
	}
	n := t.doc.Node(b.Node)
	return n.Tag == "rt" && n.Namespace == dom.HTML
}

// rubyPair creates the box of a base and its annotation.
func (t *treeBuilder) rubyPair(st *style.Computed, rt *Box, base, note []*Box) *Box {
	aligned := func(own, st *style.Computed) *style.Computed {
		c := *own
		c.RubyAlign = st.RubyAlign
		c.Display, c.NoWrap, c.WasInline = style.DisplayBlock, true, false
		c.TextIndent, c.VerticalAlign = style.Pixels(0), style.VerticalAlign{}
		c.TextAlign, c.TextAlignLast = style.AlignStart, style.AlignAuto
		if st.RubyAlign == style.RubySpaceAround || st.RubyAlign == style.RubySpaceBetween {
			c.TextAlign, c.TextAlignLast = style.AlignJustify, style.AlignJustify
		}
		return &c
	}
	under := t.newBox(Box{Kind: BlockBox, Style: aligned(inheritedStyle(st, style.DisplayBlock), st), Node: dom.None})
	t.setChildren(under, base)
	over := t.newBox(Box{Kind: BlockBox, Style: aligned(rt.Style, rt.Style), Node: rt.Node})
	t.setChildren(over, note)
	return t.newBox(Box{Kind: RubyBox, Style: inheritedStyle(st, style.DisplayInlineBlock), Node: dom.None, Children: []*Box{under, over}})
}

// standIn returns the text that represents an atomic inline in its paragraph. For ruby it is the first and the last
// character of the base, so that lines break next to it as next to the base.
func standIn(b *Box) string {
	if b.Kind == RubyBox {
		if first, last := edgeRunes(b.Children[0]); first != 0 {
			return string(first) + "\u2060" + string(last) // U+2060 allows no break
		}
	}
	return "\ufffc"
}

const isolateStart = "\u2066" // left-to-right

// ruby adds a ruby box in a bidi isolate.
func (c *collector) ruby(b *Box) {
	isolate := isolateStart
	if b.Style.Direction == style.RTL {
		isolate = "\u2067"
	}
	c.content.annotated = true
	c.control(b, isolate)
	c.atomic(b)
	c.control(b, "\u2069")
}

// edgeRunes returns the first and the last character of a box other than a space, 0 if there is none.
func edgeRunes(b *Box) (first, last rune) {
	if b.Kind == TextBox {
		for _, r := range b.Text {
			if unicode.IsSpace(r) || r == utf8.RuneError {
				continue
			}
			if first == 0 {
				first = r
			}
			last = r
		}
		return first, last
	}
	for _, c := range b.Children {
		f, l := edgeRunes(c)
		if first == 0 {
			first = f
		}
		if l != 0 {
			last = l
		}
	}
	return first, last
}

// rubyPlan is the division of a ruby box's width between its base and annotation.
type rubyPlan struct {
	width      geom.Unit
	base, note geom.Unit // content widths
}

func (l *layouter) rubyOf(b *Box) rubyPlan {
	none := geom.Size{W: Indefinite, H: Indefinite}
	p := rubyPlan{base: l.contentSizes(b.Children[0], none).Max, note: l.contentSizes(b.Children[1], none).Max}
	p.width = max(p.base, p.note)
	return p
}

// whole returns all of a base and its annotation as the part on one line.
func (p rubyPlan) whole() rubyPart {
	return rubyPart{lineSpan{width: p.base, textEnd: math.MaxInt}, lineSpan{width: p.note, textEnd: math.MaxInt}}
}

// rubyOverhang returns the overhang of an annotation over adjacent text at the inline start and end of a part of a
// ruby: the space around the base, at most half an em of the annotation, in whole pixels.
func (l *layouter) rubyOverhang(b *Box, p rubyPart) (start, end geom.Unit) {
	if p.note.width <= p.base.width || b.Style.RubyApart || b.Children[0].Style.RubyAlign == style.RubySpaceBetween {
		return 0, 0
	}
	base, width := b.Children[0], p.width()
	left, spread := l.rubyInset(base, p.base.width, width, false, p.base.start.pos, p.base.textEnd)
	right := width - left - spread
	half := geom.Px(geom.FromFloat(l.fontSize(b.Children[1].Style)).Floor() / 2)
	start, end = min(left, half), min(right, half)
	if base.Style.Direction == style.RTL {
		start, end = end, start
	}
	return start, end
}

// overhangAt returns the overhang of a part of the ruby at an item of inline content, on a line that starts at an offset:
// over half of the text that directly precedes or follows, unless its font is larger than that of the ruby.
func (l *layouter) overhangAt(ic *inlineContent, item, line int, p rubyPart) (start, end geom.Unit) {
	b := ic.items[item].box
	start, end = l.rubyOverhang(b, p)
	room := func(step int) geom.Unit {
		for i := item + step; i >= 0 && i < len(ic.items); i += step {
			switch it := &ic.items[i]; it.kind {
			case itemOpen, itemClose, itemControl, itemOutOfFlow:
			case itemText:
				from := max(it.start, line)
				if from >= it.end && it.end > it.start {
					return 0
				}
				if from >= it.end {
					continue
				}
				if l.fontSize(it.box.Style) > l.fontSize(b.Style) || step > 0 && ic.endsBlank(i) {
					return 0
				}
				return ic.shaped.Advance(from, it.end) / 2
			default:
				return 0
			}
		}
		return 0
	}
	if start > 0 {
		start = min(start, max(0, room(-1)))
	}
	if end > 0 {
		end = min(end, max(0, room(1)))
	}
	return start, end
}

// endsBlank reports whether the text item at an index is white space that collapses before a forced break or at the end
// of the block.
func (ic *inlineContent) endsBlank(item int) bool {
	for ; item < len(ic.items); item++ {
		switch it := &ic.items[item]; it.kind {
		case itemOpen, itemClose, itemControl, itemOutOfFlow:
		case itemText:
			if !collapses(it.box.Style) || strings.Trim(ic.para.Text[it.start:it.end], " ") != "" {
				return false
			}
		default:
			return it.kind == itemNewline
		}
	}
	return true
}

// rubyInset returns the offset of a base or annotation in a wider ruby box, and the width that it is spread to (CSS
// Ruby 1 §4.1).
func (l *layouter) rubyInset(b *Box, width, room geom.Unit, note bool, from, to int) (inset, spread geom.Unit) {
	space := room - width
	if space <= 0 {
		return 0, width
	}
	st := b.Style
	gaps := geom.Unit(0)
	if b.InlineChildren && (st.RubyAlign == style.RubySpaceAround || st.RubyAlign == style.RubySpaceBetween) {
		if ic := l.shapedInline(b); min(to, len(ic.para.Text)) > from {
			gaps = geom.Unit(ic.shaped.JustifyCount(from, min(to, len(ic.para.Text)), nil))
		}
	}
	switch {
	case st.RubyAlign == style.RubyStart:
		if st.Direction == style.RTL {
			return space, width
		}
		return 0, width
	case gaps == 0:
		return space / 2, width
	case st.RubyAlign == style.RubySpaceBetween:
		return 0, room
	}
	around := space / (gaps + 1)
	if note {
		around = min(around, geom.FromFloat(2*l.fontSize(st)))
	}
	return around / 2, room - around
}

// layoutRuby lays out a base and its annotation so that their em boxes touch. The box is as high as the base; the
// annotation overflows it. Justification makes the base wider by a length.
func (l *layouter) layoutRuby(b *Box, wider geom.Unit) *Fragment {
	p := l.rubyOf(b)
	p.width += wider
	base, note := b.Children[0], b.Children[1]
	piece := func(c *Box, width geom.Unit, isNote bool) (*Fragment, geom.Unit) {
		x, w := l.rubyInset(c, width, p.width, isNote, 0, math.MaxInt)
		if wider > 0 && !isNote {
			x, w = 0, p.width
		}
		size := geom.Size{W: w, H: Indefinite}
		return l.layout(c, Space{Available: size, Percent: size, FixedWidth: true}), x
	}
	bf, bx := piece(base, p.base, false)
	nf, nx := piece(note, p.note, true)
	return l.annotated(b, p.width, bf, bx, l.annotation(nf, nx, p.width))
}

// annotated returns the fragment of a ruby box of a width from its base, at an inset, and its annotation.
func (l *layouter) annotated(b *Box, width geom.Unit, bf *Fragment, bx geom.Unit, nf *Fragment) *Fragment {
	base := b.Children[0]
	baseline := bf.FirstBaseline
	if baseline == NoBaseline {
		baseline = l.strutOf(base.Style).ascent
	}
	f := l.newFragment(b, geom.Size{W: width, H: max(bf.Size.H, l.lineHeight(base.Style))}, boxEdges{})
	f.FirstBaseline, f.LastBaseline, f.lineBaseline = baseline, baseline, baseline
	f.contentHeight = f.Size.H
	none := geom.Size{W: width, H: Indefinite}
	l.place(f, spaced(bf, bx, width-bx-bf.Size.W), geom.Point{X: bx}, none)
	top, bottom, ok := l.emBounds(bf)
	if !ok {
		up, down := l.emBox(base.Style)
		top, bottom = baseline-up, baseline+down
	}
	noteTop, noteBottom, ok := l.emBounds(nf)
	if !ok {
		return f
	}
	y := top - noteBottom
	if annotatesBelow(b) {
		y = bottom - noteTop
	}
	l.place(f, nf, geom.Point{Y: y}, none)
	return f
}

// spaced returns a base or annotation whose first and last text, with the inline boxes around it, includes the space to
// the left and right of it in its ruby, as in Blink.
func spaced(f *Fragment, left, right geom.Unit) *Fragment {
	c := *f
	c.Children = make([]*Fragment, len(f.Children))
	for i, child := range f.Children {
		c.Children[i] = widenLine(child, left, right)
	}
	return &c
}

// widenLine extends the inline boxes and the text at the ends of a line by the space around it; nothing moves.
func widenLine(f *Fragment, left, right geom.Unit) *Fragment {
	n := len(f.Children)
	if n == 0 || f.Kind != LineFragment && f.Kind != InlineFragment {
		return f
	}
	c := *f
	c.Children = append([]*Fragment(nil), f.Children...)
	if left > 0 {
		c.Children[0] = widen(c.Children[0], left, 0)
	}
	if right > 0 {
		c.Children[n-1] = widen(c.Children[n-1], 0, right)
	}
	return &c
}

// widen extends an inline box or text to the left or right.
func widen(f *Fragment, left, right geom.Unit) *Fragment {
	if f.Kind != InlineFragment && f.Kind != TextFragment {
		return f
	}
	wide := *widenLine(f, left, right)
	wide.Size.W += left + right
	if left == 0 {
		return &wide
	}
	wide.Offset.X -= left
	wide.Children = append([]*Fragment(nil), wide.Children...)
	for i, child := range wide.Children {
		moved := *child
		moved.Offset.X += left
		wide.Children[i] = &moved
	}
	wide.Runs = append([]PlacedRun(nil), wide.Runs...)
	for i := range wide.Runs {
		wide.Runs[i].X += left
	}
	return &wide
}

// annotation returns an annotation that fills the width of its ruby box, with its content at an inset. Like an inline box,
// it is as high as its font.
func (l *layouter) annotation(f *Fragment, inset, width geom.Unit) *Fragment {
	c := *f
	c.Size.W, c.Children = width, make([]*Fragment, len(f.Children))
	up := geom.Unit(0)
	if m := l.fontMetrics(f.Box.Style); f.FirstBaseline != NoBaseline {
		up, c.Size.H = f.FirstBaseline-m.Ascent, m.Ascent+m.Descent
		c.FirstBaseline, c.LastBaseline, c.lineBaseline = m.Ascent, m.Ascent, m.Ascent
	}
	for i, child := range f.Children {
		moved := *widenLine(child, inset, width-inset-f.Size.W)
		moved.Offset = moved.Offset.Add(geom.Point{X: inset, Y: -up})
		c.Children[i] = &moved
	}
	return &c
}

// emBox returns the extents of the em box of a style's primary font above and below the baseline, minus those of the
// font, in whole pixels.
func (l *layouter) emBox(st *style.Computed) (up, down geom.Unit) {
	m, of := l.fontMetrics(st), l.alphabeticMetrics(st)
	if isCentred(st) {
		over := (m.Ascent+m.Descent)/2 - l.halfEm(st)
		return m.Ascent - over, m.Descent - over
	}
	if m.Face == nil {
		return m.Ascent, m.Descent
	}
	a, d := m.Face.EmBox(m.Size)
	over, under := wholePixels(of.Ascent-a), wholePixels(of.Descent-d)
	if st.WritingMode == style.VerticalLR {
		over, under = under, over
	}
	return m.Ascent - over, m.Descent - under
}

// inAnnotation reports whether a box is the content of an annotation.
func inAnnotation(b *Box) bool {
	for b.Parent != nil && b.Parent.Kind == InlineBox {
		b = b.Parent
	}
	p := b.Parent
	return p != nil && p.Parent != nil && p.Parent.Kind == RubyBox && p.Parent.Children[1] == p
}

// halfEm returns the extent of the em box on each side of a central baseline, in whole pixels.
func (l *layouter) halfEm(st *style.Computed) geom.Unit {
	return geom.Px((geom.FromFloat(l.fontSize(st)).Round() + 1) / 2)
}

// wholePixels rounds a length down to whole pixels.
func wholePixels(v geom.Unit) geom.Unit { return geom.Px(v.Floor()) }

// emBounds returns the top and bottom of the em boxes of a fragment's text and of the boxes on its lines, from its top.
func (l *layouter) emBounds(f *Fragment) (top, bottom geom.Unit, ok bool) { return l.boundsOf(f, true) }

// boundsOf is emBounds with or without annotations.
func (l *layouter) boundsOf(f *Fragment, notes bool) (top, bottom geom.Unit, ok bool) {
	unite := func(t, b geom.Unit) {
		if !ok {
			top, bottom, ok = t, b, true
			return
		}
		top, bottom = min(top, t), max(bottom, b)
	}
	switch {
	case f.Kind == TextFragment:
		m := l.alphabeticMetrics(f.Box.Style)
		over, under, some := geom.Unit(0), geom.Unit(0), false
		for i := range f.Runs {
			r := &f.Runs[i].Run
			if r.Face == nil {
				continue
			}
			a, d := r.Face.EmBox(r.Size)
			o, u := wholePixels(m.Ascent-a), wholePixels(m.Descent-d)
			if !some {
				over, under, some = o, u, true
			}
			over, under = min(over, o), min(under, u)
		}
		over, under = max(0, over), max(0, under) // em boxes of other fonts do not extend beyond the text's own
		if some && isCentred(f.Box.Style) {
			over = f.Size.H/2 - l.halfEm(f.Box.Style)
			if under = over; !inAnnotation(f.Box) {
				under = wholePixels(under) // as in Blink
			}
		}
		if some && f.Box.Style.EmphasisMark != "" { // emphasis marks have half the font size (CSS Text Decoration 4 §3)
			mark := geom.FromFloatRound(l.fontSize(f.Box.Style) / 2)
			if f.Box.Style.EmphasisUnder {
				under = wholePixels(under) - mark
			} else {
				over = wholePixels(over) - mark
			}
		}
		if some {
			if f.Box.Style.WritingMode == style.VerticalLR {
				over, under = under, over
			}
			unite(over, f.Size.H-under)
		}
		return top, bottom, ok
	case f.Kind == BoxFragment && f.Box != nil && f.Box.Kind != RubyBox && f.Box.Parent != nil && f.Box.Parent.Kind != RubyBox:
		return 0, f.Size.H, true
	}
	for i, c := range f.Children {
		if !notes && i > 0 && f.Kind == BoxFragment && f.Box != nil && f.Box.Kind == RubyBox {
			break
		}
		if t, b, has := l.boundsOf(c, notes); has {
			unite(t+c.Offset.Y, b+c.Offset.Y)
		}
	}
	return top, bottom, ok
}

// makeRoom moves a line down when its annotations need more space than the adjacent lines leave.
func (f *inlineFlow) makeRoom(line *Fragment) {
	if !f.ic.annotated {
		return
	}
	f.l.alignAnnotations(line)
	if f.c.box.Parent != nil && f.c.box.Parent.Kind == RubyBox {
		return
	}
	if !f.lined {
		f.spare = f.roomAbove()
	}
	top, bottom, ok := f.l.emBounds(line)
	if !ok {
		return
	}
	over, under := annotatedSides(line)
	if !over {
		top = max(0, top)
	}
	if !under {
		bottom = min(bottom, line.Size.H)
	}
	if need := f.below - top - f.spare; need > 0 {
		f.top += need
	}
	f.spare = max(0, line.Size.H-bottom)
	f.below = max(0, bottom-line.Size.H)
}

// annotatedSides reports whether a line has annotations or emphasis marks above and below its text: without them, text
// that is larger than the line needs no room.
func annotatedSides(f *Fragment) (over, under bool) {
	if b := f.Box; b != nil {
		switch {
		case f.Kind == TextFragment && b.Style.EmphasisMark != "":
			over, under = !b.Style.EmphasisUnder, b.Style.EmphasisUnder
		case f.Kind == BoxFragment && b.Kind == RubyBox:
			under = annotatesBelow(b)
			over = !under
		}
	}
	for _, c := range f.Children {
		o, u := annotatedSides(c)
		over, under = over || o, under || u
	}
	return over, under
}

// around returns the edges of the block of the lines; for the content of an orthogonal box, those of that box.
func (f *inlineFlow) around() boxEdges {
	if p := f.c.box.Parent; p != nil && p.Kind == OrthogonalBox {
		e := f.l.edges(p, f.c.space.Percent.H)
		return boxEdges{Border: p.turnEdges(e.Border, true), Padding: p.turnEdges(e.Padding, true), Margin: p.turnEdges(e.Margin, true)}
	}
	return boxEdges{Border: f.c.frag.Border, Padding: f.c.frag.Padding, Margin: f.c.frag.Margin}
}

// roomAbove returns the space for annotations above the first line: the padding, and without a border the collapsed
// margin above the block and the space that the last line of the preceding sibling leaves. In columns it is the padding,
// as in Chromium.
func (f *inlineFlow) roomAbove() geom.Unit {
	c, e := f.c, f.around()
	if e.Border.Top > 0 || c.box.inColumns() {
		return e.Padding.Top
	}
	if p := c.box.Parent; p != nil && p.Kind == OrthogonalBox {
		if p.Parent != nil && p.Parent.InlineChildren {
			return e.Padding.Top // the margin of an inline-level box is not part of its line
		}
		return e.Padding.Top + max(0, e.Margin.Top)
	}
	room := e.Padding.Top + max(0, c.flow.margin)
	end := c.flow.text
	if end.line != nil && addSat(end.bottom, c.flow.margin) == c.origin.Y && followsSibling(c.box) {
		if _, bottom, ok := f.l.emBounds(end.line); ok {
			room += max(0, end.line.Size.H-bottom)
		}
	}
	return room
}

// inColumns reports whether a box is part of content that is divided into columns.
func (b *Box) inColumns() bool {
	for ; b != nil; b = b.Parent {
		if b.columnRun {
			return true
		}
	}
	return false
}

// followsSibling reports whether a block has a preceding sibling in flow.
func followsSibling(b *Box) bool {
	if b.Parent == nil {
		return false
	}
	for _, s := range b.Parent.Children {
		if s == b {
			return false
		}
		if s.Kind != MarkerBox && !s.IsFloat() && !s.IsOutOfFlow() {
			return true
		}
	}
	return false
}
