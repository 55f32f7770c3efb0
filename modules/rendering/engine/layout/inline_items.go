package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// itemKind is the kind of an inline item.
type itemKind uint8

const (
	itemText itemKind = iota
	itemTab
	itemNewline // a forced break: br or a preserved newline
	itemOpen    // start of an inline box
	itemClose
	itemAtomic // replaced boxes, inline-blocks…: one U+FFFC
	itemFloat
	itemOutOfFlow
	itemControl // bidi control characters
)

// inlineItem is a piece of an inline formatting context in logical order; start and end are byte offsets in the
// paragraph's text.
type inlineItem struct {
	kind       itemKind
	box        *Box
	start, end int
	// edge is set when an open or close item has border, padding or margin.
	edge bool
}

// inlineContent holds a block container's inline children as one paragraph, built once for all widths.
type inlineContent struct {
	items     []inlineItem
	para      text.Paragraph
	shaped    *text.Shaped
	breaks    []text.Break
	hasLines  bool
	hasFloat  bool
	annotated bool // its lines have ruby annotations or emphasis marks
	hasClone  bool // an inline box repeats its edges on every line
}

// inlineOf returns the inline content of a block container, without shaping it.
func (l *layouter) inlineOf(b *Box) *inlineContent {
	if b.cache.inline == nil {
		c := &collector{l: l, content: &inlineContent{}, atStart: true}
		c.block(b)
		c.finish()
		b.cache.inline = c.content
	}
	return b.cache.inline
}

// shapedInline is inlineOf with the paragraph shaped.
func (l *layouter) shapedInline(b *Box) *inlineContent {
	ic := l.inlineOf(b)
	if ic.shaped == nil {
		ic.shaped = l.in.Text.ShapeUntil(l.stop, &ic.para, l.in.Fonts)
		ic.breaks = ic.breakSpaces(ic.shaped.Breaks())
		l.missing = append(l.missing, ic.shaped.Missing()...)
	}
	return ic
}

// breakSpaces adds a break opportunity after every space of white-space: break-spaces.
func (ic *inlineContent) breakSpaces(breaks []text.Break) []text.Break {
	var extra []text.Break
	for _, it := range ic.items {
		if it.kind != itemText || it.box.Style.WhiteSpace != style.WSBreakSpaces || it.box.Style.NoWrap {
			continue
		}
		for i := it.start; i < it.end; i++ {
			if ic.para.Text[i] == ' ' && i+1 < len(ic.para.Text) {
				extra = append(extra, text.Break{Pos: i + 1})
			}
		}
	}
	if len(extra) == 0 {
		return breaks
	}
	out := make([]text.Break, 0, len(breaks)+len(extra))
	for _, b := range breaks {
		for len(extra) > 0 && extra[0].Pos < b.Pos {
			out = append(out, extra[0])
			extra = extra[1:]
		}
		if len(extra) > 0 && extra[0].Pos == b.Pos {
			b.Emergency = false
			extra = extra[1:]
		}
		out = append(out, b)
	}
	return append(out, extra...)
}

// hasLines reports whether inline content generates line boxes.
func (l *layouter) hasLines(b *Box) bool { return l.inlineOf(b).hasLines || hasOutsideMarker(b) }

// collector collects inline items and performs white space processing phase I (CSS Text 3 §4.1.1).
type collector struct {
	l       *layouter
	content *inlineContent
	text    []byte
	// atStart is set when a collapsible space here would be at a line's start, afterSpace when one precedes.
	atStart    bool
	afterSpace bool
	// pendingBreak is a collapsed segment break whose transformation depends on the next character; it is at breakAt.
	styles map[*style.Computed]*text.Style
	// joints counts the box edges that shaping must not cross.
	joints int
}

func (c *collector) block(b *Box) {
	if b.Style.UnicodeBidi == style.BidiOverride || b.Style.UnicodeBidi == style.BidiIsolateOverride {
		c.control(b, overrideOf(b.Style.Direction))
		defer c.control(b, "\u202c")
	}
	if b.Style.UnicodeBidi == style.BidiPlaintext {
		c.content.para.AutoBase = true
	}
	if b.Style.Direction == style.RTL {
		c.content.para.Base = text.RTL
	}
	c.content.para.Justify = text.Justification(b.Style.TextJustify)
	c.children(b)
}

func overrideOf(d style.Direction) string {
	if d == style.RTL {
		return "\u202e"
	}
	return "\u202d"
}

func (c *collector) children(b *Box) {
	for _, child := range b.Children {
		c.box(child)
	}
}

func (c *collector) box(b *Box) {
	switch {
	case b.Kind == MarkerBox:
	case b.Kind == TextBox:
		c.content.annotated = c.content.annotated || b.Style.EmphasisMark != ""
		c.textBox(b)
	case b.Kind == LineBreakBox:
		c.newline(b)
	case b.IsOutOfFlow():
		c.add(inlineItem{kind: itemOutOfFlow, box: b, start: len(c.text), end: len(c.text)})
	case b.IsFloat():
		c.content.hasFloat = true
		c.add(inlineItem{kind: itemFloat, box: b, start: len(c.text), end: len(c.text)})
	case b.Kind == InlineBox:
		c.inlineBox(b)
	case b.Kind == RubyBox:
		c.ruby(b)
	default:
		c.atomic(b)
	}
}

func (c *collector) atomic(b *Box) {
	start := len(c.text)
	c.text = append(c.text, standIn(b)...)
	// The parent determines whether lines may break next to it.
	c.span(start, b.Style, b.Parent != nil && b.Parent.Style.NoWrap)
	c.add(inlineItem{kind: itemAtomic, box: b, start: start, end: len(c.text)})
	c.content.hasLines = true
	c.atStart, c.afterSpace = false, false
}

func (c *collector) inlineBox(b *Box) {
	e := c.l.edges(b, geom.Px(1000)) // only whether there are any: percentages count
	left := e.Margin.Left != 0 || e.Border.Left != 0 || e.Padding.Left != 0
	right := e.Margin.Right != 0 || e.Border.Right != 0 || e.Padding.Right != 0
	if b.Style.Direction == style.RTL {
		left, right = right, left
	}
	b.bare = c.l.isBare(b)
	c.content.hasClone = c.content.hasClone || b.Style.BoxDecoClone
	open := inlineItem{kind: itemOpen, box: b, start: len(c.text), end: len(c.text), edge: left && !b.Before}
	c.add(open)
	lifted := b.Style.VerticalAlign.Kind != style.VABaseline
	if lifted || open.edge {
		c.joints++
	}
	before, after := BidiControls(b.Style)
	if before != "" {
		c.control(b, before)
	}
	c.children(b)
	if after != "" {
		c.control(b, after)
	}
	cl := inlineItem{kind: itemClose, box: b, start: len(c.text), end: len(c.text), edge: right && !b.After}
	c.add(cl)
	if lifted || cl.edge {
		c.joints++
	}
	if open.edge || cl.edge {
		c.content.hasLines = true
	}
}

// isBare reports whether a browser creates no box for an inline element and uses the union of its content as its
// rectangle: it has nothing to paint, no edges, no atomic inlines and no descendant inline boxes with margins, another
// font or another baseline.
func (l *layouter) isBare(b *Box) bool {
	s := b.Style
	if s.Position != style.PositionStatic || s.BackgroundColor.A != 0 || len(s.Background) > 0 || len(s.BoxShadow) > 0 || s.Outline.Width != 0 || hasMargin(s) {
		return false
	}
	for i := range 4 {
		if s.Border[i].Width != 0 || !isZero(s.Padding[i]) {
			return false
		}
	}
	m := l.fontMetrics(s)
	for _, c := range b.Children {
		switch {
		case c.Kind == TextBox || c.Kind == LineBreakBox || !c.InFlow():
		case c.Kind != InlineBox || hasMargin(c.Style) || c.Style.VerticalAlign.Kind != style.VABaseline:
			return false
		default:
			if cm := l.fontMetrics(c.Style); cm.Face != m.Face || cm.Size != m.Size {
				return false
			}
		}
	}
	return true
}

func isZero(v style.Length) bool { return v.Kind == style.Px && v.Px == 0 }

func hasMargin(s *style.Computed) bool {
	for i := range 4 {
		if !isZero(s.Margin[i]) {
			return true
		}
	}
	return false
}

// BidiControls returns the control characters for unicode-bidi on an inline box (CSS Writing Modes 4 §2.4.2).
func BidiControls(st *style.Computed) (before, after string) {
	rtl := st.Direction == style.RTL
	pick := func(l, r string) string {
		if rtl {
			return r
		}
		return l
	}
	switch st.UnicodeBidi {
	case style.BidiEmbed:
		return pick("\u202a", "\u202b"), "\u202c"
	case style.BidiIsolate:
		return pick("\u2066", "\u2067"), "\u2069"
	case style.BidiOverride:
		return pick("\u202d", "\u202e"), "\u202c"
	case style.BidiIsolateOverride:
		return "\u2068" + pick("\u202d", "\u202e"), "\u202c\u2069"
	case style.BidiPlaintext:
		return "\u2068", "\u2069"
	}
	return "", ""
}

func (c *collector) control(b *Box, s string) {
	start := len(c.text)
	c.text = append(c.text, s...)
	c.span(start, b.Style, b.Style.NoWrap)
	c.add(inlineItem{kind: itemControl, box: b, start: start, end: len(c.text)})
}

func (c *collector) newline(b *Box) {
	start := len(c.text)
	c.text = append(c.text, '\n')
	c.span(start, b.Style, false)
	c.add(inlineItem{kind: itemNewline, box: b, start: start, end: len(c.text)})
	c.content.hasLines = true
	c.atStart, c.afterSpace = true, false
}

func (c *collector) add(it inlineItem) { c.content.items = append(c.content.items, it) }

// span adds a style span from start to the end of the text, so that runs end where boxes do.
func (c *collector) span(start int, st *style.Computed, noWrap bool) {
	if start == len(c.text) {
		return
	}
	base, ok := c.styles[st]
	if !ok {
		base = c.l.textStyle(st)
		if c.styles == nil {
			c.styles = map[*style.Computed]*text.Style{}
		}
		c.styles[st] = base
	}
	own, anywhere := *base, c.l.fit.breaks(st)
	if c.joints%2 == 1 {
		// Text with equal styles is shaped together; a feature that no font has separates the two sides of an edge (CSS
		// Text 3 §7.3).
		own.Features = append(own.Features[:len(own.Features):len(own.Features)], text.Feature{Tag: "zzzz", Value: 1})
	}
	sp := text.Span{
		Start: start, End: len(c.text), Style: &own, NoWrap: noWrap,
		Anywhere:     anywhere && st.OverflowWrap != style.WrapNormal,
		ManualHyphen: st.Hyphens != style.HyphensNone,
	}
	switch st.WordBreak {
	case style.WordBreakAll:
		sp.WordBreak = text.BreakAll
	case style.WordKeepAll:
		sp.WordBreak = text.KeepAll
	case style.WordAutoPhrase:
		if primary, _, _ := strings.Cut(strings.ToLower(st.Lang), "-"); primary == "ko" {
			sp.WordBreak = text.KeepAll // Korean phrases are separated by spaces
		}
	case style.WordBreakWord:
		if anywhere {
			sp.WordBreak = text.BreakWord
		}
	}
	sp.LineBreak = text.LineBreak(st.LineBreak)
	c.content.para.Spans = append(c.content.para.Spans, sp)
}

func (c *collector) finish() {
	c.content.para.Text = string(c.text)
	c.content.items = append([]inlineItem(nil), c.content.items...)
}
